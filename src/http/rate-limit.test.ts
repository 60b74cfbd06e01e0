import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createApiKey } from '../organizations/create-api-key.ts';
import { buildPost, countRows, refusal, sql, withContent, type ErrorBody } from '../test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson } from '../test/person.ts';
import { endProcess } from '../test/servers/server.ts';

const LIMIT = 5;
const HOUR_MS = 3_600_000;

describe('the limit on create requests', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { API_LIMIT: String(LIMIT) } });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    await sql(crier, 'delete from rate_limit');
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => crier?.stop());

  type Options = Parameters<TestInstance['call']>[2];
  const create = (options: Options = {}): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel), ...options });
  const withKey = (key: string, body: unknown = buildPost(channel)): Promise<Answer<ErrorBody>> =>
    create({ body, headers: { 'idempotency-key': key } });
  /** A duplicate is refused with 409, so each has its own text. */
  const withoutKey = (): Promise<Answer<ErrorBody>> =>
    create({ idempotent: false, body: withContent(channel, randomUUID()) });
  const post = (url: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: crier.apiKey,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(buildPost(channel)),
    });
  const statuses = async (
    count: number,
    send: () => Promise<Answer<ErrorBody>> = create,
  ): Promise<number[]> => {
    const found: number[] = [];
    for (let i = 0; i < count; i++) found.push((await send()).status);
    return found;
  };
  const counted = async (): Promise<number> =>
    (await sql<{ points: number }>(crier, 'select points from rate_limit'))[0]?.points ?? 0;
  const header = (answer: Answer<ErrorBody>, name: string): string | null => answer.headers.get(name);
  const limits = (answer: Answer<ErrorBody>): (string | null)[] =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => header(answer, name));
  /** Ends the running window this many milliseconds from now. */
  const endWindowIn = (ms: number): Promise<unknown> =>
    sql(crier, 'update rate_limit set expire = (extract(epoch from clock_timestamp()) * 1000)::bigint + $1', [
      ms,
    ]);

  it.each([
    ['with an Idempotency-Key', () => create()],
    ['without one', () => withoutKey()],
  ])('lets the last one %s through and refuses the next', async (_, send) => {
    expect(await statuses(LIMIT, send)).toEqual(Array.from({ length: LIMIT }, () => 201));
    const posts = await countRows(crier, 'post');
    const refused = await send();
    expect(refusal(refused)).toEqual({ status: 429, code: 'rate_limited' });
    expect(await countRows(crier, 'post')).toBe(posts);
  });

  it('reports how many are left, and in how many seconds all are available again', async () => {
    const [first, second] = [await create(), await create()];
    expect([limits(first), limits(second)]).toEqual([
      ['5', '4'],
      ['5', '3'],
    ]);
    for (const answer of [first, second]) {
      const reset = Number(header(answer, 'x-ratelimit-reset'));
      expect(reset).toBeGreaterThan(3500);
      expect(reset).toBeLessThanOrEqual(3600);
      expect(header(answer, 'retry-after')).toBeNull();
    }
  });

  it('shows a refused client the limit and when to retry, without headers of an accepted request', async () => {
    await statuses(LIMIT);
    await endWindowIn(90_000);
    const refused = await create();
    expect(Number(header(refused, 'retry-after'))).toBeGreaterThan(60);
    expect(Number(header(refused, 'retry-after'))).toBeLessThanOrEqual(90);
    expect([...refused.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(refused.body.message).toMatch(
      /may send 5 create requests per hour.*accepted in \d+ seconds, at \d{4}-\d\d-\d\dT.*Z/,
    );
  });

  it('starts a window with the first request, not with the last one', async () => {
    await create();
    await endWindowIn(1_800_000);
    expect(Number(header(await create(), 'x-ratelimit-reset'))).toBeLessThanOrEqual(1800);
  });

  it.each([
    ['before', 60_000, 429],
    ['after', -1000, 201],
  ])(
    'applies until the end of its window, from a minute before to a second after: %s',
    async (_, inMs, status) => {
      await statuses(LIMIT);
      await endWindowIn(inMs);
      expect((await create()).status).toBe(status);
    },
  );

  it.each<[string, Options, number]>([
    ['fields that are wrong', { body: { type: 'schedule' } }, 400],
    ['a body that is not JSON', { body: '{' }, 400],
    ['a body that is not JSON, without an Idempotency-Key', { body: '{', idempotent: false }, 400],
    ['an Idempotency-Key that is not usable', { headers: { 'idempotency-key': 'k'.repeat(256) } }, 400],
    ['a channel that is not there', { body: buildPost('nobody') }, 404],
  ])('counts a request that is refused for %s', async (_, options, status) => {
    const answer = await create(options);
    expect([answer.status, limits(answer)]).toEqual([status, ['5', '4']]);
    await statuses(LIMIT - 1);
    expect((await create(options)).status).toBe(429);
  });

  it('counts a key that is reused for another request', async () => {
    const key = randomUUID();
    await withKey(key);
    const answer = await withKey(key, withContent(channel, 'Another text'));
    expect([answer.status, limits(answer)]).toEqual([422, ['5', '3']]);
  });

  it('does not count unauthenticated requests', async () => {
    expect(await statuses(2, () => create({ key: null }))).toEqual([401, 401]);
    expect(await statuses(2, () => create({ key: 'not-a-key' }))).toEqual([401, 401]);
    expect(await countRows(crier, 'rate_limit')).toBe(0);
  });

  it('does not count other requests', async () => {
    await crier.call('GET', '/posts/01900000-0000-7000-8000-000000000000');
    await crier.call('HEAD', '/integrations');
    const answer = await crier.call<ErrorBody>('GET', '/integrations');
    expect(limits(answer)).toEqual([null, null]);
    expect(await countRows(crier, 'rate_limit')).toBe(0);
  });

  it('does not count a repeated answer, and gives it even when all requests are used up', async () => {
    const key = randomUUID();
    const first = await withKey(key);
    const again = await withKey(key);
    expect([again.status, again.text, header(again, 'idempotency-replayed'), limits(again)]).toEqual([
      201,
      first.text,
      'true',
      [null, null],
    ]);
    expect(await counted()).toBe(1);
    await statuses(LIMIT - 1);
    expect([(await create()).status, (await withKey(key)).text]).toEqual([429, first.text]);
  });

  it('counts simultaneous requests with the same key once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => withKey(key)));
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: LIMIT }, () => 201));
    expect(await counted()).toBe(1);
  });

  it('is one for all ways to write the URL', async () => {
    const paths = [
      '/public/v1/posts/',
      '/public//v1/posts',
      '/PUBLIC/v1/Posts',
      '/public/v1/posts?x=1',
      '/api/public/v1/posts',
    ];
    const left: (string | null)[] = [];
    for (const path of paths) {
      left.push((await post(`${crier.url}${path}`)).headers.get('x-ratelimit-remaining'));
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    expect((await create()).status).toBe(429);
  });

  it('is shared by all keys of an organisation, and separate for each organisation', async () => {
    const { key } = await createApiKey(crier.context, {
      organizationId: crier.organizationId,
      name: 'second',
    });
    await statuses(LIMIT - 1);
    expect(await statuses(2, () => create({ key }))).toEqual([201, 429]);
    const other = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', {}, other.id)).id;
    expect((await create({ key: other.apiKey, body: buildPost(theirs) })).status).toBe(201);
  });

  it('does not count people in the web app, and lets them create when the keys of the organisation may not', async () => {
    await statuses(LIMIT);
    const { call } = await addPerson(crier);
    for (let n = 0; n < 2; n++) {
      expect((await call('POST', '/posts', { body: withContent(channel, randomUUID()) })).status).toBe(201);
    }
    expect([await counted(), (await create()).status]).toEqual([LIMIT, 429]);
  });

  it('holds over simultaneous requests to several processes, and outlives them', async () => {
    const { child, url } = await crier.startApiProcess();
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, i) => post(`${i % 2 ? url : crier.url}/public/v1/posts`)),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([
      ...Array.from({ length: LIMIT }, () => 201),
      ...Array.from({ length: 3 * LIMIT }, () => 429),
    ]);
    await endProcess(child, 3000);
    const next = await crier.startApiProcess();
    expect((await post(`${next.url}/public/v1/posts`)).status).toBe(429);
  });

  it.each([
    ['ahead', 2 * HOUR_MS],
    ['behind', -2 * HOUR_MS],
  ])("is neither lifted nor extended when a process's clock is set two hours %s", async (_, offsetMs) => {
    await statuses(LIMIT - 1);
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + offsetMs);
    const last = await create();
    expect(limits(last)).toEqual(['5', '0']);
    for (const [answer, name] of [
      [last, 'x-ratelimit-reset'],
      [await create(), 'retry-after'],
    ] as const) {
      expect(Number(header(answer, name))).toBeGreaterThan(3500);
      expect(Number(header(answer, name))).toBeLessThanOrEqual(3600);
    }
  });

  it('takes one statement for each create', async () => {
    await create();
    const query = jest.spyOn(crier.context.database, 'query');
    await create();
    await withoutKey();
    const texts = query.mock.calls
      .map(([statement]) => statement.text)
      .filter((text) => text.includes('rate_limit'));
    expect(texts).toHaveLength(2);
  });

  it('is forgotten once its window has ended and another one begins', async () => {
    await sql(
      crier,
      "insert into rate_limit (key, points, expire) values ('create-post:of-old', 5, 1), ('create-post:of-now', 5, 4102444800000)",
    );
    await create();
    await eventually('the old window is gone', async () => (await countRows(crier, 'rate_limit')) === 2);
    expect(await sql(crier, "select key from rate_limit where key like '%:of-%'")).toEqual([
      { key: 'create-post:of-now' },
    ]);
  });

  it('lets nothing through uncounted when the count cannot be stored', async () => {
    await sql(crier, 'alter table rate_limit rename to rate_limit_away');
    try {
      expect(refusal(await create())).toEqual({ status: 500, code: 'internal' });
    } finally {
      await sql(crier, 'alter table rate_limit_away rename to rate_limit');
    }
    expect((await create()).status).toBe(201);
  });
});

describe('no limit on create requests (API_LIMIT=0)', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { API_LIMIT: '0' } });
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => crier?.stop());

  it('counts nothing and sends no headers about it', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const query = jest.spyOn(crier.context.database, 'query');
    const answer = await crier.call('POST', '/posts', { body: buildPost(channel) });
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([201, null]);
    expect(query.mock.calls.filter(([statement]) => statement.text.includes('rate_limit'))).toEqual([]);
    expect(await countRows(crier, 'rate_limit')).toBe(0);
  });
});
