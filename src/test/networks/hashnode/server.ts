/**
 * A strict stand-in for Hashnode: its GraphQL API, executed by GraphQL itself, with roles, the Pro plan and
 * limits, and the storage of pictures. It can hand over every exchange, so that Hashnode's own description
 * checks both sides.
 */
import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import { buildSchema, execute, getOperationAST, GraphQLError, parse, validate, visit } from 'graphql';
import type { DocumentNode } from 'graphql';
import type { Recorder } from '../../oracles/exchange.ts';
import { listen } from '../_shared/stand-in.ts';
import { objectId, root } from './fields.ts';
import { TYPES } from './types.ts';
import type { Draft, Picture, Post, Publication, Role, Series, State, User } from './state.ts';

export interface HashnodeOptions {
  /** How long an answer to a query is given again; Hashnode says up to 25,000. */
  readonly cachedMs?: number;
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on Hashnode. */
export interface Hashnode {
  readonly url: string;
  /** An account, with a personal access token. */
  createUser(username: string): { readonly user: User; readonly token: string };
  createPublication(
    title: string,
    options: { readonly members: readonly (readonly [User, Role])[]; readonly pro?: boolean },
  ): Publication;
  /** `publication`: its id. */
  createSeries(publication: string, name: string): Series;
  /** Public posts, oldest first. */
  posts(): readonly Post[];
  drafts(): readonly Draft[];
  /** Pictures that were sent and confirmed. */
  pictures(): readonly Picture[];
  edit(id: string, changes: Partial<Omit<Post, 'id'>>): void;
  deleteDraft(id: string): void;
  /** A person ends the account, or comes back. */
  setActive(user: User, active: boolean): void;
  stop(): Promise<void>;
}

const MAX_BODY = 100_000;
const MAX_DEPTH = 10;
const SCHEMA = buildSchema(TYPES);

export async function startHashnode(options: HashnodeOptions = {}): Promise<Hashnode> {
  const state: State = {
    url: '',
    now: options.now ?? (() => new Date()),
    users: [],
    tokens: new Map(),
    publications: [],
    tags: [],
    drafts: [],
    posts: [],
    pictures: new Map(),
    cachedMs: options.cachedMs ?? 0,
    cache: new Map(),
    record: options.recorder?.add ?? (() => undefined),
  };
  const { url, stop } = await listen((request, response) => serve(state, request, response));
  state.url = url;
  return {
    url,
    createUser(username) {
      const name = username.slice(0, 1).toUpperCase() + username.slice(1);
      const user: User = { id: objectId(), username, name, active: true };
      const token = randomUUID();
      state.users.push(user);
      state.tokens.set(token, user);
      return { user, token };
    },
    createPublication(title, { members, pro = true }) {
      const host = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.hashnode.dev`;
      const roles = new Map(members.map(([user, role]) => [user.id, role]));
      const publication: Publication = { id: objectId(), title, host, roles, pro, series: [] };
      state.publications.push(publication);
      return publication;
    },
    createSeries(publication, name) {
      const series: Series = { id: objectId(), name };
      state.publications.find(({ id }) => id === publication)?.series.push(series);
      return series;
    },
    posts: () => state.posts.filter(({ active }) => active),
    drafts: () => state.drafts.filter(({ active }) => active),
    pictures: () => [...state.pictures.values()].filter(({ confirmed }) => confirmed),
    edit: (id, changes) => void Object.assign(state.posts.find((one) => one.id === id) ?? {}, changes),
    deleteDraft: (id) =>
      void Object.assign(state.drafts.find((one) => one.id === id) ?? {}, { active: false }),
    setActive: (user, active) => void Object.assign(user, { active }),
    stop,
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const failed = (status: number, errors: readonly GraphQLError[]): Reply => ({
  status,
  type: JSON_TYPE,
  text: JSON.stringify({ errors: errors.map((error) => error.toJSON()) }),
});

async function serve(
  state: State,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const isPicture = (request.url ?? '').startsWith('/bucket/');
  const reply = isPicture ? store(state, request, body) : await answer(state, request, body);
  if (!isPicture) {
    const sent = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    state.record({
      method: request.method ?? '',
      target: request.url ?? '/',
      request: { headers: Object.fromEntries(sent) as Record<string, string>, body },
      status: reply.status,
      answer: { headers: { 'content-type': reply.type }, body: Buffer.from(reply.text) },
    });
  }
  response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.text);
}

/** The storage takes one picture of the type that was said. */
function store(
  state: State,
  { method, url = '', headers }: http.IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Reply {
  const { pathname, searchParams } = new URL(url, state.url);
  const picture = state.pictures.get(pathname.replace('/bucket/', ''));
  const isSigned = searchParams.get('signature') === '1' && headers['content-type'] === picture?.contentType;
  if (method !== 'PUT' || !picture || !isSigned || headers.authorization) {
    const text = '<Error><Code>SignatureDoesNotMatch</Code></Error>';
    return { status: 403, type: 'application/xml', text };
  }
  picture.bytes = body;
  return { status: 200, type: 'application/xml', text: '' };
}

async function answer(
  state: State,
  { method, headers }: http.IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<Reply> {
  if (body.length > MAX_BODY) return { status: 413, type: 'text/plain', text: 'request entity too large' };
  if (method !== 'POST' || !String(headers['content-type']).startsWith('application/json')) {
    return failed(400, [coded('BAD_REQUEST', 'This operation has been blocked as a potential CSRF.')]);
  }
  const { query, variables = {} } = JSON.parse(body.toString()) as {
    query: string;
    variables?: Record<string, unknown>;
  };
  const { document, errors } = read(query);
  if (!document) return failed(400, errors);
  const token = /^(?:Bearer )?(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const isQuery = getOperationAST(document)?.operation === 'query';
  const key = `${token} ${body.toString()}`;
  const kept = state.cache.get(key);
  const now = state.now().getTime();
  if (isQuery && kept && now - kept.at < state.cachedMs) {
    return { status: 200, type: JSON_TYPE, text: kept.text };
  }
  const result = await execute({
    schema: SCHEMA,
    document,
    rootValue: root,
    contextValue: { state, user: state.tokens.get(token) ?? null },
    variableValues: variables,
  });
  // Variables of other types than their own: nothing was executed.
  if (result.data === undefined) {
    return failed(
      400,
      (result.errors ?? []).map((error) => coded('BAD_USER_INPUT', error.message)),
    );
  }
  const text = JSON.stringify(result);
  if (isQuery) state.cache.set(key, { at: now, text });
  return { status: 200, type: JSON_TYPE, text };
}

const coded = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** A document that Hashnode would execute, or why it would not. */
function read(query: string): { readonly document?: DocumentNode; readonly errors: readonly GraphQLError[] } {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return { errors: [coded('GRAPHQL_PARSE_FAILED', (error as Error).message)] };
  }
  const wrong = validate(SCHEMA, document).map(({ message }) => message);
  if (depthOf(document) > MAX_DEPTH) wrong.push(`Query exceeds the maximum depth of ${MAX_DEPTH}`);
  const errors = wrong.map((message) => coded('GRAPHQL_VALIDATION_FAILED', message));
  return errors.length ? { errors } : { document, errors };
}

function depthOf(document: DocumentNode): number {
  let [depth, deepest] = [0, 0];
  visit(document, {
    Field: { enter: () => void (deepest = Math.max(deepest, ++depth)), leave: () => void depth-- },
  });
  return deepest;
}
