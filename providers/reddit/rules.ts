/**
 * Limits of a Reddit post that can be checked before anything is sent (reddit.com/dev/api;
 * support.reddithelp.com, "Images and videos").
 */
import type { ContentIssue, ContentRules, MediaRules, Network } from '../_kit/contract.ts';
import { MIB, NO_MEDIA } from '../_kit/media-rules.ts';
import { FILE_TYPES, nameOf, postAt, submissionsOf, type Submission } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Reddit does not document how long it keeps a file that no submission has used. */
export const KEPT_MS = 3_600_000;

/**
 * Upper bound for the calls to all subreddits; what is left then goes on after a look at what is published.
 */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

const sentence = catalogue(english);

/** Characters of the text of a submission and of a comment. */
const MAX_TEXT = 40_000;
const MAX_COMMENT = 10_000;

/** Several pictures make a gallery. */
const MAX_GALLERY = 20;

const FILES: MediaRules = {
  maxImages: MAX_GALLERY,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/png', 'image/jpeg', 'image/gif'],
  videoTypes: ['video/mp4', 'video/quicktime'],
  maxImageBytes: 20 * MIB,
  maxVideoBytes: 1024 * MIB,
  video: { maxDurationMs: 900_000 },
};

export const rules: ContentRules = {
  format: 'markdown',
  maxLength: (_, place) => (place?.position ? MAX_COMMENT : MAX_TEXT),
  length: (text) => Array.from(text).length,
  media: FILES,
  mediaFor: (_, { settings, position }) => (position > 0 ? NO_MEDIA : fileFor(submissionsOf(settings))),
  description:
    'Markdown of up to 40,000 characters; subreddits may allow less. Submissions of the type media, image, ' +
    'video or videogif need files, others none: up to 20 pictures (PNG, JPEG or GIF of up to 20 MiB), or a ' +
    'video of up to 1 GiB and 15 minutes. Further parts become comments: text only, up to 10,000 characters.',
};

const needsFile = ({ type }: Submission): boolean => (FILE_TYPES as readonly unknown[]).includes(type);

/** What all submissions accept, because they share the files. */
function fileFor(submissions: readonly Submission[]): MediaRules {
  const types = submissions.filter(needsFile).map(({ type }) => type);
  if (!types.length) return NO_MEDIA;
  return {
    ...FILES,
    minFiles: 1,
    maxImages: types.some((type) => type === 'video' || type === 'videogif') ? 0 : MAX_GALLERY,
    maxVideos: types.includes('image') ? 0 : 1,
  };
}

/** The schema accepts null, which drafts may have; and a file must belong to a submission. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  if (item.position > 0) return [];
  const submissions = submissionsOf(settings);
  const issues = submissions.flatMap((submission, i) =>
    submissionIssues(submission, `settings.subreddit.${i}.value`),
  );
  if (item.media.length && !submissions.some(needsFile)) {
    issues.push({
      path: 'value.0.image',
      ...sentence('reddit_no_submission_of_type', { types: FILE_TYPES }),
    });
  }
  return issues;
};

function submissionIssues(
  { type, url, is_flair_required, flair, title, subreddit }: Submission,
  path: string,
): ContentIssue[] {
  const issues: ContentIssue[] = [];
  // The name without the leading r/.
  if (nameOf({ subreddit }).length < 2) {
    issues.push({ path: `${path}.subreddit`, ...sentence('reddit_name_too_short', { min: 2 }) });
  }
  if ((title ?? '').trim().length < 2) {
    issues.push({ path: `${path}.title`, ...sentence('too_short_without_spaces', { min: 2 }) });
  }
  if (type === 'crosspost' && !postAt(url) && !/\(post:/.test(url ?? '')) {
    issues.push({ path: `${path}.url`, ...sentence('reddit_crosspost_needs_post') });
  }
  if (type === 'link' && !url) {
    issues.push({ path: `${path}.url`, ...sentence('reddit_link_needs_it') });
  }
  if (is_flair_required && !flair?.id?.trim()) {
    issues.push({ path: `${path}.flair`, ...sentence('reddit_flair_required') });
  }
  return issues;
}
