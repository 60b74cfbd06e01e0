/** Any instance over HTTP, for people who are not on its machine. The API key decides the organisation. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { createClient, type CrierClient } from '@crier/client';
import { PUBLIC_STATE, type PublicState } from '../../../posts/read/present-post.ts';
import type { HeardEvent } from '../../../webhooks/listeners.ts';
import { CliError } from '../errors.ts';
import { ask, createSender } from './http.ts';
import type { Instance, NewPosts, Post, PostDetail, PostRange } from './instance.ts';
import { sizeOfFile } from './media-file.ts';

/** The most posts on one page. */
const PAGE = 500;

/** `baseUrl` may end in `/api` or `/public/v1`. */
interface Remote {
  readonly baseUrl: string;
  readonly crier: CrierClient;
}

/** Sends nothing until one of its functions is called. */
export function createRemoteInstance({ baseUrl, key }: { baseUrl: string; key: string }): Instance {
  const crier = createClient({ baseUrl, apiKey: key, fetch: createSender(baseUrl) });
  const remote = { baseUrl, crier };
  const at = (id: string): { params: { path: { id: string } } } => ({ params: { path: { id } } });
  // The command line takes nothing down on a network, and loads no networks to find out whether it could.
  const askDetail = async (call: Parameters<typeof ask<Detail>>[1]): Promise<PostDetail> => {
    const { removable: _, ...post } = await ask<Detail>(baseUrl, call, isDetail);
    return post;
  };
  return {
    readState: async () => {
      const state = await ask(baseUrl, crier.GET('/is-connected'), (data) => data.connected);
      // An older instance reports no more than that the key works.
      return { timeZone: state.timeZone ?? 'UTC', frozen: state.frozen ?? null };
    },
    listChannels: () => ask(baseUrl, crier.GET('/integrations'), Array.isArray),
    listPosts: (range) => listPosts(remote, range),
    showPost: (id) => askDetail(crier.GET('/posts/{id}', at(id))),
    createPosts: (posts) => createPosts(remote, posts),
    checkPosts: (posts) =>
      ask(baseUrl, crier.POST('/posts/check', { body: bodyOf(posts) }), (data) => Array.isArray(data.posts)),
    storeFile: (path) => storeFile(remote, path),
    fetchFile: async (url) => {
      const call = crier.POST('/upload-from-url', { body: { url } });
      const media = await ask(baseUrl, call, (data) => typeof data.path === 'string');
      return { id: media.id, path: media.path };
    },
    cancelPost: async (id) =>
      (await ask(baseUrl, crier.DELETE('/posts/{id}', at(id)), (data) => data.id === id)).status,
    retryPost: (id) => askDetail(crier.POST('/posts/{id}/retry', at(id))),
    resolvePost: (id, resolution) =>
      askDetail(crier.POST('/posts/{id}/resolve', { ...at(id), body: resolution })),
    listNotifications: (page) =>
      ask(baseUrl, crier.GET('/notifications', { params: { query: { page } } }), (data) =>
        Array.isArray(data.notifications),
      ),
    createListener: async ({ events = null, channels = null }) => {
      const body = { events: events && [...events], channels: channels && [...channels] };
      const call = crier.POST('/webhook-listeners', { body });
      return (await ask(baseUrl, call, (data) => typeof data.id === 'string')).id;
    },
    takeEvents: async (id, taken) => {
      const call = crier.POST('/webhook-listeners/{id}/events', { ...at(id), body: { taken: [...taken] } });
      const { events } = await ask(baseUrl, call, (data) => Array.isArray(data.events));
      return events as unknown as HeardEvent[];
    },
    deleteListener: async (id) => {
      await ask(baseUrl, crier.DELETE('/webhook-listeners/{id}', at(id)), ({ success }) => success);
    },
  };
}

/** As the API shows a post. */
type Detail = PostDetail & { readonly removable: boolean };

const isDetail = (data: PostDetail): boolean => Array.isArray(data.timeline) && Array.isArray(data.items);

async function listPosts(remote: Remote, range: PostRange): Promise<Post[]> {
  const { state } = range;
  if (state === 'cancelled') {
    throw new CliError(
      'needs_machine',
      'The API does not list cancelled posts: list them on the machine of the instance, without --api',
    );
  }
  const query = state ? { state: PUBLIC_STATE[state] } : {};
  const found = range.to
    ? await readRange(remote, { ...range, to: range.to }, query)
    : await readPages(remote, range.from, query);
  // In a range, a repeated post appears once for each of its dates.
  return found.filter((post) => post.actualDate === undefined && (!state || post.status === state));
}

type Word = { state?: PublicState };

async function readRange(
  { baseUrl, crier }: Remote,
  { from, to }: { from: Date; to: Date },
  word: Word,
): Promise<Post[]> {
  const query = { ...word, startDate: from.toISOString(), endDate: to.toISOString() };
  return (await ask(baseUrl, crier.GET('/posts', { params: { query } }), (data) => Array.isArray(data.posts)))
    .posts;
}

/** The API has no open-ended range, so this reads its pages, which begin with the newest date. */
async function readPages({ baseUrl, crier }: Remote, from: Date, word: Word): Promise<Post[]> {
  const found: Post[] = [];
  const first = from.toISOString();
  let cursor: string | null | undefined;
  do {
    const query = { ...word, limit: PAGE, ...(cursor ? { cursor } : {}) };
    const page = await ask(baseUrl, crier.GET('/posts', { params: { query } }), (data) =>
      Array.isArray(data.posts),
    );
    const wanted = page.posts.filter((post) => post.publishDate >= first);
    found.push(...wanted);
    cursor = wanted.length < page.posts.length ? null : page.nextCursor;
  } while (cursor);
  return found.toReversed();
}

/** Which settings fit depends on the channel: the server knows, and reports what is wrong. */
const bodyOf = (posts: NewPosts & { readonly creationMethod?: string }): never => posts as never;

/** Retried once if the answer was lost: the Idempotency-Key makes sure that the posts are created once. */
async function createPosts({ baseUrl, crier }: Remote, posts: NewPosts): ReturnType<Instance['createPosts']> {
  const request = {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: bodyOf({ ...posts, creationMethod: 'CLI' }),
  };
  const create = (): ReturnType<Instance['createPosts']> =>
    ask(baseUrl, crier.POST('/posts', request), Array.isArray);
  return create().catch((error: unknown) => {
    if (error instanceof CliError && error.code === 'instance_unreachable') return create();
    throw error;
  });
}

/** The file is streamed, so that a video does not have to fit into memory. */
async function storeFile({ baseUrl, crier }: Remote, path: string): ReturnType<Instance['storeFile']> {
  await sizeOfFile(path);
  const file = new File([await openAsBlob(path)], basename(path));
  const media = await ask(
    baseUrl,
    crier.POST('/upload', { body: { file } }),
    (data) => typeof data.path === 'string',
  );
  return { id: media.id, path: media.path };
}
