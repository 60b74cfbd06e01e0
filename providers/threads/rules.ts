/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Network, PublishRequest } from '../_kit/contract.ts';
import { META_ENCODING, MIB } from '../_kit/media-rules.ts';
import { pollIssues, pollOf } from '../_kit/poll.ts';
import { checkReach } from '../_kit/public-url.ts';
import { findWebLinks } from '../_kit/web-links.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { onlyWithoutMedia } from './schema.ts';
import { english } from './sentences.ts';

export const PUBLISH_TIMEOUT_MS = 60_000;

/** Threads keeps a container for 24 hours. */
export const KEPT_MS = 23 * 3_600_000;

const sentence = catalogue(english);

/**
 * Limits of the API (developers.facebook.com/documentation/threads: Overview, Posts, Text attachments). Sizes
 * in bytes, durations in milliseconds.
 */
const LIMITS = {
  text: 500,
  links: 5,
  files: 20,
  image: 8 * MIB,
  aspect: 10,
  video: 1024 * MIB,
  maxDuration: 5 * 60_000,
} as const;

/** "Emojis are counted as the number of UTF-8 bytes"; every other code point counts as one. */
export function threadsLength(text: string): number {
  let length = 0;
  // Both in here: made with the module, they would cost every start 20 ms.
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    length += /\p{RGI_Emoji}|\p{Emoji_Presentation}/v.test(segment)
      ? Buffer.byteLength(segment)
      : Array.from(segment).length;
  }
  return length;
}

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => LIMITS.text,
  length: threadsLength,
  media: {
    maxFiles: LIMITS.files,
    maxImages: LIMITS.files,
    maxVideos: LIMITS.files,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4'],
    maxImageBytes: LIMITS.image,
    maxVideoBytes: LIMITS.video,
    // Widths are not checked: pictures are scaled, and what happens to videos wider than the documented 1920
    // pixels is unclear.
    image: { maxAspect: LIMITS.aspect },
    video: { maxDurationMs: LIMITS.maxDuration, ...META_ENCODING },
  },
  description:
    'Text of up to 500 characters, where an emoji counts as its number of bytes in UTF-8 (4 or more); ' +
    'optional with media. At most 5 different links; the first #tag is the topic of the post. Up to 20 ' +
    'pictures and videos together: JPEG and PNG (8 MB, up to 10:1), MP4 (1 GB, 5 minutes, ideally at most ' +
    '1,920 pixels wide). Further parts are replies, each to the one before, with or without media.',
};

/** Distinct links. Without a protocol, only URLs with `www.` count: Threads may not recognise others. */
function countLinks(text: string): number {
  const found = findWebLinks(text).filter(({ url, hasProtocol }) => hasProtocol || /^www\./i.test(url));
  return new Set(found.map(({ url }) => url)).size;
}

/** A poll, a GIF and the card of a link are for posts without media; a poll is for a post of text alone. */
function checkAttachments(
  { media }: Pick<PublishRequest['item'], 'media'>,
  settings: Readonly<Record<string, unknown>>,
): ContentIssue[] {
  const poll = pollOf(settings);
  const names = media.length ? onlyWithoutMedia(settings) : [];
  return [
    ...(poll ? pollIssues(poll, media) : []),
    ...(poll && settings.gif_id ? [{ path: 'settings.gif_id', ...sentence('threads_gif_beside_poll') }] : []),
    ...names.map((name) => ({ path: `settings.${name}`, ...sentence('threads_only_without_media') })),
  ];
}

/** Links beyond the limit are `THREADS_API__LINK_LIMIT_EXCEEDED`. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const own = item.position === 0 ? settings : {};
  const card = typeof own.link_attachment === 'string' ? ` ${own.link_attachment}` : '';
  // Much longer texts are rejected anyway.
  const links = item.text.length > LIMITS.text * 2 ? 0 : countLinks(item.text + card);
  const issues = [...checkReach('Threads', item), ...checkAttachments(item, own)];
  if (links > LIMITS.links) {
    const problem = sentence('threads_too_many_links', { count: links, max: LIMITS.links });
    issues.push({ path: `value.${item.position}.content`, ...problem });
  }
  return issues;
};
