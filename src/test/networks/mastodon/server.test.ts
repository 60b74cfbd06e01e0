/**
 * The stand-in rejects what Mastodon rejects, with the same messages. Each rejected request is paired with an
 * accepted one.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startMastodon, type Mastodon, type MastodonOptions } from './server.ts';
import { MASTODON_LIMITS } from './state.ts';

interface Seen {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Record<string, unknown> & { id: string; error: string; content: string };
}

let network: Mastodon;
let token: string;
let accountId: string;

async function start(options: MastodonOptions = {}): Promise<void> {
  await network?.stop();
  network = await startMastodon(options);
  ({ token, id: accountId } = network.createAccount({ username: 'ada' }));
}

async function send(
  method: string,
  path: string,
  options: { json?: unknown; form?: FormData | URLSearchParams; key?: string; as?: string | null } = {},
): Promise<Seen> {
  const as = options.as === undefined ? token : options.as;
  const response = await fetch(`${network.url}${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...(options.json ? { 'content-type': 'application/json' } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
    },
    body: options.form ?? (options.json ? JSON.stringify(options.json) : undefined),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (response.headers.get('content-type')?.includes('json')
      ? JSON.parse(text)
      : { error: text }) as Seen['body'],
  };
}

const post = (json: unknown, options: { key?: string; as?: string | null } = {}): Promise<Seen> =>
  send('POST', '/api/v1/statuses', { json, ...options });
const refused = (status: number, error: string): object => ({ status, body: { error } });
const accepted = (body: object = {}): object => ({ status: 200, body: expect.objectContaining(body) });

function upload(
  type: string,
  options: { size?: number; description?: string; as?: string } = {},
): Promise<Seen> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(options.size ?? 8)], 'a.bin', { type }));
  if (options.description) form.set('description', options.description);
  return send('POST', '/api/v2/media', { form, as: options.as });
}

const uploads = (...types: string[]): Promise<string[]> =>
  Promise.all(types.map(async (type) => (await upload(type)).body.id));

beforeEach(() => start());
afterEach(() => network.stop());

describe('a caller', () => {
  it('needs a valid token, not an unknown or revoked one', async () => {
    expect(await post({ status: 'hi' })).toMatchObject(accepted());
    expect(await post({ status: 'hi' }, { as: 'unknown' })).toMatchObject(
      refused(401, 'The access token is invalid'),
    );
    expect(await post({ status: 'hi' }, { as: null })).toMatchObject(
      refused(401, 'The access token is invalid'),
    );
    network.revoke(token);
    expect(await post({ status: 'hi' })).toMatchObject(refused(401, 'The access token was revoked'));
  });

  it.each([
    ['POST', '/api/v1/statuses', 'write:statuses'],
    ['DELETE', '/api/v1/statuses/1', 'write:statuses'],
    ['POST', '/api/v2/media', 'write:media'],
    ['GET', '/api/v1/media/1', 'write:media'],
    ['GET', '/api/v1/accounts/verify_credentials', 'read:accounts'],
    ['GET', '/api/v1/accounts/search?q=ada', 'read:accounts'],
    ['GET', '/api/v1/statuses/1', 'read:statuses'],
  ])('may send %s %s only with %s or the scope that includes it', async (method, path, scope) => {
    const status = async (...scopes: string[]): Promise<number> =>
      (await send(method, path, { as: network.createAccount({ username: 'bob', scopes }).token })).status;
    expect(await status(scope)).not.toBe(403);
    expect(await status(scope.split(':')[0] ?? '')).not.toBe(403);
    expect(await status('follow', 'push')).toBe(403);
  });

  it('is rejected only if its account is suspended', async () => {
    const other = network.createAccount({ username: 'bob' });
    network.suspend(accountId);
    expect(await post({ status: 'hi' })).toMatchObject(refused(403, 'Your login is currently disabled'));
    expect(await post({ status: 'hi' }, { as: other.token })).toMatchObject(accepted());
  });

  it('needs no token to read about the instance', async () => {
    expect(await send('GET', '/api/v2/instance', { as: null })).toMatchObject({
      status: 200,
      body: { configuration: { statuses: { max_characters: 500 } } },
    });
    const { body } = await send('GET', '/.well-known/nodeinfo', { as: null });
    const [{ href }] = body.links as [{ href: string }];
    expect(await send('GET', new URL(href).pathname, { as: null })).toMatchObject({
      status: 200,
      body: { software: { name: 'mastodon' } },
    });
  });
});

describe('a text', () => {
  it('may be 500 characters long, but not 501, and may be empty only with media', async () => {
    expect(await post({ status: 'a'.repeat(500) })).toMatchObject(accepted());
    expect(await post({ status: 'a'.repeat(501) })).toMatchObject(
      refused(422, 'Validation failed: Text character limit of 500 exceeded'),
    );
    expect(await post({ status: ' \n ' })).toMatchObject(
      refused(422, "Validation failed: Text can't be blank"),
    );
    expect(await post({ status: '', media_ids: await uploads('image/png') })).toMatchObject(accepted());
  });

  it('has 23 characters for a link, and none for the domain of a mention', async () => {
    const link = `https://example.com/${'x'.repeat(300)}`;
    expect(await post({ status: `${'a'.repeat(476)} ${link}` })).toMatchObject(accepted());
    expect(await post({ status: `${'a'.repeat(477)} ${link}` })).toMatchObject({ status: 422 });
    expect(await post({ status: `${'a'.repeat(495)} @bob@a-long-domain.example` })).toMatchObject(accepted());
    expect(await post({ status: `${'a'.repeat(496)} @bob@a-long-domain.example` })).toMatchObject({
      status: 422,
    });
  });

  it('is returned as HTML, with links, mentions and tags rewritten', async () => {
    const { body } = await post({
      status: 'A & <b>\nsee https://www.example.com/x.\n\n@ada @bob@remote.example @nobody #tag',
    });
    expect(body.content).toContain(
      '<p>A &amp; &lt;b&gt;<br />see <a href="https://www.example.com/x" target="_blank"',
    );
    expect(body.content).toContain(
      '<span class="invisible">https://www.</span><span class="">example.com/x</span>',
    );
    expect(body.content).toContain(
      'href="https://remote.example/@bob" class="u-url mention">@<span>bob</span></a></span> @nobody ',
    );
    expect(body.content).toContain('class="mention hashtag" rel="tag">#<span>tag</span></a></p>');
  });

  it('may be sent as a form or as well-formed JSON', async () => {
    expect(
      await send('POST', '/api/v1/statuses', { form: new URLSearchParams({ status: 'by form' }) }),
    ).toMatchObject(accepted());
    const response = await fetch(`${network.url}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });
});

describe('media', () => {
  it('are checked for type, size and length of the description', async () => {
    await start({ limits: { imageBytes: 1024 ** 2, videoBytes: 2 * 1024 ** 2, bodyBytes: 4 * 1024 ** 2 } });
    expect(await upload('image/png', { size: 1024 ** 2 - 1, description: 'x'.repeat(1500) })).toMatchObject(
      accepted({ type: 'image', description: 'x'.repeat(1500) }),
    );
    expect(await upload('image/png', { size: 1024 ** 2 })).toMatchObject(
      refused(422, 'Validation failed: File file size must be less than 1 MB, File must be less than 1 MB'),
    );
    expect(await upload('video/mp4', { size: 1024 ** 2 })).toMatchObject(accepted({ type: 'video' }));
    expect(await upload('text/plain')).toMatchObject(
      refused(422, 'Validation failed: File content type is invalid, File is invalid'),
    );
    expect(await upload('image/png', { description: 'x'.repeat(1501) })).toMatchObject(
      refused(422, 'Validation failed: Description is too long (maximum is 1500 characters)'),
    );
    expect(await send('POST', '/api/v2/media')).toMatchObject(
      refused(422, "Validation failed: File can't be blank"),
    );
    expect(await upload('video/mp4', { size: 4 * 1024 ** 2 })).toMatchObject({ status: 413 });
  });

  it('are answered with 202, then 206 until they are processed, and cannot be posted before', async () => {
    network.arm({ mediaPolls: 1 });
    const { status, body } = await upload('video/mp4');
    expect([status, body.url]).toEqual([202, null]);
    expect(await post({ media_ids: [body.id] })).toMatchObject(
      refused(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
    );
    expect((await send('GET', `/api/v1/media/${body.id}`)).status).toBe(206);
    expect(await send('GET', `/api/v1/media/${body.id}`)).toMatchObject(
      accepted({ url: expect.stringContaining(body.id) }),
    );
    expect(await post({ media_ids: [body.id] })).toMatchObject(accepted());
    expect(await send('GET', `/api/v1/media/${body.id}`)).toMatchObject(refused(404, 'Record not found'));
  });

  it('report a failure, and are hidden from other accounts', async () => {
    network.arm({ mediaFails: true });
    const { body } = await upload('video/mp4');
    expect(await send('GET', `/api/v1/media/${body.id}`)).toMatchObject(
      refused(422, 'Error processing thumbnail for uploaded media'),
    );
    expect(
      await send('GET', `/api/v1/media/${body.id}`, { as: network.createAccount({ username: 'bob' }).token }),
    ).toMatchObject({ status: 404 });
  });

  it("may be four images or one video, the account's own, each posted only once", async () => {
    const images = await uploads('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/png');
    expect(await post({ media_ids: images })).toMatchObject(refused(422, 'Cannot attach more than 4 files'));
    expect(await post({ media_ids: images.slice(0, 4) })).toMatchObject(accepted());
    expect(await post({ media_ids: images.slice(3) })).toMatchObject(
      refused(422, `Media ${images[3]} not found or already attached to another post`),
    );
    const [film = ''] = await uploads('video/mp4');
    expect(await post({ media_ids: [film, images[4]] })).toMatchObject(
      refused(422, 'Cannot attach a video to a post that already contains images'),
    );
    expect(
      await post({ media_ids: [film] }, { as: network.createAccount({ username: 'bob' }).token }),
    ).toMatchObject(refused(422, `Media ${film} not found or already attached to another post`));
    expect(await post({ media_ids: [film] })).toMatchObject(accepted());
  });
});

describe('the Idempotency-Key', () => {
  it('returns the first status to the same account for an hour', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now });
    const first = await post({ status: 'one' }, { key: 'k' });
    now = new Date('2026-01-01T00:59:59Z');
    expect((await post({ status: 'two' }, { key: 'k' })).body.id).toBe(first.body.id);
    expect(
      (await post({ status: 'three' }, { key: 'k', as: network.createAccount({ username: 'bob' }).token }))
        .body.id,
    ).not.toBe(first.body.id);
    now = new Date('2026-01-01T01:00:00Z');
    expect((await post({ status: 'four' }, { key: 'k' })).body.id).not.toBe(first.body.id);
    expect(network.statuses().map((s) => s.text)).toEqual(['one', 'three', 'four']);
  });

  it('is forgotten for a rejected text, 404 for a deleted status, and ignored by GoToSocial', async () => {
    expect(await post({ status: '' }, { key: 'k' })).toMatchObject({ status: 422 });
    const { body } = await post({ status: 'one' }, { key: 'k' });
    await send('DELETE', `/api/v1/statuses/${body.id}`);
    expect(await post({ status: 'one' }, { key: 'k' })).toMatchObject(refused(404, 'Record not found'));
    await start({ software: 'gotosocial' });
    await post({ status: 'one' }, { key: 'k' });
    await post({ status: 'one' }, { key: 'k' });
    expect(network.statuses()).toHaveLength(2);
  });
});

describe('statuses', () => {
  it('are shown to everyone and deleted by their own account only', async () => {
    const { body } = await post({ status: 'root' });
    const other = network.createAccount({ username: 'bob' }).token;
    expect(await post({ status: 're', in_reply_to_id: body.id }, { as: other })).toMatchObject(
      accepted({ in_reply_to_id: body.id, in_reply_to_account_id: accountId }),
    );
    expect(await post({ status: 're', in_reply_to_id: '1' })).toMatchObject(
      refused(404, 'The post you are trying to reply to does not appear to exist.'),
    );
    expect(await send('DELETE', `/api/v1/statuses/${body.id}`, { as: other })).toMatchObject(
      refused(404, 'Record not found'),
    );
    expect(await send('GET', `/api/v1/statuses/${body.id}`, { as: null })).toMatchObject(
      accepted({ id: body.id }),
    );
    expect(await send('DELETE', `/api/v1/statuses/${body.id}`)).toMatchObject(accepted({ text: 'root' }));
    expect(await send('GET', `/api/v1/statuses/${body.id}`)).toMatchObject(refused(404, 'Record not found'));
    expect(network.statuses()[0]).toMatchObject({ text: 'root', deletedAt: expect.any(String) });
  });

  it('are listed newest first: the newest page, the one since an id, the one right after an id', async () => {
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c', 'd']) ids.push((await post({ status: text })).body.id);
    const list = async (query: string): Promise<number[]> => {
      const { body } = await send('GET', `/api/v1/accounts/${accountId}/statuses?${query}`);
      return (body as unknown as { id: string }[]).map((status) => ids.indexOf(status.id));
    };
    expect(await list('')).toEqual([3, 2, 1, 0]);
    expect(await list('limit=2')).toEqual([3, 2]);
    expect(await list(`limit=2&since_id=${ids[0]}`)).toEqual([3, 2]);
    expect(await list(`limit=2&min_id=${ids[0]}`)).toEqual([2, 1]);
    expect(await list(`limit=2&max_id=${ids[2]}`)).toEqual([1, 0]);
    expect(await send('GET', '/api/v1/accounts/1/statuses')).toMatchObject(refused(404, 'Record not found'));
  });
});

describe('rate limits', () => {
  it('appear in every response, and reject excess calls until the window ends', async () => {
    let now = new Date('2026-01-01T00:01:00Z');
    await start({ now: () => now, limits: { requestsPer5Minutes: 2 } });
    const shown = (seen: Seen): unknown[] => [
      seen.status,
      ...['limit', 'remaining', 'reset'].map((name) => seen.headers.get(`x-ratelimit-${name}`)),
    ];
    const who = '/api/v1/accounts/verify_credentials';
    expect(shown(await send('GET', who))).toEqual([200, '2', '1', '2026-01-01T00:05:00.000000Z']);
    expect(shown(await send('GET', '/api/v1/statuses/1'))).toEqual([
      404,
      '2',
      '0',
      '2026-01-01T00:05:00.000000Z',
    ]);
    expect(await send('GET', who)).toMatchObject(refused(429, 'Too many requests'));
    now = new Date('2026-01-01T00:05:00Z');
    expect((await send('GET', who)).status).toBe(200);
  });

  it('count statuses separately, except rejected ones', async () => {
    await start({ limits: { ...MASTODON_LIMITS, statusesPer3Hours: 1 } });
    expect((await post({ status: '' })).status).toBe(422);
    expect((await post({ status: 'one' })).status).toBe(200);
    const last = await post({ status: 'two' });
    expect(last).toMatchObject(refused(429, 'Too many requests'));
    expect([last.headers.get('x-ratelimit-limit'), last.headers.get('x-ratelimit-remaining')]).toEqual([
      '1',
      '0',
    ]);
    expect(network.statuses()).toHaveLength(1);
  });
});

describe('the stand-in as a separate process', () => {
  it('prints its URL, serves its ledger, and exits when its stdin closes', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('main.ts', import.meta.url)), '--port', '0'],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(line.toString()) as { url: string; token: string; accountId: string };
    await fetch(`${ready.url}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      body: '{"status":"hello"}',
    });
    expect(await (await fetch(`${ready.url}/__ledger`)).json()).toEqual([
      expect.objectContaining({ text: 'hello', accountId: ready.accountId }),
    ]);
    const gone = once(child, 'exit');
    child.stdin.end();
    expect(await gone).toEqual([0, null]);
  });
});
