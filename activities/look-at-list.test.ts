import { describe, expect, it } from '@jest/globals';
import type { Provider, ProviderContext, PublishRequest, RecentPost } from '../providers/_kit/contract.ts';
import { lookAtList, type Listing } from './look-at-list.ts';

const BACKUP = new Date('2026-11-26T03:00:00Z');
const WORDS = 'Soup of the day: leek and potato';

/**
 * What an account's list of posts reveals about a post with this text that the lost instance may have sent.
 */
describe('a look at the list of an account', () => {
  const look = (
    list: readonly Omit<RecentPost, 'url'>[],
    more: {
      position?: number;
      title?: string;
      text?: string;
      recentAll?: number | null;
      taken?: string;
    } = {},
  ): Promise<Listing> => {
    const { position = 0, title, text = WORDS, recentAll = 3, taken } = more;
    const provider = {
      name: 'Town square',
      ...(recentAll === null ? {} : { recentAll }),
      recent: async () => list.map((post) => ({ ...post, url: `https://square.example/${post.id}` })),
    } as Partial<Provider> as Provider;
    const request = {
      item: { id: 'x', position, text, media: [] },
      settings: title === undefined ? {} : { title },
    } as Partial<PublishRequest> as PublishRequest;
    const options = {
      sentAt: BACKUP,
      isTaken: ({ id }: { id: string }) => id === taken,
      ctx: {} as ProviderContext,
    };
    return lookAtList(provider, request, options);
  };
  const at = (minutes: number): string => new Date(BACKUP.getTime() + minutes * 60_000).toISOString();
  const other = (id: string, minutes: number): Omit<RecentPost, 'url'> => ({
    id,
    at: at(minutes),
    text: 'We are closed on Sunday',
  });
  const blind = (message: RegExp): unknown => ({ status: 'blind', reason: expect.stringMatching(message) });
  const found = {
    status: 'found',
    byWords: true,
    published: { id: 'a', url: 'https://square.example/a', ref: null },
  };

  it.each<[string, readonly Omit<RecentPost, 'url'>[], Parameters<typeof look>[1], unknown]>([
    ['the post by its words', [other('b', 60), { id: 'a', at: at(30), text: WORDS }], {}, found],
    [
      'it by its title, where the words stand after that',
      [{ id: 'a', at: at(1), text: `News\n${WORDS}` }],
      { title: 'News' },
      found,
    ],
    ['it although the clocks differ by minutes', [{ id: 'a', at: at(-8), text: WORDS }], {}, found],
    [
      'the older of two of the same words',
      [
        { id: 'b', at: at(9), text: WORDS },
        { id: 'a', at: at(5), text: WORDS },
      ],
      {},
      found,
    ],
    [
      'that it is absent, in a list with nothing in it',
      [],
      {},
      { status: 'absent', evidence: 'None of the 0 posts of the account since the backup is this one' },
    ],
    [
      'that it is absent, in a list that is not full',
      [other('b', 60), other('c', 20)],
      {},
      expect.objectContaining({ status: 'absent' }),
    ],
    [
      'that it is absent, in one that reaches back',
      [other('b', 60), other('c', 20), other('d', -60)],
      {},
      expect.objectContaining({ status: 'absent' }),
    ],
    [
      'that it is absent, when its words are from before',
      [other('b', 60), { id: 'c', at: at(-60), text: WORDS }],
      {},
      expect.objectContaining({ status: 'absent' }),
    ],
    [
      'that it is absent, when its words are another item of ours',
      [{ id: 'c', at: at(20), text: WORDS }],
      { taken: 'c' },
      expect.objectContaining({ status: 'absent' }),
    ],
    [
      'nothing, when the list ends after the backup',
      [other('b', 60), other('c', 40), other('d', 20)],
      {},
      blind(/has published 3 since the backup: https:\/\/square.example\/b, /),
    ],
    [
      'nothing, when the list may leave something out',
      [other('b', 60)],
      { recentAll: null },
      blind(/has published 1 since the backup/),
    ],
    [
      'nothing, when it may leave something out and is empty',
      [],
      { recentAll: null },
      blind(/shows nothing that was published since/),
    ],
    ['nothing, when the list has no dates', [{ id: 'b', text: WORDS }], {}, blind(/has published 1 since/)],
    [
      'nothing, when the post was edited before it went out',
      [{ id: 'b', at: at(5), text: 'Soup of the day: onion and potato' }],
      {},
      blind(/square.example\/b resembles this one/),
    ],
    ['nothing, when a picture has no words', [other('b', 60)], { text: '' }, blind(/resembles this one/)],
    [
      'nothing about the later part of a thread',
      [],
      { position: 1 },
      blind(/which parts of a thread are published/),
    ],
  ])('shows %s', async (_, list, more, expected) => {
    expect(await look(list, more)).toEqual(expected);
  });
});
