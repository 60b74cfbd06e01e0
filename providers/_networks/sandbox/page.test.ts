import { describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { overgrown } from '../../../src/test/growth.ts';
import type { Journal, SandboxPost } from './journal.ts';
import { renderPage } from './page.ts';

const postOf = (id: number, inReplyTo: number | null): SandboxPost => ({
  id: String(id),
  channelId: 'channel',
  text: `post ${id}`,
  media: [],
  inReplyTo: inReplyTo === null ? null : String(inReplyTo),
  receivedAt: '2031-05-04T09:30:00.000Z',
});
const pageOf = (posts: readonly SandboxPost[]): string => {
  let page = '';
  const response = { writeHead: () => undefined, end: (text: string) => (page = text) };
  renderPage(
    response as unknown as ServerResponse,
    { accounts: () => [], posts: () => posts } as unknown as Journal,
  );
  return page;
};

describe('the page of the sandbox, which anybody may ask for', () => {
  it.each<[string, (n: number) => SandboxPost]>([
    ['replies to one post', (n) => postOf(n, n ? 0 : null)],
    ['replies to replies', (n) => postOf(n, n ? n - 1 : null)],
    ['threads', (n) => postOf(n, n % 2 ? n - 1 : null)],
  ])('is made of many %s in linear time', async (_, nth) => {
    const postsOf = (count: number): SandboxPost[] => Array.from({ length: count }, (_unused, n) => nth(n));
    expect(
      await overgrown(String, (count) => pageOf(postsOf(Number(count))), [1000, 4000, 16_000]),
    ).toBeUndefined();
  });

  it('shows a thread from its beginning to its end, with the replies to a reply after it, the newest thread first', () => {
    const posts = [postOf(1, null), postOf(2, 1), postOf(3, null), postOf(4, 1), postOf(5, 2)];
    expect([...pageOf(posts).matchAll(/<article id="(\d)"/g)].map(([, id]) => id)).toEqual([
      '3',
      '1',
      '2',
      '5',
      '4',
    ]);
  });
});
