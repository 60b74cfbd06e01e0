import { id, instant, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import type { FreezeState } from '../../platform/freeze.ts';
import { firstLine } from './first-line.ts';
import type { SummaryRow } from './read-summaries.ts';

/** The channel of a post, as a list shows it. */
export const channelShape = record({
  id: id('The channel'),
  identifier: text('The network'),
  name: text('Its name'),
  picture: textOrNull("URL of the channel's picture"),
});

export const frozenShape = orNull(
  record({ reason: text('Why'), since: instant('Since when') }),
  'While nothing is published: publishing is frozen, here or for the whole instance',
);

export function presentFreeze(frozen: FreezeState | undefined) {
  return frozen ? { reason: frozen.reason, since: frozen.at.toISOString() } : null;
}

const dateOf = (ms: number): string => new Date(ms).toISOString();

export function presentSummary({ content, publishMs, publishedMs, releaseUrl, media, ...post }: SummaryRow) {
  const [first] = media;
  return {
    ...post,
    firstLine: firstLine(content),
    publishDate: dateOf(publishMs),
    publishedAt: publishedMs === null ? null : dateOf(publishedMs),
    releaseURL: releaseUrl,
    thumbnail: first ? { path: first.path, alt: first.alt ?? null } : null,
    media: media.length,
  };
}
