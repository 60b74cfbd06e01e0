import { Select, type SelectProps } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** The time zone of this browser; UTC if it names none. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** A time zone of the IANA database, found by typing a part of its name. */
export function TimeZoneField(input: Omit<SelectProps, 'data'>) {
  const zones = [
    ...new Set([
      'UTC',
      browserZone(),
      ...(input.value ? [String(input.value)] : []),
      ...Intl.supportedValuesOf('timeZone'),
    ]),
  ].toSorted();
  const { noZone, zoneHint } = strings.setup.organization;
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={100}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={noZone}
      description={zoneHint}
      autoComplete="off"
      {...input}
      data={zones}
      filter={({ options, search }) =>
        options.filter((zone) => 'value' in zone && simple(String(zone.value)).includes(simple(search)))
      }
    />
  );
}

// "new york" finds America/New_York.
const simple = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
