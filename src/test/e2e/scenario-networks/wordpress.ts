import { expect, it } from '@jest/globals';
import { wordpress } from '../../servers/wordpress.ts';
import { describeWith } from '../../servers/server.ts';
import { eventually } from '../../instance.ts';
import { startSite } from '../network-wordpress.ts';
import { sha256 } from '../networks.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { live, picture, unique } from '../scenarios.ts';

/** A post is looked up 30 seconds after its call was lost, and may be sent again after that. */
const PATIENCE_MS = 240_000;

const isPublish = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && /\/posts\/\d+$/.test(path);

export function toWordpress(house: House): void {
  describeWith([wordpress], 'a post to WordPress', () => {
    const world = testNetwork(house, startSite, { threads: false });

    interface Refusal {
      issues?: { path: string; message: string }[];
    }
    const send = (
      changes: object,
      value: object[] = [{ content: 'Hello' }],
    ): Promise<{ status: number; body: Refusal & { postId: string }[] }> =>
      world().crier.call('POST', '/posts', {
        body: {
          type: 'now',
          date: new Date().toISOString(),
          posts: [
            {
              integration: { id: world().channel },
              value,
              settings: { ...world().network.settings, ...changes },
            },
          ],
        },
      });

    it('is refused at once without a title or a type, with an unknown status, or in several parts', async () => {
      expect(await send({ title: undefined, type: undefined })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'posts.0.settings.title' }, { path: 'posts.0.settings.type' }] },
      });
      expect(await send({ status: 'future' })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'posts.0.settings.status' }] },
      });
      expect(await send({}, [{ content: 'One' }, { content: 'Two' }])).toMatchObject({
        status: 400,
        body: {
          issues: [{ path: 'posts.0.value.1', message: expect.stringContaining('does not support threads') }],
        },
      });
    });

    it('has a featured image that was uploaded before; any other is refused at once', async () => {
      const { client, network } = world();
      const {
        image: [image],
        sha256: hash,
      } = await picture(client, 'above the fold');
      const text = unique('With a featured image');
      const { status, body } = await send({ main_image: image }, [{ content: text }]);
      expect(status).toBe(201);
      const page = await client.reaches(body[0]?.postId ?? '', 'published');
      const post = await network.server.rest<{ featured_media: number }>(`/wp/v2/posts/${page.releaseId}`);
      const file = await network.server.rest<{ source_url: string; alt_text: string }>(
        `/wp/v2/media/${post.featured_media}`,
      );
      expect(file.alt_text).toBe('above the fold');
      const bytes = new Uint8Array(await (await fetch(file.source_url)).arrayBuffer());
      expect(sha256(bytes)).toBe(hash);
      expect(await send({ main_image: { id: 'x', path: 'https://elsewhere.example/x.png' } })).toMatchObject({
        status: 400,
        body: { code: 'fetch_failed', issues: [{ path: 'posts.0.settings.main_image.path' }] },
      });
    });

    it('keeps its formatting', async () => {
      const { client, channel, network } = world();
      const text = `<h2>${unique('Formatted')}</h2><p>One <strong>two</strong> <a href="https://example.com/">three</a></p><ul><li>four</li></ul>`;
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      await client.reaches(id, 'published');
      expect(await live(network, text)).toHaveLength(1);
    });

    it(
      "fails with the site's message when its user lacks the right to publish, and is published by a retry once the cause is gone",
      async () => {
        const { crier, client, channel, network } = world();
        const { author, administrator } = network.server.users;
        const role = (name: string): Promise<unknown> =>
          network.server.rest(`/wp/v2/users/${author.id}`, {
            method: 'POST',
            as: administrator,
            body: { roles: [name] },
          });
        const text = unique('Without the right');
        await role('contributor');
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
        const page = await client.reaches(id, 'failed').finally(() => role('author'));
        expect(page).toMatchObject({
          error: { code: 'rejected', message: expect.stringContaining('not publish them') },
        });
        expect(await crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
        await client.reaches(id, 'published');
        expect(await live(network, text)).toHaveLength(1);
      },
      PATIENCE_MS,
    );

    it(
      'is published once after a lost answer and after a lost request, and no draft stays behind',
      async () => {
        const { client, channel, network } = world();
        const texts = ['The answer is lost', 'The request is lost'].map(unique);
        const ids: string[] = [];
        for (const [i, kind] of (['reset_after', 'reset_before'] as const).entries()) {
          network.front.arm({ kind }, isPublish);
          const [id = ''] = await client.create({
            channels: [channel],
            parts: [{ content: texts[i] ?? '' }],
          });
          await eventually(
            'the call was lost',
            async () => (await client.page(id)).timeline.some((line) => line.event === 'outcome_unknown'),
            PATIENCE_MS,
          );
          ids.push(id);
        }
        const [found, again] = await eventually(
          'both are published',
          async () => {
            const pages = await Promise.all(ids.map((id) => client.page(id)));
            return pages.every((page) => page.status === 'published') && pages;
          },
          PATIENCE_MS,
        );
        expect(found?.timeline.map((line) => line.event)).not.toContain('will_send_again');
        expect(again?.timeline.map((line) => line.event)).toContain('will_send_again');
        for (const text of texts) expect(await live(network, text)).toHaveLength(1);
        expect(await network.server.all('/wp/v2/posts?status=draft')).toEqual([]);
      },
      3 * PATIENCE_MS,
    );

    it('waits while the site asks it to, and is then published', async () => {
      const { client, channel, network } = world();
      const text = unique('In a moment');
      network.front.arm(
        {
          kind: 'status',
          status: 429,
          headers: { 'retry-after': '3', 'content-type': 'text/html' },
          body: '<html>Too Many Requests</html>',
        },
        isPublish,
      );
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      expect((await client.reaches(id, 'published')).timeline.map((line) => line.event)).toContain(
        'rate_limited',
      );
      expect(await live(network, text)).toHaveLength(1);
    });

    it(
      'flags the channel when the application password was revoked; reconnected, it is published',
      async () => {
        const { crier, client, channel, network } = world();
        const { author, administrator } = network.server.users;
        const passwords = `/wp/v2/users/${author.id}/application-passwords`;
        await network.server.rest(passwords, { method: 'DELETE', as: administrator });
        const text = unique('Withdrawn');
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
        await eventually(
          'the channel is flagged',
          async () => {
            const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>(
              'GET',
              '/integrations',
            );
            return body.some((known) => known.id === channel && known.refreshNeeded);
          },
          PATIENCE_MS,
        );
        expect(await live(network, text)).toEqual([]);
        const { password } = await network.server.rest<{ password: string }>(passwords, {
          method: 'POST',
          as: administrator,
          body: { name: 'Crier again' },
        });
        expect(await crier.connect('wordpress', { ...network.fields, password })).toMatchObject({
          id: channel,
          reconnected: true,
        });
        await client.reaches(id, 'published');
        expect(await live(network, text)).toHaveLength(1);
      },
      2 * PATIENCE_MS,
    );
  });
}
