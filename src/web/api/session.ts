/** Who is signed in: one query, asked once, and refreshed by every answer that says it anew. */
import { api, queryClient, rememberCsrfToken, type Answer } from './client.ts';

/** The signed-in person with their organisations. */
export type Me = Answer<'getMe'>;

const KEY = api.queryOptions('get', '/auth/me', {}).queryKey;

/** Undefined while it is asked; null when nobody is signed in. */
export function useSession(): { me: Me | null | undefined; error: unknown } {
  const { data, error } = api.useQuery('get', '/auth/me', {}, { staleTime: 60_000 });
  if (data) rememberCsrfToken(data.csrfToken);
  if (error && 'code' in error && error.code === 'not_signed_in') return { me: null, error: null };
  return { me: data, error };
}

/** Takes the answer of a sign-in, a switch of the organisation, …; whatever was shown of another organisation is forgotten. */
export function enter(me: Me): void {
  rememberCsrfToken(me.csrfToken);
  queryClient.clear();
  queryClient.setQueryData(KEY, me);
}

/** Nobody is signed in any more. */
export function leave(): void {
  rememberCsrfToken('');
  queryClient.clear();
}
