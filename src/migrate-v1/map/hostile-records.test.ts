/** Records of v1, or of another instance, that no endpoint here would have accepted (case 117). */
import { describe, expect, it } from '@jest/globals';
import { channelRow } from '../copy/channels.ts';
import { mapPost } from './post.ts';
import { nameOf } from './values.ts';

const SCRIPT = 'javascript:alert(1)';
const ROW = {
  id: 'p1',
  organizationId: 'o1',
  integrationId: 'c1',
  state: 'PUBLISHED',
  publishDate: '2025-03-04T09:30:00.000',
  content: 'Menu',
  image: null,
  settings: null,
};
const mapped = async (changes: Record<string, unknown>) => {
  const { post, items, problem } = await mapPost(
    { sourceId: '0199a5b2-0000-7000-8000-000000000000', networkOf: () => undefined },
    { id: 'p1', row: { ...ROW, ...changes } },
  );
  return { release: post.release_url, item: items[0], problem };
};
const pictureOf = (picture: unknown): unknown =>
  channelRow(
    {
      sourceId: '0199a5b2-0000-7000-8000-000000000000',
      context: { providers: new Map(), secrets: { seal: () => 'sealed' } as never },
    },
    { id: 'c1', row: { organizationId: 'o1', providerIdentifier: 'sandbox', name: 'Cafe', picture } },
    { kind: 'reconnect', why: '' },
  ).row.picture;

describe('What another instance has', () => {
  it.each([
    [SCRIPT, null],
    ['file:///etc/passwd', null],
    [' javascript:alert(1)', null],
    ['https://net.example/1', 'https://net.example/1'],
  ])('as the URL of a post, %j, becomes %j', async (url, kept) => {
    const { release, item } = await mapped({ releaseURL: url });
    expect([release, item?.release_url]).toEqual([kept, kept]);
  });

  it.each([
    [SCRIPT, 0],
    ['data:text/html,<script>x()</script>', 0],
    ['file:///etc/passwd', 0],
    ['https://files.example/a.png', 1],
    ['/uploads/a.png', 1],
  ])(
    'as a file of a post, %j, leaves it with %j files, and the missing one is named',
    async (path, count) => {
      const { item, problem } = await mapped({ image: JSON.stringify([{ id: 'm1', path }]) });
      expect([item?.media, problem]).toEqual([
        count ? [{ id: expect.any(String), path }] : [],
        count ? null : 'a file of it has a URL that is neither http:// nor https://',
      ]);
    },
  );

  it.each([
    ['<p onclick="x()">Menu</p><script>x()</script>', '<p>Menu</p>'],
    [`<a href="${SCRIPT}">Menu</a>`, '<a>Menu</a>'],
    ['<p>Menu</p>', '<p>Menu</p>'],
    ['Fish &amp; chips ?a=1&copy=2 List<string>', 'Fish & chips ?a=1&copy=2 List<string>'],
    ['&lt;b&gt; &amp;', '<span class="plain-text">&lt;b&gt; &amp;</span>'],
  ])('as a text, %j, becomes %j', async (content, kept) => {
    expect((await mapped({ content })).item?.content).toBe(kept);
  });

  it.each([
    ['Ada\u202e\u200b', 'Ada'],
    ['Ada\r\nBcc: eve@example.org', 'Ada  Bcc: eve@example.org'],
    ['\u200b', 'Unnamed'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['Café Nord', 'Café Nord'],
  ])('as a name, %j, becomes %j', (name, kept) => {
    expect(nameOf(name, 200, 'Unnamed')).toBe(kept);
  });

  it.each([
    [SCRIPT, null],
    ['data:image/svg+xml,<svg/>', null],
    ['https://net.example/me.png', 'https://net.example/me.png'],
  ])('as the picture of a channel, %j, becomes %j', (picture, kept) => {
    expect(pictureOf(picture)).toBe(kept);
  });
});
