import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../instance.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { startInstanceOfMastodon } from '../networks.ts';
import { live, picture, unique } from '../scenarios.ts';

/** The server counts requests in windows of this length. */
const WINDOW_MS = 300_000;

export function toMastodon(house: House): void {
  describe('a post to Mastodon', () => {
    const world = testNetwork(house, () => startInstanceOfMastodon());

    it("fails with the server's message, and is published by a retry once the cause is gone", async () => {
      const { crier, client, channel, network } = world();
      const text = unique('With a picture that cannot be processed');
      const { image } = await picture(client, 'broken');
      network.server.arm({ mediaPolls: 1, mediaFails: true });
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text, image }] });
      expect(await client.reaches(id, 'failed')).toMatchObject({
        error: {
          code: 'rejected',
          message: expect.stringContaining('Error processing thumbnail for uploaded media'),
        },
      });
      expect(await live(network, text)).toEqual([]);
      network.server.arm({ mediaPolls: 1, mediaFails: false });
      expect(await crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
      await client.reaches(id, 'published');
      expect(await live(network, text)).toHaveLength(1);
      network.server.arm({ mediaPolls: 0 });
    });

    it('waits while the server asks it to, and is then published', async () => {
      const { crier, client } = world();
      let behindMs = 0;
      const busy = await startInstanceOfMastodon({
        limits: { requestsPer5Minutes: 20 },
        now: () => new Date(Date.now() - behindMs),
      });
      try {
        const { id: channel } = await crier.connect('mastodon', busy.fields);
        // The window would end in up to five minutes; by the server's clock it now ends in five seconds.
        behindMs = ((Date.now() % WINDOW_MS) + 5000) % WINDOW_MS;
        const headers = { authorization: `Bearer ${busy.account.token}` };
        let status = 200;
        while (status === 200) {
          ({ status } = await fetch(`${busy.server.url}/api/v1/accounts/verify_credentials`, { headers }));
        }
        expect(status).toBe(429);
        const text = unique('In a moment');
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
        const page = await client.reaches(id, 'published');
        expect(page.timeline.map((t) => t.event)).toContain('rate_limited');
        expect(await live(busy, text)).toHaveLength(1);
      } finally {
        await busy.stop();
      }
    });

    it('flags the channel of an account that revoked its token, and is held; other accounts continue; reconnected, it is published', async () => {
      const { crier, client, channel, network } = world();
      const text = unique('Withdrawn');
      const other = network.server.createAccount({ username: 'grace' });
      const { id: otherChannel } = await crier.connect('mastodon', { ...network.fields, token: other.token });
      network.server.revoke(network.account.token);
      const [id = '', otherId = ''] = await client.create({
        channels: [channel, otherChannel],
        parts: [{ content: text }],
      });
      const held = await eventually(
        'the post is held',
        async () => (await client.page(id)).timeline.find((line) => line.event === 'held'),
        60_000,
      );
      expect(held.text).toContain('The access token was revoked');
      await client.reaches(otherId, 'published');
      const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
      expect(body).toContainEqual(expect.objectContaining({ id: channel, refreshNeeded: true }));
      expect(
        network.server
          .statuses()
          .filter((s) => s.text === text)
          .map((s) => s.accountId),
      ).toEqual([other.id]);
      const { token } = network.server.logIn(network.account.id);
      expect(await crier.connect('mastodon', { ...network.fields, token })).toMatchObject({
        id: channel,
        reconnected: true,
      });
      await client.reaches(id, 'published');
      expect(network.server.statuses().filter((s) => s.text === text)).toHaveLength(2);
    });
  });
}
