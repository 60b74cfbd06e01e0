/** Who is signed in: one query, updated by every answer that carries a new session. */
import { api, http, isApiError, queryClient, rememberSession, type Answer } from './client.ts';
import { chooseLanguage, language, type Language } from '../strings/index.ts';

/** The signed-in person with their organisations. */
export type Me = Answer<'getMe'>;

const KEY = api.queryOptions('get', '/auth/me', {}).queryKey;

/** Whether files may go straight to the storage. */
export const mayUploadDirectly = (): boolean =>
  queryClient.getQueryData<Me>(KEY)?.features.directUpload ?? false;

/** Whether this instance converts videos, so that it trims them to the frame. */
export const convertsVideos = (): boolean =>
  queryClient.getQueryData<Me>(KEY)?.features.videoConversion ?? false;

const codeOf = (error: unknown): string => (isApiError(error) ? error.code : '');

/** A page that holds what is not stored yet. */
export interface KeptPage {
  /** Who opened it, in which organisation. */
  readonly home: Me;
  /** Stores it; whether nothing would be lost afterwards. */
  settle(): Promise<boolean>;
}

const kept = new Set<KeptPage>();

/** The other windows of this browser share its session. */
const otherWindows = new BroadcastChannel('crier-session');
const identityOf = (me: Me | undefined): string => `${me?.user.id} ${me?.organization?.id}`;
const NOBODY = identityOf(undefined);
/** What another window reported, until the server has answered. */
let heard: string | null = null;
const identity = (): string => heard ?? identityOf(queryClient.getQueryData<Me>(KEY));
/** Whether it is of the same person, in any organisation. */
const isOf = ({ user }: Me, id: unknown): boolean => String(id).startsWith(`${user.id} `);
/** The person and the organisation that the page shows. */
let shown = NOBODY;
/** Loads the page again, if what is on it is not of the organisation in which the session works now. */
function startAnew(): void {
  const now = identityOf(queryClient.getQueryData<Me>(KEY));
  if (!kept.size && shown !== NOBODY && shown !== now) location.reload();
}
async function askWhoIsHere(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: KEY });
  if (!queryClient.getQueryState(KEY)?.error) heard = null;
}
// The rule is about windows; a broadcast channel reaches this origin and no other.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const notifyWindows = (me: Me | undefined): void => otherWindows.postMessage(identityOf(me));
// Otherwise this window would go on showing, and changing, another person's or organisation's data.
otherWindows.addEventListener('message', ({ data }) => {
  // A page that is kept asks its person to sign in again, or to come back to its organisation.
  if ([...kept].some(({ home }) => data === NOBODY || isOf(home, data))) {
    heard = String(data);
    void askWhoIsHere();
  } else if (data !== identityOf(queryClient.getQueryData<Me>(KEY))) location.reload();
});

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  const isMe = query.queryKey[1] === KEY[1];
  if (isMe && action.type === 'success') {
    if (action.manual || shown === NOBODY) shown = identityOf(query.state.data as Me);
    else startAnew();
  }
  // A session that was ended elsewhere shows in the first answer; the person is then asked to sign in.
  if (!isMe && action.type === 'error' && codeOf(action.error) === 'not_signed_in') void askWhoIsHere();
});

/**
 * The page stays although the session ends, or goes to another organisation, because it holds what is not
 * stored yet; it asks the person to come back itself (`useSessionEnded`, `useElsewhere`). Returns what ends
 * this.
 */
export function keepPage(page: KeptPage): () => void {
  kept.add(page);
  return () => {
    kept.delete(page);
    startAnew();
  };
}

/** Before the session is given up or goes elsewhere: whether nothing would be lost. */
export async function settleKeptPages(): Promise<boolean> {
  const settled = await Promise.all([...kept].map((page) => page.settle()));
  return settled.every(Boolean);
}

/**
 * Whether another person, or another organisation, is signed in by now: what belongs here must not go there.
 */
export const isElsewhere = (home: Me): boolean => ![identityOf(home), NOBODY].includes(identity());

/** One query, however many components ask. */
const useAnswer = () => api.useQuery('get', '/auth/me', {}, { staleTime: 60_000 });

/** `me` is undefined while loading, and null when nobody is signed in. */
export function useSession(): { me: Me | null | undefined; error: unknown } {
  const { data, error } = useAnswer();
  const page = [...kept].find(({ home }) => data && isOf(home, identityOf(data)));
  const isHome = data?.organization?.id === page?.home.organization?.id;
  if (data) rememberSession(data.csrfToken, (page?.home ?? data).organization?.id);
  if (error && 'code' in error && error.code === 'not_signed_in') {
    return { me: page?.home ?? null, error: null };
  }
  // What is known stays on the screen while the server cannot be asked.
  return page ? { me: isHome ? data : page.home, error: null } : { me: data, error };
}

/** Another window went to this organisation of the same person; null = the page is where it was opened. */
export function useElsewhere(home: Me): Me['organization'] | null {
  const { data } = useAnswer();
  return data && isOf(home, identityOf(data)) && data.organization?.id !== home.organization?.id
    ? data.organization
    : null;
}

/** Whether the session has ended under a page that is kept. */
export function useSessionEnded(): boolean {
  const { error } = useAnswer();
  return error !== null && isApiError(error) && error.code === 'not_signed_in';
}

/**
 * A change that a kept page makes. When the person has signed in again in another window, the session there
 * has another token, with which it is made once more; when nobody is signed in, or the session works in
 * another organisation, the page learns it.
 */
export async function asSignedIn<T extends { error?: unknown }>(call: () => Promise<T>): Promise<T> {
  const answer = await call();
  const code = codeOf(answer.error);
  if (code === 'not_signed_in') void askWhoIsHere();
  if (code !== 'csrf_failed' && code !== 'other_organization') return answer;
  const { data } = await http.GET('/auth/me');
  const isOurs = data && identityOf(data) === shown;
  if (isOurs) resumeSession(data);
  else void askWhoIsHere();
  return isOurs ? call() : answer;
}

/** Whether a refusal means that the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  ['not_signed_in', 'csrf_failed'].includes(codeOf(error));

/** Whether a refusal means that the session went to another organisation. */
export const isOtherOrganization = (error: unknown): boolean => codeOf(error) === 'other_organization';

/** The same person is signed in again: what the page holds stays. */
export function resumeSession(me: Me): void {
  heard = null;
  rememberSession(me.csrfToken, me.organization?.id);
  queryClient.setQueryData(KEY, me);
  void queryClient.invalidateQueries();
}

/** The session is back in the organisation of this page; the other windows learn it. */
export function returnTo(me: Me): void {
  resumeSession(me);
  notifyWindows(me);
}

/** The language of the person; before anybody has signed in, the browser's. */
export const languageOf = (me: Me | null): Language =>
  me?.user.language ?? chooseLanguage(navigator.languages);

/** Who is signed in, asked before there is a page. Without an answer: null, which the first page then
 * meets. */
export const whoIsHere = (): Promise<Me | null> =>
  queryClient.fetchQuery(api.queryOptions('get', '/auth/me', {})).catch(() => null);

/** Pages read their texts when they are loaded: another language means loading the page again. */
export function followLanguage(me: Me): void {
  if (languageOf(me) !== language()) location.reload();
}

/**
 * Call it with the answer of a sign-in, a switch of organisation and the like. Everything cached for the
 * previous person or organisation is dropped.
 */
export function startSession(me: Me): void {
  heard = null;
  rememberSession(me.csrfToken, me.organization?.id);
  queryClient.clear();
  queryClient.setQueryData(KEY, me);
  notifyWindows(me);
  followLanguage(me);
}

/** Drops everything cached; the next page asks to sign in. */
export function endSession(): void {
  shown = NOBODY;
  rememberSession();
  queryClient.clear();
  notifyWindows(undefined);
}
