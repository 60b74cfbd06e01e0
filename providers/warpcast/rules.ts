/**
 * Limits of a cast that can be checked before anything is sent (github.com/farcasterxyz/protocol,
 * specification of CastAdd; docs.farcaster.xyz, "Create casts").
 */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { MIB, NO_LIMIT } from '../_kit/media-rules.ts';
import { checkReach } from '../_kit/public-url.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the casts in all channels; what is left then goes on after a look at what is published. */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

const sentence = catalogue(english);

/** Bytes of a "long cast" (above 320). Paying accounts may use more, but cannot be recognised. */
const MAX_TEXT = 1024;

/** Bytes of an embedded URL. */
const MAX_EMBED = 256;

/** Pictures are embedded by their URL; their size is Crier's limit. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: (text) => Buffer.byteLength(text),
  unit: 'bytes',
  media: {
    maxImages: 2,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: [],
    maxImageBytes: 10 * MIB,
    maxVideoBytes: NO_LIMIT,
  },
  description:
    'Plain text of up to 1,024 bytes (UTF-8), shown collapsed above 320 bytes; optional with media. Up to ' +
    '2 pictures (JPEG, PNG, GIF, WebP), no videos. Up to 10 @mentions. Further parts become replies, each ' +
    'to the part before, with the same limits.',
};

/** Farcaster's apps load the pictures from this instance, for as long as the cast exists. */
export const validate: NonNullable<Network['validate']> = ({ item }) => [
  ...checkReach('Farcaster', item),
  ...item.media.flatMap(({ url }, i) =>
    Buffer.byteLength(url) > MAX_EMBED
      ? [
          {
            path: `value.${item.position}.image.${i}`,
            ...sentence('warpcast_url_too_long', { bytes: Buffer.byteLength(url), max: MAX_EMBED }),
          },
        ]
      : [],
  ),
];
