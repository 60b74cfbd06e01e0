import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, countRows, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { freePort } from '../test/servers/server.ts';

describe('while the database does not answer', () => {
  let crier: TestInstance;
  let away: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    // Another process of the same instance that is told a port at which nothing listens.
    away = (
      await crier.startApiProcess({
        DATABASE_URL: `postgres://crier:canary-database-password@127.0.0.1:${await freePort()}/crier`,
      })
    ).url;
  });
  afterAll(() => crier?.stop());

  it.each([
    ['GET', '/public/v1/is-connected'],
    ['GET', '/public/v1/integrations'],
    ['POST', '/public/v1/posts'],
    ['POST', '/public/v1/upload'],
    ['DELETE', '/public/v1/posts/01900000-0000-7000-8000-000000000000'],
  ])('%s %s answers 503 with Retry-After and nothing internal', async (method, path) => {
    const response = await fetch(`${away}${path}`, { method, headers: { authorization: crier.apiKey } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code: 'unavailable',
      message: 'The service is not available right now',
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

  it('the log says why, without the password', async () => {
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

  it('the API answers again by itself', async () => {
    const { url } = await crier.startApiProcess();
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
