import { Button, Collapse, Group, MultiSelect, Select, Switch, type ComboboxData } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { NetworkMark } from '../../components/network-mark.tsx';
import { strings } from '../../strings/index.ts';
import { countFilters, NO_FILTERS, STATES, type Filters } from './url-state.ts';
import { useChannels } from './channels.ts';
import classes from './filters.module.css';

const text = strings.calendar.filters;

interface FilterBarProps {
  readonly filters: Filters;
  readonly slots: boolean;
  /** The organisation's tags. */
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly isPhone: boolean;
  onChange(filters: Filters): void;
  onSlots(shown: boolean): void;
}

/** Which posts are shown; on a phone behind a button. */
export function FilterBar(props: FilterBarProps) {
  const [opened, { toggle }] = useDisclosure(false);
  if (!props.isPhone) return <FilterFields {...props} />;
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="filter" size={14} />}
        aria-expanded={opened}
        onClick={toggle}
      >
        {text.open(countFilters(props.filters))}
      </Button>
      <Collapse expanded={opened} mt="xs">
        <FilterFields {...props} />
      </Collapse>
    </div>
  );
}

function FilterFields({ filters, slots, tags, onChange, onSlots }: FilterBarProps) {
  const channels = useChannels();
  const customers = api.useQuery('get', '/groups').data ?? [];
  const people = api.useQuery('get', '/organization/members').data ?? [];
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const named = (ones: readonly { id: string; name: string }[]): ComboboxData =>
    ones.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Group gap="xs" role="group" aria-label={text.label} className={classes.fields}>
      <MultiSelect
        size="xs"
        aria-label={text.channel}
        placeholder={filters.channels.length ? undefined : text.channel}
        data={named(channels)}
        value={[...filters.channels]}
        onChange={(ids) => set({ channels: ids })}
        className={classes.channels}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={text.nothingFound}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text.clear }}
        renderOption={({ option }) => (
          <Group gap={8} wrap="nowrap">
            <NetworkMark
              provider={channels.find(({ id }) => id === option.value)?.identifier ?? ''}
              size={16}
            />
            <bdi>{option.label}</bdi>
          </Group>
        )}
      />
      {customers.length > 0 && (
        <Choice
          label={text.customer}
          data={named(customers)}
          value={filters.customer}
          onChange={(customer) => set({ customer })}
        />
      )}
      {tags.length > 0 && (
        <Choice label={text.tag} data={named(tags)} value={filters.tag} onChange={(tag) => set({ tag })} />
      )}
      <Choice
        label={text.state}
        data={STATES.map((value) => ({ value, label: text.states[value] }))}
        value={filters.state}
        onChange={(value) => set({ state: STATES.find((one) => one === value) ?? null })}
      />
      {people.length > 1 && (
        <Choice
          label={text.person}
          data={people.map(({ userId, name }) => ({ value: userId, label: name }))}
          value={filters.person}
          onChange={(person) => set({ person })}
        />
      )}
      <Switch
        size="xs"
        label={text.slots}
        checked={slots}
        onChange={(event) => onSlots(event.currentTarget.checked)}
      />
      {countFilters(filters) > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(NO_FILTERS)}>
          {text.clear}
        </Button>
      )}
    </Group>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: ComboboxData;
  readonly value: string | null;
  onChange(value: string | null): void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={label}
      data={data}
      value={value}
      onChange={(next) => onChange(next)}
      className={classes.choice}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={text.nothingFound}
      clearable
      clearButtonProps={{ 'aria-label': text.clear }}
    />
  );
}
