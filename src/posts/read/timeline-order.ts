/** What lets a post go: the start of its run follows from it. */
const CAUSES = new Set(['accepted', 'scheduled', 'rescheduled', 'edited', 'retried', 'resolved', 'resumed']);

interface Line {
  readonly at: Date;
  readonly kind: string;
}

/**
 * The lines of a timeline by cause. They are stored in that order, but for one: that Temporal has taken the
 * request is written down after its answer, when a worker may have sent the post already. It stands before
 * what the run did, and no later.
 */
export function inOrder<L extends Line>(lines: readonly L[]): L[] {
  const ordered: L[] = [];
  for (const line of lines) {
    const cause = ordered.findLastIndex(({ kind }) => CAUSES.has(kind));
    const after = ordered[cause + 1];
    if (line.kind !== 'workflow_started' || !after) ordered.push(line);
    else ordered.splice(cause + 1, 0, { ...line, at: new Date(Math.min(+line.at, +after.at)) });
  }
  return ordered;
}
