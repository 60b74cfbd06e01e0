/**
 * Limits that can be checked before anything is sent. What an instance forbids beyond them it tells by
 * refusing.
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { LIMITS, type Target } from './schema.ts';

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
    // Up to the instance; this is what an upload may have at all.
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 0,
  },
  description:
    'Markdown of up to 50,000 characters (code points), with a title of 3 to 200 characters for each community. One picture (PNG, JPEG or GIF; others are refused), described in up to 1,500 characters; no videos. Further parts become comments of up to 10,000 characters under every post that was made. People are mentioned as @user@instance, communities as !community@instance.',
};

/**
 * Problems beyond `rules`: descriptions of pictures, titles that only reach their length by blanks, and the
 * same post twice.
 */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = item.media
    .filter(({ alt }) => count(alt) > LIMITS.alt)
    .map(({ alt, fileName }) => ({
      path: `value.${item.position}.image`,
      message: `The description of ${fileName} has ${count(alt)} characters; Lemmy takes ${LIMITS.alt}`,
    }));
  return item.position === 0
    ? [...issues, ...checkTargets((settings.subreddit ?? []) as readonly { readonly value: Target }[])]
    : issues;
};

function checkTargets(targets: readonly { readonly value: Target }[]): ContentIssue[] {
  const seen = new Set<string>();
  return targets.flatMap(({ value: { id, title, url } }, i) => {
    const issues: ContentIssue[] = [];
    if (count(title.trim()) < LIMITS.title.min) {
      issues.push({
        path: `settings.subreddit.${i}.value.title`,
        message: 'must have at least 3 characters beside blanks at its ends',
      });
    }
    const post = JSON.stringify([String(id), title, url ?? '']);
    if (seen.has(post)) {
      issues.push({
        path: `settings.subreddit.${i}.value`,
        message: 'is the same post in the same community once more',
      });
    }
    seen.add(post);
    return issues;
  });
}
