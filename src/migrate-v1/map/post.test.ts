import { describe, expect, it } from '@jest/globals';
import { bluesky } from '../../../providers/bluesky/index.ts';
import type { SourceRow } from '../source/open-source.ts';
import { mapPost, type MappedPost } from './post.ts';

const ROW: SourceRow = {
  id: 'cpost',
  organizationId: 'corg',
  integrationId: 'cchannel',
  publishDate: '2025-05-04T09:30:00.000',
  createdAt: '2025-05-01T09:30:00.000',
  content: 'Spring menu',
  deletedAt: null,
};
const mapped = (root: SourceRow, ...parts: SourceRow[]): Promise<MappedPost> =>
  mapPost(
    { sourceId: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21', networkOf: () => bluesky },
    {
      id: 'cpost',
      row: { ...ROW, ...root },
      parts: parts.map((part, i) => ({ ...ROW, id: `c${i}`, ...part })),
    },
  );

const SETTING = 'settings.visibility is not a setting of Bluesky, and the post would be published without it';

it.each([
  ['QUEUE', expect.stringContaining(SETTING)],
  // Nothing of it is published without a person.
  ['DRAFT', null],
  ['PUBLISHED', null],
])('a post of v1 with a setting that Bluesky does not have is kept as it is: %s', async (state, problem) => {
  const settings = { visibility: 'private', plug: [{ label: 'a' }] };
  const row = {
    id: 'cpost',
    organizationId: 'corg',
    integrationId: 'cchannel',
    state,
    publishDate: '2031-05-04T09:30:00.000Z',
    createdAt: '2030-05-04T09:30:00.000Z',
    content: 'Spring menu',
    settings: JSON.stringify({ __type: 'bluesky', ...settings }),
    deletedAt: null,
  };
  const mapped = await mapPost(
    { sourceId: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21', networkOf: () => bluesky },
    { id: 'cpost', row },
  );
  expect(mapped).toMatchObject({
    post: {
      settings: { __type: 'bluesky', ...settings },
      state: { QUEUE: 'scheduled' }[state] ?? state.toLowerCase(),
    },
    problem,
  });
});

describe('A post of v1 that failed', () => {
  const OUT = { releaseId: 'r1', releaseURL: 'https://net.example/1' };

  it.each([
    ['QUEUE', {}, 'scheduled', 7],
    ['PUBLISHED', OUT, 'published', 7],
    ['DRAFT', {}, 'draft', 7],
    ['ERROR', {}, 'failed', null],
    // Its first date is published, and a later one failed.
    ['ERROR', OUT, 'published', null],
  ])('ends its series, as it did there, and no other state does: %s %j', async (state, more, here, days) => {
    const { post, problem } = await mapped({ state, intervalInDays: 7, ...more });
    expect([post.state, post.interval_days]).toEqual([here, days]);
    expect(problem).toBe(
      days ? null : 'was repeated, and v1 had given that up after a failure: it stays ended',
    );
  });

  it('does not send published parts again, in any state that v1 gives it', async () => {
    const { post, items } = await mapped(
      { state: 'ERROR', error: 'refused', ...OUT },
      { state: 'PUBLISHED', releaseId: 'r2' },
      { state: 'QUEUE' },
    );
    expect([post.state, post.error, post.release_id]).toEqual(['partly_published', 'refused', 'r1']);
    expect(items.map((item) => item.release_id)).toEqual(['r1', 'r2', null]);
    expect(items.map((item) => item.published_at !== null)).toEqual([true, true, false]);
  });

  const temporal = {
    cause: { type: 'bad_body', failure: { message: 'Account is suspended', cause: null } },
    failure: { message: 'Activity task failed', cause: { message: 'Account is suspended' } },
    activityType: 'postSocial',
  };
  it.each([
    [
      'an error of the queue',
      '{"identifier":"x","json":"{}","body":"{}","message":"Text is too long"}',
      'Text is too long',
    ],
    [
      'one without words',
      '{"identifier":"x","json":"{\\"title\\":\\"Forbidden\\"}","message":""}',
      '{"title":"Forbidden"}',
    ],
    ['a failure of Temporal', JSON.stringify(temporal), 'Account is suspended'],
    ['one without a cause', JSON.stringify({ failure: { message: 'Timed out' } }), 'Timed out'],
    ['a sentence', 'Refresh channel needed', 'Refresh channel needed'],
    ['nothing', null, 'v1 could not publish it, and kept no reason'],
  ])('says why in the words of the network: %s', async (_, error, text) => {
    expect((await mapped({ state: 'ERROR', error })).post.error).toBe(text);
  });
});
