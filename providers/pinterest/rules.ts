/**
 * Limits of a pin that can be checked before anything is sent
 * (developers.pinterest.com/docs/api/v5/pins-create; help.pinterest.com, "Review Pin specs").
 */
import type { ContentIssue, ContentRules, MediaFile, Network } from '../_kit/contract.ts';
import { MIB } from '../_kit/media-rules.ts';
import { checkReach } from '../_kit/public-url.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { cardsOf } from './schema.ts';
import { english } from './sentences.ts';

/** Pinterest does not document how long it keeps a video that no pin has used. */
export const KEPT_MS = 6 * 3_600_000;

/** Upper bound for the one call, with its pictures. */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

const sentence = catalogue(english);

/** Characters of `description` and of `alt_text`. */
const MAX_DESCRIPTION = 800;
const MAX_ALT = 500;

/** The types that a request may carry; others Pinterest downloads from this instance. */
const SENT_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
/** Larger sums are downloaded too: a request with bytes is held in memory. */
const MAX_SENT_BYTES = 40 * MIB;

/** Whether pictures go in the request; else as URLs. */
export const areSent = (images: readonly MediaFile[]): boolean =>
  images.every(({ mime }) => SENT_TYPES.has(mime)) &&
  images.reduce((sum, { size }) => sum + size, 0) <= MAX_SENT_BYTES;

const countCodePoints = (text: string): number => Array.from(text).length;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_DESCRIPTION,
  length: countCodePoints,
  media: {
    minFiles: 1,
    maxImages: 5,
    maxVideos: 1,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/gif', 'image/tiff'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
    maxImageBytes: 20 * MIB,
    maxVideoBytes: 2 * 1024 * MIB,
    // help.pinterest.com, "Video Pins", Creative specs: "Encoding: H.264 or H.265".
    video: { minDurationMs: 4000, maxDurationMs: 900_000, codecs: ['avc', 'hevc'] },
  },
  description:
    'One picture, a carousel of 2 to 5 pictures with the same size in pixels, or one video with at most ' +
    'one picture as its cover. Plain text of up to 800 characters, not without media. Pictures of up to 20 ' +
    'MiB (ideally 2:3), with descriptions of up to 500 characters; videos of 4 seconds to 15 minutes and ' +
    'up to 2 GiB. One part only.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const { media, position } = item;
  const path = `value.${position}.image`;
  const issues: ContentIssue[] = [];
  const images = media.filter((file) => file.kind === 'image');
  if (images.length === media.length) issues.push(...carouselIssues(images, path));
  else if (images.length > 1) {
    issues.push({ path, ...sentence('pinterest_pictures_beside_video', { count: images.length }) });
  }
  const cards = cardsOf(settings).length;
  const isCarousel = images.length > 1 && images.length === media.length;
  if (cards > (isCarousel ? images.length : 0)) {
    issues.push({
      path: 'settings.cards',
      ...sentence('pinterest_more_cards_than_pictures', { cards, pictures: isCarousel ? images.length : 0 }),
    });
  }
  if (!areSent(images)) issues.push(...checkReach('Pinterest', { ...item, media: images }));
  media.forEach((file, i) => {
    const length = countCodePoints(file.alt);
    if (length > MAX_ALT) {
      issues.push({
        path: `${path}.${i}`,
        ...sentence('pinterest_description_too_long', { length, max: MAX_ALT }),
      });
    }
  });
  return issues;
};

function carouselIssues(images: readonly MediaFile[], path: string): ContentIssue[] {
  const measured = images
    .filter((file) => file.width && file.height)
    .map(({ width, height }) => `${width} × ${height}`);
  const sizes = [...new Set(measured)];
  return sizes.length > 1 ? [{ path, ...sentence('pinterest_sizes_differ', { sizes }) }] : [];
}
