/**
 * A machine that is busy while a post is created, or moved: the worker needs seconds for the task that sets
 * the timer. That must not change when the post is published.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOne, sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { startSlowTemporal, type SlowTemporal } from '../slow-temporal.ts';

/** Less than a task of a run may take, after which it is done again. */
const SLOW_MS = 7000;

describe('a post whose run was slow to set its timer', () => {
  let crier: TestInstance;
  let temporal: SlowTemporal;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    temporal = await startSlowTemporal(String(crier.env.TEMPORAL_ADDRESS));
    channel = (await crier.connect('sandbox')).id;
    await crier.startWorker({ TEMPORAL_ADDRESS: temporal.address });
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await temporal?.stop();
  });

  const create = (date: Date): Promise<string> =>
    createOne(crier, {
      type: 'schedule',
      date: date.toISOString(),
      posts: [{ integration: { id: channel }, value: [{ content: `Hello ${date.getTime()}` }] }],
    });
  const lateness = async (id: string): Promise<number> => {
    const read = "select lateness_ms as ms from post where id = $1 and state = 'published'";
    const published = async (): Promise<{ ms: number } | undefined> =>
      (await sql<{ ms: number }>(crier, read, [id]))[0];
    return (await eventually('it is published', published, 60_000)).ms;
  };
  const inMs = (ms: number): Date => new Date(Date.now() + ms);

  it('is as punctual as one whose run was quick', async () => {
    const due = inMs(SLOW_MS + 13_000);
    const arrived = temporal.delayNext('RespondWorkflowTaskCompleted', SLOW_MS);
    const slow = await create(due);
    await arrived;
    const quick = await create(due);
    expect((await lateness(slow)) - (await lateness(quick))).toBeLessThan(SLOW_MS / 2);
  }, 90_000);

  it('is punctual at the date that it was moved to', async () => {
    const moved = await create(inMs(3_600_000));
    await eventually('its run waits', async () => {
      const [row] = await sql<{ started: boolean }>(
        crier,
        'select g.run_started_at < now() - make_interval(secs => 1) as started from post p join post_group g on g.id = p.post_group_id where p.id = $1',
        [moved],
      );
      return row?.started;
    });
    const due = inMs(SLOW_MS + 13_000);
    const arrived = temporal.delayNext('RespondWorkflowTaskCompleted', SLOW_MS);
    const body = { date: due.toISOString() };
    expect((await crier.call('PATCH', `/posts/${moved}`, { body })).status).toBe(200);
    await arrived;
    const quick = await create(due);
    expect((await lateness(moved)) - (await lateness(quick))).toBeLessThan(SLOW_MS / 2);
  }, 90_000);
});
