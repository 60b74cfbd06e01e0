/** Settings of a post to LinkedIn (learn.microsoft.com/linkedin: MultiImage, Documents, Poll API). */
import type { JsonSchema } from '../_kit/contract.ts';
import { linkField } from '../_kit/link-card.ts';
import { pollField } from '../_kit/poll.ts';
import { uploadField } from '../_kit/setting-fields.ts';
import { SUBTITLES, subtitlesField } from '../_kit/subtitles.ts';

/** The picture that stands for a video. */
export const THUMBNAIL = 'thumbnail';

/** How long a poll is open (learn.microsoft.com/linkedin, "Poll API": `settings.duration`). */
const DURATIONS = ['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'] as const;

const poll = pollField(
  { options: 4, length: 30 },
  {
    question: {
      type: ['string', 'null'],
      maxLength: 140,
      description: 'Question of the poll, up to 140 characters; the text of the post stands above it',
    },
    duration: {
      enum: [...DURATIONS, '', null],
      description: 'How long the poll is open; default: three days',
    },
  },
  'Poll below the text, without files',
);

/**
 * Settings for the network `identifier`. LinkedIn documents no maximum length for the title of a document.
 */
export function settingsOf(identifier: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      __type: { const: identifier },
      link: linkField,
      [THUMBNAIL]: uploadField(
        'Picture that stands for the video where it does not play: JPEG or PNG, up to 10 MB',
      ),
      post_as_images_carousel: {
        type: ['boolean', 'null'],
        default: false,
        description: 'Whether the pictures (at least 2, no video) become one document to page through',
      },
      carousel_name: {
        type: ['string', 'null'],
        maxLength: 1000,
        description: 'Title of that document; default: slides',
      },
      document_title: {
        type: ['string', 'null'],
        maxLength: 1000,
        description: 'Title of the PDF of the post; default: the name of its file',
      },
      [SUBTITLES]: subtitlesField,
      poll,
    },
  };
}
