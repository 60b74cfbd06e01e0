import { isSentence } from '../../../providers/_kit/sentences/fill.ts';
import type { readStory } from './read-story.ts';
import { describeEvent } from './timeline.ts';
import { inOrder } from './timeline-order.ts';

const words = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** The timeline as facts, so that each reader sees its dates in their own zone and language. */
export function presentStory({ targets, lines }: Awaited<ReturnType<typeof readStory>>) {
  const ordered = inOrder(lines.map(({ atMs, ...line }) => ({ ...line, at: new Date(atMs) })));
  return {
    targets: targets.map(({ publishMs, releaseUrl, ...target }) => ({
      ...target,
      publishDate: new Date(publishMs).toISOString(),
      releaseURL: releaseUrl,
    })),
    timeline: ordered.map(({ at, kind, detail }) => ({
      at: at.toISOString(),
      event: kind,
      text: describeEvent(kind, detail),
      part: typeof detail.part === 'number' && detail.part > 0 ? detail.part : null,
      date: dateOf(detail.publishAt ?? detail.until),
      reason: words(detail.reason) ?? words(detail.message) ?? words(detail.evidence),
      page: words(detail.page),
      explanation: isSentence(detail.explanation) ? detail.explanation : null,
      choice: words(detail.type) ?? words(detail.decision) ?? words(detail.why),
    })),
  };
}

function dateOf(value: unknown): string | null {
  const date = typeof value === 'string' ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
