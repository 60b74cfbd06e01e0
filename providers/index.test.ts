/** By what posts are known that were published before posts had keys, and those that a person settled. */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from './_kit/contract.ts';
import { createRegistry } from './index.ts';

const registry = createRegistry({ sandbox: true });
const keyOf = (identifier: string, id: string, url: string | null, ref: Json = null): string | undefined =>
  registry.get(identifier)?.keyOf({ id, url, ref });

describe('a post is known by the key that it has now', () => {
  it.each([
    ['mastodon', 'https://a.example/@ada/7', [{ id: '7' }, { id: '7', server: 'a.example' }]],
    [
      'lemmy',
      'https://a.example/post/7',
      [{ made: [{ post: 7, comment: null }] }, { made: [{ post: 7, comment: null, server: 'a.example' }] }],
    ],
  ])('although it was published by an earlier version: %s', (identifier, url, [before, now]) => {
    expect(keyOf(identifier, '7', url, before as Json)).toBe(keyOf(identifier, '7', null, now as Json));
  });

  it('whichever account manages the location', () => {
    const [one, other] = ['accounts/1', 'accounts/2'].map((account) => `${account}/locations/2/localPosts/3`);
    expect(keyOf('gmb', one ?? '', null)).toBe(keyOf('gmb', other ?? '', null));
  });

  it.each([
    ['x', 'https://x.com/renamed/status/7', '7', { id: '7' }],
    ['tumblr', 'https://ada.tumblr.com/post/7/title', '7', { id: '7' }],
    ['tumblr', 'https://www.tumblr.com/ada/7', '7', { id: '7' }],
    ['youtube', 'https://www.youtube.com/watch?v=a-b_1', 'a-b_1', { id: 'a-b_1' }],
    ['pinterest', 'https://www.pinterest.com/pin/7/', '7', { id: '7' }],
    ['discord', 'https://discord.com/channels/1/2/7', '7', { channelId: '2' }],
    [
      'slack',
      'https://ada.slack.com/archives/C1/p1700000000000100',
      '1700000000.000100',
      { channel: 'C1', ts: '1700000000.000100' },
    ],
    ['vk', 'https://vk.com/wall-1_7?reply=9', '9', { owner: -1, post: 7, comment: 9 }],
    ['reddit', 'https://www.reddit.com/r/a/comments/7z/title/', '7z', { names: ['t3_7z'] }],
    [
      'linkedin-page',
      'https://www.linkedin.com/feed/update/urn:li:share:7',
      'urn:li:share:7',
      { post: 'urn:li:share:7', comment: null },
    ],
    ['mastodon', 'https://a.example/@ada/7', '7', { id: '7', server: 'a.example' }],
    ['lemmy', 'https://a.example/comment/9', '9', { made: [{ post: 7, comment: 9, server: 'a.example' }] }],
  ] as const)('although a person gave only its URL: %s, %s', (identifier, url, id, ref) => {
    expect(keyOf(identifier, 'missing', url)).toBe(keyOf(identifier, id, null, ref as unknown as Json));
  });

  it('in a conversation, on a wall and at a server of its own, where numbers are unique only there', () => {
    const pairs = [
      ['slack', { channel: 'C1', ts: '1.2' }, { channel: 'C2', ts: '1.2' }],
      ['telegram', { chatId: 1, messageIds: [7] }, { chatId: 2, messageIds: [7] }],
      ['vk', { owner: 1, post: 7, comment: null }, { owner: 2, post: 7, comment: null }],
      ['mastodon', { id: '7', server: 'a.example' }, { id: '7', server: 'b.example' }],
      [
        'lemmy',
        { made: [{ post: 7, comment: null, server: 'a.example' }] },
        { made: [{ post: 7, comment: 7, server: 'a.example' }] },
      ],
      [
        'wordpress',
        { route: '/wp/v2/posts', id: 7, self: 'https://a.example/one/wp-json/wp/v2/posts/7' },
        { route: '/wp/v2/posts', id: 7, self: 'https://a.example/two/wp-json/wp/v2/posts/7' },
      ],
      ['x', { draft: '7' }, { id: '7' }],
      ['reddit', { names: ['t1_7'] }, { names: ['t3_7'] }],
    ] as const;
    for (const [identifier, one, other] of pairs) {
      expect(keyOf(identifier, '7', null, one as unknown as Json)).not.toBe(
        keyOf(identifier, '7', null, other as unknown as Json),
      );
    }
  });
});

describe('a network that makes several calls for one part', () => {
  const folders = globSync('providers/{*,_shared/*/*}/publish.ts')
    .filter((file) => readFileSync(file, 'utf8').includes('publishSteps'))
    .map((file) => dirname(file));

  it.each(folders)(
    'runs the tests of these, in the folder or of a network that is made of it: %s',
    (folder) => {
      const tested = globSync('providers/*/contract.test.ts').filter((file) =>
        readFileSync(file, 'utf8').includes('testSteps('),
      );
      const uses = (file: string): boolean =>
        dirname(file) === folder ||
        readFileSync(join(dirname(file), 'index.ts'), 'utf8').includes(
          `${folder.replace('providers', '..')}/`,
        );
      expect(tested.filter(uses)).not.toEqual([]);
    },
  );

  it('is one of five', () => expect(folders).toHaveLength(5));
});

describe('a network that lists posts in several places', () => {
  it.each([
    ['archived posts of a forum', 'providers/discord/contract.test.ts', 'archive: '],
    ['stories', 'providers/_shared/meta/fixtures/contract.ts', 'otherLists: '],
  ])('looks for ours on page two of each: %s', (_, file, option) => {
    expect(readFileSync(file, 'utf8')).toContain(option);
  });
});
