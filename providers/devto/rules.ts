/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { checkReach, isPublicUrl } from '../_kit/public-url.ts';
import { COVER, LIMITS } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** DEV's own router gives up after 30 seconds. */
export const PUBLISH_TIMEOUT_MS = 45_000;

const sentence = catalogue(english);

export const rules: ContentRules = {
  format: 'markdown',
  maxLength: () => LIMITS.body,
  length: (text) => Buffer.byteLength(text),
  unit: 'bytes',
  media: {
    // DEV has no upload: pictures are linked in the text. These limits are Crier's.
    maxImages: 50,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: [],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 0,
  },
  description:
    'An article in Markdown of up to 819,200 bytes (800 KiB), with a title of 2 to 128 characters and up ' +
    'to 4 tags. It must not begin with front matter (between two lines of ---), which would override the ' +
    'settings. Up to 50 pictures (JPEG, PNG, GIF, WebP, AVIF) are shown below the text, from their public ' +
    'URLs; no videos. One part only: DEV has no API for comments. @username mentions a person.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = [];
  if (item.position === 0 && Array.from(String(settings.title ?? '').trim()).length < LIMITS.title.min) {
    issues.push({ path: 'settings.title', ...sentence('too_short_without_spaces', { min: 2 }) });
  }
  if (hasFrontMatter(item.text)) {
    issues.push({ path: `value.${item.position}.content`, ...sentence('devto_front_matter') });
  }
  return [...issues, ...checkReach('DEV', item), ...coverIssues(item.position, settings[COVER])];
};

/** DEV shows the cover from where it is, too. */
function coverIssues(position: number, cover: unknown): ContentIssue[] {
  const { path = '' } = (cover ?? {}) as { path?: string };
  if (position > 0 || !URL.canParse(path) || isPublicUrl(path)) return [];
  return [
    {
      path: `settings.${COVER}`,
      ...sentence('files_not_public', { network: 'DEV', origin: new URL(path).origin }),
    },
  ];
}

/** Whether Forem would read the beginning of the text as YAML (developers.forem.com, "Front matter"). */
function hasFrontMatter(text: string): boolean {
  const [first = '', ...rest] = text
    .trimStart()
    .split('\n')
    .map((line) => line.trim());
  return first === '---' && rest.includes('---');
}
