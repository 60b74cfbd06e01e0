/** The stand-in for X: each refusal in X's words beside its success. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../oracles/exchange.ts';
import { startX, type X } from './server.ts';

const REDIRECT = 'https://crier.example/back';
const VERIFIER = 'v'.repeat(43);
let nowMs: number;
let x: X;
let token: string;
let account: { id: string };
const recorder = createRecorder();
beforeEach(async () => {
  nowMs = Date.parse('2031-05-04T09:30:00Z');
  x = await startX({ redirectUris: [REDIRECT], now: () => new Date(nowMs), recorder });
  account = x.createAccount({ username: 'ada' });
  token = x.grant(account.id).accessToken;
});
afterEach(() => x.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    data?: { id?: string; media_key?: string; [name: string]: unknown };
    detail?: string;
    type?: string;
    errors?: { message: string }[];
    error?: string;
    error_description?: string;
    access_token?: string;
    refresh_token?: string;
  };
}

async function call(method: string, path: string, json?: unknown, bearer = token): Promise<Answer> {
  const answer = await fetch(`${x.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}
const post = (json: unknown, bearer?: string): Promise<Answer> => call('POST', '/2/tweets', json, bearer);
const answerOf = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  body.errors?.[0]?.message ?? body.detail,
];

describe('posts at the stand-in for X', () => {
  it.each([
    ['nothing', {}, 400, 'One of `text` or `media` must be present.'],
    ['a field that X does not know', { text: 'a', visibility: 'public' }, 400, 'additional properties'],
    ['replies by everyone', { text: 'a', reply_settings: 'everyone' }, 400, 'is not valid'],
    ['media that does not exist', { media: { media_ids: ['1'] } }, 400, 'Your media IDs are invalid.'],
    ['five media', { media: { media_ids: ['1', '2', '3', '4', '5'] } }, 400, 'from 1 to 4'],
    [
      'a reply to nothing',
      { text: 'a', reply: { in_reply_to_tweet_id: '1' } },
      403,
      'deleted or not visible',
    ],
    ['281 letters', { text: 'a'.repeat(281) }, 403, 'too long'],
    ['two cashtags', { text: '$CRIER and $X' }, 403, 'more than one cashtag'],
  ] as const)('are refused with %s', async (_, json, status, message) => {
    expect(answerOf(await post(json))).toEqual([status, expect.stringContaining(message)]);
    expect((await post({ text: 'Soup' })).status).toBe(201);
    expect(x.posts()).toHaveLength(1);
  });

  it('are refused when the account has published the text, also once it is deleted', async () => {
    const first = await post({ text: 'Soup' });
    const duplicate = [403, 'You are not allowed to create a Tweet with duplicate content.'];
    expect(answerOf(await post({ text: 'Soup' }))).toEqual(duplicate);
    const id = first.body.data?.id ?? '';
    expect((await call('DELETE', `/2/tweets/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await call('DELETE', `/2/tweets/${id}`)).status).toBe(404);
    expect(answerOf(await post({ text: 'Soup' }))).toEqual(duplicate);
    nowMs += 86_400_000;
    token = x.grant(account.id).accessToken;
    expect((await post({ text: 'Soup' })).status).toBe(201);
  });

  it('are refused with an unknown token, without the permission, and of a suspended account', async () => {
    expect(answerOf(await post({ text: 'a' }, 'nobody'))).toEqual([401, 'Unauthorized']);
    const reader = x.grant(account.id, ['tweet.read', 'users.read']).accessToken;
    expect(answerOf(await post({ text: 'a' }, reader))).toEqual([
      403,
      'You are not permitted to perform this action.',
    ]);
    expect((await post({ text: 'a' })).status).toBe(201);
    x.suspend(account.id);
    expect(answerOf(await post({ text: 'b' }))).toEqual([403, expect.stringContaining('suspended')]);
  });

  it('are 17 a day on the free plan, counted in headers', async () => {
    for (let n = 0; n < 17; n++) {
      const { headers } = await post({ text: `Soup ${n}` });
      expect(headers.get('x-user-limit-24hour-remaining')).toBe(String(16 - n));
    }
    const refused = await post({ text: 'One more' });
    expect(answerOf(refused)).toEqual([429, 'Too Many Requests']);
    expect(refused.headers.get('x-user-limit-24hour-reset')).toBe(String(Date.parse('2031-05-05') / 1000));
  });

  it('are listed newest first, from a time on, in pages of at least five', async () => {
    for (let n = 0; n < 7; n++) {
      nowMs += 1000;
      await post({ text: `Soup ${n}` });
    }
    const list = `/2/users/${account.id}/tweets`;
    const first = (await call('GET', `${list}?max_results=5`)).body as unknown as {
      data: { text: string }[];
      meta: { next_token: string };
    };
    expect(first.data.map(({ text }) => text)).toEqual([6, 5, 4, 3, 2].map((n) => `Soup ${n}`));
    const next = await call('GET', `${list}?max_results=5&pagination_token=${first.meta.next_token}`);
    expect(next.body.data).toHaveLength(2);
    const since = new Date(nowMs - 1000).toISOString();
    expect((await call('GET', `${list}?start_time=${since}`)).body.data).toHaveLength(2);
    expect((await call('GET', `${list}?max_results=4`)).status).toBe(400);
    expect((await call('GET', `${list}?post.fields=retweet_count`)).status).toBe(400);
    expect((await call('GET', `${list}?start_time=yesterday`)).status).toBe(400);
  });
});

describe('uploads at the stand-in for X', () => {
  const begin = (json: object): Promise<Answer> =>
    call('POST', '/2/media/upload/initialize', {
      media_category: 'tweet_image',
      media_type: 'image/png',
      total_bytes: 4,
      ...json,
    });
  async function append(id: string, index: string, bytes: string): Promise<number> {
    const form = new FormData();
    form.set('segment_index', index);
    form.set('media', new Blob([bytes]));
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${x.url}/2/media/upload/${id}/append`, { method: 'POST', headers, body: form }))
      .status;
  }

  it.each([
    ['a category', { media_category: 'avatar' }],
    ['a type that the category does not have', { media_type: 'video/mp4' }],
    ['no size', { total_bytes: 0 }],
    ['a picture of more than 5 MB', { total_bytes: 5 * 1024 ** 2 + 1 }],
    ['an unknown field', { alt: 'a' }],
  ])('are not begun with %s', async (_, json) => {
    expect((await begin(json)).status).toBe(400);
    expect((await begin({})).status).toBe(200);
  });

  it('are finished only with every chunk, and posted only when they are finished', async () => {
    const { id = '' } = (await begin({})).body.data ?? {};
    expect(await append(id, '1', 'cd')).toBe(200);
    const finish = (): Promise<Answer> => call('POST', `/2/media/upload/${id}/finalize`);
    expect((await finish()).status).toBe(400);
    expect((await post({ media: { media_ids: [id] } })).status).toBe(400);
    expect(await append(id, '0', 'ab')).toBe(200);
    expect(await append(id, '1000', 'ab')).toBe(400);
    expect((await finish()).status).toBe(200);
    expect(await append(id, '0', 'ab')).toBe(400);
    expect((await post({ media: { media_ids: [id] } })).status).toBe(201);
    const sha256 = createHash('sha256').update('abcd').digest('hex');
    expect(x.posts()[0]?.media).toEqual([{ id, alt: null, sha256 }]);
  });

  it('belong to the account that began them, for a day', async () => {
    const { id = '' } = (await begin({})).body.data ?? {};
    const bob = x.grant(x.createAccount({ username: 'bob' }).id).accessToken;
    expect((await call('POST', `/2/media/upload/${id}/finalize`, undefined, bob)).status).toBe(404);
    expect(await append(id, '0', 'abcd')).toBe(200);
    nowMs += 86_400_000;
    token = x.grant(account.id).accessToken;
    expect(await append(id, '0', 'abcd')).toBe(404);
  });
});

describe('tokens of the stand-in for X', () => {
  const authorize = (changes: Record<string, string> = {}): Promise<Response> => {
    const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
    const query = {
      response_type: 'code',
      client_id: x.client.id,
      redirect_uri: REDIRECT,
      scope: 'tweet.read offline.access',
      state: 's',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      account: account.id,
      ...changes,
    };
    const body = new URLSearchParams(query);
    return fetch(`${x.url}/i/oauth2/authorize`, { method: 'POST', body, redirect: 'manual' });
  };
  async function exchange(fields: Record<string, string>, secret = x.client.secret): Promise<Answer> {
    const basic = Buffer.from(`${x.client.id}:${secret}`).toString('base64');
    const answer = await fetch(`${x.url}/2/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  }
  const codeOf = async (): Promise<Record<string, string>> => {
    const back = new URL((await authorize()).headers.get('location') ?? '');
    return {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    };
  };
  const refresh = (refreshToken: string): Promise<Answer> =>
    exchange({ grant_type: 'refresh_token', refresh_token: refreshToken });

  it.each([
    ['an unknown app', { client_id: 'other' }],
    ['a callback URL with a slash too many', { redirect_uri: `${REDIRECT}/` }],
    ['an unknown scope', { scope: 'tweet.read everything' }],
    ['no challenge', { code_challenge: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no state', { state: '' }],
  ])('are not offered to %s', async (_, changes) => {
    expect([(await authorize(changes)).status, (await authorize()).status]).toEqual([400, 302]);
  });

  it.each([
    ['another code', { code: 'x' }, 'authorization code'],
    ['another callback URL', { redirect_uri: `${REDIRECT}/` }, 'redirect uri'],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'code verifier'],
  ])('are not given for %s; a code works once, for 30 seconds', async (_, changes, message) => {
    const right = await codeOf();
    const wrong = await exchange({ ...right, ...changes });
    expect([wrong.status, wrong.body.error, wrong.body.error_description]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining(message),
    ]);
    expect((await exchange(right)).status).toBe(200);
    expect((await exchange(right)).status).toBe(400);
    const late = await codeOf();
    nowMs += 30_000;
    expect((await exchange(late)).status).toBe(400);
  });

  it('are not given to an app whose secret is encoded once too often', async () => {
    const encoded = x.client.secret.replaceAll('-', '%2D');
    expect((await exchange(await codeOf(), encoded)).body.error).toBe('invalid_client');
    expect((await exchange(await codeOf())).status).toBe(200);
  });

  it('end after two hours and rotate; one that is used twice ends all of them', async () => {
    const first = (await exchange(await codeOf())).body;
    const me = async (bearer = ''): Promise<number> =>
      (await call('GET', '/2/users/me', undefined, bearer)).status;
    const scoped = x.grant(account.id);
    expect(await me(scoped.accessToken)).toBe(200);
    nowMs += 7_200_000;
    expect(await me(scoped.accessToken)).toBe(401);
    const second = (await refresh(first.refresh_token ?? '')).body;
    const third = (await refresh(second.refresh_token ?? '')).body;
    expect(third.access_token).toBeDefined();
    expect((await refresh(first.refresh_token ?? '')).body.error_description).toBe(
      'Value passed for the token was invalid.',
    );
    expect((await refresh(third.refresh_token ?? '')).status).toBe(400);
    const renewed = (await refresh(scoped.refreshToken)).body;
    expect(await me(renewed.access_token)).toBe(200);
  });
});
