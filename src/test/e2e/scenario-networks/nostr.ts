import { expect, it } from '@jest/globals';
import { generateSecretKey } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { nostrRelay, nostrRelayPython } from '../../servers/nostr-relay.ts';
import { describeWith } from '../../servers/server.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { startRelays } from '../networks.ts';
import { unique } from '../scenarios.ts';

export function toNostr(house: House): void {
  describeWith([nostrRelay, nostrRelayPython], 'a post to Nostr', () => {
    const world = testNetwork(house, startRelays);

    it('is stored by every Nostr relay of the channel', async () => {
      const { client, channel, network } = world();
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: unique('Everywhere') }],
      });
      const { releaseId } = await client.reaches(id, 'published');
      for (const relay of network.relays) {
        expect(await relay.events({ ids: [releaseId ?? ''] })).toHaveLength(1);
      }
    });

    it('is published while one of its Nostr relays is away', async () => {
      const { crier, client, network } = world();
      const away = await nostrRelay.start();
      const relays = [away.url, network.relays[0]?.url].join(',');
      const { id: channel } = await crier.connect('nostr', { key: nsecEncode(generateSecretKey()), relays });
      await away.stop();
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: unique('One is enough') }],
      });
      const { releaseId } = await client.reaches(id, 'published');
      expect(await network.relays[0]?.events({ ids: [releaseId ?? ''] })).toHaveLength(1);
    });

    it("fails with the Nostr relay's message, and is published by a retry with one that accepts it", async () => {
      const { crier, client, network } = world();
      const strict = await nostrRelay.start({ maxContent: 50 });
      try {
        const key = nsecEncode(generateSecretKey());
        const { id: channel } = await crier.connect('nostr', { key, relays: strict.url });
        const [id = ''] = await client.create({
          channels: [channel],
          parts: [{ content: unique('Longer than this one relay takes, which only the relay knows:') }],
        });
        expect(await client.reaches(id, 'failed')).toMatchObject({
          error: {
            code: 'rejected',
            message: expect.stringMatching(/No relay accepted the event.*blocked:/),
          },
        });
        const open = network.relays[0]?.url ?? '';
        expect(await crier.connect('nostr', { key, relays: `${strict.url},${open}` })).toMatchObject({
          id: channel,
          reconnected: true,
        });
        expect(await crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
        const { releaseId } = await client.reaches(id, 'published');
        expect(await network.relays[0]?.events({ ids: [releaseId ?? ''] })).toHaveLength(1);
      } finally {
        await strict.stop();
      }
    });
  });
}
