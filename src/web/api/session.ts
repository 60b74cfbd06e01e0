/** Who is signed in: one query, asked once, and refreshed by every answer that says it anew. */
import { api, isRefusal, queryClient, rememberCsrfToken, type Answer } from './client.ts';

/** The signed-in person with their organisations. */
export type Me = Answer<'getMe'>;

const KEY = api.queryOptions('get', '/auth/me', {}).queryKey;

/** The other windows of this browser: they have the same session. */
const windows = new BroadcastChannel('crier-session');
const shown = (me: Me | undefined): string => `${me?.user.id} ${me?.organization?.id}`;
// The rule is about windows; a broadcast channel reaches this origin and no other.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tellWindows = (me: Me | undefined): void => windows.postMessage(shown(me));
// What they show is somebody else's now, or another organisation's, and what they change would be as well.
windows.addEventListener('message', ({ data }) => {
  if (data !== shown(queryClient.getQueryData<Me>(KEY))) location.reload();
});

// Whoever was signed out elsewhere learns it from the first refusal, and is asked to sign in.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[1] === KEY[1]) return;
  if (isRefusal(event.action.error) && event.action.error.code === 'not_signed_in') {
    void queryClient.invalidateQueries({ queryKey: KEY });
  }
});

/** Undefined while it is asked; null when nobody is signed in. */
export function useSession(): { me: Me | null | undefined; error: unknown } {
  const { data, error } = api.useQuery('get', '/auth/me', {}, { staleTime: 60_000 });
  if (data) rememberCsrfToken(data.csrfToken);
  if (error && 'code' in error && error.code === 'not_signed_in') return { me: null, error: null };
  return { me: data, error };
}

/**
 * Takes the answer of a sign-in, a switch of the organisation, …; whatever was shown of another organisation
 * is forgotten.
 */
export function enter(me: Me): void {
  rememberCsrfToken(me.csrfToken);
  queryClient.clear();
  queryClient.setQueryData(KEY, me);
  tellWindows(me);
}

/** Nobody is signed in any more. */
export function leave(): void {
  rememberCsrfToken('');
  queryClient.clear();
  tellWindows(undefined);
}
