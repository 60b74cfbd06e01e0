/** Limits that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { MAX_SUBJECT_BYTES } from './schema.ts';
import { toSubject } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the one call and, if it was refused, for the look at the campaign after it. */
export const PUBLISH_TIMEOUT_MS = 30_000;

const sentence = catalogue(english);

/** As in existing clients; listmonk has no limit (the column holds 1 GB). */
const MAX_CHARACTERS = 100_000_000;

export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_CHARACTERS,
  // UTF-16 units, because splitting such a long text into characters would be slow.
  length: (text) => text.length,
  media: {
    // The mail shows pictures from listmonk's media library; these limits are Crier's.
    maxImages: 50,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: [],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 0,
  },
  description:
    'An email to all subscribers of a list: HTML of up to 100,000,000 characters, including tags, with a ' +
    'subject of up to 5,000 bytes. Up to 50 pictures (JPEG, PNG, GIF, WebP, AVIF) are shown below the text, if ' +
    'listmonk accepts their type; no videos. {{ and }} are sent as they are, and are no expressions of ' +
    "listmonk's templates. One part only. A sent email cannot be recalled.",
};

/** listmonk counts the bytes of a subject as it receives it, the schema its characters. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const subject = String(settings.subject ?? '');
  if (item.position > 0) return [];
  if (!subject.trim()) return [{ path: 'settings.subject', ...sentence('required') }];
  const bytes = Buffer.byteLength(toSubject(subject));
  return bytes > MAX_SUBJECT_BYTES
    ? [
        {
          path: 'settings.subject',
          ...sentence('listmonk_subject_too_long', { bytes, max: MAX_SUBJECT_BYTES }),
        },
      ]
    : [];
};
