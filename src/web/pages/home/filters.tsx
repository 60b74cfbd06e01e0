import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { STATES } from './read-filters.ts';

const text = strings.home.filter;
const TYPING_MS = 300;

/** Search, channel and state. */
export default function Filters() {
  const [params, setParams] = useSearchParams();
  const searched = params.get('search') ?? '';
  const [typed, setTyped] = useState(searched);
  const field = useRef<HTMLInputElement>(null);
  const channels = api.useQuery('get', '/integrations');
  const set = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      // Back leaves a search, not one pause of typing after the other.
      { replace: name === 'search' && params.has('search') },
    );
  const ours = useRef(searched);
  const searchLater = useDebouncedCallback((value: string) => {
    ours.current = value.trim();
    set('search', ours.current);
  }, TYPING_MS);
  // Back, Forward and links change what is searched for as well.
  useEffect(() => {
    if (searched === ours.current) return;
    searchLater.cancel();
    ours.current = searched;
    setTyped(searched);
  }, [searched, searchLater]);
  const clear = (): void => {
    setParams({});
    // The button goes with what it cleared.
    field.current?.focus();
  };
  return (
    <search className={classes.filters} aria-label={text.label}>
      <TextInput
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" size={16} />}
        ref={field}
        value={typed}
        maxLength={200}
        className={classes.search}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          searchLater(event.currentTarget.value);
        }}
      />
      <NativeSelect
        aria-label={text.channel}
        data={[
          { value: '', label: text.anyChannel },
          ...(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={params.get('channel') ?? ''}
        onChange={(event) => set('channel', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={text.state}
        data={[
          { value: '', label: text.anyState },
          ...STATES.map((state) => ({ value: state, label: strings.posts.states[state] })),
        ]}
        value={params.get('state') ?? ''}
        onChange={(event) => set('state', event.currentTarget.value)}
      />
      {params.size > 0 && (
        <Button variant="subtle" onClick={clear}>
          {text.clear}
        </Button>
      )}
    </search>
  );
}
