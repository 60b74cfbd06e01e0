/** Limits of a story that can be checked before anything is sent (github.com/Medium/medium-api-docs). */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { NO_LIMIT } from '../_kit/media-rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Upper bound for the one call: Medium fetches the pictures of the text before it answers. */
export const PUBLISH_TIMEOUT_MS = 120_000;

/** "If an existing URL can be reused": Medium expects URLs of pictures to be kept and used again. */
export const KEPT_MS = 7 * 86_400_000;

/** As in existing clients; Medium documents no limit. */
const MAX_CHARACTERS = 100_000;

/** Types of `POST /v1/images`, which documents no sizes. The number of pictures is Crier's limit. */
export const rules: ContentRules = {
  format: 'markdown',
  maxLength: () => MAX_CHARACTERS,
  length: (text) => Array.from(text).length,
  media: {
    maxImages: 50,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/tiff'],
    videoTypes: [],
    maxImageBytes: NO_LIMIT,
    maxVideoBytes: NO_LIMIT,
  },
  description:
    'Markdown of up to 100,000 characters; title and subtitle are settings. Up to 50 pictures (JPEG, PNG, ' +
    'GIF, TIFF), no videos. One part only.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = [];
  if (item.position > 0) return issues;
  for (const name of ['title', 'subtitle']) {
    if (String(settings[name] ?? '').trim().length < 2) {
      issues.push({ path: `settings.${name}`, ...sentence('too_short_without_spaces', { min: 2 }) });
    }
  }
  return issues;
};
