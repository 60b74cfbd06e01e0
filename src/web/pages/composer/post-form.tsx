import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import { askTool } from './ask-tool.ts';
import { chosenChannels, useComposer, type Channel } from './composer-context.ts';
import { partsFor, type ComposerState, type Settings } from './composer-state.ts';
import waits from './limit-waits.module.css';

const text = strings.composer.settings;

/** What a network demands of the form beside its settings, as GET /integration-settings/{id} answers it. */
export interface PostForm {
  readonly account?: string;
  readonly notices: readonly Notice[];
  readonly only?: Readonly<Record<string, { readonly with: string; readonly otherwise?: unknown }>>;
}

interface Notice {
  readonly kind: string;
  readonly when?: Settings;
  readonly message: string;
  readonly links?: readonly { readonly name: string; readonly url: string }[];
}

interface Account {
  readonly name: string;
  readonly off: readonly string[];
}

/**
 * Whose account it is at the moment, and what it has switched off; undefined until the network has answered.
 */
export function useAccount(channel: string, form: PostForm | undefined): Account | undefined {
  const tool = form?.account ?? '';
  const { data } = useQuery({
    queryKey: ['tool', channel, tool, {}],
    enabled: tool !== '',
    staleTime: 60_000,
    queryFn: async () => (await askTool(channel, tool)) as Account,
  });
  return data;
}

/** Settings of another kind of file than the post has, and what each is then. */
export function unusedSettings(form: PostForm | undefined, kinds: readonly string[]): Settings {
  const unused = Object.entries(form?.only ?? {}).filter(
    ([, only]) => kinds.length > 0 && !kinds.includes(only.with),
  );
  return Object.fromEntries(unused.map(([name, only]) => [name, only.otherwise ?? null]));
}

/**
 * Gives a value to the settings that nobody is asked for, so that the post can be sent. What a person has
 * chosen or written stays: the network leaves it out, and it is there again with the other kind of file.
 */
export function useFilled(fixed: Settings, values: Settings, change: (settings: Settings) => void): void {
  const missing = Object.entries(fixed).filter(([name]) => values[name] === undefined);
  useEffect(() => {
    if (missing.length) change({ ...values, ...Object.fromEntries(missing) });
  });
}

/** The kinds of files that a channel's post has: `image`, `video`. */
export const kindsOf = ({ document, files }: ComposerState, channel: string): string[] => [
  ...new Set(
    partsFor(document, channel)
      .flatMap(({ media }) => media)
      .flatMap(({ id }) => files[id]?.type.split('/')[0] ?? []),
  ),
];

const isShown = ({ when = {} }: Notice, values: Settings): boolean =>
  Object.entries(when).every(([name, value]) => (values[name] ?? (value === false ? false : null)) === value);

const noticesOf = (form: PostForm | undefined, kind: 'note' | 'consent', values: Settings): Notice[] =>
  (form?.notices ?? []).filter((notice) => notice.kind === kind && isShown(notice, values));

/** What follows from the settings, in the words of the network. */
export function FormNotes({ form, values }: { form: PostForm | undefined; values: Settings }) {
  return noticesOf(form, 'note', values).map((notice) => (
    <Text key={notice.message} size="sm" c="dimmed">
      <Linked {...notice} />
    </Text>
  ));
}

/**
 * What a network asks of a post, by one channel of it: shared by all parts of the composer that show some.
 */
export const useNetworkSettings = (channel: string) =>
  api.useQuery(
    'get',
    '/integration-settings/{id}',
    { params: { path: { id: channel } } },
    { staleTime: 300_000 },
  );

/** Beside the button that publishes: what publishing agrees to, on each chosen network that demands it. */
export const Consents = () =>
  chosenChannels(useComposer()).map((channel) => <ChannelConsents key={channel.id} channel={channel} />);

function ChannelConsents({ channel }: { channel: Channel }) {
  const { state } = useComposer();
  const { data } = useNetworkSettings(channel.id);
  const values = state.document.settings[channel.id] ?? {};
  return noticesOf(data?.output.form, 'consent', values).map((notice) => (
    <div key={notice.message} className={`${waits.row} any-text`}>
      <Icon name="info-circle" size={18} />
      <span>
        {isolated(channel.name)}: <Linked {...notice} />
      </span>
    </div>
  ));
}

/** "Posting as Ada's Café", as TikTok names the account now. */
export function AccountLine({ account }: { account: Account | undefined }) {
  return account ? (
    <Text size="sm" fw={600}>
      {text.postingAs(isolated(account.name))}
    </Text>
  ) : null;
}

/** A sentence whose names lead somewhere. */
function Linked({ message, links = [] }: Notice) {
  const translated = words(message);
  const named = links.map(({ name, url }) => ({ name: words(name), url }));
  const at = named.map(({ name }) => translated.indexOf(name));
  const parts: React.ReactNode[] = [];
  let from = 0;
  named.forEach(({ name, url }, n) => {
    const begin = at[n] ?? -1;
    if (begin < from) return;
    parts.push(
      translated.slice(from, begin),
      <Anchor key={url} inherit underline="always" href={url} target="_blank" rel="noreferrer">
        {name}
      </Anchor>,
    );
    from = begin + name.length;
  });
  return (
    <>
      {parts}
      {translated.slice(from)}
    </>
  );
}
