/** Whether the links of a post become short, and how its text is counted before they are. */
import type { Context } from '../platform/context.ts';
import type { ShortLinkMode } from '../platform/entities/organization.ts';
import { newCode } from './code.ts';
import { replaceLinks } from '../../providers/_kit/find-links.ts';
import { isShort, looksOwn, sampleUrl } from './origin.ts';

export type { ShortLinkMode };

/** What the organisation `o` has chosen for the channel `i`. */
export const LINKS_CHOICE = "case when i.short_links then o.short_links else 'never' end";

/** @param asked what the request asks for; absent means no */
export const areShort = (choice: ShortLinkMode, asked = false): boolean =>
  choice === 'always' || (choice === 'ask' && asked);

/** The content as long as it will be: with a link of the same length for each that is to be made. */
export function asPublished(
  context: Pick<Context, 'publicUrl' | 'config'>,
  content: string,
  shortLink: boolean | undefined,
): string {
  if (!shortLink) return content;
  const sample = sampleUrl(context, newCode());
  // Whether a link is one of a domain that was used before is known when it is published, not here.
  const counted = (url: string): string => (looksOwn(url) && url.length > sample.length ? url : sample);
  return replaceLinks(content, (url) => (isShort(context, url) ? url : counted(url)));
}
