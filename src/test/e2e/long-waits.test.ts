/** Waits that take hours: a person can end them, and the run that waits ends with them. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import {
  PROGRESS_QUERY,
  type PublishPostResult,
  type TargetProgress,
} from '../../../temporal/contract/publish-post.ts';
import { sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';
import { unique } from './scenarios.ts';

jest.setTimeout(120_000);

describe('a post that waits for hours', () => {
  let world: SandboxWorld;
  let channel: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = await world.connect('Slow #lookup');
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const progress = async (id: string): Promise<TargetProgress | undefined> => {
    const handle = world.crier.context.temporal.workflow.getHandle(await world.workflowId(id));
    try {
      return (await handle.query<TargetProgress[]>(PROGRESS_QUERY))[0];
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined; // it is being started
      throw error;
    }
  };
  const waiting = (id: string, part: number): Promise<unknown> =>
    eventually(
      `part ${part} waits`,
      async () => {
        const target = await progress(id);
        return target?.phase === 'waiting' && target.part === part;
      },
      60_000,
    );
  const ends = async (id: string): Promise<string> => {
    const handle = world.crier.context.temporal.workflow.getHandle(await world.workflowId(id));
    return ((await handle.result()) as PublishPostResult).summary;
  };

  const limitEnds = (): Promise<unknown> => sql(world.crier, 'delete from channel_limit');

  it('because the network asks for it shows it, can be cancelled, and is not sent', async () => {
    const text = unique('Limited');
    await world.arm(channel, { kind: 'rate_limited', seconds: 3 * 86_400 });
    const [id = ''] = await world.client.create({ channels: [channel.id], parts: [{ content: text }] });
    await waiting(id, 1);
    const page = await world.client.page(id);
    expect(page.status).toBe('scheduled');
    expect(eventsOf(page)).toContain('rate_limited');
    expect((await world.crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
    expect(await ends(id)).toBe('1 cancelled');
    expect(await world.texts()).not.toContain(text);
    await limitEnds();
  });

  it('because the network asks for it is sent at another date when it is moved', async () => {
    const text = unique('Limited, then moved');
    await world.arm(channel, { kind: 'rate_limited', seconds: 3 * 86_400 });
    const [id = ''] = await world.client.create({ channels: [channel.id], parts: [{ content: text }] });
    await waiting(id, 1);
    // Until then, no post of the channel calls the network.
    await limitEnds();
    const date = new Date(Date.now() + 2000).toISOString();
    expect((await world.crier.call('PATCH', `/posts/${id}`, { body: { date } })).status).toBe(200);
    await world.client.reaches(id, 'published');
  });

  it('between two parts of a thread keeps what is published when the rest is cancelled', async () => {
    const texts = [unique('Out'), unique('Never')];
    const value = [{ content: texts[0] }, { content: texts[1], delay: 600 }];
    const body = {
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: channel.id }, value }],
    };
    const created = await world.crier.call<{ postId: string }[]>('POST', '/posts', { body });
    const id = created.body[0]?.postId ?? '';
    await waiting(id, 2);
    expect(await world.crier.call('DELETE', `/posts/${id}`)).toMatchObject({
      status: 200,
      body: { status: 'partly_published' },
    });
    expect(await ends(id)).toBe('1 partly published');
    expect((await world.texts()).filter((text) => texts.includes(text))).toEqual([texts[0]]);
  });
});
