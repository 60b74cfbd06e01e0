/** The stand-in refuses what Reddit refuses, in its words; each refusal stands beside what is accepted. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startReddit, type Reddit, type RedditOptions } from './server.ts';

const AGENT = { 'user-agent': 'web:test:1 (by /u/ada)' };
const SUBMIT = {
  api_type: 'json',
  sr: 'cafes',
  kind: 'self',
  title: 'Spring menu',
  text: 'Tea',
  validate_on_submit: 'true',
  sendreplies: 'true',
  resubmit: 'true',
  nsfw: 'false',
  spoiler: 'false',
};
type Values = Record<string, string | undefined>;

let network: Reddit;
let token: string;
let clock: number;
async function start(options: RedditOptions = {}): Promise<void> {
  await network?.stop();
  clock = Date.parse('2026-05-04T09:00:00Z');
  network = await startReddit({ now: () => new Date(clock), ...options });
  token = network.createToken(network.createAccount('ada')).token;
  network.addSubreddit({ name: 'cafes' });
}
beforeEach(() => start());
afterEach(() => network.stop());

interface Seen {
  readonly status: number;
  readonly body: { json?: { errors: unknown[][]; data?: Record<string, unknown> } } & Record<string, unknown>;
  readonly headers: Headers;
}
const form = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
async function send(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Seen> {
  const answer = await fetch(`${network.url}${path}${path.includes('?') ? '&' : '?'}raw_json=1`, {
    ...init,
    headers: { ...AGENT, authorization: `bearer ${token}`, ...init.headers },
  });
  const text = await answer.text();
  let body = {};
  try {
    body = JSON.parse(text) as object;
  } catch {
    body = { text };
  }
  return { status: answer.status, body, headers: answer.headers };
}
const post = (path: string, values: Values): Promise<Seen> =>
  send(path, {
    method: 'POST',
    body: form(values),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const submit = (changes: Values = {}): Promise<Seen> => post('/api/submit/', { ...SUBMIT, ...changes });
const codeOf = ({ body }: Seen): unknown => body.json?.errors[0]?.[0];

describe('a call to Reddit', () => {
  it('needs a token with the scope, and names the reason in a header', async () => {
    const only = network.createToken(network.createAccount('bob'), ['identity']).token;
    const as = (value: string): Promise<Seen> =>
      send('/user/ada/submitted', { headers: { authorization: `bearer ${value}` } });
    const [unknown, narrow, right] = [await as('nonsense'), await as(only), await as(token)];
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="reddit", error="invalid_token"',
    ]);
    expect([narrow.status, narrow.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="reddit", error="insufficient_scope"',
    ]);
    expect(right.status).toBe(200);
    clock += 86_400_000;
    expect((await as(token)).status).toBe(401);
  });

  it('says who calls, as Reddit asks, and how often is counted over ten minutes', async () => {
    expect((await send('/api/v1/me', { headers: { 'user-agent': 'undici' } })).status).toBe(429);
    await start({ limits: { requests: 1 } });
    const first = await send('/api/v1/me');
    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
    const second = await send('/api/v1/me');
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '600']);
    expect(second.body.text).toContain('whoa there, pardner!');
    clock += 600_000;
    expect((await send('/api/v1/me')).status).toBe(200);
  });
});

describe('a submission on Reddit', () => {
  it.each([
    ['SUBREDDIT_NOEXIST', { sr: 'nowhere' }],
    ['SUBREDDIT_REQUIRED', { sr: '' }],
    ['NO_TEXT', { title: ' ' }],
    ['TOO_LONG', { title: 'x'.repeat(301) }],
    ['TOO_LONG', { text: 'x'.repeat(40_001) }],
    ['INVALID_OPTION', { kind: 'poem' }],
    ['NO_URL', { kind: 'link' }],
    ['BAD_URL', { kind: 'link', url: 'cafe' }],
    ['BAD_URL', { kind: 'image', url: 'https://cafe.example/a.png' }],
    ['BAD_FLAIR_TEMPLATE_ID', { flair_id: 'x' }],
  ])('is refused with %s for %j, and taken without', async (code, changes) => {
    expect(codeOf(await submit(changes))).toBe(code);
    expect(network.entries()).toEqual([]);
    expect((await submit()).body.json).toEqual({
      errors: [],
      data: expect.objectContaining({ name: expect.stringMatching(/^t3_\w+$/) }),
    });
  });

  it('has no field that Reddit does not know, and asks for JSON', async () => {
    expect((await submit({ idempotency_key: '1' })).status).toBe(400);
    expect((await submit({ api_type: undefined })).status).toBe(400);
    expect((await submit()).status).toBe(200);
  });

  it('of a URL is taken once, unless it is to be submitted again', async () => {
    const link = { kind: 'link', url: 'https://cafe.example/menu', text: undefined };
    expect(codeOf(await submit(link))).toBeUndefined();
    expect(codeOf(await submit({ ...link, resubmit: 'false' }))).toBe('ALREADY_SUB');
    expect(codeOf(await submit(link))).toBeUndefined();
  });

  it('follows the rules of its subreddit', async () => {
    network.addSubreddit({ name: 'links', type: 'link' });
    network.addSubreddit({ name: 'texts', type: 'self' });
    network.addSubreddit({ name: 'words', forbiddenInTitles: ['menu'] });
    network.addSubreddit({ name: 'closed', isPrivate: true });
    const link = { kind: 'link', url: 'https://cafe.example/menu' };
    expect(codeOf(await submit({ sr: 'links' }))).toBe('NO_SELFS');
    expect(codeOf(await submit({ sr: 'links', ...link }))).toBeUndefined();
    expect(codeOf(await submit({ sr: 'texts', ...link }))).toBe('NO_LINKS');
    expect(codeOf(await submit({ sr: 'texts' }))).toBeUndefined();
    const refused = await submit({ sr: 'words' });
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        fields: ['title'],
        explanation: 'You may not have "menu" in your title. ',
        error_type: 'SUBMIT_VALIDATION_ERROR',
        message: 'Bad Request',
        reason: 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING',
      },
    ]);
    expect((await submit({ sr: 'words', title: 'Spring' })).status).toBe(200);
    expect((await submit({ sr: 'closed' })).status).toBe(403);
  });
});

describe('a comment on Reddit', () => {
  it('answers what is there, with a text of at most 10,000 characters', async () => {
    const name = String((await submit()).body.json?.data?.name);
    const comment = (changes: Values): Promise<Seen> =>
      post('/api/comment/', { api_type: 'json', thing_id: name, text: 'Tea', ...changes });
    expect(codeOf(await comment({ text: '' }))).toBe('NO_TEXT');
    expect(codeOf(await comment({ text: 'x'.repeat(10_001) }))).toBe('TOO_LONG');
    expect((await comment({ thing_id: 't3_0' })).status).toBe(403);
    expect((await comment({})).body.json?.data).toEqual({
      things: [{ kind: 't1', data: expect.objectContaining({ parent_id: name, body: 'Tea' }) }],
    });
    await post('/api/del/', { id: name, api_type: 'json' });
    expect(codeOf(await comment({}))).toBe('DELETED_LINK');
  });
});

describe('an upload on Reddit', () => {
  interface Lease {
    readonly args: { readonly action: string; readonly fields: { name: string; value: string }[] };
    readonly asset: { readonly asset_id: string };
  }
  const lease = async (mimetype = 'image/png'): Promise<Lease> =>
    (await post('/api/media/asset.json', { api_type: 'json', filepath: 'a.png', mimetype }))
      .body as unknown as Lease;
  const store = async ({ args }: Lease, change: (parts: [string, string | Blob][]) => void = () => {}) => {
    const parts: [string, string | Blob][] = args.fields.map(({ name, value }) => [name, value]);
    parts.push(['file', new Blob(['abc'])]);
    change(parts);
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value as string);
    const answer = await fetch(`${args.action}/`, { method: 'POST', body });
    return [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1] ?? null];
  };

  it('takes every field of the lease, and the file last', async () => {
    expect(
      (await post('/api/media/asset.json', { api_type: 'json', filepath: 'a', mimetype: 'text/plain' }))
        .status,
    ).toBe(400);
    const leased = await lease();
    expect(await store(leased, (parts) => void parts.shift())).toEqual([403, 'AccessDenied']);
    expect(await store(leased, (parts) => void parts.unshift(...parts.splice(-1)))).not.toEqual([201, null]);
    expect(await store(leased)).toEqual([201, null]);
  });

  it('becomes one submission, which appears once it is processed', async () => {
    const leased = await lease();
    const url = `${leased.args.action}/${leased.asset.asset_id}`;
    const image = { kind: 'image', url };
    expect(codeOf(await submit(image))).toBe('BAD_URL');
    await store(leased);
    network.arm({ processingReads: 1 });
    expect((await submit(image)).body.json?.data).toEqual({
      user_submitted_page: expect.any(String),
      websocket_url: expect.stringMatching(/^wss:/),
    });
    expect(codeOf(await submit(image))).toBe('BAD_URL');
    const shown = async (): Promise<unknown[]> =>
      ((await send('/user/ada/submitted')).body as unknown as { data: { children: unknown[] } }).data
        .children;
    expect(await shown()).toEqual([]);
    expect(await shown()).toEqual([
      {
        kind: 't3',
        data: expect.objectContaining({ url: `https://i.redd.it/${leased.asset.asset_id}.png` }),
      },
    ]);
  });
});

describe('the token endpoint of Reddit', () => {
  const ask = (values: Values, secret = network.client.secret): Promise<Seen> =>
    send('/api/v1/access_token', {
      method: 'POST',
      body: form(values),
      headers: { authorization: `Basic ${Buffer.from(`${network.client.id}:${secret}`).toString('base64')}` },
    });

  it('answers as recorded for what is not valid', async () => {
    const { refreshToken } = network.createToken(network.createAccount('bob'));
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect(await ask({ ...grant, refresh_token: 'x' })).toMatchObject({ status: 400, body: { error: 400 } });
    expect(await ask(grant, 'x')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized', error: 401 },
    });
    expect(await ask({ grant_type: 'authorization_code', code: 'x' })).toMatchObject({
      status: 200,
      body: { error: 'invalid_grant' },
    });
    expect(await ask(grant)).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 86_400, refresh_token: refreshToken },
    });
  });

  it('shows no page for an app, a URL or a scope that is not registered', async () => {
    const page = async (changes: Record<string, string>): Promise<number> => {
      const query = {
        client_id: network.client.id,
        response_type: 'code',
        state: 's',
        redirect_uri: 'https://crier.example/integrations/social/reddit',
        duration: 'permanent',
        scope: 'identity submit',
        ...changes,
      };
      return (await fetch(`${network.url}/api/v1/authorize?${new URLSearchParams(query)}`)).status;
    };
    const wrong: Record<string, string>[] = [
      { client_id: 'x' },
      { redirect_uri: 'https://elsewhere.example' },
      { scope: 'identity nonsense' },
      { duration: 'forever' },
    ];
    for (const changes of wrong) expect(await page(changes)).toBe(400);
    expect(await page({})).toBe(200);
  });
});
