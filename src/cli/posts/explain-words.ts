/** Facts about a post in the words of whoever has to decide. Pure. */
import type { PostEventKind } from '../../entities/delivery.ts';
import { PROGRAM } from '../command.ts';
import { shortDate } from '../output.ts';
import { duration } from './duration.ts';
import type { PostFacts } from './explain-facts.ts';
import type { RunFacts } from './explain-run.ts';

const where = ({ channel }: PostFacts): string => `"${channel.name}" at ${channel.provider}`;
const overdueMs = (facts: PostFacts): number => facts.now.getTime() - facts.publishAt.getTime();
const partsOut = ({ parts }: PostFacts): string =>
  parts.all > 1 ? ` (${parts.out} of ${parts.all} parts are out)` : '';

/** One sentence: what has become of it. */
export function stateWords(facts: PostFacts): string {
  const words: Record<PostFacts['state'], string> = {
    draft: `This is a draft for ${where(facts)}: nobody has asked for it to be published.`,
    scheduled:
      overdueMs(facts) > 0
        ? `It should have gone out to ${where(facts)} ${duration(overdueMs(facts))} ago and has not been sent.`
        : `It waits for ${shortDate(facts.publishAt)} to go out to ${where(facts)}.`,
    publishing: `It is being published to ${where(facts)}${partsOut(facts)}.`,
    processing: `${where(facts)} has taken it and is still processing it${partsOut(facts)}.`,
    published: `It is published at ${where(facts)}${facts.url ? `: ${facts.url}` : ''}.`,
    partly_published: `Only a part of it is published at ${where(facts)}${partsOut(facts)}: ${facts.error ?? 'unknown reason'}`,
    failed: `It is not published at ${where(facts)}: ${facts.error ?? 'unknown reason'}`,
    unconfirmed: `Nobody knows whether it is published at ${where(facts)}: ${facts.error ?? 'the answer was lost'}`,
    missed: `It was not sent to ${where(facts)}: it was found ${duration(overdueMs(facts))} after its date, which is later than its organisation allows without asking.`,
    cancelled: `It is cancelled and was not sent to ${where(facts)}${partsOut(facts)}.`,
  };
  return words[facts.state];
}

const UNDER_WAY: readonly string[] = ['scheduled', 'publishing', 'processing'];

/** What happens by itself, and what that waits for. */
export function nextWords(facts: PostFacts, run: RunFacts): string {
  if (!UNDER_WAY.includes(facts.state)) {
    return ['unconfirmed', 'missed'].includes(facts.state)
      ? 'nothing happens until a person decides.'
      : 'nothing more happens by itself.';
  }
  if (facts.freeze) {
    return `nothing leaves: publishing is frozen since ${shortDate(facts.freeze.at)} (${facts.freeze.reason}).`;
  }
  if (facts.hold === 'channel' || facts.channel.disconnected) {
    return `it waits until the channel ${where(facts)} is connected again, and goes on by itself then.`;
  }
  if (run.status === null) return 'Temporal does not answer; everything goes on when it does.';
  if (facts.outbox.waiting) {
    return `Temporal has not been told yet${facts.outbox.reason ? ` (${facts.outbox.reason})` : ''}; a worker tries again every few seconds.`;
  }
  if (!facts.workerAlive) return 'no worker runs: it goes on as soon as one does.';
  if (run.status !== 'RUNNING') {
    return 'its run is not there; the reconciler starts it again within two minutes of its date.';
  }
  return runningWords(facts, run);
}

function runningWords(facts: PostFacts, run: RunFacts): string {
  const pending = run.pending.find((p) => p.activity.startsWith(`${facts.channel.provider}.`));
  if (pending?.nextTryAt) {
    return `it is tried again at ${shortDate(pending.nextTryAt)} (try ${pending.attempt})${pending.lastFailure ? `; last time: ${pending.lastFailure}` : ''}.`;
  }
  if (pending) return 'a worker is at it now.';
  if (facts.parts.out > 0 && facts.parts.nextDelayMinutes) {
    return `part ${facts.parts.out + 1} follows ${facts.parts.nextDelayMinutes} minutes after the one before.`;
  }
  return overdueMs(facts) < 0
    ? `it is sent at ${shortDate(facts.publishAt)}, in ${duration(-overdueMs(facts))}.`
    : 'its run is about to go on.';
}

/** What a person can do, as commands. */
export function nextSteps(facts: PostFacts): string[] {
  const { id, state, channel } = facts;
  const command = (text: string, why: string): string => `${PROGRAM} ${text}    ${why}`;
  const retry = command(`posts retry ${id}`, 'send it again; parts that are out stay');
  const cancel = command(`posts cancel ${id}`, 'do not send it');
  const channelLost = channel.disconnected
    ? [command(`channels connect ${channel.provider}`, `connect "${channel.name}" again`)]
    : [];
  const waiting = [
    ...(facts.freeze ? [command('resume --all', 'see what is due, and let it go')] : []),
    ...channelLost,
    ...(facts.workerAlive ? [] : [command('doctor', 'find out why no worker runs')]),
    cancel,
  ];
  const steps: Partial<Record<PostFacts['state'], string[]>> = {
    scheduled: waiting,
    publishing: waiting.slice(0, -1),
    processing: waiting.slice(0, -1),
    failed: [...channelLost, retry],
    partly_published: [...channelLost, retry],
    missed: [command(`posts retry ${id}`, 'send it now'), command(`posts cancel ${id}`, 'let it be')],
    unconfirmed: [
      `Look at ${where(facts)} whether it is there, then one of:`,
      command(`posts resolve ${id} --published --url ADDRESS`, 'it is out'),
      command(`posts resolve ${id} --resend`, 'it is not out: send it again'),
      command(`posts resolve ${id} --drop`, 'leave it'),
    ],
  };
  return steps[state] ?? [];
}

const NOTABLE_MS = 2000;

/** Why the first part went out after its date; empty when it was on time. */
export function latenessReasons({
  latenessMs,
  timeline,
  publishAt,
}: Pick<PostFacts, 'latenessMs' | 'timeline' | 'publishAt'>): string[] {
  if (latenessMs === null || latenessMs < NOTABLE_MS) return [];
  const due = publishAt.getTime();
  const seen = (kind: PostEventKind): typeof timeline =>
    timeline.filter((l) => l.kind === kind && l.at.getTime() >= due - 1000);
  const claimed = timeline.find((l) => l.kind === 'claimed' && l.at.getTime() >= due - 1000);
  const told = timeline.find((l) => l.kind === 'workflow_started');
  const limited = seen('rate_limited').at(-1);
  const retried = seen('will_retry');
  const reasons = [
    ...seen('held').map((l) =>
      l.detail.why === 'frozen' ? 'publishing was frozen' : 'its channel had to be connected again',
    ),
    ...(limited ? [`the network asked to wait until ${shortDate(String(limited.detail.until))}`] : []),
    ...(retried.length
      ? [`it was tried ${retried.length + 1} times (${String(retried.at(-1)?.detail.reason)})`]
      : []),
    ...(seen('outcome_unknown').length
      ? ['an answer of the network was lost, and it had to be looked up first']
      : []),
    ...(told && told.at.getTime() > due + NOTABLE_MS
      ? [`Temporal was told only ${duration(told.at.getTime() - due)} after its date`]
      : []),
  ];
  if (!reasons.length && claimed && claimed.at.getTime() - due > NOTABLE_MS) {
    reasons.push(
      `no worker took it for ${duration(claimed.at.getTime() - due)}: none was running, or all were busy`,
    );
  }
  return [...new Set(reasons)];
}
