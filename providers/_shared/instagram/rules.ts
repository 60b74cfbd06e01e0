/**
 * What Instagram takes, however the account is connected (developers.facebook.com: Instagram Platform, IG
 * User Media, Content Publishing).
 */
import twitterText from 'twitter-text';
import type {
  ContentIssue,
  ContentRules,
  JsonSchema,
  MediaRules,
  Network,
  PublishRequest,
} from '../../_kit/contract.ts';
import { MIB, NO_MEDIA } from '../../_kit/media-rules.ts';

const volume = (of: string): JsonSchema => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 100,
  description: `Loudness of the ${of}, 0 to 100; default 100`,
});
const shown = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 2048,
  description,
});

/**
 * Music or a sound of Instagram's library under a reel; only for accounts that are connected through a
 * Facebook Page.
 */
export const audioField: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 100, description: 'Id of the sound (tool audioSearch)' },
    title: shown('Title, for display only'),
    artist: shown('Artist, for display only'),
    image: shown('Address of a picture, for display only'),
    audio_volume: volume('sound'),
    video_volume: volume("video's own sound"),
  },
  required: ['id'],
  description: 'Sound under a reel: post_type post with exactly one video',
};

/** A user name has up to 30 characters; the @ may stand before it. */
const collaboratorsField: JsonSchema = {
  type: ['array', 'null'],
  maxItems: 3,
  items: {
    type: 'object',
    properties: { label: { type: 'string', minLength: 1, pattern: '^(@?[A-Za-z0-9._]{1,30})?$' } },
    required: ['label'],
  },
  description:
    'Up to 3 public accounts that are asked to share the post as their own, as {label: user name}; not for stories',
};

/**
 * Settings of a post of the network `identifier`; `own` are fields of this network alone. None of them is for
 * stories.
 */
export function instagramSettings(
  identifier: string,
  own: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const isStory = { properties: { post_type: { const: 'story' } }, required: ['post_type'] };
  const notForStories = Object.fromEntries(Object.keys(own).map((field) => [field, { type: 'null' }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      __type: { const: identifier },
      // Empty is what `minLength` refuses: a draft may still lack it.
      post_type: {
        type: 'string',
        minLength: 1,
        enum: ['post', 'story', ''],
        description:
          'post (one picture, one video as a reel, or 2 to 10 files to swipe through) or story (each file a story of its own)',
      },
      is_trial_reel: {
        type: ['boolean', 'null'],
        default: false,
        description:
          'Whether the reel is shown first to people who do not follow the account: post_type post with exactly one video',
      },
      graduation_strategy: {
        enum: ['MANUAL', 'SS_PERFORMANCE', '', null],
        description:
          'When a trial reel is shown to followers: MANUAL (default; when you say so) or SS_PERFORMANCE (when it does well). Used only with is_trial_reel',
      },
      collaborators: collaboratorsField,
      ...own,
    },
    required: ['post_type'],
    allOf: [
      {
        if: { not: isStory },
        else: {
          properties: {
            is_trial_reel: { enum: [false, null] },
            collaborators: { type: ['array', 'null'], maxItems: 0 },
            ...notForStories,
          },
        },
      },
    ],
  };
}

/**
 * Lengths in code points, sizes in bytes, durations in milliseconds. `reel`: newer texts say 1 GB, older ones
 * 300 MB; the network decides between them.
 */
export const INSTAGRAM_LIMITS = {
  caption: 2200,
  hashtags: 30,
  mentions: 20,
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
const LIMITS = INSTAGRAM_LIMITS;

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
  // Widths are not checked: pictures are scaled to 320 to 1440 pixels, and videos are taken as they are.
  image: { minAspect: LIMITS.minAspect, maxAspect: LIMITS.maxAspect },
  video: {
    minAspect: LIMITS.minReelAspect,
    maxAspect: LIMITS.maxReelAspect,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxReel,
  },
};

/** A picture of a story may have any shape. */
const storyMedia: MediaRules = {
  ...postMedia,
  maxVideoBytes: LIMITS.storyVideo,
  image: undefined,
  video: { minDurationMs: LIMITS.minDuration, maxDurationMs: LIMITS.maxStory },
};

/** Limits of a post, a reel, a story and a comment; lengths in code points, sizes in bytes. */
export const instagramRules: ContentRules = {
  format: 'plain',
  maxLength: (_, place) => (place && place.position > 0 ? LIMITS.comment : LIMITS.caption),
  // Which characters are counted is not documented; code points refuse the least.
  length: (text) => Array.from(text).length,
  media: postMedia,
  mediaFor(_, { settings, position }) {
    if (position > 0) return NO_MEDIA;
    return settings.post_type === 'story' ? storyMedia : postMedia;
  },
  description:
    'Caption of up to 2,200 characters with at most 30 hashtags and 20 mentions; it may be empty. Media are needed: 1 to 10 JPEG pictures (other kinds are refused; 8 MB, 4:5 to 1.91:1) and MP4 videos (1 GB, though Instagram may refuse more than 300 MB; 3 seconds to 15 minutes; best 9:16 and no wider than 1,920 pixels). One video is a reel, several files are swiped through. A story shows no caption; each file becomes a story, a video of 3 to 60 seconds and 100 MB. A trial reel is exactly one video. Further parts are comments: text of up to 300 characters, at most 4 hashtags and 1 link, not all in capitals, without media.',
};

/**
 * Problems beyond `instagramRules`: hashtags, mentions and links of a text, and a trial reel that is more or
 * less than one video.
 */
export const validateInstagram: NonNullable<Network['validate']> = ({ item, settings }) => {
  const isStory = settings.post_type === 'story';
  // A longer text is refused as it is, and takes long to look through. A story shows none.
  const text = item.text.length > LIMITS.caption * 2 || (isStory && item.position === 0) ? '' : item.text;
  const said = item.position > 0 ? problemsOfComment(text) : problemsOfCaption(text);
  const issues: ContentIssue[] = said.map((message) => ({ path: `value.${item.position}.content`, message }));
  if (item.position === 0 && settings.is_trial_reel === true) {
    issues.push(...onlyOneVideo(item, 'A trial reel'));
  }
  return issues;
};

/** A problem when the post is not exactly one video, which `what` ("A trial reel") is. */
export function onlyOneVideo({ media }: Pick<PublishRequest['item'], 'media'>, what: string): ContentIssue[] {
  return media.length === 1 && media[0]?.kind === 'video'
    ? []
    : [{ path: 'value.0.image', message: `${what} is exactly one video` }];
}

function problemsOfCaption(text: string): string[] {
  const hashtags = twitterText.extractHashtags(text).length;
  const mentions = twitterText.extractMentions(text).length;
  const problems: string[] = [];
  if (hashtags > LIMITS.hashtags) {
    problems.push(`has ${hashtags} hashtags, Instagram takes ${LIMITS.hashtags}`);
  }
  if (mentions > LIMITS.mentions) {
    problems.push(`has ${mentions} mentions, Instagram takes ${LIMITS.mentions}`);
  }
  return problems;
}

function problemsOfComment(text: string): string[] {
  const hashtags = twitterText.extractHashtags(text).length;
  // An address without a scheme may be read otherwise by Instagram.
  const links = twitterText.extractUrls(text, { extractUrlsWithoutProtocol: false }).length;
  const problems: string[] = [];
  if (hashtags > LIMITS.commentHashtags) {
    problems.push(`has ${hashtags} hashtags, a comment at Instagram takes ${LIMITS.commentHashtags}`);
  }
  if (links > LIMITS.commentLinks) {
    problems.push(`has ${links} links, a comment at Instagram takes ${LIMITS.commentLinks}`);
  }
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length && letters.every((letter) => /\p{Lu}/u.test(letter))) {
    problems.push('is all in capitals, which Instagram refuses in a comment');
  }
  return problems;
}
