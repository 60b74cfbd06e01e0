import { expect } from '@jest/globals';
import { isPublish, SETTINGS } from '../../../../providers/medium/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startMedium } from '../../networks/medium/server.ts';
import type { MadeStory } from '../../networks/medium/state.ts';
import { clientOf } from '../client.ts';
import { picture, unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const medium = networkCase({
  title: 'a post to Medium',
  async start() {
    const network = await startMedium();
    const front = await startFaultFront(network.url);
    return {
      network,
      front,
      env: { MEDIUM_API_URL: front.url },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const token = network.createToken(network.createAccount('ada', 'Ada'));
    const channel = (await crier.connect('medium', { token })).id;
    const client = clientOf(crier, crier.url, { __type: 'medium', ...SETTINGS });
    const live = (text: string): MadeStory[] =>
      network.stories().filter(({ content }) => content.includes(text));
    return { token, channel, client, live };
  },
  tests: {
    async 'is live once as a story in Markdown, with its picture and its URL'({
      network,
      channel,
      client,
      live,
    }) {
      const text = unique('Spring');
      const { image } = await picture(client, 'green spears');
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: `<p><strong>${text}</strong></p>`, image }],
      });
      const page = await client.reaches(id, 'published');
      const [story, ...others] = live(text);
      expect(others).toEqual([]);
      expect([page.releaseId, page.releaseURL]).toEqual([story?.id, story?.url]);
      const [url] = network.images().map((uploaded) => uploaded.url);
      expect(story?.content).toBe(
        `# ${SETTINGS.title}\n\n## ${SETTINGS.subtitle}\n\n**${text}**\n\n![green spears](${url})`,
      );
    },
    async 'is left to a person after its answer was lost, and is not sent again'({
      front,
      channel,
      client,
      live,
    }) {
      const text = unique('Nobody can tell');
      front.arm({ kind: 'reset_after' }, isPublish);
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      const page = await client.reaches(id, 'unconfirmed');
      expect(page.error).toMatchObject({ code: 'outcome_unknown' });
      expect(page.timeline.at(-1)?.text).toContain('Waiting for a person to decide');
      expect(live(text)).toHaveLength(1);
    },
  },
});
