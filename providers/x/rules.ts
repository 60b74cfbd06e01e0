/** Limits that can be checked before anything is sent. */
import type {
  ContentIssue,
  ContentRules,
  ItemPlace,
  MediaFile,
  MediaRules,
  Network,
} from '../_kit/contract.ts';
import { MIB } from '../_kit/media-rules.ts';
import { findWebLinks, replaceWebLinks, twitterText } from '../_kit/web-links.ts';
import { pollIssues, pollOf } from '../_kit/poll.ts';
import { subtitleIssues } from '../_kit/subtitles.ts';
import { readDetails, taggedOf } from './schema.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** An upload that belongs to no post ends a day after it was finished. */
export const KEPT_MS = 12 * 3_600_000;

/** Upper bound for the one call; X answers once the post is stored. */
export const PUBLISH_TIMEOUT_MS = 30_000;

const sentence = catalogue(english);

/**
 * Limits of the API (docs.x.com: "Counting characters", "Media best practices", whose limits of videos follow
 * the account and not the plan of the app). Weighted lengths, sizes in bytes, durations in milliseconds,
 * sides in pixels. `premium`: what X sells, which other clients of the API send; `article` is that of
 * existing clients.
 */
const LIMITS = {
  post: 280,
  premium: 25_000,
  article: 100_000,
  images: 4,
  image: 5 * MIB,
  gif: 15 * MIB,
  gifLongSide: 1280,
  gifShortSide: 1080,
  video: 8 * 1024 * MIB,
  premiumVideo: 16 * 1024 * MIB,
  minDuration: 500,
  maxDuration: 20 * 60_000,
  premiumDuration: 125 * 60_000,
  alt: 1000,
} as const;

const LINK_WEIGHT = 23;

/**
 * twitter-text's weighted length, where a link counts as 23. Of each link one character is left, and no dot,
 * so that the library need not look for links itself.
 */
export function weightedLength(text: string): number {
  const links = findWebLinks(text);
  const rest = replaceWebLinks(text, links, ',').replaceAll('.', ',');
  return twitterText().parseTweet(rest).weightedLength + links.length * (LINK_WEIGHT - 1);
}

const media: MediaRules = {
  maxFiles: LIMITS.images,
  maxImages: LIMITS.images,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  videoTypes: ['video/mp4'],
  maxImageBytes: LIMITS.gif,
  maxStillBytes: LIMITS.image,
  maxVideoBytes: LIMITS.video,
  // X documents a maximum of 1280 × 1024, but recommends 720 × 1280 and accepts 1080 × 1920.
  video: {
    minWidth: 32,
    minHeight: 32,
    minAspect: 1 / 3,
    maxAspect: 3,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxDuration,
    // "Best practices", Advanced: the sound "must be AAC", "Only YUV 4:2:0", at most 60 frames a second.
    // H.264 is recommended there, and nothing is said against other codecs.
    audioCodecs: ['aac'],
    chroma: '4:2:0',
    maxFrameRate: 60,
  },
};

const premiumMedia: MediaRules = {
  ...media,
  maxVideoBytes: LIMITS.premiumVideo,
  video: { ...media.video, maxDurationMs: LIMITS.premiumDuration },
};

/** An article has pictures in its text; how many is not documented. */
const articleMedia: MediaRules = { ...media, maxFiles: undefined, maxImages: 100, maxVideos: 0 };

/** An article's cover must not be a GIF of that size. */
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
    'Text of up to 280 weighted characters (25,000 with Premium): a letter of most alphabets counts as 1, ' +
    'an emoji or an East Asian character as 2, a link always as 23. Up to 4 pictures (JPEG, PNG, WebP; 5 ' +
    'MB each), or one GIF (15 MB, 1280 × 1080), or one MP4 video (8 GB, 0.5 seconds to 20 minutes; with ' +
    'Premium 16 GB, 125 minutes; 1:3 to 3:1). Further parts are replies, each to the one before. An article (post_type ' +
    'article) may have up to 100,000 characters of HTML (p, h1 to h3, ul, ol, li, strong, u, a) with ' +
    'pictures; a draft of an article has no further parts. X allows most apps one $CASHTAG per post.',
};

const checkAlt = ({ alt, fileName }: MediaFile): Sentence[] =>
  alt.length > LIMITS.alt
    ? [sentence('x_description_too_long', { file: fileName, length: alt.length, max: LIMITS.alt })]
    : [];

function checkPicture({ mime, width = 0, height = 0, fileName }: MediaFile): Sentence[] {
  if (mime !== 'image/gif') return [];
  const tooLarge =
    Math.max(width, height) > LIMITS.gifLongSide || Math.min(width, height) > LIMITS.gifShortSide;
  return tooLarge
    ? [
        sentence('x_gif_too_large', {
          file: fileName,
          width,
          height,
          maxWidth: LIMITS.gifLongSide,
          maxHeight: LIMITS.gifShortSide,
        }),
      ]
    : [];
}

/**
 * "media: mutually exclusive from Quote Tweet ID and Poll", and the other way round (docs.x.com, POST
 * /2/tweets before version 2.167, which leaves it out).
 */
function checkExtras(
  media: readonly MediaFile[],
  settings: Readonly<Record<string, unknown>>,
): ContentIssue[] {
  const [poll, tagged] = [pollOf(settings), taggedOf(settings)];
  // Also one of this instance, whose number is not known yet.
  const quote = typeof settings.quote === 'string' && settings.quote.trim() !== '';
  if (isArticle({ settings, position: 0 })) {
    const unsupported = { poll, quote, tagged_people: tagged.length > 0 };
    return Object.entries(unsupported).flatMap(([name, one]) =>
      one ? [{ path: `settings.${name}`, ...sentence('x_not_in_article') }] : [],
    );
  }
  const quoted = poll ? 'x_quote_beside_poll' : media.length ? 'x_quote_beside_files' : null;
  return [
    ...(poll ? pollIssues(poll, media) : []),
    ...(quote && quoted ? [{ path: 'settings.quote', ...sentence(quoted) }] : []),
    ...(tagged.length && !media.length
      ? [{ path: 'settings.tagged_people', ...sentence('x_tags_without_files') }]
      : []),
  ];
}

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const path = `value.${item.position}.image`;
  const images = item.media.filter(({ kind }) => kind === 'image');
  const issues: ContentIssue[] = images
    .flatMap((file) => [...checkPicture(file), ...checkAlt(file)])
    .map((problem) => ({ path, ...problem }));
  const gifs = images.filter(({ mime }) => mime === 'image/gif').length;
  if (gifs && item.media.length > 1 && !isArticle({ settings, position: item.position })) {
    issues.push({ path, ...sentence('x_gif_not_alone') });
  }
  if (item.position === 0) {
    issues.push(...checkExtras(item.media, settings), ...subtitleIssues(settings, item.media));
  }
  if (item.position > 0 && settings.post_type === 'article' && settings.article_status === 'draft') {
    issues.push({ path: `value.${item.position}`, ...sentence('x_draft_with_replies') });
  }
  return issues;
};
