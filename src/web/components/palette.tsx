import { Kbd, Switch, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, createSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { useChange } from '../api/change.ts';
import type { Me } from '../api/session.ts';
import { formatDate, useZone } from '../format/date-time.tsx';
import { strings } from '../strings/index.ts';
import { ChannelAvatar } from './channel-avatar.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import classes from './palette.module.css';
import { compose, placesOf, type Place } from './places.ts';

const text = strings.palette;
/** Posts are looked for once a person pauses. */
const PAUSE_MS = 200;
const MAX = 6;

const [store, spotlight] = createSpotlight();

/** What a person is looking for. */
export interface Typed {
  readonly query: string;
  /** Whether Enter was pressed after the last letter: the first result is opened as soon as it is there. */
  readonly isEntered: boolean;
}

interface PaletteProps {
  readonly me: Me;
  readonly opened: 'search' | 'keys' | null;
  readonly typed: Typed;
  onType(typed: Typed): void;
  onClose(): void;
}

/** Everything that a few letters lead to: pages, channels, posts; and the list of the keys. */
export default function Palette({ me, opened, typed, onType, onClose }: PaletteProps) {
  const { query } = typed;
  useEffect(() => {
    if (opened === 'search') spotlight.open();
    else spotlight.close();
  }, [opened]);
  return (
    <>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={(letters) => onType({ query: letters, isEntered: false })}
        onSpotlightClose={onClose}
        shortcut={null}
        // What is typed after it was opened again would be cleared by the end of the closing one.
        transitionProps={{ duration: 0 }}
        classNames={{ actionDescription: classes.description }}
        scrollable
        maxHeight={420}
        closeOnEscape={false}
        // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
        lockScroll={false}
        attributes={{ content: { 'aria-label': text.title, 'data-palette': true } }}
      >
        <Spotlight.Search
          placeholder={text.placeholder}
          aria-label={text.placeholder}
          leftSection={<Icon name="search" size={18} />}
          // The caret is behind what was typed before the field was there.
          onFocus={({ currentTarget: field }) => field.setSelectionRange(query.length, query.length)}
          onKeyDown={({ key }) => key === 'Enter' && !selected() && onType({ query, isEntered: true })}
        />
        <Spotlight.ActionsList>
          <Found
            me={me}
            query={query.trim()}
            isEntered={typed.isEntered}
            onEntered={() => onType({ query, isEntered: false })}
          />
        </Spotlight.ActionsList>
      </Spotlight.Root>
      {opened === 'keys' && <KeysDialog me={me} onClose={onClose} />}
    </>
  );
}

interface FoundProps {
  readonly me: Me;
  readonly query: string;
  readonly isEntered: boolean;
  onEntered(): void;
}

function Found({ me, query, isEntered, onEntered }: FoundProps) {
  const { first, more } = placesOf(me);
  const pages = [compose, ...first, ...more].filter(({ label }) => matches(label, query));
  const { channels, isPending } = useChannels(query);
  const { posts, isWaiting } = usePosts(query);
  const count = pages.length + channels.length + posts.length;
  const isEmpty = count === 0;
  // The first is known: pages come first, then channels.
  const isKnown = pages.length > 0 || (!isPending && (channels.length > 0 || !isWaiting));
  useEffect(() => {
    if (query && count > 0) selectFirst();
    if (!isEntered || !isKnown) return;
    onEntered();
    if (query) selected()?.click();
  }, [query, count, isEntered, isKnown, onEntered]);
  return (
    <>
      <Group
        label={text.pages}
        actions={pages.map((place) => (
          <PageAction key={place.to} place={place} />
        ))}
      />
      <Group label={text.channels} actions={channels} />
      <Group label={text.posts} actions={posts} />
      {isEmpty && <Spotlight.Empty>{isWaiting ? strings.common.loading : text.nothing}</Spotlight.Empty>}
    </>
  );
}

const listOf = (): HTMLElement | null => document.getElementById(store.getState().listId);
const selected = (): HTMLElement | null => listOf()?.querySelector('[data-selected]') ?? null;

/**
 * Enter opens the first, also of what has arrived since the last letter: Spotlight selects only what is there
 * by then.
 */
function selectFirst(): void {
  const list = listOf();
  if (!list || selected()) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function Group({ label, actions }: { label: string; actions: readonly ReactNode[] }) {
  if (actions.length === 0) return null;
  return <Spotlight.ActionsGroup label={label}>{actions}</Spotlight.ActionsGroup>;
}

const matches = (name: string, query: string): boolean =>
  name.toLocaleLowerCase().includes(query.toLocaleLowerCase());

function PageAction({ place: { to, label, icon, key } }: { place: Place }) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={label}
      leftSection={<Icon name={icon} size={18} />}
      rightSection={key && <KeyNames keys={to === compose.to ? [key] : ['g', key]} />}
      onClick={() => void navigate(to)}
    />
  );
}

/** Channels are only found by their names: a list of all of them is a page. */
function useChannels(query: string): { channels: ReactNode[]; isPending: boolean } {
  const navigate = useNavigate();
  const { data = [], isPending } = api.useQuery('get', '/integrations', {}, { staleTime: 60_000 });
  const found = query === '' ? [] : data;
  const channels = found
    .filter(({ name }) => matches(name, query))
    .slice(0, MAX)
    .map((channel) => (
      <Spotlight.Action
        key={channel.id}
        label={channel.name}
        leftSection={<ChannelAvatar channel={channel} size={24} />}
        onClick={() => void navigate(`/channels#channel-${channel.id}`)}
      />
    ));
  return { channels, isPending };
}

function usePosts(query: string): { posts: ReactNode[]; isWaiting: boolean } {
  const navigate = useNavigate();
  const zone = useZone();
  const [search] = useDebouncedValue(query, PAUSE_MS);
  const { data, isFetching } = api.useQuery(
    'get',
    '/post-list',
    { params: { query: { search, limit: MAX } } },
    { enabled: search !== '' },
  );
  // What was found for other letters is not shown: Enter would open it.
  const found = query !== '' && search === query ? (data?.posts ?? []) : [];
  const posts = found.map(({ id, firstLine, publishDate, status, channel }) => (
    <Spotlight.Action
      key={id}
      label={firstLine || text.noText}
      description={`${channel.name} · ${strings.posts.states[status]} · ${formatDate(publishDate, zone)}`}
      leftSection={<ChannelAvatar channel={channel} size={24} />}
      onClick={() => void navigate(`/posts/${id}`)}
    />
  ));
  return { posts, isWaiting: query !== '' && (isFetching || search !== query) };
}

const KeyNames = ({ keys }: { keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <Kbd key={key} size="xs" ml={4}>
        {key}
      </Kbd>
    ))}
  </>
);

/** Every key with what it does, and the switch that turns single keys off. */
function KeysDialog({ me, onClose }: { me: Me; onClose(): void }) {
  const save = useChange('patch', '/user/self');
  const { first, more } = placesOf(me);
  const rows: [readonly string[], string][] = [
    [[text.ctrl, 'K'], text.open],
    [['/'], text.open],
    [['c'], compose.label],
    ...[...first, ...more].flatMap(({ key, label }): [string[], string][] =>
      key ? [[['g', key], label]] : [],
    ),
    [['?'], text.keys],
  ];
  return (
    <Dialog title={text.keys} onClose={onClose}>
      <Table>
        <Table.Tbody>
          {rows.map(([keys, what]) => (
            <Table.Tr key={keys.join(' ')}>
              <Table.Td>
                <KeyNames keys={keys} />
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {text.more}
      </Text>
      <Switch
        mt="md"
        label={text.single}
        description={text.singleHelp}
        checked={me.user.keyShortcuts}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ body: { keyShortcuts: currentTarget.checked } })}
      />
    </Dialog>
  );
}
