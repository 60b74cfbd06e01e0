/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, PublishRequest } from '../_kit/contract.ts';
import { nsecIn } from './auth.ts';
import { noteContent } from './payload.ts';
import { lineOf } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const MAX_CHARACTERS = 100_000;
const MIB = 1024 ** 2;

/** Media are links in the text, so only the length of a note is limited; a relay may set a lower limit. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_CHARACTERS,
  length: (text) => [...text].length,
  media: {
    maxImages: 20,
    maxVideos: 20,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    maxImageBytes: 10 * MIB,
    maxVideoBytes: 1024 * MIB,
  },
  description:
    'Plain text of up to 100,000 characters. Pictures and videos are added as links to their public ' +
    'URLs. nostr:npub1… mentions a person, #word sets a topic. Further parts become replies.',
};

export function validate({ item, settings }: Pick<PublishRequest, 'item' | 'settings'>): ContentIssue[] {
  const path = `value.${item.position}.content`;
  const issues: ContentIssue[] = [];
  if (nsecIn(item.text)) {
    issues.push({ path, ...sentence('nostr_private_key') });
  }
  for (const name of item.position ? [] : ['subject', 'content_warning']) {
    if (nsecIn(lineOf(settings, name))) {
      issues.push({ path: `settings.${name}`, ...sentence('nostr_private_key') });
    }
  }
  if (rules.length(noteContent(item)) > MAX_CHARACTERS) {
    issues.push({ path, ...sentence('nostr_too_long_with_links', { max: MAX_CHARACTERS }) });
  }
  return issues;
}
