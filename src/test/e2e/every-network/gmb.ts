import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/gmb/fixtures/world.ts';
import { png } from '../../factories.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startGmb, type Gmb } from '../../networks/gmb/server.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

const live = (network: Gmb, text: string) => network.posts().filter(({ fields }) => fields.summary === text);

export const gmb = networkCase({
  title: 'a post to a Business Profile',
  async start(redirectUri) {
    const network = await startGmb({ redirectUris: [redirectUri('gmb')] });
    const front = await startFaultFront(network.url);
    network.createOwner('Heidi', ['Bakery']);
    return {
      network,
      front,
      env: {
        GOOGLE_GMB_API_URL: front.url,
        GOOGLE_GMB_CLIENT_ID: network.client.id,
        GOOGLE_GMB_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  connect: async (house) => ({
    channel: await connectInBrowser(house, 'gmb', 'Allow as Heidi'),
    client: clientOf(house.crier, house.crier.url, {
      __type: 'gmb',
      topicType: 'EVENT',
      eventTitle: 'Tasting',
    }),
  }),
  tests: {
    async 'with a photo names the URL from which Google fetches the file, and is live once'({
      network,
      client,
      channel,
    }) {
      network.arm({ processingReads: 2 });
      const content = unique('A photo');
      // Google takes no photo of less than 10 KiB.
      const bytes = Buffer.concat([png(600, 600), Buffer.alloc(10_240)]);
      const { id, path } = await client.upload({ bytes, name: 'menu.png', type: 'image/png' });
      const [post = ''] = await client.create({
        channels: [channel],
        parts: [{ content, image: [{ id, path }] }],
      });
      const page = await client.reaches(post, 'published');
      expect(live(network, content).map(({ name, fields }) => [name, fields.event, fields.media])).toEqual([
        [
          page.releaseId,
          expect.objectContaining({ title: 'Tasting' }),
          [{ mediaFormat: 'PHOTO', sourceUrl: expect.stringContaining('https://crier.example/') }],
        ],
      ]);
      expect(page.releaseURL).toMatch(/^https:\/\/local\.google\.com\//);
      network.arm({ processingReads: 0 });
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      channel,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const [post = ''] = await client.create({ channels: [channel], parts: [{ content }] });
      const page = await client.reaches(post, 'published');
      expect(live(network, content).map(({ name }) => name)).toEqual([page.releaseId]);
    },
  },
});
