import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { mediaTags } from '../strings/media-tags.ts';
import { strings } from '../strings/index.ts';
import { Icon } from './icon.tsx';
import classes from './library-filters.module.css';
import type { LibraryFilter } from './use-library.ts';

const text = strings.media;
const KINDS = ['all', 'image', 'video', 'document'] as const;

interface LibraryFiltersProps {
  readonly filter: LibraryFilter;
  onChange(filter: LibraryFilter): void;
  /** Whether files that no post uses can be looked for. */
  readonly withUnused?: boolean;
}

/** What is looked for in the media library. */
export function LibraryFilters({ filter, onChange, withUnused = false }: LibraryFiltersProps) {
  const { data } = api.useQuery('get', '/media/tags');
  return (
    <search className={classes.filters}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" size={16} />}
        value={filter.search}
        onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
        autoComplete="off"
      />
      <SegmentedControl
        aria-label={text.kinds.label}
        value={filter.kind}
        data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        onChange={(kind) => onChange({ ...filter, kind: kind as LibraryFilter['kind'] })}
      />
      {data && data.tags.length > 0 && (
        <NativeSelect
          aria-label={mediaTags.tags}
          value={filter.tag}
          data={[{ value: '', label: mediaTags.all }, ...data.tags]}
          onChange={({ currentTarget }) => onChange({ ...filter, tag: currentTarget.value })}
        />
      )}
      {withUnused && (
        <Switch
          label={text.unused}
          checked={filter.unused}
          onChange={({ currentTarget }) => onChange({ ...filter, unused: currentTarget.checked })}
        />
      )}
    </search>
  );
}
