import { Group, Select, Text, type SelectProps } from '@mantine/core';
import { useMemo, useState, type FocusEvent } from 'react';
import { browserZone, findZones, timeZones } from '../format/time-zones.ts';
import { strings } from '../strings/index.ts';

export { browserZone };

const text = strings.setup.organization;

/**
 * A time zone of the IANA database, found by a city, a country, an offset or its name. What was typed is what
 * is chosen: on leaving the field the likeliest zone is taken, and if none fits, none is chosen.
 */
export function TimeZoneField({ error, onChange, value, ...input }: Omit<SelectProps, 'data'>) {
  const [unknown, setUnknown] = useState('');
  const [visited, setVisited] = useState(false);
  const chosen = value ? String(value) : undefined;
  // Describing some four hundred zones takes a moment, which only who looks for one should wait.
  const zones = useMemo(() => (visited ? timeZones(language(), chosen) : []), [visited, chosen]);
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const choose = (id: string, typed = ''): void => {
    setUnknown(typed);
    onChange?.(id, { value: id, label: id });
  };
  const takeTyped = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    const typed = currentTarget.value.trim();
    if (input.readOnly || !typed || typed === chosen) return;
    const found = findZones(zones, typed)[0]?.id;
    if (found) choose(found);
    else choose('', typed);
  };
  return (
    <Select
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      limit={100}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={text.noZone}
      description={text.zoneHint}
      autoComplete="off"
      {...input}
      value={chosen ?? null}
      error={unknown ? text.unknownZone(unknown) : error}
      onChange={(id) => choose(id ?? '')}
      onFocus={() => setVisited(true)}
      onBlurCapture={takeTyped}
      data={visited ? zones.map(({ id }) => id) : [chosen ?? 'UTC']}
      filter={({ options, search }) =>
        findZones(
          options.flatMap((option) => ('value' in option ? (byId.get(String(option.value)) ?? []) : [])),
          search,
        ).map(({ id }) => ({ value: id, label: id }))
      }
      renderOption={({ option }) => (
        <Group justify="space-between" gap="sm" wrap="nowrap" flex={1}>
          <span>{option.value}</span>
          <Text span size="xs" c="dimmed">
            {byId.get(String(option.value))?.offset}
          </Text>
        </Group>
      )}
    />
  );
}

const language = (): string => document.documentElement.lang || 'en';
