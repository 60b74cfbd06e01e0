/**
 * A strict stand-in for one instance of Lemmy, of 0.19 or of 1.x, with its pictures. Names of errors, the
 * order of checks and limits are those of Lemmy's own code (github.com/LemmyNet/lemmy); the client of its
 * makers checks both sides (src/test/oracles/lemmy/).
 */
import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { Response } from 'undici';
import type { Recorder } from '../../oracles/exchange.ts';
import { listen } from '../_shared/stand-in.ts';
import { count, personOf, readFields, Refusal, refusal, type Answer, type Call } from './call.ts';
import { postRoutes } from './posts.ts';
import { addCommunity, issue, readRoutes } from './read.ts';
import {
  LEMMY_LIMITS,
  type Armed,
  type Comment,
  type Community,
  type Generation,
  type Limits,
  type Person,
  type Post,
  type State,
} from './state.ts';

export interface LemmyOptions {
  /** Default: 0.19. */
  readonly generation?: Generation;
  readonly version?: string;
  readonly limits?: Partial<Limits>;
  /** Seconds until a token of 1.x ends; default: a week. */
  readonly tokenSeconds?: number;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do at the instance. */
export interface Lemmy {
  readonly url: string;
  createPerson(name: string, changes?: Partial<Person>): Person;
  /** A token, without a login. */
  createToken(person: Person): string;
  createCommunity(name: string, changes?: Partial<Community>): Community;
  /** A community of another instance, which this one fetches when a person asks for it. */
  createElsewhere(name: string, host: string): void;
  posts(): readonly Post[];
  comments(): readonly Comment[];
  /** A moderator takes down a post or a comment. */
  takeDown(id: number): void;
  /** Its author edits the text of a post. */
  edit(id: number, body: string): void;
  /** The instance is upgraded from 0.19 to 1.x; tokens stay. */
  upgrade(): void;
  /** The person logs out everywhere. */
  logOut(person: Person): void;
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const WEEK_S = 7 * 86_400;

export async function startLemmy(options: LemmyOptions = {}): Promise<Lemmy> {
  const state = createState(options);
  const { url, stop } = await listen(
    async (request, response) => send(response, await serve(state, request, options.recorder)),
    options.port,
  );
  state.url = url;
  return {
    url,
    createPerson(name, changes = {}) {
      const person: Person = {
        id: state.nextId++,
        name,
        email: `${name}@people.example`,
        password: randomUUID(),
        totp: false,
        banned: false,
        emailVerified: true,
        showNsfw: false,
        ...changes,
      };
      state.people.set(person.id, person);
      return person;
    },
    createToken: (person) => issue(state, person),
    createCommunity: (name, changes = {}) => addCommunity(state, { name, ...changes }),
    createElsewhere: (name, host) => void state.elsewhere.set(`${name}@${host}`, { name, title: name, host }),
    posts: () => state.posts.map((post) => ({ ...post })),
    comments: () => state.comments.map((comment) => ({ ...comment })),
    takeDown(id) {
      for (const one of [...state.posts, ...state.comments]) if (one.id === id) one.removed = true;
    },
    edit(id, body) {
      for (const one of state.posts) if (one.id === id) one.body = body;
    },
    upgrade: () => void Object.assign(state, { generation: '1', version: '1.0.0' }),
    logOut(person) {
      for (const [token, known] of state.tokens) if (known.person === person.id) state.tokens.delete(token);
    },
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

function createState({ generation = '0.19', version, limits, tokenSeconds, now }: LemmyOptions): State {
  return {
    url: '',
    generation,
    version: version ?? (generation === '0.19' ? '0.19.9' : '1.0.0'),
    limits: { ...LEMMY_LIMITS, ...limits },
    now: now ?? (() => new Date()),
    tokenSeconds: generation === '0.19' ? null : (tokenSeconds ?? WEEK_S),
    people: new Map(),
    communities: new Map(),
    posts: [],
    comments: [],
    tokens: new Map(),
    images: new Map(),
    elsewhere: new Map(),
    uses: new Map(),
    armed: { refusal: null, acceptedBefore: 0 },
    slurs: ['slurslur'],
    nextId: 100,
  };
}

async function serve(state: State, request: http.IncomingMessage, recorder?: Recorder): Promise<Answer> {
  const body = Buffer.concat(await request.toArray());
  const { pathname, searchParams } = new URL(request.url ?? '/', state.url);
  const { headers, method = 'GET' } = request;
  const call: Call = { method, path: pathname, query: searchParams, headers, body };
  const answer = await route(state, call).catch((error: unknown) => {
    if (error instanceof Refusal) return error.answer;
    throw error;
  });
  recorder?.add({
    method,
    target: request.url ?? '/',
    request: { headers: headers as Record<string, string>, body },
    status: answer.status,
    answer: {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(answer.body) ?? ''),
    },
  });
  return answer;
}

async function route(state: State, call: Call): Promise<Answer> {
  const v4 = state.generation === '1';
  const { method, path } = call;
  if (method === 'POST' && path === (v4 ? '/api/v4/image' : '/pictrs/image')) return upload(state, call);
  const [, image] = /^\/(?:pictrs|api\/v4)\/image\/([\w.-]+)$/.exec(path) ?? [];
  if (method === 'GET' && image && state.images.has(image)) return { status: 200, body: 'a picture' };
  const prefix = v4 ? '/api/v4' : '/api/v3';
  const routes = [...readRoutes(v4), ...postRoutes(v4)];
  const found = routes.find((one) => one.method === method && `${prefix}${one.path}` === path);
  if (!found) {
    // 1.x still answers to some calls of version 3.
    const old =
      v4 && method === 'GET' && path === '/api/v3/site' && routes.find((one) => one.path === '/site');
    if (old) return old.handle(state, {}, null, call);
    throw new Refusal({ status: 404 });
  }
  if (found.limit) count(state, found.limit);
  return found.handle(state, readFields(found, call), personOf(state, call), call);
}

/** What pictrs answers, and in 1.x Lemmy itself. */
async function upload(state: State, call: Call): Promise<Answer> {
  count(state, 'images');
  const person = personOf(state, call);
  if (!person) throw state.generation === '1' ? refusal('not_logged_in') : new Refusal({ status: 401 });
  const type = String(call.headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw refusal('no_content_type_header');
  const form = await new Response(call.body, { headers: { 'content-type': type } }).formData();
  const [[name, file] = [], ...more] = [...form];
  if (name !== 'images[]' || typeof file === 'string' || !file || more.length) {
    throw new Refusal({ status: 400, body: { msg: 'No file in upload' } });
  }
  if (file.size > state.limits.imageBytes) {
    throw new Refusal({ status: 413, body: { msg: 'File too large' } });
  }
  const extension = file.type.split('/')[1];
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) {
    throw new Refusal({ status: 400, body: { msg: 'Unsupported image format' } });
  }
  const alias = `${randomUUID()}.${extension}`;
  state.images.set(alias, {
    person: person.id,
    mime: file.type,
    bytes: Buffer.from(await file.arrayBuffer()),
  });
  return state.generation === '1'
    ? { status: 200, body: { image_url: `${state.url}/api/v4/image/${alias}`, filename: alias } }
    : { status: 201, body: { msg: 'ok', files: [{ file: alias, delete_token: randomUUID() }] } };
}

function send(response: http.ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string';
  response
    .writeHead(status, { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers })
    .end(isText ? body : (JSON.stringify(body) ?? ''));
}
