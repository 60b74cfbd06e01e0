import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { errorText } from '../../components/issues.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import { askTool } from './ask-tool.ts';
import { inputOf, type FieldProps } from './setting-input.ts';
import { choiceOf, labelOf } from './settings-schema.ts';

const text = strings.composer.settings;

interface LiveChoiceProps extends FieldProps {
  readonly tool: Schemas['Tool'];
  /** The label of the chosen value, as long as the network's list is not there. */
  readonly label?: string;
  /** In place of `onChange`, where a setting keeps the label too. */
  onChoose?(choice: { readonly value: string; readonly label: string } | null): void;
}

/** A setting whose values the network lists itself: boards, channels, playlists, flairs. */
export function LiveChoice(props: LiveChoiceProps) {
  const { name, schema, tool, channel, value, siblings, onChange, onChoose } = props;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, 300);
  const [asked] = tool.dataSchema.map(({ key }) => key);
  // The flairs of the subreddit beside: nothing to search for.
  const isGiven = asked !== undefined && asked !== name && asked in siblings;
  const needed = isGiven ? String(siblings[asked] ?? '') : searched;
  const data = asked ? { [asked]: needed } : {};
  const {
    data: listed = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['tool', channel, tool.methodName, data],
    enabled: !asked || needed.trim().length > 1,
    staleTime: 60_000,
    queryFn: () => ask(channel, tool.methodName, data),
  });
  // What the setting knows by name has one in the language of the reader.
  const choices = listed.map(({ value: one, label }) => ({
    value: one,
    label: schema.enum?.includes(one) ? words(labelOf(one)) : label,
  }));
  const current = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const input = inputOf(props);
  const choose = (chosen: string, label = ''): void =>
    onChoose ? onChoose(chosen ? { value: chosen, label } : null) : onChange(chosen);
  if (error) {
    // The value can still be typed in.
    return (
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          {...input}
          flex={1}
          error={input.error ?? text.noChoices(errorText(error))}
          value={current}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {strings.common.tryAgain}
        </Button>
      </Group>
    );
  }
  const known = choices.some((choice) => choice.value === current);
  const kept = current && !known ? [{ value: current, label: props.label || current }] : [];
  return (
    <Select
      {...input}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={
        isFetching ? strings.common.loading : asked && !isGiven ? text.typeToSearch : text.nothingFound
      }
      data={[...kept, ...choices]}
      value={current || null}
      onSearchChange={setSearch}
      onChange={(chosen, option) => choose(chosen ?? '', option?.label)}
    />
  );
}

async function ask(channel: string, methodName: string, data: Record<string, string>) {
  const output = await askTool(channel, methodName, data);
  const list = Array.isArray(output) ? (output as unknown[]) : [];
  const choices = list.flatMap((one) => choiceOf(one) ?? []);
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
