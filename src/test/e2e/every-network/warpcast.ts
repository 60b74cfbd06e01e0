import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { inChannels, isPublish } from '../../../../providers/warpcast/fixtures/world.ts';
import { connectUrl, finish, pressThere } from '../../../channels/connect/fixtures/browser.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startWarpcast } from '../../networks/warpcast/server.ts';
import type { MadeCast } from '../../networks/warpcast/state.ts';
import { clientOf, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const warpcast = networkCase({
  title: 'a post to Farcaster',
  async start() {
    const network = await startWarpcast();
    const front = await startFaultFront(network.url);
    network.createAccount('heidi');
    for (const id of ['food', 'art']) network.createChannel(id);
    return {
      network,
      front,
      env: {
        NEYNAR_API_URL: front.url,
        NEYNAR_CLIENT_ID: network.client.id,
        NEYNAR_SECRET_KEY: network.client.secret,
        FARCASTER_DEVELOPER_MNEMONIC: network.mnemonic,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { ada, crier } = house;
    const state = new URL(await connectUrl(ada, 'warpcast')).searchParams.get('state') ?? '';
    const { approve } = (await finish(ada, 'warpcast', { state })).body;
    await pressThere(approve?.url ?? '', 'Approve as heidi');
    const channel = (await finish(ada, 'warpcast', { state })).body.channel?.id ?? '';
    const client = clientOf(crier, crier.url, { __type: 'warpcast', ...inChannels('food', 'art') });
    const create = async (...parts: Part[]): Promise<string> =>
      (await client.create({ channels: [channel], parts }))[0] ?? '';
    const live = (text: string): readonly MadeCast[] => network.casts().filter((cast) => cast.text === text);
    return { client, create, live };
  },
  tests: {
    async 'is live in each channel once, with its picture, and its second part answers both'({
      client,
      create,
      live,
    }) {
      const [content, second] = [unique('A picture'), unique('A reply')];
      const { id, path } = await client.upload({
        bytes: Uint8Array.from(PIXEL_PNG),
        name: 'menu.png',
        type: 'image/png',
      });
      const post = await create({ content, image: [{ id, path }] }, { content: second });
      const page = await client.reaches(post, 'published');
      expect(live(content).map((cast) => cast.channel?.id)).toEqual(['food', 'art']);
      expect(live(content).map(({ embeds }) => embeds.length)).toEqual([1, 1]);
      expect(live(second).map(({ parent }) => parent?.text)).toEqual([content, content]);
      expect(page.releaseId).toBe(live(content)[0]?.hash);
      expect(page.releaseURL).toBe(`https://farcaster.xyz/heidi/${page.releaseId}`);
    },
    async 'is found after its answer was lost, and is not sent again'({ front, client, create, live }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create({ content }), 'published');
      expect(live(content).map((cast) => cast.channel?.id)).toEqual(['food', 'art']);
      expect(page.releaseId).toBe(live(content)[0]?.hash);
    },
  },
});
