/** Limits that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';
import { MAX_CHARACTERS } from './schema.ts';

/**
 * Limits of a chat message. Twitch says "characters" and no more: they are counted as code points, the count
 * that refuses nothing wrongly.
 */
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
    'Plain text of up to 500 characters, sent to the chat of the own channel as a message or as an announcement. No pictures and no videos. Emotes are written by their names, people as @login. Further parts reply to the part before; further parts of an announcement are announcements too.',
};
