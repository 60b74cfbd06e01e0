import { isSentence } from '../../../providers/_kit/sentences/fill.ts';
import type { readStory } from './read-story.ts';
import { describeEvent } from './timeline.ts';
import { inOrder } from './timeline-order.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

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
      reason: textOf(detail.reason) ?? textOf(detail.message) ?? textOf(detail.evidence),
      page: textOf(detail.page),
      explanation: isSentence(detail.explanation) ? detail.explanation : null,
      choice: textOf(detail.type) ?? textOf(detail.decision) ?? textOf(detail.why),
    })),
  };
}

function dateOf(value: unknown): string | null {
  const date = typeof value === 'string' ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
