/**
 * Limits that can be checked before anything is sent. An instance may have stricter ones, and reject a post.
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { LIMITS, targetsOf, type Target } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/**
 * Upper bound for the calls to all communities; what is left then goes on after a look at what is published.
 */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

/** After this, the list is looked at again: much may have been posted since. */
export const PREPARED_MS = 3_600_000;

const sentence = catalogue(english);

const count = (text: string): number => Array.from(text).length;

export const rules: ContentRules = {
  format: 'markdown',
  // The first part is the body of a post, further ones are comments.
  maxLength: (_, place) => (place && place.position > 0 ? LIMITS.comment : LIMITS.body),
  length: count,
  media: {
    maxImages: 1,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/png', 'image/jpeg', 'image/gif'],
    videoTypes: [],
    // Up to the instance; this is Crier's limit for uploads.
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 0,
  },
  description:
    'Markdown of up to 50,000 characters (code points), with a title of 3 to 200 characters for each ' +
    'community. One picture (PNG, JPEG or GIF) with a description of up to 1,500 characters; no videos. ' +
    'Further parts become comments of up to 10,000 characters on each post. @user@instance mentions a ' +
    'person, !community@instance a community.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = item.media
    .filter(({ alt }) => count(alt) > LIMITS.alt)
    .map(({ alt, fileName }) => ({
      path: `value.${item.position}.image`,
      ...sentence('lemmy_description_too_long', { file: fileName, length: count(alt), max: LIMITS.alt }),
    }));
  return item.position === 0 ? [...issues, ...checkTargets(targetsOf(settings))] : issues;
};

function checkTargets(targets: readonly Target[]): ContentIssue[] {
  const seen = new Set<string>();
  return targets.flatMap(({ id, title, url }, i) => {
    const issues: ContentIssue[] = [];
    if (count(title.trim()) < LIMITS.title.min) {
      issues.push({
        path: `settings.subreddit.${i}.value.title`,
        ...sentence('too_short_trimmed', { min: 3 }),
      });
    }
    const post = JSON.stringify([String(id), title, url ?? '']);
    if (seen.has(post)) {
      issues.push({ path: `settings.subreddit.${i}.value`, ...sentence('lemmy_duplicate') });
    }
    seen.add(post);
    return issues;
  });
}
