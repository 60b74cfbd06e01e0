import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import type { Schema } from '../../http/operation.ts';
import { count, id, instant, listOf, record, sentenceWith, text, textOrNull } from '../../http/shapes.ts';

const pixels: Schema = { type: ['integer', 'null'], description: 'Pixels' };

const fields = {
  id: id('The file'),
  name: text('What it was called when it was uploaded, or renamed to'),
  path: text('Public URL'),
  thumbnail: textOrNull('URL of a picture that stands for it; null for a video and for a PDF'),
  mime: text('Media type'),
  bytes: count('Its size'),
  width: pixels,
  height: pixels,
  durationMs: { type: ['integer', 'null'], description: 'Milliseconds; videos only' },
  pages: { type: ['integer', 'null'], description: 'Pages; PDF only' },
  alt: text('Text for people who do not see it; empty if there is none'),
  tags: listOf(text('A tag')),
  createdAt: instant('When it was uploaded'),
  uses: record({
    posts: count('Posts that name it'),
    waiting: count('Of these, posts that are not published yet'),
    drafts: count('Drafts of the composer that name it'),
  }),
  refusedBy: {
    ...listOf(
      record({
        provider: text('The network'),
        name: text('Its name'),
        reason: text('Why, as text that follows the name'),
        reasons: { ...listOf(sentenceWith('Why')), description: 'The sentences that `reason` is made of' },
      }),
    ),
    description: "Networks of the organisation's channels that could not take the file",
  },
} as const satisfies Record<string, Schema>;

export const libraryFile: Schema = record(fields);

export const libraryFileWithPosts: Schema = record({
  ...fields,
  posts: listOf(
    record({
      id: id('The post'),
      state: { enum: [...POST_STATES], description: 'Its outcome' },
      publishDate: instant('Its date'),
      firstLine: text('How it begins'),
      channel: record({ name: text('Its channel'), identifier: text('The network') }),
    }),
  ),
  drafts: listOf(
    record({
      id: id('The draft of the composer'),
      firstLine: text('Its first line; empty while nothing is written'),
      updatedAt: instant('When it was last saved'),
    }),
  ),
});
