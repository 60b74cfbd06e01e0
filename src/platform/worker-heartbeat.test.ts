import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { buildPost, createOne, sql } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { endProcess } from '../test/servers/server.ts';
import { readUnserved } from './worker-heartbeat.ts';

describe('workers that share the networks (CRIER_NETWORKS)', () => {
  let crier: TestInstance;
  let channel: string;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => endProcess(worker)));
    await sql(crier, "delete from instance_state where key like 'worker:%'");
  });
  afterAll(() => crier?.stop());

  const start = async (networks: string): Promise<void> => {
    workers.push(await crier.startWorkerProcess({ CRIER_NETWORKS: networks }));
  };
  const stateOf = async (id: string): Promise<unknown> =>
    (await sql(crier, 'select state from post where id = $1', [id]))[0]?.state;
  const workerCheck = async (): Promise<{ ok: boolean; detail: string }> => {
    const answer = await fetch(`${crier.url}/api/ready`);
    return ((await answer.json()) as { checks: { worker: { ok: boolean; detail: string } } }).checks.worker;
  };

  it('leave a network to the one that has it, and it is shown that this one is missing', async () => {
    await start('mastodon');
    const id = await createOne(crier, buildPost(channel, { type: 'now' }));
    await eventually('a worker of no use to the sandbox polls', async () =>
      (await workerCheck()).detail.includes('; some networks have none'),
    );
    expect([await readUnserved(crier.context.database), await stateOf(id)]).toEqual([
      ['sandbox'],
      'scheduled',
    ]);
    await start('Sandbox, x');
    await eventually('it is published', async () => (await stateOf(id)) === 'published');
    await eventually('none is missing', async () => !(await workerCheck()).detail.includes('have none'));
    expect(await readUnserved(crier.context.database)).toEqual([]);
  });

  it('are not started for a network that does not exist', async () => {
    await expect(start('mastodon,tumbler')).rejects.toThrow();
    expect(crier.logs()).toContain('CRIER_NETWORKS has no network called tumbler');
  });
});
