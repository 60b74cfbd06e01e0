import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/mewe/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startMeWe } from '../../networks/mewe/server.ts';
import { clientOf } from '../client.ts';
import { picture, unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const mewe = networkCase({
  title: 'a post to MeWe',
  async start(redirectUri) {
    const network = await startMeWe({ redirectUris: [redirectUri('mewe')] });
    const front = await startFaultFront(network.url);
    const heidi = network.createPerson('Heidi');
    const group = network.createGroup('Bakers', [heidi]);
    return {
      network,
      front,
      heidi,
      group,
      env: { MEWE_HOST: front.url, MEWE_APP_ID: network.client.id, MEWE_API_KEY: network.client.secret },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, group }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'mewe', 'Allow as Heidi');
    const client = clientOf(crier, crier.url, { __type: 'mewe', postType: 'group', group: group.id });
    const count = (content: string): number => network.posts().filter(({ text }) => text === content).length;
    return { channel, client, count };
  },
  tests: {
    async 'with a photo is published once, in its group'({ network, channel, client, count }) {
      const content = unique('A photo');
      const { image } = await picture(client, 'bread');
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content, image }] });
      const page = await client.reaches(id, 'published');
      expect(page.releaseURL).toMatch(/^https:\/\/mewe\.com\/group\//);
      expect(count(content)).toBe(1);
      expect(network.posts().at(-1)?.photos).toHaveLength(1);
    },
    async 'whose answer was lost is left to a person, and is not sent again'({
      front,
      channel,
      client,
      count,
    }) {
      const content = unique('Is it out?');
      front.arm({ kind: 'reset_after' }, isPublish);
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
      expect(await client.reaches(id, 'unconfirmed')).toMatchObject({ error: { code: 'outcome_unknown' } });
      expect(count(content)).toBe(1);
    },
  },
});
