/** Moltbook from the key of an agent to what everybody sees, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/moltbook/fixtures/world.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startMoltbook, type Moltbook } from '../networks/moltbook/server.ts';
import type { Agent, Item } from '../networks/moltbook/state.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

describe('a post to Moltbook', () => {
  let crier: TestInstance;
  let network: Moltbook;
  let front: FaultFront;
  let agent: Agent;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startMoltbook({ limits: { postEveryMs: 0, commentEveryMs: 0 } });
    front = await startFaultFront(network.url);
    agent = network.createAgent('heidi');
    crier = await startInstance({ env: { MOLTBOOK_API_URL: front.url } });
    channel = (await crier.connect('moltbook', { apiKey: agent.key })).id;
    client = clientOf(crier, crier.url, { __type: 'moltbook', submolt: 'general' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (...parts: string[]): Promise<string> =>
    (await client.create({ channels: [channel], parts: parts.map((content) => ({ content })) }))[0] ?? '';
  const live = (text: string): Item[] =>
    network.items().filter(({ content, status }) => content === text && status === 'verified');

  it('is live once, with its comment below it, and has its page', async () => {
    const [content, comment] = [unique('A shell'), unique('Another')];
    const page = await client.reaches(await create(content, comment), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
    expect(live(comment).map(({ postId }) => postId)).toEqual([page.releaseId]);
    expect(page.releaseURL).toBe(`https://www.moltbook.com/post/${page.releaseId}`);
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
  });

  it('is processing while a question is open, tells it in its steps, and is published when it is answered', async () => {
    agent.trusted = false;
    const content = unique('Asked first');
    const id = await create(content);
    const waiting = await client.reaches(id, 'processing');
    const words = waiting.timeline.map(({ text }) => text).join('\n');
    const [, code = ''] = /verification_code (\w+)/.exec(words) ?? [];
    expect(words).toContain('It asks “A] lO^bSt-Er');
    expect(live(content)).toEqual([]);
    const answer = await fetch(`${network.url}/api/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ verification_code: code, answer: '15.00' }),
    });
    expect(answer.status).toBe(200);
    await client.reaches(id, 'published');
    expect(live(content)).toHaveLength(1);
  });
});
