/** Limits that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** Upper bound for the call, which carries 500 characters. */
export const PUBLISH_TIMEOUT_MS = 30_000;

/**
 * Twitch rejects a longer message and truncates a longer announcement. It does not define "characters"; code
 * points are the most lenient reading.
 */
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
    'Plain text of up to 500 characters, sent to the chat of your own channel as a message or an ' +
    'announcement. No pictures or videos. Emotes are written by name; @login mentions a person. Further ' +
    'parts are replies to the part before; those of an announcement are announcements, too. Lines become ' +
    'one. Twitch takes 20 messages in 30 seconds, and an announcement every 2 seconds.',
};
