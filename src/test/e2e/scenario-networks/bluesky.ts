import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TID } from '@atproto/common-web';
import sharp from 'sharp';
import { eventually } from '../../instance.ts';
import { pds } from '../../servers/pds.ts';
import { describeWith } from '../../servers/server.ts';
import { inSeconds, eventsOf } from '../client.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { startPds } from '../networks.ts';
import { live, picture, unique } from '../scenarios.ts';

export function toBluesky(house: House): void {
  describeWith([pds], 'a post to Bluesky', () => {
    const world = testNetwork(house, startPds);

    it("does not appear before its date by the server's clock", async () => {
      const { client, channel, network } = world();
      const date = inSeconds(3);
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: unique('By its clock') }],
        date,
      });
      await client.reaches(id, 'published');
      // The server numbers each change of an account by its own clock, in microseconds.
      const { rev } = await network.server.xrpc<{ rev: string }>('com.atproto.sync.getLatestCommit', {
        query: { did: network.account.did },
      });
      expect(TID.fromStr(rev).timestamp() / 1000).toBeGreaterThanOrEqual(date.getTime());
    });

    it("fails with the server's message, and is published by a retry once the cause is gone", async () => {
      const { crier, client, channel, network } = world();
      const text = unique('With a picture that was taken down');
      const { image } = await picture(client, 'taken down');
      const bytes = await (await fetch(image[0]?.path ?? '')).arrayBuffer();
      const headers = { authorization: `Bearer ${network.account.accessJwt}`, 'content-type': 'image/png' };
      const stored = (await (
        await fetch(`${network.server.url}/xrpc/com.atproto.repo.uploadBlob`, {
          method: 'POST',
          headers,
          body: bytes,
        })
      ).json()) as { blob: { ref: { $link: string } } };
      const takedown = (applied: boolean): Promise<unknown> =>
        network.server.xrpc('com.atproto.admin.updateSubjectStatus', {
          admin: true,
          body: {
            subject: {
              $type: 'com.atproto.admin.defs#repoBlobRef',
              did: network.account.did,
              cid: stored.blob.ref.$link,
            },
            takedown: { applied },
          },
        });
      await takedown(true);
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text, image }] });
      expect(await client.reaches(id, 'failed')).toMatchObject({
        error: { code: 'rejected', message: expect.stringMatching(/takendown|taken down/i) },
      });
      expect(await live(network, text)).toEqual([]);
      await takedown(false);
      expect(await crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
      await client.reaches(id, 'published');
      expect(await live(network, text)).toHaveLength(1);
    });

    it('has its picture upright for programs that turn nothing, as its readers see it', async () => {
      const { client, channel, network } = world();
      const made = join(import.meta.dirname, '../../../platform/media/fixtures/elsewhere/turned-6.jpg');
      const { id: file, path } = await client.upload({
        bytes: readFileSync(made),
        name: 'turned.jpg',
        type: 'image/jpeg',
      });
      const content = unique('Upright');
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content, image: [{ id: file, path, alt: 'four colours' }] }],
      });
      await client.reaches(id, 'published');
      const { server, account } = network;
      const posts = await server.listPosts(account.did);
      const embed = posts.find(({ value }) => value.text === content)?.value.embed;
      const cid = embed?.images?.[0]?.image.ref.$link;
      const blob = await fetch(`${server.url}/xrpc/com.atproto.sync.getBlob?did=${account.did}&cid=${cid}`);
      const { data, info } = await sharp(await blob.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([48, 32]);
      expect(embed?.images?.[0]?.aspectRatio).toEqual({ width: 48, height: 32 });
      // Red above blue at the left, green above white at the right.
      const at = (x: number, y: number): number[] =>
        [...data.subarray((y * 48 + x) * 3, (y * 48 + x) * 3 + 3)].map((part) => Math.round(part / 128));
      expect([at(5, 5), at(42, 5), at(5, 26), at(42, 26)]).toEqual([
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 2],
        [2, 2, 2],
      ]);
    });

    it('is published although the session expired while it waited', async () => {
      const { client, channel, network } = world();
      const text = unique('After the session');
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: text }],
        date: inSeconds(2),
      });
      await network.server.advanceClock(3 * 3_600_000);
      const page = await client.reaches(id, 'published');
      expect(eventsOf(page)).toEqual([
        'accepted',
        'claimed',
        'request_sent',
        'will_retry',
        'claimed',
        'request_sent',
        'published',
      ]);
      expect(await live(network, text)).toHaveLength(1);
    });

    describe('from an account that revoked the app password', () => {
      it('is held and flags the channel; reconnected, it is published automatically', async () => {
        const { crier, client, channel, network } = world();
        const { server, account } = network;
        const text = unique('Withdrawn');
        const { accessJwt } = await server.xrpc<{ accessJwt: string }>('com.atproto.server.createSession', {
          body: { identifier: account.handle, password: account.password },
        });
        await server.xrpc('com.atproto.server.revokeAppPassword', {
          body: { name: 'crier' },
          token: accessJwt,
        });
        await server.advanceClock(3 * 3_600_000);
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
        const held = await eventually(
          'the post is held',
          async () => (await client.page(id)).timeline.find((line) => line.event === 'held'),
          60_000,
        );
        expect(held.text).toContain('no longer accepts the app password');
        expect(await client.page(id)).toMatchObject({ status: 'scheduled', error: null });
        const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
        expect(body).toContainEqual(expect.objectContaining({ id: channel, refreshNeeded: true }));

        const session = await server.xrpc<{ accessJwt: string }>('com.atproto.server.createSession', {
          body: { identifier: account.handle, password: account.password },
        });
        const { password } = await server.xrpc<{ password: string }>('com.atproto.server.createAppPassword', {
          body: { name: 'crier again' },
          token: session.accessJwt,
        });
        expect(await crier.connect('bluesky', { ...network.fields, password })).toMatchObject({
          id: channel,
          reconnected: true,
        });
        await client.reaches(id, 'published');
        expect(await live(network, text)).toHaveLength(1);
      });
    });
  });
}
