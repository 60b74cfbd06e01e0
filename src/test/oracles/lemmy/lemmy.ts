/**
 * The types of Lemmy's own client (npm `lemmy-js-client`), which are generated from the server, as oracles:
 * those of 0.19.9 for version 3 of the API, those of 1.0.0-beta.2 for version 4. Pictures go to pictrs in
 * 0.19, which they do not describe.
 */
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Exchange, Recorder } from '../exchange.ts';
import { checkAll, type Finding, type OracleCheck } from '../oracle.ts';
import { readTypings, type Typings } from '../typings.ts';
import { client3, client4 } from './clients.ts';

/** Types of the query or the body, and of the answer; null: nothing is given. */
type Types = readonly [request: string | null, answer: string];

/** As `dist/http.js` of each client pairs them. */
const CALLS: Readonly<Record<'v3' | 'v4', Readonly<Record<string, Types>>>> = {
  v3: {
    'POST /user/login': ['Login', 'LoginResponse'],
    'GET /site': [null, 'GetSiteResponse'],
    'GET /user': ['GetPersonDetails', 'GetPersonDetailsResponse'],
    'GET /community': ['GetCommunity', 'GetCommunityResponse'],
    'GET /search': ['Search', 'SearchResponse'],
    'GET /resolve_object': ['ResolveObject', 'ResolveObjectResponse'],
    'GET /post': ['GetPost', 'GetPostResponse'],
    'POST /post': ['CreatePost', 'PostResponse'],
    'POST /post/delete': ['DeletePost', 'PostResponse'],
    'GET /comment': ['GetComment', 'CommentResponse'],
    'POST /comment': ['CreateComment', 'CommentResponse'],
    'POST /comment/delete': ['DeleteComment', 'CommentResponse'],
  },
  v4: {
    'POST /account/auth/login': ['Login', 'LoginResponse'],
    'GET /site': [null, 'GetSiteResponse'],
    'GET /account': [null, 'MyUserInfo'],
    'GET /person': ['GetPersonDetails', 'GetPersonDetailsResponse'],
    'GET /person/content': ['ListPersonContent', 'Contents'],
    'GET /community': ['GetCommunity', 'GetCommunityResponse'],
    'GET /search': ['Search', 'SearchResponse'],
    'GET /resolve_object': ['ResolveObject', 'ResolveObjectView'],
    'GET /post': ['GetPost', 'GetPostResponse'],
    'POST /post': ['CreatePost', 'PostResponse'],
    'DELETE /post': ['DeletePost', 'PostResponse'],
    'GET /comment': ['GetComment', 'CommentResponse'],
    'POST /comment': ['CreateComment', 'CommentResponse'],
    'DELETE /comment': ['DeleteComment', 'CommentResponse'],
    'POST /image': [null, 'UploadImageResponse'],
  },
};

/** Holds an exchange against the types: a request wholly, an answer in what it has. */
export function lemmyCheck(typings: Readonly<Record<'v3' | 'v4', Typings>>): OracleCheck {
  return async (exchange) => {
    const { method, target, status } = exchange;
    const [, api, path] = /^\/api\/(v3|v4)(\/[^?]*)/.exec(target) ?? [];
    // Which version there is, is tried; and a picture is no JSON.
    const isTried = status === 404 && path === '/site';
    if (!api || isTried || (method === 'GET' && path?.startsWith('/image/'))) return [];
    const version = api as 'v3' | 'v4';
    const operation = `${method} /api/${version}${path}`;
    const types = CALLS[version][`${method} ${path}`];
    if (!types) return [{ side: 'request', operation, message: 'is described nowhere' }];
    const [request, answer] = types;
    const toFinding =
      (side: Finding['side']) =>
      (message: string): Finding => ({ side, operation, message });
    const sent = request
      ? typings[version].problems(readRequest(exchange, typings[version], request), request)
      : [];
    const got = status < 400 ? answerProblems(exchange, typings[version], answer) : [];
    return [...sent.map(toFinding('request')), ...got.map(toFinding('answer'))];
  };
}

/** Numbers and booleans of a query are texts. */
function readRequest({ method, target, request }: Exchange, typings: Typings, type: string): unknown {
  if (method !== 'GET') return JSON.parse(request.body.toString());
  const query = [...new URL(target, 'http://lemmy.example').searchParams];
  return Object.fromEntries(
    query.map(([name, value]) => {
      const isNumber =
        /^\d+$/.test(value) && !typings.problems({ [name]: Number(value) }, type, { partial: true }).length;
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

function answerProblems({ answer }: Exchange, typings: Typings, type: string): string[] {
  const body = JSON.parse(answer.body.toString()) as { items?: unknown[] };
  if (type !== 'Contents') return typings.problems(body, type, { partial: true });
  const { items = [], ...page } = body;
  return [
    ...typings.problems({ ...page, items: [] }, 'PagedResponse', { partial: true }),
    ...items.flatMap((item) => typings.problems(item, 'PostCommentCombinedView', { partial: true })),
  ];
}

const oracle = { name: 'Lemmy', file: '', check: () => async () => [], mistakes: [] };

/** Registers the comparison; call it after all other tests of the file, which share one recorder. */
export function testAgainstLemmy(recorder: Recorder): void {
  describeWith([client3, client4], 'What these tests and Lemmy said to each other', () => {
    it("is as the types of Lemmy's own client have it", async () => {
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, lemmyCheck(readBoth()), recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}

export const readBoth = (): Record<'v3' | 'v4', Typings> => ({
  v3: readTypings(join(client3.folder(), 'dist', 'types')),
  v4: readTypings(join(client4.folder(), 'dist', 'types')),
});
