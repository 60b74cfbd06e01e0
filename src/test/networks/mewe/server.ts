/**
 * A strict stand-in for MeWe's login and its Open API: login, token and headers as dev.mewe.com describes
 * them, posts, photos and groups as other clients call them. It refuses unknown fields, and keeps a ledger.
 */
import { randomBytes } from 'node:crypto';
import { serveCalls } from '../_shared/stand-in.ts';
import { ok, personOf, readFile, readJson, Refusal, type Answer, type Call } from './call.ts';
import { issue, login, token } from './login.ts';
import type { Armed, Group, Person, Post, State } from './state.ts';

export interface MeWeOptions {
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on MeWe. */
export interface MeWe {
  readonly url: string;
  /** The app's id and API key, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createPerson(name: string, handle?: string | null): Person;
  createGroup(name: string, members: readonly Person[]): Group;
  createToken(person: Person): string;
  /** A person agrees on the login page; returns what the browser comes back with. */
  agree(person: Person): string;
  /** Every token of the person ends. */
  revoke(person: Person): void;
  posts(): readonly Post[];
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const PAGE = 2;
const MAX_TEXT = 63_206;
const newId = (): string => randomBytes(12).toString('hex');

export async function startMeWe(options: MeWeOptions = {}): Promise<MeWe> {
  const state = createState(options);
  const { url, stop } = await serveCalls((call) => answer(state, call), {
    textType: null,
    jsonType: 'application/json',
  });
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.key },
    createPerson(name, handle = name.toLowerCase()) {
      const person = { id: newId(), name, handle };
      state.people.push(person);
      return person;
    },
    createGroup(name, members) {
      const group = { id: newId(), name, members: new Set(members.map(({ id }) => id)) };
      state.groups.push(group);
      return group;
    },
    createToken: (person) => issue(state, person).value,
    agree(person) {
      const request = newId();
      state.logins.set(request, person);
      return request;
    },
    revoke(person) {
      for (const [value, known] of state.tokens) if (known.person === person) state.tokens.delete(value);
    },
    posts: () => state.posts.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const createState = (options: MeWeOptions): State => ({
  url: '',
  now: options.now ?? (() => new Date()),
  app: {
    id: newId(),
    key: randomBytes(24).toString('hex'),
    redirectUris: options.redirectUris ?? ['https://crier.example/integrations/social/mewe'],
  },
  people: [],
  groups: [],
  logins: new Map(),
  tokens: new Map(),
  photos: new Map(),
  posts: [],
  armed: { pending: 0, dateless: false, tellsIds: false, strayPage: false },
});

async function answer(state: State, call: Call): Promise<Answer> {
  const { method, path } = call;
  if (path === '/login') return login(state, call);
  if (method === 'GET' && path === '/api/dev/token') return token(state, call);
  const person = personOf(state, call);
  if (method === 'GET' && path === '/api/dev/me') {
    const { id, name, handle } = person;
    return ok({ userId: id, name, firstName: name, lastName: '', ...(handle ? { handle } : {}) });
  }
  if (method === 'GET' && path === '/api/dev/groups') return listGroups(state, call, person);
  if (method === 'POST' && path === '/api/dev/photo/upload') {
    const file = await readFile(call);
    if (!file.type.startsWith('image/')) throw new Refusal(400, 'The file is not a photo');
    const id = newId();
    state.photos.set(id, { owner: person, bytes: file.size, used: false });
    return ok({ id });
  }
  const group = /^\/api\/dev\/group\/([^/]+)\/post$/.exec(path)?.[1] ?? null;
  if (method === 'POST' && (group || path === '/api/dev/me/post')) return post(state, call, person, group);
  throw new Refusal(404, 'Not found');
}

function listGroups(state: State, { query }: Call, { id }: Person): Answer {
  const mine = state.groups.filter(({ members }) => members.has(id));
  const from = Number(query.get('offset') ?? 0);
  const next = `/api/dev/groups?offset=${from + PAGE}`;
  return ok({
    groups: mine.slice(from, from + PAGE).map((group) => ({ groupId: group.id, name: group.name })),
    nextPage: mine.length > from + PAGE ? (state.armed.strayPage ? `//evil.example${next}` : next) : null,
  });
}

function post(state: State, call: Call, author: Person, groupId: string | null): Answer {
  const { text = '', uploadedPhotoIds = [] } = readJson(call, ['text', 'uploadedPhotoIds']);
  const photos = uploadedPhotoIds as string[];
  if (groupId !== null) {
    const group = state.groups.find(({ id }) => id === groupId);
    if (!group) throw new Refusal(404, 'Group not found');
    if (!group.members.has(author.id)) throw new Refusal(403, 'Not a member of the group');
  }
  if (typeof text !== 'string' || text.length > MAX_TEXT) throw new Refusal(400, 'The text is too long');
  if (!text && !photos.length) throw new Refusal(400, 'The post is empty');
  for (const id of photos) {
    const photo = state.photos.get(id);
    if (!photo || photo.owner !== author || photo.used) throw new Refusal(400, `Unknown photo ${id}`);
  }
  for (const id of photos) Object.assign(state.photos.get(id) ?? {}, { used: true });
  const made = { id: newId(), author, group: groupId, text, photos };
  state.posts.push(made);
  return state.armed.tellsIds ? ok({ postId: made.id }) : { status: 204, body: null };
}
