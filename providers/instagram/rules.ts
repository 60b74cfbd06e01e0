/** Limits of Instagram (developers.facebook.com: Instagram Platform, IG User Media, Content Publishing). */
import type { ContentIssue, ContentRules, MediaRules, Network, PublishRequest } from '../_kit/contract.ts';
import { META_ENCODING, MIB, NO_MEDIA } from '../_kit/media-rules.ts';
import { checkReach } from '../_kit/public-url.ts';
import { findWebLinks, replaceWebLinks, twitterText } from '../_kit/web-links.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { tagsOf } from './prepare/fields.ts';
import { english } from './sentences.ts';

/** Upper bound for the call, or for those of several stories; what is left then goes on after a look. */
export const PUBLISH_TIMEOUT_MS = 2 * 60_000;

/** Instagram keeps a container for 24 hours. */
export const KEPT_MS = 23 * 3_600_000;

const sentence = catalogue(english);

/**
 * Lengths in code points, sizes in bytes, durations in milliseconds. `reel`: newer documentation has 1 GB,
 * older 300 MB; the network decides.
 */
const LIMITS = {
  caption: 2200,
  hashtags: 30,
  fewHashtags: 5,
  mentions: 20,
  tags: 20,
  files: 10,
  image: 8 * MIB,
  minAspect: 4 / 5,
  maxAspect: 1.91,
  minReelAspect: 0.01,
  maxReelAspect: 10,
  reel: 1024 * MIB,
  minDuration: 3000,
  maxReel: 15 * 60_000,
  storyVideo: 100 * MIB,
  maxStory: 60_000,
  comment: 300,
  commentHashtags: 4,
  commentLinks: 1,
} as const;

const postMedia: MediaRules = {
  minFiles: 1,
  maxFiles: LIMITS.files,
  maxImages: LIMITS.files,
  maxVideos: LIMITS.files,
  mixed: true,
  imageTypes: ['image/jpeg'],
  videoTypes: ['video/mp4'],
  maxImageBytes: LIMITS.image,
  maxVideoBytes: LIMITS.reel,
  // Widths are not checked: pictures are scaled to 320 to 1440 pixels, and videos accepted as they are.
  image: { minAspect: LIMITS.minAspect, maxAspect: LIMITS.maxAspect },
  video: {
    minAspect: LIMITS.minReelAspect,
    maxAspect: LIMITS.maxReelAspect,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxReel,
    ...META_ENCODING,
  },
};

/** Pictures of a story may have any aspect ratio. */
const storyMedia: MediaRules = {
  ...postMedia,
  maxVideoBytes: LIMITS.storyVideo,
  image: undefined,
  video: { minDurationMs: LIMITS.minDuration, maxDurationMs: LIMITS.maxStory, ...META_ENCODING },
};

/** Of a reel's cover: of any shape, as Instagram cuts it. */
export const coverRules: Partial<MediaRules> = { image: undefined };

/** Limits of a post, a reel, a story and a comment. */
export const instagramRules: ContentRules = {
  format: 'plain',
  maxLength: (_, place) => (place && place.position > 0 ? LIMITS.comment : LIMITS.caption),
  // How characters are counted is not documented; code points are the most lenient reading.
  length: (text) => Array.from(text).length,
  media: postMedia,
  mediaFor(_, { settings, position }) {
    if (position > 0) return NO_MEDIA;
    return settings.post_type === 'story' ? storyMedia : postMedia;
  },
  description:
    'Optional caption of up to 2,200 characters with at most 30 hashtags and 20 mentions. Media are ' +
    'required: 1 to 10 JPEG pictures (no other types; 8 MB, 4:5 to 1.91:1) and MP4 videos (1 GB, although ' +
    'Instagram may reject more than 300 MB; 3 seconds to 15 minutes; ideally 9:16 and at most 1,920 pixels ' +
    'wide). One video is a reel, several files are a carousel. A story has no caption; each file becomes a ' +
    'story, videos with 3 to 60 seconds and 100 MB. A trial reel is exactly one video. Further parts are ' +
    'comments: text of up to 300 characters, at most 4 hashtags and 1 link, not all in capitals, without ' +
    'media.',
};

/** What is wrong with a part. `fetched`: the files that Instagram gets from this instance itself. */
function issuesOf(
  { item, settings }: Parameters<NonNullable<Network['validate']>>[0],
  fetched: PublishRequest['item']['media'],
): ContentIssue[] {
  const isStory = settings.post_type === 'story';
  // Much longer texts are rejected anyway; stories have no text.
  const text = item.text.length > LIMITS.caption * 2 || (isStory && item.position === 0) ? '' : item.text;
  const problems = item.position > 0 ? problemsOfComment(text) : problemsOfCaption(text);
  const issues: ContentIssue[] = problems.map((problem) => ({
    path: `value.${item.position}.content`,
    ...problem,
  }));
  if (item.position === 0 && settings.is_trial_reel === true) {
    issues.push(...onlyOneVideo(item, 'instagram_trial_reel_not_one_video'));
  }
  if (item.position === 0) issues.push(...checkReel(item, settings), ...checkTags(item, settings));
  issues.push(...checkReach('Instagram', { ...item, media: fetched }));
  return issues;
}

type Media = Pick<PublishRequest['item'], 'media'>;
type Settings = Readonly<Record<string, unknown>>;

/** What a post that is no reel cannot have. A story's schema has refused it already. */
function checkReel({ media }: Media, settings: Settings): ContentIssue[] {
  const isReel = media.length === 1 && media[0]?.kind === 'video';
  if (isReel || settings.post_type === 'story') return [];
  const fields = [
    ...(settings.cover ? ['cover'] : []),
    ...(typeof settings.thumb_offset === 'number' ? ['thumb_offset'] : []),
    ...(settings.share_to_feed === false ? ['share_to_feed'] : []),
  ];
  return fields.map((name) => ({ path: `settings.${name}`, ...sentence('instagram_only_for_reel') }));
}

/** People are tagged on files that are there; on a picture at a place, and not on a video of a carousel. */
function checkTags({ media }: Media, settings: Settings): ContentIssue[] {
  const path = 'settings.user_tags';
  const tags = tagsOf(settings);
  const issues = tags.flatMap(({ file, x, y }): Sentence[] => {
    const on = media[file ?? 0];
    if (media.length && !on) {
      return [sentence('instagram_tag_without_file', { file: file ?? 0, count: media.length })];
    }
    if (on?.kind === 'video' && media.length > 1 && settings.post_type !== 'story') {
      return [sentence('instagram_tag_on_video_of_carousel')];
    }
    return ((x ?? null) === null) === ((y ?? null) === null) ? [] : [sentence('instagram_tag_half_a_place')];
  });
  const most = Math.max(0, ...media.map((_, n) => tags.filter(({ file }) => (file ?? 0) === n).length));
  if (most > LIMITS.tags) {
    issues.push(sentence('instagram_too_many_tags', { count: most, max: LIMITS.tags }));
  }
  return issues.map((issue) => ({ path, ...issue }));
}

/** For accounts that are connected directly. */
export const validateDirect: NonNullable<Network['validate']> = (request) =>
  issuesOf(request, request.item.media);

/**
 * More hashtags than Instagram wants: "Instagram will gradually update the number of hashtags that you can
 * include in a caption for a reel or post to five" (@creators, 18 December 2025). The documents of the API
 * still have 30 (IG User Media, "Caption").
 */
export const warnings: NonNullable<Network['warnings']> = (text, { settings, position }) => {
  if (position > 0 || settings.post_type === 'story' || text.length > LIMITS.caption * 2) return [];
  const count = twitterText().extractHashtags(withoutLinks(text)).length;
  return count > LIMITS.fewHashtags && count <= LIMITS.hashtags
    ? [sentence('instagram_many_hashtags', { count, max: LIMITS.fewHashtags })]
    : [];
};

/** The problem of a post that is not exactly one video. */
function onlyOneVideo(
  { media }: Pick<PublishRequest['item'], 'media'>,
  code: 'instagram_trial_reel_not_one_video' | 'instagram_sound_not_one_video',
): ContentIssue[] {
  return media.length === 1 && media[0]?.kind === 'video'
    ? []
    : [{ path: 'value.0.image', ...sentence(code) }];
}

/** A text without URLs and dots: the rest has hashtags and mentions, and no link to look for. */
function withoutLinks(text: string): string {
  return replaceWebLinks(text, findWebLinks(text), ' ').replaceAll('.', ',');
}

function problemsOfCaption(text: string): Sentence[] {
  const plain = withoutLinks(text);
  const hashtags = twitterText().extractHashtags(plain).length;
  const mentions = twitterText().extractMentions(plain).length;
  const problems: Sentence[] = [];
  if (hashtags > LIMITS.hashtags) {
    problems.push(sentence('instagram_too_many_hashtags', { count: hashtags, max: LIMITS.hashtags }));
  }
  if (mentions > LIMITS.mentions) {
    problems.push(sentence('instagram_too_many_mentions', { count: mentions, max: LIMITS.mentions }));
  }
  return problems;
}

function problemsOfComment(text: string): Sentence[] {
  const hashtags = twitterText().extractHashtags(withoutLinks(text)).length;
  // Instagram may not recognise a URL without a protocol.
  const links = findWebLinks(text).filter(({ hasProtocol }) => hasProtocol).length;
  const problems: Sentence[] = [];
  if (hashtags > LIMITS.commentHashtags) {
    problems.push(
      sentence('instagram_too_many_hashtags_in_comment', { count: hashtags, max: LIMITS.commentHashtags }),
    );
  }
  if (links > LIMITS.commentLinks) {
    problems.push(
      sentence('instagram_too_many_links_in_comment', { count: links, max: LIMITS.commentLinks }),
    );
  }
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length && letters.every((letter) => /\p{Lu}/u.test(letter))) {
    problems.push(sentence('instagram_all_capitals'));
  }
  return problems;
}

/** With what a reel with a sound must be, which only accounts of a Facebook Page can have. */
export const rulesWithSound: ContentRules = {
  ...instagramRules,
  description: `${instagramRules.description} A reel with a sound (audio) must be exactly one video, too.`,
};

export const validateWithSound: NonNullable<Network['validate']> = (request) => {
  // The bytes of videos are sent.
  const fetched = request.item.media.filter(({ kind }) => kind === 'image');
  const needsVideo = request.item.position === 0 && Boolean(request.settings.audio);
  return [
    ...issuesOf(request, fetched),
    ...(needsVideo ? onlyOneVideo(request.item, 'instagram_sound_not_one_video') : []),
  ];
};
