import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/moltbook/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startMoltbook } from '../../networks/moltbook/server.ts';
import type { Item } from '../../networks/moltbook/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const moltbook = networkCase({
  title: 'a post to Moltbook',
  async start() {
    const network = await startMoltbook({ limits: { postEveryMs: 0, commentEveryMs: 0 } });
    const front = await startFaultFront(network.url);
    const agent = network.createAgent('heidi');
    return {
      network,
      front,
      agent,
      env: { MOLTBOOK_API_URL: front.url },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, agent }) {
    const { crier } = house;
    const channel = (await crier.connect('moltbook', { apiKey: agent.key })).id;
    const client = clientOf(crier, crier.url, { __type: 'moltbook', submolt: 'general' });
    const create = async (...parts: string[]): Promise<string> =>
      (await client.create({ channels: [channel], parts: parts.map((content) => ({ content })) }))[0] ?? '';
    const live = (text: string): Item[] =>
      network.items().filter(({ content, status }) => content === text && status === 'verified');
    return { channel, client, create, live };
  },
  tests: {
    async 'is live once, with its comment below it, and has its page'({ client, create, live }) {
      const [content, comment] = [unique('A shell'), unique('Another')];
      const page = await client.reaches(await create(content, comment), 'published');
      expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
      expect(live(comment).map(({ postId }) => postId)).toEqual([page.releaseId]);
      expect(page.releaseURL).toBe(`https://www.moltbook.com/post/${page.releaseId}`);
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      front,
      client,
      create,
      live,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create(content), 'published');
      expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
    },
    async 'is processing while a question is open, tells it in its steps, and is published when it is answered'({
      network,
      agent,
      client,
      create,
      live,
    }) {
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
    },
  },
});
