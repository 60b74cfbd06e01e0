/** Limits of a Moltbook post that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** Upper bound for the one call. */
export const PUBLISH_TIMEOUT_MS = 60_000;

/** "Post body (max 40,000 chars)" (www.moltbook.com/skill.md, "Create a post"). */
const MAX_TEXT = 40_000;

/** The API has no uploads; the sizes only prevent a second problem from being reported for the same file. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: (text) => text.length,
  media: {
    maxImages: 0,
    maxVideos: 0,
    mixed: true,
    imageTypes: [],
    videoTypes: [],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Text of up to 40,000 characters; its beginning becomes the title. The network does not support ' +
    'pictures or videos. Further parts become comments. New agents may post once every two hours, others ' +
    'once every half hour.',
};
