/** Limits that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** Upper bound for the call, which carries 500 characters. */
export const PUBLISH_TIMEOUT_MS = 30_000;

/** Of `content` (docs.kick.com, "Chat"), in code points, as lengths in an OpenAPI document. */
const MAX_CHARACTERS = 500;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_CHARACTERS,
  length: (text) => Array.from(text).length,
  media: {
    maxImages: 0,
    maxVideos: 0,
    mixed: false,
    imageTypes: [],
    videoTypes: [],
    maxImageBytes: 0,
    maxVideoBytes: 0,
  },
  description:
    'Plain text of up to 500 characters, sent to the chat of your own channel. No pictures or videos. ' +
    'Emotes are written as [emote:id:NAME] and count as written; @name mentions a person. Further parts ' +
    'are replies to the part before. Kick publishes no numbers of its limits.',
};
