import { expect } from '@jest/globals';
import { isPublish, refusal } from '../../../../providers/youtube/fixtures/world.ts';
import { png, storeVideo } from '../../factories.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startYouTube, type YouTube } from '../../networks/youtube/server.ts';
import type { Video } from '../../networks/youtube/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

/** Several parts of an upload. */
const SIZE = 20 * 1024 * 1024 + 1;

const live = (network: YouTube, text: string): Video[] =>
  network.videos().filter(({ snippet }) => snippet.description === text);

export const youtube = networkCase({
  title: 'a post to YouTube',
  async start(redirectUri) {
    const network = await startYouTube({ redirectUris: [redirectUri('youtube')] });
    const front = await startFaultFront(network.url);
    network.createOwner({ title: 'Cafe' });
    return {
      network,
      front,
      env: {
        YOUTUBE_API_URL: front.url,
        YOUTUBE_CLIENT_ID: network.client.id,
        YOUTUBE_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house) {
    const channel = await connectInBrowser(house, 'youtube', 'Allow as Cafe');
    const settings = { __type: 'youtube', title: 'Spring menu', type: 'unlisted' };
    const client = clientOf(house.crier, house.crier.url, settings);
    const create = async (content: string, size: number): Promise<string> => {
      const image = [await storeVideo(house.crier, size)];
      return (await client.create({ channels: [channel], parts: [{ content, image }] }))[0] ?? '';
    };
    /** A short film with a picture of its own, and the size of that picture. */
    const thumbnail = await client.upload({ bytes: png(), name: 'cover.png', type: 'image/png' });
    const titled = clientOf(house.crier, house.crier.url, { ...settings, thumbnail });
    const createTitled = async (content: string): Promise<string> => {
      const image = [await storeVideo(house.crier, 1000)];
      return (await titled.create({ channels: [channel], parts: [{ content, image }] }))[0] ?? '';
    };
    return { client, create, createTitled };
  },
  tests: {
    async 'is live once, with its title, its visibility and its URL'({ network, client, create }) {
      const content = unique('A film');
      const page = await client.reaches(await create(content, SIZE), 'published');
      const [video, ...others] = live(network, content);
      expect([video?.snippet.title, video?.status.privacyStatus, others]).toEqual([
        'Spring menu',
        'unlisted',
        [],
      ]);
      expect([page.releaseId, page.releaseURL]).toEqual([
        video?.id,
        `https://www.youtube.com/watch?v=${video?.id}`,
      ]);
    },
    async 'is found by its upload after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      create,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create(content, 1000), 'published');
      expect(live(network, content).map(({ id }) => id)).toEqual([page.releaseId]);
    },
    async 'shows the thumbnail that its settings name'({ network, client, createTitled }) {
      const content = unique('With a picture');
      await client.reaches(await createTitled(content), 'published');
      expect(live(network, content).map(({ thumbnail }) => thumbnail)).toEqual([
        { mime: 'image/png', size: png().length, sets: 1 },
      ]);
    },
    async 'that is found after its answer was lost shows its thumbnail too, set once'({
      network,
      front,
      client,
      createTitled,
    }) {
      const content = unique('Found, with a picture');
      front.arm({ kind: 'reset_after' }, isPublish);
      await client.reaches(await createTitled(content), 'published');
      expect(live(network, content).map(({ thumbnail }) => thumbnail?.sets)).toEqual([1]);
    },
    async 'is published although YouTube refuses its thumbnail'({ network, front, client, createTitled }) {
      const content = unique('Without a picture');
      const message =
        "The authenticated user doesn't have permissions to upload and set custom video thumbnails.";
      front.arm(refusal(403, 'forbidden', message), ({ path }) => path.includes('/thumbnails/set'));
      const page = await client.reaches(await createTitled(content), 'published');
      expect(live(network, content).map(({ id, thumbnail }) => [id, thumbnail])).toEqual([
        [page.releaseId, null],
      ]);
    },
  },
});
