import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { buildPost, countRows, createOne, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { startTcpProxy, type TcpProxy } from '../test/faults/tcp-proxy.ts';
import { freePort } from '../run/embedded/ports.ts';

describe('while the database does not answer', () => {
  let crier: TestInstance;
  let away: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    // Another process of the same instance with a port at which nothing listens.
    away = (
      await crier.startApiProcess({
        DATABASE_URL: `postgres://crier:canary-database-password@127.0.0.1:${await freePort()}/crier`,
      })
    ).url;
  });
  afterAll(() => crier?.stop());

  it.each([
    ['GET', '/public/v1/is-connected', ''],
    ['GET', '/public/v1/integrations', ''],
    ['POST', '/public/v1/posts', '. Nothing was changed'],
    ['POST', '/public/v1/upload', '. Nothing was changed'],
    ['DELETE', '/public/v1/posts/01900000-0000-7000-8000-000000000000', '. Nothing was changed'],
  ])('%s %s answers 503 with Retry-After and nothing internal', async (method, path, outcome) => {
    const response = await fetch(`${away}${path}`, { method, headers: { authorization: crier.apiKey } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code: 'unavailable',
      message: `The service is not available right now${outcome}`,
    });
    expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|canary/);
  });

  it('the instance is healthy and not ready', async () => {
    expect((await fetch(`${away}/api/health`)).status).toBe(200);
    const response = await fetch(`${away}/api/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: 'not ready',
      checks: { database: { ok: false, detail: 'does not answer' } },
    });
  });

  it('a missing key is still refused as one', async () => {
    expect((await fetch(`${away}/public/v1/is-connected`)).status).toBe(401);
  });

  it('the log has the reason, without the password', async () => {
    expect(crier.logs()).toContain('ECONNREFUSED');
    expect(crier.logs()).not.toContain('canary-database-password');
  });
});

describe('after the database went away and came back', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  it('the API answers again automatically', async () => {
    const url = await crier.startApi();
    const connected = (): Promise<number> =>
      fetch(`${url}/public/v1/is-connected`, { headers: { authorization: crier.apiKey } }).then(
        (r) => r.status,
      );
    expect(await Promise.all([1, 2, 3].map(connected))).toEqual([200, 200, 200]);
    await sql(
      crier,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crier-api' and datname = current_database()",
    );
    const statuses = [await connected(), await connected(), await connected()];
    expect(statuses.every((s) => s === 200 || s === 503)).toBe(true);
    expect(statuses.at(-1)).toBe(200);
  });

  it('a create that lost its connection in the middle stored nothing', async () => {
    const before = await countRows(crier, 'post');
    await sql(
      crier,
      `create function fail_late() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    );
    await sql(
      crier,
      'create trigger fail_late after insert on outbox for each row execute function fail_late()',
    );
    const answer = await crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) });
    await sql(crier, 'drop trigger fail_late on outbox');
    expect(refusal(answer)).toEqual({ status: 503, code: 'unavailable' });
    expect(await countRows(crier, 'post')).toBe(before);
    expect((await crier.call('POST', '/posts', { body: buildPost(channel) })).status).toBe(201);
  });
});

describe('when only the answer of a commit is lost', () => {
  let crier: TestInstance;
  let channel: string;
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    const through = new URL(crier.env.DATABASE_URL ?? '');
    proxy = await startTcpProxy(through.host);
    through.host = proxy.address;
    url = await crier.startApi({ DATABASE_URL: through.href });
  });
  afterAll(async () => {
    await crier?.stop();
    await proxy?.stop();
  });

  const call = async (
    method: string,
    path: string,
    { body, key }: { body?: unknown; key?: string } = {},
  ): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${url}/public/v1${path}`, {
      method,
      headers: {
        authorization: crier.apiKey,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const withText = (content: string): unknown =>
    buildPost([], { posts: [{ integration: { id: channel }, value: [{ content }] }] });
  const idsOf = async (content: string): Promise<string[]> =>
    (
      await sql<{ id: string }>(crier, 'select post_id as id from post_item where content = $1', [content])
    ).map(({ id }) => id);

  it.each([
    ['with an Idempotency-Key', randomUUID()],
    ['without one', undefined],
  ])('a create %s is looked up, and answers as if nothing had happened', async (text, key) => {
    await call('GET', '/is-connected');
    const lost = proxy.loseAnswerTo('store-posts');
    const answer = await call('POST', '/posts', { body: withText(text), key });
    await lost;
    expect(answer).toEqual({ status: 201, body: [{ postId: expect.any(String), integration: channel }] });
    expect(await idsOf(text)).toEqual([(answer.body as { postId: string }[])[0]?.postId]);
  });

  it('a draft, which keeps no answer, is looked up as well', async () => {
    const lost = proxy.loseAnswerTo('store-posts');
    const body = { ...(withText('A draft') as object), type: 'draft' };
    expect((await call('POST', '/posts', { body })).status).toBe(201);
    await lost;
    expect(await idsOf('A draft')).toHaveLength(1);
  });

  it('a create reports that it may be stored while the database stays away, and is stored once', async () => {
    const key = randomUUID();
    for (const [idempotencyKey, message] of [
      [undefined, 'look before you repeat it. With an Idempotency-Key it could be repeated safely'],
      [key, 'repeat it with the same Idempotency-Key'],
    ] as const) {
      const lost = proxy.loseAnswerTo('store-posts', { thenAway: true });
      const content = `Away, ${idempotencyKey ? 'with' : 'without'} a key`;
      const answer = await call('POST', '/posts', { body: withText(content), key: idempotencyKey });
      await lost;
      proxy.heal();
      expect(answer).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          message: `The service is not available right now. The request may have been carried out all the same: ${message}`,
        },
      });
      expect(await idsOf(content)).toHaveLength(1);
    }
    const content = 'Away, with a key';
    const again = await call('POST', '/posts', { body: withText(content), key });
    expect([again.status, await idsOf(content)]).toEqual([
      201,
      (again.body as { postId: string }[]).map(({ postId }) => postId),
    ]);
  });

  it('a change or a delete is looked up, and answers as if nothing had happened', async () => {
    const id = await createOne(crier, buildPost(channel));
    for (const [method, body, answer] of [
      ['PATCH', { content: 'Other words' }, { id, revision: 2 }],
      ['DELETE', undefined, { id, status: 'cancelled' }],
    ] as const) {
      const lost = proxy.loseAnswerTo('commit');
      expect(await call(method, `/posts/${id}`, { body })).toMatchObject({ status: 200, body: answer });
      await lost;
    }
    expect(await sql(crier, 'select state, revision from post where id = $1', [id])).toEqual([
      { state: 'cancelled', revision: 3 },
    ]);
  });

  it('a change reports that it may have been made while the database stays away', async () => {
    const id = await createOne(crier, buildPost(channel));
    const lost = proxy.loseAnswerTo('commit', { thenAway: true });
    expect(await call('PATCH', `/posts/${id}`, { body: { date: '2031-06-01' } })).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('carried out all the same: look before you repeat it') },
    });
    await lost;
    proxy.heal();
    expect(await sql(crier, 'select revision from post where id = $1', [id])).toEqual([{ revision: 2 }]);
  });
});

describe('without a file descriptor for a connection to the database', () => {
  it('a request is answered 503, to be repeated, and no defect is reported', async () => {
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      `ulimit -n 128 && exec '${process.execPath}' src/http/fixtures/no-descriptors.ts`,
    ]);
    expect(JSON.parse(stdout)).toEqual({ reason: 'EMFILE', status: 503, retryAfter: '5' });
  });
});
