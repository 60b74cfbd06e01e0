/** Facts about a post as text, for the person who has to decide. Pure. */
import type { PostEventKind } from '../../../platform/entities/events.ts';
import { typed } from '../came-over-steps.ts';
import { PROGRAM } from '../command.ts';
import { shortDate } from '../output.ts';
import { duration } from './duration.ts';
import type { PostFacts } from './explain-facts.ts';
import type { RunFacts } from './explain-run.ts';

const channelOf = ({ channel }: PostFacts): string => `"${channel.name}" (${channel.provider})`;
const overdueMs = (facts: PostFacts): number => facts.now.getTime() - facts.publishAt.getTime();
const partsPublished = ({ parts }: PostFacts): string =>
  parts.all > 1 ? ` (${parts.published} of ${parts.all} parts)` : '';

/** The outcome of the post, in one sentence. */
export function describeState(facts: PostFacts): string {
  const channel = channelOf(facts);
  const parts = partsPublished(facts);
  const error = facts.error ?? 'unknown reason';
  const lostAnswer = facts.error ?? "the network's answer was lost";
  const overdue = duration(overdueMs(facts));
  const sentences: Record<PostFacts['state'], string> = {
    draft: `This is a draft for ${channel}. It will not be published until it is scheduled.`,
    scheduled:
      overdueMs(facts) > 0
        ? `It should have been published to ${channel} ${overdue} ago, and has not been sent.`
        : `It is scheduled to be published to ${channel} at ${shortDate(facts.publishAt)}.`,
    publishing: `It is being published to ${channel}${parts}.`,
    processing: `The network has accepted it for ${channel} and is still processing it${parts}.`,
    published: `It was published to ${channel}${facts.url ? `: ${facts.url}` : '.'}`,
    partly_published: `Only part of it was published to ${channel}${parts}: ${error}`,
    failed: `It was not published to ${channel}: ${error}`,
    unconfirmed: `It is not known whether it was published to ${channel}: ${lostAnswer}`,
    missed:
      `It was not published to ${channel}: it was found ${overdue} after its date, ` +
      'past the lateness limit of its organisation.',
    cancelled: `It was cancelled and not published to ${channel}${parts}.`,
  };
  return sentences[facts.state];
}

const UNDER_WAY: readonly string[] = ['scheduled', 'publishing', 'processing'];

/** The next automatic step, and what it waits for. */
export function describeNext(facts: PostFacts, run: RunFacts): string {
  if (!UNDER_WAY.includes(facts.state)) {
    return ['unconfirmed', 'missed'].includes(facts.state)
      ? 'nothing happens until a person decides.'
      : 'nothing more happens on its own.';
  }
  if (facts.elsewhere === 'moved') {
    return `nothing happens here: "${facts.organizationName}" was moved to another instance, which publishes for it.`;
  }
  if (facts.elsewhere === 'previous') {
    return `nothing happens here: the previous instance still publishes for "${facts.organizationName}".`;
  }
  if (facts.freeze) {
    return `publishing has been frozen since ${shortDate(facts.freeze.at)} (${facts.freeze.reason}).`;
  }
  if (facts.hold === 'channel' || facts.channel.disconnected) {
    return `it is held until the channel ${channelOf(facts)} is reconnected, and then published.`;
  }
  if (run.status === null) return 'Temporal does not answer; everything continues when it does.';
  if (facts.outbox.waiting) {
    const reason = facts.outbox.reason ? ` (${facts.outbox.reason})` : '';
    return `Temporal has not been notified yet${reason}; a worker tries again every few seconds.`;
  }
  if (!facts.workerAlive) return 'no worker is running; it continues as soon as one is.';
  if (run.status !== 'RUNNING') {
    return 'its run is missing; the reconciler starts it again within two minutes of its date.';
  }
  return describeRun(facts, run);
}

function describeRun(facts: PostFacts, run: RunFacts): string {
  const { published, nextDelayMinutes } = facts.parts;
  const pending = run.pending.find((p) => p.activity.startsWith(`${facts.channel.provider}.`));
  if (pending?.nextTryAt) {
    const why = lastReason(facts) ?? pending.lastFailure;
    const failure = why ? `; last time: ${why}` : '';
    return `it is retried at ${shortDate(pending.nextTryAt)} (attempt ${pending.attempt})${failure}.`;
  }
  if (pending?.started) return 'a worker is publishing it now.';
  if (pending) {
    return `no worker has taken it yet: all are busy, or none serves ${facts.channel.provider}.`;
  }
  if (run.taskTries > 1) {
    return `its run cannot continue (tried ${run.taskTries} times): the log of the worker says why.`;
  }
  if (published > 0 && nextDelayMinutes) {
    return `part ${published + 1} follows ${nextDelayMinutes} minutes after the previous one.`;
  }
  return overdueMs(facts) < 0
    ? `it is published at ${shortDate(facts.publishAt)}, in ${duration(-overdueMs(facts))}.`
    : 'its run is about to continue.';
}

/** Why the last attempt failed, in the network's own message: Temporal has its code alone. */
function lastReason({ timeline }: PostFacts): string | undefined {
  const reason = timeline.findLast(({ detail }) => typeof detail.reason === 'string')?.detail.reason;
  return reason === undefined ? undefined : String(reason);
}

/** What a person can do, as commands. */
export function suggestSteps(facts: PostFacts): string[] {
  const { id, state, channel, freeze } = facts;
  const command = (text: string, why: string): string => `${PROGRAM} ${text}    ${why}`;
  const option = `--organization "${facts.organizationName}"`;
  if (facts.elsewhere === 'previous') {
    return [`Change it on the previous instance, or cut over first${typed('elsewhere')}`];
  }
  if (facts.elsewhere) {
    return [
      command(
        `export ${option} --undo-move`,
        'only if no other instance publishes for it: take the move back',
      ),
    ];
  }
  const scope = freeze?.scope === 'organization' ? option : '--all';
  const retry = command(`posts retry ${id}`, 'try again; published parts are not sent again');
  const cancel = command(`posts cancel ${id}`, 'do not publish it');
  const reconnect = channel.disconnected
    ? [command(`channels connect ${channel.provider}`, `reconnect "${channel.name}"`)]
    : [];
  const waiting = [
    ...(freeze ? [command(`resume ${scope}`, 'see what is due, and resume publishing')] : []),
    ...reconnect,
    ...(facts.workerAlive ? [] : [command('doctor', 'find out why no worker is running')]),
    cancel,
  ];
  const steps: Partial<Record<PostFacts['state'], string[]>> = {
    scheduled: waiting,
    publishing: waiting.slice(0, -1),
    processing: waiting.slice(0, -1),
    failed: [...reconnect, retry],
    partly_published: [...reconnect, retry],
    missed: [command(`posts retry ${id}`, 'publish it now'), command(`posts cancel ${id}`, 'drop it')],
    unconfirmed: [
      `Check ${channelOf(facts)} for the post, then use one of:`,
      command(`posts resolve ${id} --published --url URL`, 'it was published'),
      command(`posts resolve ${id} --resend`, 'it was not published: send it again'),
      command(`posts resolve ${id} --drop`, 'mark it as not published'),
    ],
  };
  return steps[state] ?? [];
}

const NOTABLE_MS = 2000;

/** Tries that ended alike are one line with a count. */
const tries = (lines: readonly { readonly detail: Record<string, unknown> }[]): number =>
  lines.reduce((sum, { detail }) => sum + (Number(detail.times) || 1), 0);

/** Why the first part was published after its date; empty if it was on time. */
export function latenessReasons({
  latenessMs,
  timeline,
  publishAt,
}: Pick<PostFacts, 'latenessMs' | 'timeline' | 'publishAt'>): string[] {
  if (latenessMs === null || latenessMs < NOTABLE_MS) return [];
  const due = publishAt.getTime();
  const sinceDue = (kind: PostEventKind): typeof timeline =>
    timeline.filter((event) => event.kind === kind && event.at.getTime() >= due - 1000);
  const [claimed] = sinceDue('claimed');
  const notified = timeline.find((event) => event.kind === 'workflow_started');
  const limited = sinceDue('rate_limited').at(-1);
  const retried = sinceDue('will_retry');
  const reasons = [
    ...sinceDue('held').map((event) =>
      event.detail.why === 'frozen' ? 'publishing was frozen' : 'its channel had to be reconnected',
    ),
    ...(limited ? [`the network asked to wait until ${shortDate(String(limited.detail.until))}`] : []),
    ...(retried.length
      ? [`it took ${tries(retried) + 1} attempts (${String(retried.at(-1)?.detail.reason)})`]
      : []),
    ...(sinceDue('outcome_unknown').some(({ detail }) => !detail.backupAt)
      ? ['an answer of the network was lost, so the post had to be looked up first']
      : []),
    ...(notified && notified.at.getTime() > due + NOTABLE_MS
      ? [`Temporal was notified ${duration(notified.at.getTime() - due)} after its date`]
      : []),
  ];
  if (!reasons.length && claimed && claimed.at.getTime() - due > NOTABLE_MS) {
    reasons.push(
      `no worker claimed it for ${duration(claimed.at.getTime() - due)}: none was running, or all were busy`,
    );
  }
  return [...new Set(reasons)];
}
