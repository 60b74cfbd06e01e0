import { describeEvent } from '../../../posts/read/timeline.ts';
import { idParam } from '../../../platform/ids.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Reader } from '../../../platform/database.ts';
import { chooseOrganization } from '../organization.ts';
import { shortDate, table, type Answer } from '../output.ts';
import { duration } from './duration.ts';
import { gatherFacts, type Attempt } from './explain-facts.ts';
import { describeNext, describeState, latenessReasons, suggestSteps } from './explain-words.ts';
import type { PendingActivity, RunFacts } from './explain-run.ts';

/** The past of a post, its next automatic step, and what a person can do. */
export async function explainPost(
  { reader, config, organization }: { reader: Reader; config: Config; organization: string | undefined },
  typedId: string,
): Promise<Answer> {
  const id = idParam(typedId);
  const { id: organizationId } = await chooseOrganization(reader, organization);
  const facts = await gatherFacts({ database: reader }, { organizationId, postId: id });
  const run = await askTemporal(config, facts.groupId);
  const explanation = {
    state: describeState(facts),
    next: describeNext(facts, run),
    steps: suggestSteps(facts),
    late: latenessReasons(facts),
  };
  const timeline = facts.timeline.map((line, index) => ({
    at: line.at.toISOString(),
    afterMs: index === 0 ? 0 : line.at.getTime() - (facts.timeline[index - 1]?.at.getTime() ?? 0),
    event: line.kind,
    text: describeEvent(line.kind, line.detail),
  }));
  return {
    json: {
      id,
      status: facts.state,
      publishDate: facts.publishAt.toISOString(),
      happened: explanation.state,
      next: explanation.next,
      youCan: explanation.steps,
      lateness: facts.latenessMs === null ? null : { ms: facts.latenessMs, reasons: explanation.late },
      timeline,
      attempts: facts.attempts,
      run,
    },
    lines: [
      explanation.state,
      '',
      `Next: ${explanation.next}`,
      ...(explanation.steps.length ? ['You can:', ...explanation.steps.map((step) => `  ${step}`)] : []),
      ...(facts.latenessMs === null ? [] : ['', latenessLine(facts.latenessMs, explanation.late)]),
      '',
      ...table(
        ['TIME (UTC)', 'AFTER', 'WHAT HAPPENED'],
        timeline.map((l) => [l.at.replace('T', ' ').replace('Z', ''), `+${duration(l.afterMs)}`, l.text]),
      ),
      ...attemptLines(facts.attempts),
      '',
      ...runLines(run),
    ],
  };
}

/** Loads the client of Temporal, the largest part of this command, once there is a post to ask about. */
async function askTemporal(config: Config, groupId: string): Promise<RunFacts> {
  const [{ createTemporalClient }, { readRun }] = await Promise.all([
    import('../../../../temporal/client.ts'),
    import('./explain-run.ts'),
  ]);
  const temporal = createTemporalClient(config);
  return readRun({ temporal, config }, groupId).finally(() => temporal.connection.close());
}

function latenessLine(ms: number, reasons: readonly string[]): string {
  return `Lateness: ${duration(ms)}${reasons.length ? `. ${reasons.join('; ')}` : ''}`;
}

function attemptLines(attempts: readonly Attempt[]): string[] {
  if (!attempts.length) return [];
  const rows = attempts.map((a) => [
    String(a.part),
    String(a.revision),
    a.phase,
    String(a.tries),
    shortDate(a.sentAt),
    shortDate(a.settledAt),
    a.evidence.at(-1) ?? '-',
  ]);
  return ['', ...table(['PART', 'REVISION', 'PHASE', 'TRIES', 'SENT', 'SETTLED', 'LAST EVIDENCE'], rows)];
}

function runLines(run: RunFacts): string[] {
  if (run.status === null) return [`Temporal does not answer: ${run.problem ?? ''}`];
  return [
    `Temporal: run ${run.workflowId} is ${run.status.toLowerCase()}${run.summary ? ` (${run.summary})` : ''}`,
    ...run.pending.map(pendingLine),
    ...(run.url ? [`  ${run.url}`] : []),
  ];
}

function pendingLine({ activity, attempt, nextTryAt, lastFailure }: PendingActivity): string {
  const next = nextTryAt ? `, next attempt at ${shortDate(nextTryAt)}` : '';
  return `  ${activity}, attempt ${attempt}${next}${lastFailure ? `: ${lastFailure}` : ''}`;
}
