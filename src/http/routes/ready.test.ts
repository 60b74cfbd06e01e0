import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeze, readFreeze } from '../../platform/freeze.ts';
import { resume } from '../../posts/decide/resume.ts';
import { buildPost, createOne, sql } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { readyRoute } from './ready.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { endProcess } from '../../test/servers/server.ts';

interface Ready {
  status: string;
  frozen: { at: string } | null;
  checks: Record<'database' | 'temporal' | 'worker' | 'outbox', { ok: boolean; detail: string }>;
}

/** Checks again: the previous answer has expired before this one. */
const readyNow = async (url: string): Promise<{ status: number; body: Ready }> => {
  await sleep(1100);
  return ready(url);
};
const ready = async (url: string): Promise<{ status: number; body: Ready }> => {
  const response = await fetch(`${url}/api/ready`);
  return { status: response.status, body: (await response.json()) as Ready };
};

describe('GET /api/ready', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance();
  });
  afterAll(() => crier?.stop());

  it('reports that no worker is running', async () => {
    expect(await ready(crier.url)).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        checks: {
          database: { ok: true, detail: 'written' },
          temporal: { ok: true, detail: 'answers' },
          worker: { ok: false, detail: 'no worker is running' },
          outbox: { ok: true, detail: 'empty' },
        },
        frozen: null,
      },
    });
  });

  it('reports that a post created now would be published, once a worker polls', async () => {
    const worker = await crier.startWorkerProcess();
    const answer = await eventually('ready', async () => {
      const now = await ready(crier.url);
      return now.status === 200 && now;
    });
    expect(answer.body).toMatchObject({
      status: 'ready',
      checks: { worker: { ok: true, detail: expect.stringMatching(/^\d+ polling, the last \d+ s ago$/) } },
    });
    // A worker that was killed, suspended or cut off gives no sign any more.
    await eventually('a heartbeat that is too old', async () => {
      await sql(
        crier,
        "update instance_state set updated_at = now() - interval '31 seconds' where key like 'worker:%'",
      );
      const { status, body } = await ready(crier.url);
      return status === 503 && /the last 3\d s ago$/.test(body.checks.worker.detail);
    });
    await eventually('ready after the next heartbeat', async () => (await ready(crier.url)).status === 200);
    // A freeze is what a person wants: shown with its date, not with its reason (anybody may ask), and no
    // ground to call the instance broken.
    await freeze(crier.context.database, {}, { reason: 'The wrong campaign', waitMs: 0 });
    const [since] = await sql<{ at: Date }>(
      crier,
      "select (value ->> 'at')::timestamptz(3) as at from instance_state where key = 'frozen'",
    );
    const frozen = await readyNow(crier.url);
    expect([frozen.status, frozen.body.status]).toEqual([200, 'ready']);
    expect(JSON.stringify(frozen.body)).not.toContain('The wrong campaign');
    expect(frozen.body.frozen?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    expect(
      Math.abs(Date.parse(frozen.body.frozen?.at ?? '') - new Date(since?.at ?? 0).getTime()),
    ).toBeLessThanOrEqual(1);
    await resume(crier.context, {}, { action: 'now' });
    expect(await readyNow(crier.url)).toMatchObject({ status: 200, body: { frozen: null } });
    // What its supervisor hears.
    expect((await once(worker, 'message'))[0]).toBe('alive');
    await endProcess(worker, 5000);
    expect((await readyNow(crier.url)).body.checks.worker.ok).toBe(false);
  });

  it('looks once for everybody who asks at the same time, and again a second later', async () => {
    let writes = 0;
    const { database } = crier.context;
    const counting: typeof database = Object.create(database, {
      query: {
        value: (...args: Parameters<typeof database.query>) => {
          writes += args[0].name === 'ready-write' ? 1 : 0;
          return database.query(...args);
        },
      },
    });
    const route = readyRoute({ ...crier.context, database: counting });
    const ask = async (): Promise<{ status?: number; body?: unknown }> => {
      const ctx: { status?: number; body?: unknown } = {};
      await route(Object.assign(ctx, { set: () => undefined, state: { log: crier.context.log } }) as never);
      return ctx;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect([writes, new Set(answers.map(({ body }) => body)).size]).toEqual([1, 1]);
    await sleep(1100);
    await ask();
    expect(writes).toBe(2);
  });

  it('reports messages that have waited in the outbox for more than a minute', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const id = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      "insert into outbox (id, kind, post_group_id, available_at, created_at) select gen_random_uuid(), 'start_group', post_group_id, now() + interval '1 hour', now() - interval '61 seconds' from post where id = $1",
      [id],
    );
    const { status, body } = await readyNow(crier.url);
    expect([status, body.checks.outbox]).toEqual([
      503,
      { ok: false, detail: expect.stringMatching(/^\d waiting, the oldest for 6\d s$/) },
    ]);
    await sql(crier, "update outbox set created_at = now() - interval '5 seconds'");
    expect((await readyNow(crier.url)).body.checks.outbox).toMatchObject({ ok: true });
  });
});

describe('the state of a freeze', () => {
  it.each([
    ['a number', 1_795_236_730_123.4],
    ['a text, from a driver that keeps every digit', '1795236730123.4'],
  ])('has a date when the database gives %s', async (_, at) => {
    const frozen = await readFreeze(
      { query: async <Row extends object>() => [{ at, reason: 'why' } as Row] },
      {},
    );
    expect(frozen).toEqual({ at: new Date(1_795_236_730_123), reason: 'why' });
  });
});

describe('while Temporal is away', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` },
    });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  it('the instance is healthy and not ready, and names the missing part without its host', async () => {
    expect((await fetch(`${crier.url}/api/health`)).status).toBe(200);
    const { status, body } = await ready(crier.url);
    expect([status, body.checks.temporal, body.checks.worker, body.checks.database.ok]).toEqual([
      503,
      { ok: false, detail: 'does not answer' },
      { ok: false, detail: 'does not answer' },
      true,
    ]);
  });

  it('a create answers 201 within its deadline, and shows as delayed once the relay has tried', async () => {
    const started = Date.now();
    const id = await createOne(crier, buildPost(channel));
    // The start inline gives up after half a second; anything near gRPC's own deadline would be a defect.
    expect(Date.now() - started).toBeLessThan(5000);
    const scheduling = async (): Promise<unknown> =>
      (await crier.call<{ scheduling: string }>('GET', `/posts/${id}`)).body.scheduling;
    expect(await scheduling()).toBe('ready');
    await sql(crier, 'update outbox set available_at = now()');
    const { relayOnce } = await import('../../platform/outbox/relay.ts');
    expect(await relayOnce(crier.context)).toBe(1);
    expect(await scheduling()).toBe('delayed');
    const [row] = await sql<{ attempts: number; error: string; wait: boolean }>(
      crier,
      'select attempts, last_error as error, available_at > now() as wait from outbox',
    );
    expect(row).toEqual({ attempts: 1, error: expect.stringMatching(/.{5,}/), wait: true });
  });

  it('changes and deletes are still accepted, and their messages wait', async () => {
    const id = await createOne(crier, buildPost(channel));
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { date: '2031-06-01' } })).status).toBe(200);
    expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'sync_post' },
      { kind: 'sync_post' },
    ]);
  });
});
