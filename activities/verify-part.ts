/** Finds out what happened to a part whose outcome is unknown: reads on the network, then settles the row. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { VerifyResult } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { ProviderError } from '../providers/_kit/errors.ts';
import { LOOKUP_MS } from '../temporal/contract/bounds.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { confirmOwn } from './confirm-own.ts';
import type { PartCall } from './deps.ts';
import { afterFailedRead } from './failed-read.ts';
import { allowResend } from './ledger/allow-resend.ts';
import { clearPresumed } from './ledger/clear-presumed.ts';
import { readPart, type ClaimRow } from './ledger/claim-part.ts';
import { noteSent } from './ledger/note-sent.ts';
import { identityOf, readOtherPosts } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { loadSentRequest } from './load-request.ts';
import { noteAnswered } from './network-health.ts';
import { lookAtList } from './look-at-list.ts';
import { callMsOf, planLook, type LookPlan, type LookResult } from './plan-look.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { ALREADY_THERE } from './settle-error.ts';
import { endedOutcome, unconfirmed } from './unconfirmed.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';
import type { Words } from '../providers/_kit/sentences/fill.ts';
import { sentence } from '../src/platform/sentences.ts';
import { reasonOf } from '../src/platform/reason-of.ts';

/** An open attempt as it was read. */
type SentRow = ClaimRow & { readonly sentAtMs: number; readonly fence: string };

/** The result of a look, and why it found nothing out. */
type Seen = VerifyResult | (Extract<LookResult, { status: 'failed' | 'blind' }> & { readonly reason: Words });

/**
 * The activity `<provider>.verify`: a part that is found is settled, one that is provably absent may be sent
 * again, and otherwise the outcome has the time of the next look (`look`), or that a person was asked.
 */
export async function verifyPart(call: PartCall): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  const row = await readPart(deps.database, part);
  // Without an open attempt there is nothing to look for: the row has changed (a person decided, say).
  if (!row || !isSent(row)) return outcomeOfRow(call, row);
  const seen = await look(call, row);
  const plan = planLook(row, seen, provider);
  if (plan.next === 'settle') return settle(call, row, seen);
  const key = keyOf(part, row);
  const reason = 'reason' in seen ? seen.reason : '';
  if (plan.next === 'ask') return unconfirmed(deps, key, row.fence, reason);
  return again(call, row, { plan, reason });
}

const isSent = (row: ClaimRow): row is SentRow =>
  (row.verdict === 'sent' || row.verdict === 'processing') && row.sentAtMs !== null && row.fence !== null;

/** Looks again later. The timeline has each look that found nothing out, once the call is over. */
async function again(
  { deps, part }: PartCall,
  row: SentRow,
  { plan, reason }: { plan: Extract<LookPlan, { next: 'look' }>; reason: Words },
): Promise<PartOutcome> {
  if (plan.counts) {
    const detail = { part: part.position + 1, ...reasonOf(reason) };
    const noted = await noteSent(deps.database, keyOf(part, row), row.fence, { kind: 'looked_up', detail });
    if (!noted) return { status: 'retry' };
  }
  return { status: 'look', lookAfterMs: Math.ceil(plan.afterMs) };
}

async function look(call: PartCall, row: SentRow): Promise<Seen> {
  const { deps, provider, part, signal } = call;
  if ((provider.capabilityOf?.(row.channel) ?? provider.capability) === 'none') {
    return { status: 'blind', reason: sentence('no_way_to_look', { network: provider.name }) };
  }
  if (row.presumed && row.hold === 'channel') {
    return { status: 'blind', reason: sentence('reconnect_before_asking') };
  }
  const until = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  const context = providerContext(deps, provider, until);
  const { isTaken } = await othersOf(call, row);
  try {
    const request = await loadSentRequest(deps, provider, row, part.position);
    // A part that was claimed straight into `sent` stored no request: preparing it again gives the same one.
    const verdict = await withoutSecrets(provider, request.channel, async () => {
      const prepared =
        row.prepared ??
        (provider.preparesOffline && !row.presumed ? await provider.prepare(request, context) : null);
      const sentAt = new Date(row.earlierSentAtMs ?? row.sentAtMs);
      const attempt = { prepared, sentAt, readAt: new Date(row.readAtMs), ref: row.providerRef, isTaken };
      if (!row.presumed) return provider.verify(request, attempt, context);
      // What this instance had prepared may be what the other one sent; its absence proves nothing.
      const own = row.prepared === null ? null : await provider.verify(request, attempt, context);
      return own?.status === 'found' ? own : lookAtList(provider, request, { sentAt, isTaken, ctx: context });
    });
    await noteAnswered(call, row);
    return verdict;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const waitMs = await afterFailedRead(call, { row, context, error });
    return { status: 'failed', reason: error.said, ...(waitMs === undefined ? {} : { waitMs }) };
  }
}

const othersOf = ({ deps, provider }: PartCall, row: SentRow): ReturnType<typeof readOtherPosts> =>
  readOtherPosts({ db: deps.database, provider }, row, callMsOf(provider));

async function settle(call: PartCall, row: SentRow, seen: Seen): Promise<PartOutcome> {
  const { deps, part } = call;
  if (seen.status === 'found') return take(call, row, seen);
  if (seen.status !== 'absent' && seen.status !== 'repeatable') {
    throw new Error(`a look that says ${seen.status} settles nothing`);
  }
  if (row.presumed) {
    await clearPresumed(deps.database, keyOf(part, row), row.fence, seen.evidence);
    return { status: 'retry' };
  }
  if (row.rejection) return settleRejectedRepeat(call, row, seen.status);
  await allowResend(deps.database, keyOf(part, row), row.fence, {
    detail: { part: part.position + 1, verdict: seen.status, evidence: seen.evidence },
    identical: seen.status === 'repeatable' && row.notOurs === 0,
    ...('forMs' in seen ? { forMs: seen.forMs } : {}),
  });
  return { status: 'retry' };
}

const TAKEN = sentence('found_post_of_another');

/** The post was found. If only its text matches, it may be that of an item which is being sent just now. */
async function take(
  call: PartCall,
  row: SentRow,
  { published, byWords = false, pollAfterMs }: Extract<VerifyResult, { status: 'found' }>,
): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  // Read after the look: whose post it may be was marked as sent before it could be seen.
  const others = byWords ? await othersOf(call, row) : null;
  if (others && others.twinCallsMs > 0) {
    await untilTwinEnds(call, row, others.twinCallsMs);
    return { status: 'look', lookAfterMs: 0 };
  }
  const isTaken = others?.isTaken(published) ?? false;
  // The network has it, and has something left to do for it.
  if (pollAfterMs !== undefined && provider.poll && !isTaken) {
    const detail = { part: part.position + 1 };
    const noted = { kind: 'processing', state: 'processing', ref: published.ref, detail } as const;
    const goesOn = await noteSent(deps.database, keyOf(part, row), row.fence, noted);
    return goesOn ? { status: 'processing', pollAfterMs } : { status: 'retry' };
  }
  const identity = identityOf(provider, published);
  const confirmed = isTaken
    ? 'taken'
    : await confirmOwn(deps.database, keyOf(part, row), {
        published,
        ...identity,
        how: 'looked up',
        byWords,
      });
  if (confirmed !== 'taken') return publishedOutcome(published, confirmed);
  // Another item has claimed it since the list was read: look again, without it.
  const plan = planLook(row, { status: 'failed' }, provider);
  if (plan.next === 'look') return again(call, row, { plan, reason: TAKEN });
  return unconfirmed(deps, keyOf(part, row), row.fence, TAKEN);
}

const TWIN_WAIT_MS = 20_000;
const TWIN_LOOK_MS = 250;

/** Waits here for an item with the same text that is being sent: most calls are over in a moment. */
async function untilTwinEnds(call: PartCall, row: SentRow, atMostMs: number): Promise<void> {
  const end = performance.now() + Math.min(TWIN_WAIT_MS, atMostMs);
  while (performance.now() < end && !call.signal.aborted && !call.stopping?.aborted) {
    await sleep(TWIN_LOOK_MS);
    if ((await othersOf(call, row)).twinCallsMs === 0) return;
  }
}

/** The network rejected a repeat. That ends the post only once it is clear that the first is not there. */
async function settleRejectedRepeat(
  { deps, part }: PartCall,
  row: SentRow,
  verdict: 'absent' | 'repeatable',
): Promise<PartOutcome> {
  const rejection = row.rejection ?? { code: 'rejected', message: '', networkCode: null };
  const key = keyOf(part, row);
  if (verdict === 'absent' && rejection.code !== ALREADY_THERE) {
    const ended = await rejectPart(deps.database, key, row.fence, { ...rejection, provenAbsent: true });
    return endedOutcome(ended, rejection.message);
  }
  const why = rejection.explanation ?? rejection.message;
  return unconfirmed(deps, key, row.fence, sentence('lost_and_repeat_rejected', { why }));
}
