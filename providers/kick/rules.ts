/** Limits that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';
import { MAX_CHARACTERS } from './schema.ts';

/** Limits of a chat message. Its description is an OpenAPI document, whose lengths are code points. */
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
    'Plain text of up to 500 characters, sent to the chat of the own channel. No pictures and no videos. Emotes are written [emote:id:NAME] and count as written, people as @name. Further parts reply to the part before.',
};
