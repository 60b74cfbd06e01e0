/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { LIMITS } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { uploadMs } from '../_kit/bounds.ts';

/** Upper bound for the call, which carries the picture. */
export const PUBLISH_TIMEOUT_MS = uploadMs(LIMITS.imageBytes);

const sentence = catalogue(english);

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => LIMITS.characters,
  length: (text) => Array.from(text).length,
  media: {
    minFiles: 1,
    maxImages: 1,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/gif', 'image/jpeg', 'image/png'],
    videoTypes: [],
    maxImageBytes: LIMITS.imageBytes,
    maxVideoBytes: 0,
  },
  description:
    'A shot is exactly one picture: GIF, JPEG or PNG of up to 8 MiB, with exactly 400 × 300 or 800 × 600 ' +
    'pixels; no videos. The text becomes its description: optional plain text of up to 40,000 characters. ' +
    'One part only.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = [];
  if (item.position === 0 && !String(settings.title ?? '').trim()) {
    issues.push({ path: 'settings.title', ...sentence('required') });
  }
  for (const { kind, width, height, fileName } of item.media) {
    if (kind !== 'image' || !width || !height || LIMITS.sizes.some(([w, h]) => w === width && h === height)) {
      continue;
    }
    issues.push({
      path: `value.${item.position}.image`,
      ...sentence('dribbble_wrong_size', { file: fileName, width, height }),
    });
  }
  return issues;
};
