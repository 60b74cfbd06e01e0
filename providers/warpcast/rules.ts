/**
 * Limits of a cast that can be checked before anything is sent (github.com/farcasterxyz/protocol,
 * specification of CastAdd; docs.farcaster.xyz, "Create casts").
 */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { MIB, NO_LIMIT } from '../_kit/media-rules.ts';

/**
 * Bytes of the text: above 320 it is a "long cast". More is open to paying accounts only, which cannot be
 * told from others.
 */
const MAX_TEXT = 1024;

/** Bytes of an embedded address. */
const MAX_EMBED = 256;

/** Pictures are embedded by their address; their size is a bound of this product. */
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
    'Plain text of up to 1,024 bytes (UTF-8); above 320 bytes it is shown folded. Up to 2 pictures (JPEG, PNG, GIF, WebP), no videos; the text may be empty with one. Up to 10 @mentions. Further parts become replies, each to the part before, under the same limits.',
};

/** Addresses of pictures that are too long to be embedded. */
export const validate: NonNullable<Network['validate']> = ({ item: { media, position } }) =>
  media.flatMap(({ url }, i) =>
    Buffer.byteLength(url) > MAX_EMBED
      ? [
          {
            path: `value.${position}.image.${i}`,
            message: `has an address of ${Buffer.byteLength(url)} bytes, Farcaster takes ${MAX_EMBED}`,
          },
        ]
      : [],
  );
