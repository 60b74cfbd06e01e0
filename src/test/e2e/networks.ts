/**
 * The four networks of the end-to-end tests: how their account is connected, and what they themselves report
 * as live.
 */
import { createHash } from 'node:crypto';
import { nsecEncode } from 'nostr-tools/nip19';
import { generateSecretKey, getPublicKey, type Event } from 'nostr-tools/pure';
import type { SandboxFaultKind } from '../../../providers/_networks/sandbox/faults.ts';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import type { TestInstance } from '../instance.ts';
import { startMastodon, type Mastodon, type MastodonOptions } from '../networks/mastodon/server.ts';
import { nostrRelay, nostrRelayPython, type RunningRelay } from '../servers/nostr-relay.ts';
import { pds, type PdsAccount, type RunningPds } from '../servers/pds.ts';

/** One live post, as its network reports it. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  /** The time that the network shows, in milliseconds. */
  readonly atMs: number;
  readonly parentId: string | null;
  /**
   * `alt` is null where the network has no place for it; `sha256` of the bytes in hexadecimal, null where the
   * network returns none.
   */
  readonly media: readonly { readonly alt: string | null; readonly sha256: string | null }[];
}

/** A network with one account. */
export interface Network {
  readonly provider: string;
  /** What a person enters to connect the account. */
  readonly fields: Record<string, string>;
  /** `settings` of every post, including `__type`, where the network needs more than its type. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** For a network that is connected in a browser only: the id of a channel with its tokens. */
  connect?(crier: TestInstance): Promise<string>;
  /** Everything that is live, oldest first. */
  seen(): Promise<Seen[]>;
  stop(): Promise<void>;
}

/** SHA-256 in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function hashAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return sha256(new Uint8Array(await response.arrayBuffer()));
}

/** The sandbox inside an instance's API process. */
export function openSandbox({
  url,
  context,
}: Pick<TestInstance, 'url' | 'context'>): Network & {
  arm(kind: SandboxFaultKind, options?: { times?: number; seconds?: number }): Promise<void>;
} {
  return {
    provider: 'sandbox',
    fields: { name: 'Ada' },
    async seen() {
      const posts = (await (await fetch(`${url}/sandbox/posts.json`)).json()) as SandboxPost[];
      return Promise.all(
        posts
          .filter((p) => !p.removedAt)
          .map(async (p) => ({
            id: p.id,
            text: p.text,
            atMs: Date.parse(p.receivedAt),
            parentId: p.inReplyTo,
            media: await Promise.all(p.media.map(async (m) => ({ alt: m.alt, sha256: await hashAt(m.url) }))),
          })),
      );
    },
    async arm(kind, options = {}) {
      // The instance itself can set fault switches for every account.
      const answer = await fetch(`${url}/sandbox/api/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${context.config.providerEnv.CRIER_SANDBOX_KEY}` },
        body: JSON.stringify({ kind, ...options }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: async () => undefined,
  };
}

/** A PDS with one account. */
export async function startPds(): Promise<Network & { server: RunningPds; account: PdsAccount }> {
  await pds.ensure(console.log);
  const server = await pds.start();
  const account = await server.createAccount('ada');
  return {
    provider: 'bluesky',
    server,
    account,
    fields: { service: server.url, identifier: account.handle, password: account.appPassword },
    async seen() {
      const posts = await server.listPosts(account.did);
      return Promise.all(
        posts.map(async ({ uri, value }) => ({
          id: uri,
          text: value.text,
          atMs: Date.parse(value.createdAt),
          parentId: value.reply?.parent.uri ?? null,
          media: await Promise.all(
            (value.embed?.images ?? []).map(async ({ alt, image }) => ({
              alt,
              sha256: await hashAt(
                `${server.url}/xrpc/com.atproto.sync.getBlob?did=${account.did}&cid=${image.ref.$link}`,
              ),
            })),
          ),
        })),
      );
    },
    stop: () => server.stop(),
  };
}

/** Two Nostr relays that differ, and one author. */
export async function startRelays(): Promise<Network & { relays: RunningRelay[]; key: string }> {
  await Promise.all([nostrRelay.ensure(console.log), nostrRelayPython.ensure(console.log)]);
  const relays = await Promise.all([nostrRelay.start(), nostrRelayPython.start()]);
  const secret = generateSecretKey();
  const author = getPublicKey(secret);
  return {
    provider: 'nostr',
    relays,
    key: nsecEncode(secret),
    fields: { key: nsecEncode(secret), relays: relays.map((r) => r.url).join(',') },
    // Every note of every Nostr relay: one that only the second has counts, and one with two ids counts
    // twice.
    async seen() {
      const notes = (
        await Promise.all(relays.map((r) => r.events({ kinds: [1], authors: [author] })))
      ).flat();
      const once = new Map(notes.map((note) => [note.id, note]));
      return Promise.all([...once.values()].toSorted((a, b) => a.created_at - b.created_at).map(seenNote));
    },
    stop: async () => void (await Promise.all(relays.map((r) => r.stop()))),
  };
}

async function seenNote(note: Event): Promise<Seen> {
  const marked = (marker: string): string | undefined =>
    note.tags.find((tag) => tag[0] === 'e' && tag[3] === marker)?.[1];
  const media = note.tags
    .filter((tag) => tag[0] === 'imeta')
    .map(
      (tag) =>
        new Map(
          tag
            .slice(1)
            .map((field) => [field.slice(0, field.indexOf(' ')), field.slice(field.indexOf(' ') + 1)]),
        ),
    );
  const links = media.map((m) => m.get('url') ?? '');
  return {
    id: note.id,
    text: links.reduce((text, link) => text.replace(link, ''), note.content).trim(),
    atMs: note.created_at * 1000,
    parentId: marked('reply') ?? marked('root') ?? null,
    media: await Promise.all(
      media.map(async (m) => {
        const hash = await hashAt(m.get('url') ?? '');
        if (hash !== m.get('x')) throw new Error(`The note names ${m.get('x')}, its link gives ${hash}`);
        return { alt: m.get('alt') ?? '', sha256: hash };
      }),
    ),
  };
}

/** A Mastodon server with one account. */
export async function startInstanceOfMastodon(
  options: MastodonOptions = {},
): Promise<Network & { server: Mastodon; account: { id: string; token: string } }> {
  const server = await startMastodon(options);
  const account = server.createAccount({ username: 'ada' });
  return {
    provider: 'mastodon',
    server,
    account,
    fields: { instance: server.url, token: account.token },
    async seen() {
      const live = server.statuses().filter((s) => s.accountId === account.id && !s.deletedAt);
      return Promise.all(
        live.map(async (s) => ({
          id: s.id,
          text: s.text,
          atMs: Date.parse(s.createdAt),
          parentId: s.inReplyToId,
          media: s.mediaIds.length ? await attachments(server.url, s.id) : [],
        })),
      );
    },
    stop: () => server.stop(),
  };
}

// The stand-in keeps no bytes.
async function attachments(url: string, id: string): Promise<Seen['media']> {
  const status = (await (await fetch(`${url}/api/v1/statuses/${id}`)).json()) as {
    media_attachments: { description: string | null }[];
  };
  return status.media_attachments.map((m) => ({ alt: m.description ?? '', sha256: null }));
}
