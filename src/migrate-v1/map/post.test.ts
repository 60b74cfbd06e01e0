import { expect, it } from '@jest/globals';
import { bluesky } from '../../../providers/bluesky/index.ts';
import { mapPost } from './post.ts';

const SETTING = 'settings.visibility is not a setting of Bluesky, and the post would go out without it';

it.each([
  ['QUEUE', expect.stringContaining(SETTING)],
  // Nothing of it goes out without a person.
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
