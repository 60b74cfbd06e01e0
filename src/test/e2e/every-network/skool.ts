import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/skool/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startSkool } from '../../networks/skool/server.ts';
import type { Post } from '../../networks/skool/state.ts';
import { clientOf } from '../client.ts';
import { picture, unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const skool = networkCase({
  title: 'a post to Skool',
  async start() {
    const network = await startSkool();
    const front = await startFaultFront(network.url);
    const heidi = network.createPerson('Heidi');
    const group = network.createGroup('Bread lovers', [heidi], ['General']);
    return {
      network,
      front,
      heidi,
      group,
      env: { SKOOL_API_URL: front.url },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, heidi, group }) {
    const { crier } = house;
    const { authToken, clientId } = heidi;
    const channel = (await crier.connect('skool', { authToken, clientId })).id;
    const settings = { group: group.id, label: group.labels[0]?.id, title: 'Spring' };
    const client = clientOf(crier, crier.url, { __type: 'skool', ...settings });
    const live = (text: string): Post[] => network.posts().filter(({ content }) => content === text);
    return { channel, settings, client, live };
  },
  tests: {
    async 'with a picture and a comment is published once'({ channel, client, live }) {
      const [content, comment] = [unique('A loaf'), unique('Another')];
      const { image } = await picture(client, 'bread');
      const parts = [{ content, image }, { content: comment }];
      const [id = ''] = await client.create({ channels: [channel], parts });
      const page = await client.reaches(id, 'published');
      expect(live(content)).toEqual([
        expect.objectContaining({ id: page.releaseId, title: 'Spring', files: [expect.any(String)] }),
      ]);
      expect(live(comment).map(({ root }) => root)).toEqual([page.releaseId]);
    },
    async 'whose answer was lost is left to a person, and is not sent again'({
      front,
      channel,
      client,
      live,
    }) {
      const content = unique('Is it out?');
      front.arm({ kind: 'reset_after' }, isPublish);
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
      expect(await client.reaches(id, 'unconfirmed')).toMatchObject({ error: { code: 'outcome_unknown' } });
      expect(live(content)).toHaveLength(1);
    },
    async 'leaves no cookie in any log, event, attempt or answer'({ crier, heidi }) {
      const rows = await crier.context.database
        .fork()
        .getConnection()
        .execute(
          "select detail::text from post_event union all select evidence::text from publish_attempt union all select coalesce(error, '') from post union all select credentials from integration",
        );
      expect(rows.length).toBeGreaterThan(5);
      const shown = [JSON.stringify(rows), crier.logs(), (await crier.call('GET', '/integrations')).text];
      for (const secret of [heidi.authToken, heidi.clientId]) {
        expect(shown.filter((text) => text.includes(secret))).toEqual([]);
      }
    },
  },
});
