import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../instance.ts';
import { inSeconds, eventsOf } from '../client.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { openSandbox } from '../networks.ts';
import { live, unique } from '../scenarios.ts';

export function toSandbox(house: House): void {
  describe('a post to the sandbox', () => {
    const world = testNetwork(house, async (crier) => openSandbox(crier), { scheduling: true });

    it('waits as long as the network asks, and is then published', async () => {
      const { client, channel, network } = world();
      const text = unique('Slowly');
      await network.arm('rate_limited', { seconds: 3 });
      const asked = Date.now();
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      const page = await client.reaches(id, 'published');
      expect(eventsOf(page)).toEqual([
        'accepted',
        'claimed',
        'request_sent',
        'rate_limited',
        'claimed',
        'request_sent',
        'published',
      ]);
      const [seen, ...more] = await live(network, text);
      expect(more).toEqual([]);
      expect(seen?.atMs).toBeGreaterThanOrEqual(asked + 3000);
    });

    it("fails with the network's message, and is published by a retry once the cause is gone", async () => {
      const { crier, client, channel, network } = world();
      const text = unique('Against a rule');
      await network.arm('rejected');
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      expect(await client.reaches(id, 'failed')).toMatchObject({
        state: 'ERROR',
        error: {
          code: 'rejected',
          message: expect.stringContaining('This text breaks a rule of the network'),
        },
      });
      expect(await live(network, text)).toEqual([]);
      expect(await crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
      await client.reaches(id, 'published');
      expect(await live(network, text)).toHaveLength(1);
    });

    it('flags the channel of a suspended account, is held, and refuses further posts', async () => {
      const { crier, client, channel, network } = world();
      const text = unique('From a suspended account');
      await network.arm('suspended');
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      const held = await eventually(
        'the post is held',
        async () => (await client.page(id)).timeline.find((line) => line.event === 'held'),
        60_000,
      );
      expect(held.text).toContain('This account is suspended');
      const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
      expect(body).toContainEqual(expect.objectContaining({ id: channel, refreshNeeded: true }));
      await expect(
        client.create({ channels: [channel], parts: [{ content: text }], date: inSeconds(5) }),
      ).rejects.toThrow('channel_disconnected');
      expect(await live(network, text)).toEqual([]);
    });
  });
}
