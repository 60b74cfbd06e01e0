import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../instance.ts';
import { startWorkspace } from '../network-slack.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { live, unique } from '../scenarios.ts';

export function toSlack(house: House): void {
  describe('a post to Slack', () => {
    const world = testNetwork(house, house.early(startWorkspace));

    it("is refused at once without a channel, or with a channel's name instead of its id", async () => {
      const { crier, channel } = world();
      const create = (settings?: object): Promise<unknown> =>
        crier.call('POST', '/posts', {
          body: {
            type: 'now',
            date: new Date().toISOString(),
            posts: [
              {
                integration: { id: channel },
                value: [{ content: 'Where to?' }],
                ...(settings ? { settings } : {}),
              },
            ],
          },
        });
      expect(await create()).toMatchObject({
        status: 400,
        body: { issues: [{ path: expect.stringContaining('settings') }] },
      });
      expect(await create({ __type: 'slack', channel: '#general' })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'posts.0.settings.channel' }] },
      });
    });

    it('keeps its text, with mentions and special characters', async () => {
      const { client, channel, network } = world();
      const text = unique('Fish & chips <!here> 1 < 2 *bold*');
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      await client.reaches(id, 'published');
      expect(network.server.messages().at(-1)?.text).toBe(
        text.replace('&', '&amp;').replace('1 < 2', '1 &lt; 2'),
      );
    });

    it("fails with Slack's message when the Slack channel is archived, and its own channel stays connected", async () => {
      const { crier, channel, network } = world();
      await network.server.archive(network.server.channels.random);
      const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
        body: {
          type: 'now',
          date: new Date().toISOString(),
          posts: [
            {
              integration: { id: channel },
              value: [{ content: 'Too late' }],
              settings: { __type: 'slack', channel: network.server.channels.random },
            },
          ],
        },
      });
      expect(await world().client.reaches(body[0]?.postId ?? '', 'failed')).toMatchObject({
        error: { code: 'rejected', message: expect.stringContaining('is_archived') },
      });
    });

    it('stops in the middle of a thread when Crier is removed from the workspace, and continues when the channel is reconnected', async () => {
      const { crier, client, channel, network } = world();
      const texts = ['Before', 'After', 'At last'].map(unique);
      network.server.arm({ removedAfterMessage: true });
      const [id = ''] = await client.create({
        channels: [channel],
        parts: texts.map((content) => ({ content })),
      });
      await eventually('the channel is flagged', async () => {
        const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
        return body.some((known) => known.id === channel && known.refreshNeeded);
      });
      expect(await Promise.all(texts.map(async (text) => (await live(network, text)).length))).toEqual([
        1, 0, 0,
      ]);
      expect(await crier.connect('slack', { token: network.server.createToken() })).toMatchObject({
        id: channel,
        reconnected: true,
      });
      const page = await client.reaches(id, 'published');
      expect(page.timeline.map((line) => line.text).join(' ')).toContain('token_revoked');
      expect(await Promise.all(texts.map(async (text) => (await live(network, text)).length))).toEqual([
        1, 1, 1,
      ]);
    });
  });
}
