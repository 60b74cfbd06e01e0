/** Limits that can be checked before anything is sent. */
import twitterText from 'twitter-text';
import type {
  ContentIssue,
  ContentRules,
  ItemPlace,
  MediaFile,
  MediaRules,
  Network,
} from '../_kit/contract.ts';
import { MIB, NO_LIMIT } from '../_kit/media-rules.ts';
import { readDetails } from './schema.ts';

/**
 * Limits of the API (docs.x.com: "Counting characters", "Media best practices"). Lengths weighted, sizes in
 * bytes, durations in milliseconds, sides in pixels. `premium` and `article` are what existing clients allow;
 * X names 25,000 for Premium, but not for the API.
 */
export const LIMITS = {
  post: 280,
  premium: 4000,
  article: 100_000,
  images: 4,
  image: 5 * MIB,
  gif: 15 * MIB,
  gifLongSide: 1280,
  gifShortSide: 1080,
  video: 512 * MIB,
  minDuration: 500,
  maxDuration: 140_000,
} as const;

/**
 * More than this is no post any more (a link may be long, but hardly that long), and takes too long to be
 * parsed: links are looked for in quadratic time.
 */
const PARSED = 8000;

/**
 * Length of a post as X counts it: twitter-text's weighted length, in which a link is 23. What only an
 * article can be is counted in code points.
 */
export function weightedLength(text: string): number {
  return text.length > PARSED ? Array.from(text).length : twitterText.parseTweet(text).weightedLength;
}

const media: MediaRules = {
  maxFiles: LIMITS.images,
  maxImages: LIMITS.images,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  videoTypes: ['video/mp4'],
  // Of an animation; `validate` knows the lower one of a still picture.
  maxImageBytes: LIMITS.gif,
  maxVideoBytes: LIMITS.video,
  // The documented 1280 × 1024 is not kept to by X itself, which recommends 720 × 1280 and takes 1080 × 1920.
  video: {
    minWidth: 32,
    minHeight: 32,
    minAspect: 1 / 3,
    maxAspect: 3,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxDuration,
  },
};

/** Longer and larger videos: how long and how large depends on the account and is not documented. */
const premiumMedia: MediaRules = {
  ...media,
  maxVideoBytes: NO_LIMIT,
  video: { ...media.video, maxDurationMs: undefined },
};

/** Pictures stand in the text of an article; how many is not documented. */
const articleMedia: MediaRules = { ...media, maxFiles: undefined, maxImages: 100, maxVideos: 0 };

/** Of an article's cover, which is uploaded as a still picture. */
export const coverRules: Partial<MediaRules> = { maxImageBytes: LIMITS.image };

const isArticle = ({ settings, position }: ItemPlace): boolean =>
  settings.post_type === 'article' && position === 0;

export const rules: ContentRules = {
  format: 'plain',
  formatFor: (settings, position = 0) => (isArticle({ settings, position }) ? 'html' : 'plain'),
  maxLength({ details }, place) {
    if (place && isArticle(place)) return LIMITS.article;
    return readDetails(details).premium ? LIMITS.premium : LIMITS.post;
  },
  length: weightedLength,
  media,
  mediaFor({ details }, place) {
    if (isArticle(place)) return articleMedia;
    return readDetails(details).premium ? premiumMedia : media;
  },
  description:
    'Text of up to 280 characters as X weighs them (4,000 with Premium): a letter of most alphabets is 1, an emoji or an East Asian character 2, a link always 23. Up to 4 pictures (JPEG, PNG, WebP; 5 MB each), or one GIF (15 MB, 1280 × 1080), or one MP4 video (512 MB, 0.5 to 140 seconds, longer with Premium; 1:3 to 3:1). Further parts are replies, each under the one before. An article (post_type article) takes up to 100,000 characters of HTML (p, h1 to h3, ul, ol, li, strong, u, a) with pictures, and as a draft no further parts. X takes one $CASHTAG a post from most apps.',
};

function checkPicture({ mime, size, width = 0, height = 0, fileName }: MediaFile): string[] {
  if (mime !== 'image/gif') {
    return size > LIMITS.image
      ? [`${fileName} has ${size} bytes; X takes ${LIMITS.image} of a picture that does not move`]
      : [];
  }
  const tooLarge =
    Math.max(width, height) > LIMITS.gifLongSide || Math.min(width, height) > LIMITS.gifShortSide;
  return tooLarge
    ? [
        `${fileName} has ${width} × ${height} pixels; X takes a GIF of up to ${LIMITS.gifLongSide} × ${LIMITS.gifShortSide}`,
      ]
    : [];
}

/**
 * Problems beyond `rules`: a GIF stands alone, still pictures are smaller, and nothing can follow a draft.
 */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const path = `value.${item.position}.image`;
  const images = item.media.filter(({ kind }) => kind === 'image');
  const issues: ContentIssue[] = images.flatMap(checkPicture).map((message) => ({ path, message }));
  const gifs = images.filter(({ mime }) => mime === 'image/gif').length;
  if (gifs && item.media.length > 1 && !isArticle({ settings, position: item.position })) {
    issues.push({ path, message: 'X takes a GIF only alone: send one file, or a PNG instead of the GIF' });
  }
  if (item.position > 0 && settings.post_type === 'article' && settings.article_status === 'draft') {
    issues.push({
      path: `value.${item.position}`,
      message: 'A draft of an article has no replies: send one part, or publish the article',
    });
  }
  return issues;
};
