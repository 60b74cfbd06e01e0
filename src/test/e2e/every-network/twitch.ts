import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/twitch/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startTwitch } from '../../networks/twitch/server.ts';
import type { Line } from '../../networks/twitch/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const twitch = networkCase({
  title: 'a post to Twitch',
  async start(redirectUri) {
    const network = await startTwitch({ redirectUris: [redirectUri('twitch')] });
    const front = await startFaultFront(network.url);
    network.createAccount('heidi');
    return {
      network,
      front,
      env: {
        TWITCH_API_URL: front.url,
        TWITCH_CLIENT_ID: network.client.id,
        TWITCH_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'twitch', 'Authorize as heidi');
    const client = clientOf(crier, crier.url, { __type: 'twitch' });
    const create = async (...contents: string[]): Promise<string> =>
      (
        await client.create({
          channels: [channel],
          parts: contents.map((content) => ({ content, image: [] })),
        })
      )[0] ?? '';
    const live = (text: string): Line[] => network.lines().filter((line) => line.text === text);
    return { channel, client, create, live };
  },
  tests: {
    async 'is in the chat once, its second part as a reply'({ client, create, live }) {
      const [first, second] = [unique('Live at eight'), unique('With a guest')];
      const page = await client.reaches(await create(first, second), 'published');
      const [line] = live(first);
      expect([page.releaseId, page.releaseURL]).toEqual([line?.id, 'https://twitch.tv/heidi']);
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
