import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/kick/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startKick } from '../../networks/kick/server.ts';
import type { Message } from '../../networks/kick/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const kick = networkCase({
  title: 'a post to Kick',
  async start(redirectUri) {
    const network = await startKick({ redirectUris: [redirectUri('kick')] });
    const front = await startFaultFront(network.url);
    network.createAccount('heidi');
    return {
      network,
      front,
      env: { KICK_API_URL: front.url, KICK_CLIENT_ID: network.client.id, KICK_SECRET: network.client.secret },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'kick', 'Allow access as heidi');
    const client = clientOf(crier, crier.url, { __type: 'kick' });
    const create = async (...contents: string[]): Promise<string> =>
      (
        await client.create({
          channels: [channel],
          parts: contents.map((content) => ({ content, image: [] })),
        })
      )[0] ?? '';
    const live = (text: string): Message[] => network.messages().filter((message) => message.text === text);
    return { channel, client, create, live };
  },
  tests: {
    async 'is in the chat once, its second part as a reply'({ client, create, live }) {
      const [first, second] = [unique('Live at eight'), unique('With a guest')];
      const page = await client.reaches(await create(first, second), 'published');
      const [line] = live(first);
      expect([page.releaseId, page.releaseURL]).toEqual([line?.id, 'https://kick.com/heidi']);
      expect(live(second).map(({ parentId }) => parentId)).toEqual([line?.id]);
    },
    async 'waits for a person, not sent again, after its answer was lost'({ front, client, create, live }) {
      const content = unique('Lost');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create(content), 'unconfirmed');
      expect(page.error?.code).toBe('outcome_unknown');
      expect(live(content)).toHaveLength(1);
    },
  },
});
