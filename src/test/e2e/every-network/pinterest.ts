import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { isPublish } from '../../../../providers/pinterest/fixtures/world.ts';
import { storeVideo } from '../../factories.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startPinterest, type Pinterest } from '../../networks/pinterest/server.ts';
import type { MadePin } from '../../networks/pinterest/state.ts';
import { clientOf, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

const SIZE = 5 * 1024 * 1024 + 1;

const live = (network: Pinterest, text: string): MadePin[] =>
  network.pins().filter(({ description, deleted }) => description === text && !deleted);

export const pinterest = networkCase({
  title: 'a post to Pinterest',
  async start(redirectUri) {
    const network = await startPinterest({ redirectUris: [redirectUri('pinterest')] });
    const front = await startFaultFront(network.url);
    return {
      network,
      front,
      board: network.createBoard(network.createAccount('heidi'), 'Bread'),
      env: {
        PINTEREST_API_URL: front.url,
        PINTEREST_CLIENT_ID: network.client.id,
        PINTEREST_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { board }) {
    const channel = await connectInBrowser(house, 'pinterest', 'Give access as heidi');
    const settings = { __type: 'pinterest', board: board.id, title: 'Spring menu' };
    const client = clientOf(house.crier, house.crier.url, settings);
    const create = async (content: string, image: Part['image']): Promise<string> =>
      (await client.create({ channels: [channel], parts: [{ content, image }] }))[0] ?? '';
    const picture = async (): Promise<NonNullable<Part['image']>> => {
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      return [{ id, path, alt: 'The menu' }];
    };
    return { client, create, picture };
  },
  tests: {
    async 'with a picture is live once, with its title, its description and its URL'({
      network,
      client,
      create,
      picture,
    }) {
      const content = unique('A picture');
      const page = await client.reaches(await create(content, await picture()), 'published');
      expect(live(network, content)).toEqual([
        expect.objectContaining({ id: page.releaseId, title: 'Spring menu', alt: 'The menu' }),
      ]);
      expect(page.releaseURL).toBe(`https://www.pinterest.com/pin/${page.releaseId}/`);
    },
    async 'with a video is live once Pinterest has processed the file'({ crier, network, client, create }) {
      network.arm({ processingReads: 1 });
      const content = unique('A film');
      const page = await client.reaches(await create(content, [await storeVideo(crier, SIZE)]), 'published');
      expect(live(network, content)).toEqual([
        expect.objectContaining({
          id: page.releaseId,
          source: expect.objectContaining({ source_type: 'video_id' }),
        }),
      ]);
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      create,
      picture,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create(content, await picture()), 'published');
      expect(live(network, content).map(({ id }) => id)).toEqual([page.releaseId]);
    },
  },
});
