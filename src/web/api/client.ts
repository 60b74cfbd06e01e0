/**
 * The app API, typed by its OpenAPI document. The CSRF token lives in memory only; nothing is put into the
 * browser's storage.
 */
import { QueryClient } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import type * as Common from '../../client/schema.d.ts';
import { API_ORIGIN } from './origin.ts';
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

let csrfToken = '';

/** Sent with every change from now on. */
export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

/** The headers of a change that does not go through `http`. */
export const changeHeaders = (): Readonly<Record<string, string>> => ({ 'X-CSRF-Token': csrfToken });

/** For calls outside components, which use `api`. */
export const http = createFetchClient<Paths>({ baseUrl: `${API_ORIGIN}/api`, credentials: 'include' });
http.use({
  onRequest({ request }) {
    if (csrfToken && request.method !== 'GET') request.headers.set('X-CSRF-Token', csrfToken);
    return request;
  },
});

/** `api.useQuery('get', '/posts/{id}', …)` and `api.useMutation('post', '/posts')`. */
export const api = createQueryClient(http);

/** Only calls that got no answer are retried: an error of the API is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => !isApiError(error) && count < 2,
      staleTime: 5000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/** Whether an error came from the API, not from the connection to it. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
