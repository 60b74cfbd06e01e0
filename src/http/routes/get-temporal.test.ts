import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteTemporalStart, type TemporalStart } from '../../platform/temporal-start.ts';
import { buildPost, createOne, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp } from '../../test/person.ts';
import { freePort } from '../../run/embedded/ports.ts';

const BUILDING: TemporalStart = {
  state: 'preparing',
  progress: { step: 'building', done: 1200, total: 1787, secondsLeft: 95 },
};
const FAILED: TemporalStart = { state: 'failed', reason: 'The disk is full: /var/cache/somewhere' };

describe("while Temporal's server is being built", () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` },
    });
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(() => noteTemporalStart(crier.dataDir, null));
  afterAll(() => crier?.stop());

  const note = (start: TemporalStart | null): void => noteTemporalStart(crier.dataDir, start);
  const scheduling = async (id: string): Promise<unknown> => {
    const { body } = await crier.call<Record<string, unknown>>('GET', `/posts/${id}`);
    return [body.scheduling, body.schedulingReason];
  };
  const ready = async (): Promise<{ status: number; body: { checks: Record<string, unknown> } }> => {
    await sleep(1100); // An answer is shared for a second.
    const response = await fetch(`${crier.url}/api/ready`);
    return { status: response.status, body: (await response.json()) as never };
  };

  it('a post shows that it is delayed and why, from the first moment on', async () => {
    note(BUILDING);
    const id = await createOne(crier, buildPost(channel));
    expect(await scheduling(id)).toEqual([
      'delayed',
      {
        code: 'preparing',
        message:
          "Temporal's server is not up yet (1,200 of 1,787 packages compiled, about 2 minutes left). The post is stored and will be published when it is",
      },
    ]);
    note(FAILED);
    expect(await scheduling(id)).toEqual([
      'delayed',
      { code: 'failed', message: expect.stringContaining('npm run crier -- doctor says why') },
    ]);
    note(null);
    expect(await scheduling(id)).toEqual(['ready', null]);
    await sql(crier, 'update outbox set attempts = 1');
    expect(await scheduling(id)).toEqual([
      'delayed',
      {
        code: 'unreachable',
        message: 'Temporal is not responding. The post is stored and will be published when it is back',
      },
    ]);
    note(BUILDING);
    await sql(crier, 'delete from outbox');
    expect(await scheduling(id)).toEqual(['ready', null]);
  });

  it('a draft is not delayed: nothing is to be started for it', async () => {
    note(BUILDING);
    const id = await createOne(crier, buildPost(channel, { type: 'draft' }));
    expect(await scheduling(id)).toEqual(['ready', null]);
  });

  it('the instance is not ready, shows its progress to anybody, and never the reason of a failure', async () => {
    note(BUILDING);
    const waits = { ok: false, detail: "starts when Temporal's server is up" };
    expect(await ready()).toMatchObject({
      status: 503,
      body: {
        checks: {
          database: { ok: true },
          temporal: {
            ok: false,
            detail: 'not up yet: 1,200 of 1,787 packages compiled, about 2 minutes left',
          },
          worker: waits,
        },
      },
    });
    note(FAILED);
    const { body } = await ready();
    expect(body.checks).toMatchObject({
      temporal: { ok: false, detail: 'could not be started: npm run crier -- doctor says why' },
      worker: waits,
    });
    expect(JSON.stringify(body)).not.toContain('/var/cache');
  });

  it('the web app hears how far it is; the reason of a failure is for the operator', async () => {
    const [person, operator] = [await addPerson(crier), await addPerson(crier, { operator: true })];
    const ask = async (who = person): Promise<unknown> => (await who.call('GET', '/temporal')).body;
    expect(await ask()).toEqual({ state: 'started', progress: null, reason: null });
    note(BUILDING);
    expect(await ask()).toEqual({ ...BUILDING, reason: null });
    note(FAILED);
    expect(await ask()).toEqual({ state: 'failed', progress: null, reason: null });
    expect(await ask(operator)).toEqual({ ...FAILED, progress: null });
    expect((await callApp(crier, { method: 'GET', path: '/temporal' })).status).toBe(401);
  });

  it('the record of a supervisor that was killed counts for nothing', async () => {
    note(BUILDING);
    const file = join(crier.dataDir, 'temporal-start.json');
    const noted = JSON.parse(readFileSync(file, 'utf8')) as { supervisor: { pid: number } };
    const gone = spawn('true');
    await once(gone, 'exit');
    noted.supervisor.pid = gone.pid ?? 0;
    writeFileSync(file, JSON.stringify(noted));
    const id = await createOne(crier, buildPost(channel));
    expect(await scheduling(id)).toEqual(['ready', null]);
  });
});
