/**
 * The app API, typed by its OpenAPI document. The CSRF token lives in memory only; nothing is put into the
 * browser's storage.
 */
import { QueryClient, hashKey, type UseQueryResult } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import type * as Common from '../../client/schema.d.ts';
import { noteSilence } from './connection.ts';
import { API_ORIGIN } from './origin.ts';
import { noteServerTime } from './server-clock.ts';
import type { operations as Own, paths as OwnPaths } from './schema.d.ts';

/** The app's own paths and operations, beside those that it has in common with the Public API. */
type Paths = Omit<Common.paths, keyof OwnPaths> & OwnPaths;
type Operations = Omit<Common.operations, keyof Own> & Own;

/** Shapes of the document by name. */
export type Schemas = Common.components['schemas'];

/** What an operation answers when it succeeds: `Answer<'listApps'>`. */
export type Answer<Id extends keyof Operations> = Operations[Id] extends { responses: infer Responses }
  ? Body<Responses, 200> | Body<Responses, 201>
  : never;
type Body<Responses, Status extends number> = Responses extends {
  [S in Status]: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

export type ApiError = Schemas['Error'];

/** The headers of every change. */
let proof: Readonly<Record<string, string>> = {};

/**
 * From now on, changes carry the token of this session, and the id of the organisation that the page shows:
 * another window may switch the session to another one at any moment. Without arguments: nobody is signed in.
 */
export function rememberSession(csrfToken?: string, organization?: string): void {
  proof = {
    ...(csrfToken ? { 'X-CSRF-Token': csrfToken } : {}),
    ...(organization ? { 'X-Organization': organization } : {}),
  };
}

/** The headers of a change that does not go through `http`, and of a question that leads to one. */
export const changeHeaders = (): Readonly<Record<string, string>> => proof;

/** For calls outside components, which use `api`. */
export const http = createFetchClient<Paths>({ baseUrl: `${API_ORIGIN}/api`, credentials: 'include' });
const askedAt = new WeakMap<Request, number>();
http.use({
  onRequest({ request }) {
    askedAt.set(request, Date.now());
    if (request.method === 'GET') return request;
    for (const [name, value] of Object.entries(proof)) request.headers.set(name, value);
    return request;
  },
  onError({ error }) {
    if (error instanceof TypeError) noteSilence();
  },
  async onResponse({ request, response }) {
    noteServerTime(response.headers.get('Date'), askedAt.get(request) ?? 0);
    // Something between the browser and Crier answers: a proxy, or the page of a hotel.
    const type = response.headers.get('Content-Type') ?? '';
    const saysNothing = !response.ok && (await response.clone().text()) === '';
    const isOurs = response.status === 204 || (type.includes('json') && !saysNothing);
    if (!isOurs || response.status === 503) noteSilence();
    if (!isOurs) throw new TypeError('This is no answer of Crier');
  },
});

const client = createQueryClient(http);

/**
 * A query that failed because Crier is away goes on showing what it has read before: the banner above the
 * page reports it. A refusal is shown.
 */
const useQuery = ((...args: Parameters<typeof client.useQuery>) => {
  const result = client.useQuery(...args) as UseQueryResult;
  const { data, error } = result;
  return data !== undefined && error && isPassing(error) ? { ...result, error: null } : result;
}) as typeof client.useQuery;

/** `api.useQuery('get', '/posts/{id}', …)` and `api.useMutation('post', '/posts')`. */
export const api = { ...client, useQuery };

const isPassing = (error: unknown): boolean => !isApiError(error) || error.statusCode === 503;

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Only calls that got no answer are retried: an error of the API is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A question without parameters is the same question as one with none.
      queryKeyHashFn: (key) => hashKey(key.length === 3 && isEmpty(key[2]) ? key.slice(0, 2) : key),
      retry: (count, error) => !isApiError(error) && count < 2,
      staleTime: 5000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/** How long a save or a send waits for its answer, which may be lost. */
const PATIENCE_MS = 20_000;

/** One call that is given up after 20 seconds: what it throws then means that no answer came (`isLost`). */
export async function withPatience<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    return await call(stop.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a call threw because no whole answer came: offline, refused, broken off, cut, or too late. */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError ||
  // JSON of which only the beginning has arrived.
  error instanceof SyntaxError ||
  (error instanceof DOMException && error.name === 'AbortError');

/**
 * Whether an error came from the API, not from the connection to it: what the browser throws has codes too.
 */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'code' in error && 'statusCode' in error;
}

/** Refusals that do not speak about what was asked: signed out, too slow, too many. */
const PASSING = new Set([401, 408, 429]);

/** Whether the same call may work next time. */
export const mayPass = (error: unknown): boolean =>
  !isApiError(error) || error.statusCode >= 500 || PASSING.has(error.statusCode);
