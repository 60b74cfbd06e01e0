/** The table at the end of a run. */
import { FINDINGS, percentile } from './checker.ts';
import type { Outcome } from './run-fault.ts';

const SHORT = ['lost', 'phantom', 'double', 'early', 'content', 'channel', 'orphan wf', 'orphan row'];

/**
 * One line for each fault: what the checker counted, how late the posts were, and whether everything held.
 */
export function renderTable(outcomes: readonly Outcome[]): string[] {
  const head = ['fault', 'posts', 'ended as', ...SHORT, 'late p50', 'p99', 'max', 'time', 'held'];
  const rows = outcomes.map(({ fault, verdict, posts, broken, late, seconds, skipped }) => [
    fault.id,
    String(posts),
    Object.entries(verdict?.states ?? {})
      .map(([state, count]) => `${count} ${state}`)
      .join(', ') || '-',
    ...FINDINGS.map((kind) => String(verdict?.findings.filter((f) => f.kind === kind).length ?? '-')),
    ...[0.5, 0.99, 1].map((share) => inSeconds(verdict ? percentile(verdict.lateMs, share) : null)),
    `${Math.round(seconds)} s`,
    skipped !== null ? 'skipped' : broken.length ? 'NO' : late.length ? 'late' : 'yes',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What did not hold, at most `limit` lines for each fault. */
export function renderBroken({ fault, broken, late }: Outcome, limit = 10): string[] {
  const lines = [...broken, ...late];
  return [
    ...lines.slice(0, limit),
    ...(lines.length > limit ? [`and ${lines.length - limit} more`] : []),
  ].map((line) => `${fault.id}: ${line}`);
}

function inSeconds(ms: number | null): string {
  return ms === null ? '-' : `${(ms / 1000).toFixed(2)} s`;
}
