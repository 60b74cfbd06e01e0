import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http, type Schemas } from '../../api/client.ts';
import { errorWords } from '../../components/issues.ts';
import { strings } from '../../strings/index.ts';
import { inputOf, type FieldProps } from './setting-input.ts';
import { choiceOf } from './settings-schema.ts';

const text = strings.composer.settings;

/** A setting whose values the network lists itself: boards, channels, playlists. */
export function LiveChoice(props: FieldProps & { tool: Schemas['Tool'] }) {
  const { tool, channel, value, onChange } = props;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, 300);
  const [asked] = tool.dataSchema.map(({ key }) => key);
  const data = asked ? { [asked]: searched } : {};
  const {
    data: choices = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['tool', channel, tool.methodName, data],
    enabled: !asked || searched.trim().length > 1,
    staleTime: 60_000,
    queryFn: () => ask(channel, tool.methodName, data),
  });
  const current = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const input = inputOf(props);
  if (error) {
    // The value can still be typed in.
    return (
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          {...input}
          flex={1}
          error={input.error ?? text.noChoices(errorWords(error))}
          value={current}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {strings.common.tryAgain}
        </Button>
      </Group>
    );
  }
  const known = choices.some((choice) => choice.value === current);
  const kept = current && !known ? [{ value: current, label: current }] : [];
  return (
    <Select
      {...input}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={
        isFetching ? strings.common.loading : asked ? text.typeToSearch : text.nothingFound
      }
      data={[...kept, ...choices]}
      value={current || null}
      onSearchChange={setSearch}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

async function ask(channel: string, methodName: string, data: Record<string, string>) {
  const { data: answer, error } = await http.POST('/integration-trigger/{id}', {
    params: { path: { id: channel } },
    // The generated types know no free names.
    body: { methodName, data: data as Record<string, never> },
  });
  if (!answer) throw error;
  const list = Array.isArray(answer.output) ? (answer.output as unknown[]) : [];
  const choices = list.flatMap((one) => choiceOf(one) ?? []);
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
