import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FUTURE, sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { movePast, startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';

describe('moving posts between draft and schedule, and from date to date,', () => {
  let world: SandboxWorld;
  let news: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld();
    news = await world.connect('News');
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const create = async (content: string, type: 'schedule' | 'draft' = 'schedule'): Promise<string> =>
    (
      await world.client.create({ channels: [news.id], parts: [{ content }], date: new Date(FUTURE), type })
    )[0] ?? '';
  const setStatus = async (id: string, status: string): Promise<number> =>
    (await world.crier.call('PUT', `/posts/${id}/status`, { body: { status } })).status;
  const runOf = async (id: string): Promise<{ workflowId: string; status: () => Promise<string> }> => {
    const workflowId = await world.workflowId(id);
    return {
      workflowId,
      status: async () =>
        (await world.crier.context.temporal.workflow.getHandle(workflowId).describe()).status.name,
    };
  };

  it('publishes a draft whose date has passed as soon as it is scheduled', async () => {
    const id = await create('From the drafts', 'draft');
    await movePast(world.crier, [id], 60);
    expect(await setStatus(id, 'schedule')).toBe(200);
    expect(eventsOf(await world.client.reaches(id, 'published'))).toEqual([
      'accepted',
      'scheduled',
      'claimed',
      'request_sent',
      'published',
    ]);
  });

  it('ends the run of a post that becomes a draft, which is not published at its date', async () => {
    const id = await create('Not today');
    await world.client.handedOver(id);
    const run = await runOf(id);
    expect(await setStatus(id, 'draft')).toBe(200);
    await eventually('the run ends', async () => (await run.status()) !== 'RUNNING');
    await movePast(world.crier, [id], 1);
    await world.reconcile();
    expect(await world.client.page(id)).toMatchObject({ status: 'draft' });
    expect(await world.texts()).not.toContain('Not today');
  });

  it('publishes a post that goes back and forth once', async () => {
    const id = await create('To and fro');
    for (let round = 0; round < 3; round++) {
      for (const status of ['draft', 'schedule']) expect(await setStatus(id, status)).toBe(200);
    }
    await world.crier.call('PATCH', `/posts/${id}`, {
      body: { date: new Date(Date.now() + 1000).toISOString() },
    });
    await world.client.reaches(id, 'published');
    await world.reconcile();
    await eventually(
      'no message is left',
      async () => (await sql(world.crier, 'select 1 from outbox')).length === 0,
    );
    expect((await world.texts()).filter((text) => text === 'To and fro')).toHaveLength(1);
  });

  it('publishes a repeated post on each of its dates, automatically', async () => {
    const { body } = await world.crier.call<{ postId: string }[]>('POST', '/posts', {
      body: {
        type: 'now',
        date: FUTURE,
        inter: 7,
        posts: [{ integration: { id: news.id }, value: [{ content: 'Every week' }] }],
      },
    });
    const first = body[0]?.postId ?? '';
    await world.client.reaches(first, 'published');
    await world.reconcile();
    const [second] = await sql<{ id: string }>(world.crier, 'select id from post where repeat_of = $1', [
      first,
    ]);
    await world.client.handedOver(second?.id ?? '');
    await movePast(world.crier, [second?.id ?? ''], 0);
    await world.client.reaches(second?.id ?? '', 'published');
    expect((await world.texts()).filter((text) => text === 'Every week')).toHaveLength(2);
    await world.reconcile();
    expect(
      await sql(world.crier, "select 1 from post where interval_days is not null and state = 'scheduled'"),
    ).toHaveLength(1);
  });
});
