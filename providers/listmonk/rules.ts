/** Limits that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { MAX_SUBJECT_BYTES } from './schema.ts';

/** listmonk has no limit of its own (the column holds 1 GB); this is what existing clients know. */
const MAX_CHARACTERS = 100_000_000;

export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_CHARACTERS,
  // UTF-16 units: a text of this size is not taken apart to count it.
  length: (text) => text.length,
  media: {
    // Pictures are put into the mail by their address; these bounds are Crier's.
    maxImages: 50,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: [],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 0,
  },
  description:
    'A mail to all subscribers of a list: HTML of up to 100,000,000 characters, tags included, with a subject of up to 5,000 bytes. Up to 50 pictures (JPEG, PNG, GIF, WebP, AVIF) are shown under the text; no videos. What stands between {{ and }} in text and subject belongs to the language of listmonk’s templates. One part. A mail that was sent cannot be taken back.',
};

/** Problems of the settings that a schema cannot say: it counts characters, listmonk counts bytes. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const subject = String(settings.subject ?? '');
  if (item.position > 0) return [];
  if (!subject.trim()) return [{ path: 'settings.subject', message: 'A subject is needed' }];
  const bytes = Buffer.byteLength(subject);
  return bytes > MAX_SUBJECT_BYTES
    ? [{ path: 'settings.subject', message: `is ${bytes} bytes long, listmonk takes ${MAX_SUBJECT_BYTES}` }]
    : [];
};
