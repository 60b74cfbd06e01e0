/** Who is signed in: one query, updated by every answer that carries a new session. */
import { api, http, isApiError, queryClient, rememberCsrfToken, type Answer } from './client.ts';
import { chooseLanguage, language, type Language } from '../strings/index.ts';

/** The signed-in person with their organisations. */
export type Me = Answer<'getMe'>;

const KEY = api.queryOptions('get', '/auth/me', {}).queryKey;

/** Whether files may go straight to the storage. */
export const mayUploadDirectly = (): boolean =>
  queryClient.getQueryData<Me>(KEY)?.features.directUpload ?? false;

let kept = 0;

/** The other windows of this browser share its session. */
const otherWindows = new BroadcastChannel('crier-session');
const identityOf = (me: Me | undefined): string => `${me?.user.id} ${me?.organization?.id}`;
const NOBODY = identityOf(undefined);
const askWhoIsHere = (): void => void queryClient.invalidateQueries({ queryKey: KEY });
// The rule is about windows; a broadcast channel reaches this origin and no other.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const notifyWindows = (me: Me | undefined): void => otherWindows.postMessage(identityOf(me));
// Otherwise this window would go on showing, and changing, another person's or organisation's data.
otherWindows.addEventListener('message', ({ data }) => {
  // A page that is kept asks its person to sign in again, and goes on when they did so over there.
  if (kept && (data === NOBODY || data === identityOf(queryClient.getQueryData<Me>(KEY)))) askWhoIsHere();
  else if (data !== identityOf(queryClient.getQueryData<Me>(KEY))) location.reload();
});

// A session that was ended elsewhere shows in the first answer; the person is then asked to sign in.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[1] === KEY[1]) return;
  if (isApiError(event.action.error) && event.action.error.code === 'not_signed_in') {
    askWhoIsHere();
  }
});

/**
 * The page stays although the session ends, because it holds what is not stored yet; it asks the person to
 * sign in itself (`useSessionEnded`). Returns what ends this.
 */
export function keepPage(): () => void {
  kept++;
  return () => void kept--;
}

/** `me` is undefined while loading, and null when nobody is signed in. */
export function useSession(): { me: Me | null | undefined; error: unknown } {
  const { data, error } = api.useQuery('get', '/auth/me', {}, { staleTime: 60_000 });
  if (data) rememberCsrfToken(data.csrfToken);
  if (error && 'code' in error && error.code === 'not_signed_in') {
    return { me: kept && data ? data : null, error: null };
  }
  // What is known stays on the screen while the server cannot be asked.
  return kept && data ? { me: data, error: null } : { me: data, error };
}

/** Whether the session has ended under a page that is kept. */
export function useSessionEnded(): boolean {
  const { error } = api.useQuery('get', '/auth/me', {}, { staleTime: 60_000 });
  return error !== null && isApiError(error) && error.code === 'not_signed_in';
}

const codeOf = (error: unknown): string => (isApiError(error) ? error.code : '');

/**
 * A change that a kept page makes. When the person has signed in again in another window, the session there
 * has another token, with which it is made once more; when nobody is signed in, the page learns it.
 */
export async function asSignedIn<T extends { error?: unknown }>(call: () => Promise<T>): Promise<T> {
  const answer = await call();
  const code = codeOf(answer.error);
  if (code === 'not_signed_in') askWhoIsHere();
  if (code !== 'csrf_failed') return answer;
  const { data } = await http.GET('/auth/me');
  if (data) resumeSession(data);
  else askWhoIsHere();
  return data ? call() : answer;
}

/** Whether a refusal says that the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  ['not_signed_in', 'csrf_failed'].includes(codeOf(error));

/** The same person is signed in again: whatever the page holds stays. */
export function resumeSession(me: Me): void {
  rememberCsrfToken(me.csrfToken);
  queryClient.setQueryData(KEY, me);
  void queryClient.invalidateQueries();
}

const languageOf = (me: Me | null): Language => me?.user.language ?? chooseLanguage(navigator.languages);

/** The language of the signed-in person; before anybody has signed in, or without an answer, the browser's. */
export async function preferredLanguage(): Promise<Language> {
  // Without a session this is an error, which the first page then meets by itself.
  return languageOf(await queryClient.fetchQuery(api.queryOptions('get', '/auth/me', {})).catch(() => null));
}

/** Pages read their texts when they are loaded: another language means loading the page again. */
export function followLanguage(me: Me): void {
  if (languageOf(me) !== language()) location.reload();
}

/**
 * Call it with the answer of a sign-in, a switch of organisation and the like. Everything cached for the
 * previous person or organisation is dropped.
 */
export function startSession(me: Me): void {
  rememberCsrfToken(me.csrfToken);
  queryClient.clear();
  queryClient.setQueryData(KEY, me);
  notifyWindows(me);
  followLanguage(me);
}

/** Drops everything cached; the next page asks to sign in. */
export function endSession(): void {
  rememberCsrfToken('');
  queryClient.clear();
  notifyWindows(undefined);
}
