/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { slugOf } from './payload.ts';
import { LIMITS } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

export const PUBLISH_TIMEOUT_MS = 45_000;

const sentence = catalogue(english);

export const rules: ContentRules = {
  format: 'markdown',
  maxLength: () => LIMITS.body,
  // The request is limited, so the text counts as JSON: a line feed or a quotation mark has two bytes.
  length: (text) => Buffer.byteLength(JSON.stringify(text)) - 2,
  unit: 'bytes',
  media: {
    maxImages: 50,
    maxVideos: 0,
    mixed: false,
    // Any type except SVG.
    imageTypes: [
      'image/jpeg',
      'image/png',
      'image/gif',
      'image/webp',
      'image/avif',
      'image/bmp',
      'image/tiff',
    ],
    videoTypes: [],
    maxImageBytes: LIMITS.imageBytes,
    maxVideoBytes: 0,
  },
  description:
    'An article in Markdown of up to 90,000 bytes as sent (UTF-8 in JSON: a line feed counts as 2), with a ' +
    'title of at least 6 characters, 1 to 15 tags and a publication on the Pro plan. Up to 50 pictures of ' +
    'up to 8 MiB are shown below the text; no videos. One part only.',
};

/** Texts must reach their minimum length without spaces at the ends. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  if (item.position > 0) return [];
  const {
    title = '',
    subtitle,
    publication = '',
    tags = [],
  } = settings as {
    title?: string;
    subtitle?: string | null;
    publication?: string;
    tags?: readonly { label: string }[];
  };
  const short = (text: string, min: number): boolean => Array.from(text.trim()).length < min;
  const issues: ContentIssue[] = [];
  if (short(title, LIMITS.title.min)) {
    issues.push({ path: 'settings.title', ...sentence('too_short_without_spaces', { min: 6 }) });
  }
  if (subtitle && short(subtitle, LIMITS.subtitle.min)) {
    issues.push({ path: 'settings.subtitle', ...sentence('too_short_unless_empty', { min: 2 }) });
  }
  if (short(publication, 1)) issues.push({ path: 'settings.publication', ...sentence('required') });
  tags.forEach(({ label }, i) => {
    if (short(label, 1)) issues.push({ path: `settings.tags.${i}.label`, ...sentence('is_empty') });
    else if (!slugOf(label)) {
      issues.push({ path: `settings.tags.${i}.label`, ...sentence('hashnode_no_letter_or_digit') });
    }
  });
  return issues;
};
