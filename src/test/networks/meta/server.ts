/**
 * A strict stand-in for the Graph API of Facebook and Instagram, in the words of Meta's documentation. It
 * refuses parameters that it does not know, and keeps a ledger of what was published.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import type { Recorder } from '../../oracles/exchange.ts';
import { listen, readCall, send } from '../_shared/stand-in.ts';
import { fetchFile, type Reach } from './fetch-file.ts';
import type { Answer } from './answers.ts';
import { answerCall } from './routes.ts';
import { META_LIMITS, type Account, type Entry, type Limits, type Page, type Person } from './state.ts';
import type { State } from './state.ts';
import { issue } from './tokens.ts';

export interface MetaOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
  readonly recorder?: Recorder;
  /** Tokens are exchanged only as Meta's pages show it: by GET, with everything in the query. */
  readonly onlyAsShown?: boolean;
  /** With it, files are fetched from the URLs that posts name; without, only their form is checked. */
  readonly reach?: Reach;
}

/** A running stand-in, with what people do on Facebook and Instagram. */
export interface Meta {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  createPerson(name: string): Person;
  /** A Page of the person; `username`: of the Instagram account that belongs to it. */
  createPage(person: Person, name: string, username?: string): Page;
  /** An Instagram account without a Page. */
  createAccount(username: string): Account;
  pageToken(person: Person, page: Page, scopes: readonly string[]): string;
  /** A token of 60 days. */
  accountToken(account: Account, scopes: readonly string[]): string;
  /** What was published, oldest first. */
  entries(): readonly Entry[];
  /** People take this permission out of the dialog. */
  withhold(scope: string): void;
  /** The same words as those of the post before are refused from now on. */
  refuseDuplicates(): void;
  /** Files from now on end with these words. */
  failMedia(text: string | null): void;
  /** What the `uri` of a container begins with from now on, before its id. */
  nameUploads(base: string | null): void;
  /** All access of the app ends. */
  revokeAll(): void;
  /** What was fetched from a URL; null when it could not be, undefined when nobody tried. */
  fetched(url: string): Buffer | null | undefined;
  /** The subtitles of a video, by locale. */
  captionsOf(video: string): ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

const TYPES = { textType: null, jsonType: 'application/json; charset=UTF-8' } as const;

export async function startMeta(options: MetaOptions = {}): Promise<Meta> {
  const state = createState(options);
  const { url, stop } = await listen(
    async (request, response) => send(response, await serve(state, request), TYPES),
    options.port,
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    ...peopleOf(state),
    entries: () => state.ledger.map((entry) => ({ ...entry })),
    withhold: (scope) => void state.withheld.add(scope),
    refuseDuplicates: () => void (state.refusesDuplicates = true),
    fetched: (url) => state.files.get(url),
    failMedia: (text) => void (state.failing = text),
    nameUploads: (base) => void (state.uploads = base),
    revokeAll: () => state.tokens.clear(),
    captionsOf: (video) => state.videos.get(video)?.captions ?? new Map(),
    stop,
  };
}

type People = 'createPerson' | 'createPage' | 'createAccount' | 'pageToken' | 'accountToken';

function peopleOf(state: State): Pick<Meta, People> {
  let count = 0n;
  const newAccount = (username: string): Account => {
    count += 1n;
    return {
      id: String(17_841_400_000_000_000n + count),
      appScopedId: String(26_000_000_000_000_000n + count),
      username,
    };
  };
  return {
    createPerson(name) {
      const person: Person = { id: String(10_150_000_000_000_000n + (count += 1n)), name, pages: [] };
      state.people.set(person.id, person);
      return person;
    },
    createPage(person, name, username) {
      const id = String(100_000_000_000_000n + (count += 1n));
      const page: Page = { id, name, account: username ? newAccount(username) : null };
      person.pages.push(page);
      return page;
    },
    createAccount(username) {
      const account = newAccount(username);
      state.accounts.set(account.id, account);
      return account;
    },
    pageToken: (person, page, scopes) => issue(state, { person, page, account: null, scopes }, true).value,
    accountToken: (account, scopes) => issue(state, { person: null, account, scopes }, true).value,
  };
}

function createState({
  limits,
  now,
  redirectUris,
  recorder,
  onlyAsShown = false,
  reach,
}: MetaOptions): State {
  return {
    url: '',
    limits: { ...META_LIMITS, ...limits },
    now: now ?? (() => new Date()),
    app: {
      id: '1234567890123456',
      secret: randomBytes(16).toString('hex'),
      redirectUris: redirectUris ?? ['https://crier.example/integrations/social/facebook'],
    },
    people: new Map(),
    accounts: new Map(),
    codes: new Map(),
    tokens: new Map(),
    containers: new Map(),
    photos: new Map(),
    videos: new Map(),
    ledger: [],
    onlyAsShown,
    withheld: new Set(),
    refusesDuplicates: false,
    failing: null,
    uploads: null,
    files: new Map(),
    ...(reach ? { reach } : {}),
    record: recorder?.add ?? (() => undefined),
    nextId: 18_000_000_000_000_001n,
  };
}

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const { method, path, query, headers, body } = await readCall(request);
  const { form, file, fileName } = await parseForm(String(headers['content-type'] ?? ''), body);
  const fields = new URLSearchParams([...query, ...form]);
  const named = fields.get('image_url') ?? fields.get('video_url');
  if (named && state.reach) state.files.set(named, await fetchFile(state.reach, named));
  const answer = answerCall(state, { method, path, fields, headers, fileName }, file ?? body);
  if (!/\/(oauth\/authorize|dialog\/oauth)$/.test(path)) {
    state.record({
      method,
      target: request.url ?? '/',
      // A file is not what is checked.
      request: {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(new URLSearchParams(form).toString()),
      },
      status: answer.status,
      answer: {
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(answer.body)),
      },
    });
  }
  return answer;
}

/** The fields of a body, and the file in it. */
interface Form {
  readonly form: [string, string][];
  readonly file?: Buffer;
  readonly fileName?: string;
}

async function parseForm(type: string, body: Buffer): Promise<Form> {
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { form: [...new URLSearchParams(body.toString())] };
  }
  if (!type.startsWith('multipart/form-data')) return { form: [] };
  const all = [
    ...(await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()),
  ];
  const file = all.map(([, value]) => value).find((value) => typeof value !== 'string');
  return {
    form: all.map(([name, value]) => [name, typeof value === 'string' ? value : 'file']),
    ...(file && typeof file !== 'string'
      ? { file: Buffer.from(await file.arrayBuffer()), fileName: file.name }
      : {}),
  };
}
