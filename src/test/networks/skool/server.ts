/**
 * A strict stand-in for the API of Skool's web app, its storage and the firewall in front of it, written from
 * the calls and recordings of other clients. It refuses fields that the web app does not send, and keeps a
 * ledger of what it accepted.
 */
import { randomBytes } from 'node:crypto';
import { serveCalls, type Call as Received } from '../_shared/stand-in.ts';
import { ok, personOf, Refusal, type Answer, type Call } from './call.ts';
import { createPost, deletePost, newId, registerFile, store } from './posts.ts';
import type { Armed, Group, Label, Person, Post, State } from './state.ts';

/** A running stand-in, with what people do on Skool. */
export interface Skool {
  readonly url: string;
  createPerson(firstName: string, authToken?: string): Person;
  /** `labels`: names of categories; those that begin with `!` are for admins. */
  createGroup(name: string, members: readonly Person[], labels?: readonly string[]): Group;
  posts(): readonly Post[];
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

type Handler = (state: State, call: Call, id: string) => Answer;

const routes: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['GET', /^\/self$/, (_, { person }) => ok(presentSelf(person))],
  ['GET', /^\/users\/(\w+)\/groups$/, listGroups],
  ['GET', /^\/groups\/([\w-]+)$/, getGroup],
  ['GET', /^\/labels\/(\w+)$/, getLabel],
  ['POST', /^\/files$/, registerFile],
  ['POST', /^\/posts$/, createPost],
  ['DELETE', /^\/posts\/(\w+)$/, deletePost],
];

const presentSelf = ({ id, firstName }: Person): Record<string, unknown> => ({
  id,
  name: `${firstName.toLowerCase()}-lovelace-1234`,
  first_name: firstName,
  last_name: 'Lovelace',
  metadata: { picture_profile: '' },
});

const present = ({ id, slug, name, labels }: Group): Record<string, unknown> => ({
  id,
  name: slug,
  metadata: { display_name: name, labels: labels.map((label) => label.id).join(',') },
});

function listGroups({ groups }: State, { query, person }: Call, id: string): Answer {
  if (id !== person.id) throw new Refusal(403, 'forbidden');
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  const mine = groups.filter(({ members }) => members.has(id));
  return ok({ groups: mine.slice(offset, offset + limit).map(present) });
}

function getGroup({ groups }: State, { person }: Call, id: string): Answer {
  const group = groups.find((one) => one.id === id);
  if (!group?.members.has(person.id)) throw new Refusal(404, 'group not found');
  return ok(present(group));
}

function getLabel({ groups }: State, _: Call, id: string): Answer {
  const label = groups.flatMap(({ labels }) => labels).find((one) => one.id === id);
  if (!label) throw new Refusal(404, 'label not found');
  if (label.forAdmins) throw new Refusal(403, 'forbidden');
  return ok({ id, metadata: { display_name: label.name } });
}

export async function startSkool(): Promise<Skool> {
  const state: State = {
    url: '',
    people: [],
    groups: [],
    files: new Map(),
    posts: [],
    armed: { stopped: null, storageFails: false },
  };
  const { url, stop } = await serveCalls((call) => answer(state, call), {
    textType: null,
    jsonType: 'application/json',
  });
  state.url = url;
  return {
    url,
    createPerson(firstName, authToken = randomBytes(40).toString('base64url')) {
      const person = { id: newId(), firstName, authToken, clientId: newId(), signedOut: false };
      state.people.push(person);
      return person;
    },
    createGroup(name, members, labels = []) {
      const made: Label[] = labels.map((label) => ({
        id: newId(),
        name: label.replace('!', ''),
        forAdmins: label.startsWith('!'),
      }));
      const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${newId().slice(0, 4)}`;
      const group = { id: newId(), slug, name, members: new Set(members.map(({ id }) => id)), labels: made };
      state.groups.push(group);
      return group;
    },
    posts: () => state.posts.map((post) => ({ ...post })),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

/** docs.aws.amazon.com/waf: CAPTCHA and Challenge action behavior; the page is CloudFront's. */
const STOPS: Readonly<Record<NonNullable<Armed['stopped']>, Answer>> = {
  challenge: { status: 202, body: null, headers: { 'x-amzn-waf-action': 'challenge' } },
  captcha: { status: 405, body: null, headers: { 'x-amzn-waf-action': 'captcha' } },
  page: {
    status: 403,
    body: '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY>Request blocked.</BODY></HTML>',
    headers: { 'content-type': 'text/html', server: 'CloudFront' },
  },
};

function answer(state: State, call: Received): Answer {
  const { method, path } = call;
  if (path.startsWith('/storage/') && method === 'PUT') return store(state, call);
  if (state.armed.stopped) return STOPS[state.armed.stopped];
  const person = personOf(state, call.headers);
  for (const [verb, pattern, handle] of routes) {
    const found = verb === method ? pattern.exec(path) : null;
    if (found) return handle(state, { ...call, person }, found[1] ?? '');
  }
  throw new Refusal(404, 'not found');
}
