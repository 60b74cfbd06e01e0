/** Publishes one part of a post: claim → prepare → mark sent → the one irreversible call → record. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderContext, PublishRequest, PublishResult } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import {
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  TokenExpired,
  Unsent,
} from '../providers/_kit/errors.ts';
import { RECORD_WAITS_MS, SEND_WITHIN_MS } from '../temporal/contract/bounds.ts';
import { isDatabaseDown } from '../src/platform/database-errors.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { confirmOwn } from './confirm-own.ts';
import type { PartCall } from './deps.ts';
import { NotRecorded, settleError, type ClaimedPart } from './settle-error.ts';
import { claimPart } from './ledger/claim-part.ts';
import { markSent } from './ledger/mark-sent.ts';
import { noteSent } from './ledger/note-sent.ts';
import { identityOf } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { releasePart } from './ledger/release-part.ts';
import { loadRequest } from './load-request.ts';
import { PROBE_MARGIN_MS, watchNetwork } from './network-health.ts';
import { preparePart } from './prepare-part.ts';
import { refreshCredentials } from '../src/channels/refresh-credentials.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { POST_OF_ANOTHER, unconfirmed } from './unconfirmed.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';
import { reasonOf, saidBy } from '../src/platform/reason-of.ts';
import { sentence } from '../src/platform/sentences.ts';
import { inEnglish } from '../providers/_kit/sentences/fill.ts';

/** A post that is due so soon is waited for here; a later one between two tries. */
const WAIT_HERE_MS = 1500;

/**
 * The activity `<provider>.publish`.
 *
 * @param mayRefresh whether an expired token may be renewed; it is, once, and then the part is claimed again
 * @throws ApplicationFailure `NotDue`, `Unsent` or `RateLimited` (all retried by Temporal; nothing was sent)
 */
export async function publishPart(call: PartCall, mayRefresh = true): Promise<PartOutcome> {
  const { deps, provider, part, signal } = call;
  deps.faultPoint('publish:before-claim');
  const fence = randomUUID();
  const sinceBegin = startWatch();
  const row = await claimPart(deps.database, part, {
    id: fence,
    attemptId: randomUUID(),
    direct: provider.preparesOffline ?? false,
    callMs: provider.publishTimeoutMs + PROBE_MARGIN_MS,
  });
  if (row?.verdict === 'not_due' && row.waitMs <= WAIT_HERE_MS) {
    await sleep(row.waitMs);
    return publishPart(call, mayRefresh);
  }
  if (row?.verdict !== 'claimed') return outcomeOfRow(call, row);
  deps.faultPoint(part.position > 0 ? 'publish:between-parts' : 'publish:after-claim');
  const key = keyOf(part, row);
  const claimed: ClaimedPart = { ...call, row, fence, key, context: providerContext(deps, provider, signal) };
  try {
    return await watchNetwork(claimed, async () =>
      send(claimed, sinceBegin, await loadRequest(deps, provider, row, part.position)),
    );
  } catch (error) {
    if (!(error instanceof TokenExpired && mayRefresh && provider.refresh)) {
      return settleError(claimed, error);
    }
  }
  await releasePart(deps.database, key, fence, {
    kind: 'will_retry',
    detail: { part: part.position + 1, reason: 'the access token had expired' },
  });
  const gone = await beforeSending(() =>
    refreshCredentials(deps, provider, row.channel, claimed.context),
  ).then(
    () => null,
    (error: unknown) => error,
  );
  return gone ? settleError(claimed, gone) : publishPart(call, false);
}

async function send(
  claimed: ClaimedPart,
  sinceBegin: () => number,
  request: PublishRequest,
): Promise<PartOutcome> {
  const { deps, provider, context, row, key, fence, untilShutdown } = claimed;
  const prepared = await beforeSending(() => preparePart(claimed, request));
  deps.faultPoint('publish:before-sent');
  const isMarked = row.phase === 'sent';
  const sinceNoted = isMarked ? sinceBegin : startWatch();
  if (!isMarked && !(await markSent(deps.database, key, fence, prepared))) return { status: 'retry' };
  deps.faultPoint('publish:after-sent');
  // A process that was suspended here must not send: meanwhile another may have looked, and sent.
  if (sinceNoted() > SEND_WITHIN_MS) return { status: 'unknown', verifyAfterMs: provider.settleMs };
  const calling = { ...context, signal: untilShutdown };
  const result = await callOnce(() =>
    withoutSecrets(provider, request.channel, () =>
      provider.publish(request, prepared.request, cutOff(calling, provider.publishTimeoutMs)),
    ),
  );
  deps.faultPoint('publish:after-accepted');
  return record(claimed, result).catch((error: unknown) => {
    throw new NotRecorded(error);
  });
}

/**
 * Starts a watch: the returned function returns the milliseconds since now. The wall clock may be set back,
 * and the monotonic one stops while the machine sleeps: the longer time counts.
 */
function startWatch(): () => number {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
}

/** `verify` relies on the call being over by then, however long the provider's own timeouts are together. */
function cutOff(context: ProviderContext, ms: number): ProviderContext {
  return { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(ms)]) };
}

/** Neither `prepare` nor a renewal of credentials sends the post, so any failure there is `Unsent`. */
async function beforeSending<T>(step: () => Promise<T>): Promise<T> {
  return step().catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const { said, networkCode, resetAt } = error;
    const options = { networkCode, cause: error };
    throw resetAt ? new RateLimited(said, resetAt, options) : new Unsent(said, options);
  });
}

/** Once the call has begun, anything but a typed answer leaves the outcome unknown. */
async function callOnce(publish: () => Promise<PublishResult>): Promise<PublishResult> {
  return publish().catch((error: unknown) => {
    throw error instanceof ProviderError
      ? error
      : new OutcomeUnknown(sentence('unexpected', { why: inEnglish(saidBy(error)) }), { cause: error });
  });
}

async function record(claimed: ClaimedPart, result: PublishResult): Promise<PartOutcome> {
  const { deps, provider, key, fence } = claimed;
  const { database } = deps;
  if (result.status === 'published') {
    const { published } = result;
    const finding = { published, ...identityOf(provider, published), how: 'answered' } as const;
    const confirmed = await withRetries(() => confirmOwn(database, key, finding));
    return confirmed === 'taken'
      ? withRetries(() => postOfAnother(claimed))
      : publishedOutcome(published, confirmed);
  }
  const noted = await withRetries(() =>
    noteSent(database, key, fence, {
      kind: 'processing',
      state: 'processing',
      ref: result.ref,
      detail: { part: key.position + 1, ...(result.note ? { note: result.note } : {}) },
    }),
  );
  return noted ? { status: 'processing', pollAfterMs: result.pollAfterMs } : { status: 'retry' };
}

/**
 * A lookup by text has given this item's post to another with the same text, whose own request was lost. So
 * now this one is missing: once it is certain that nothing else is on its way, it is sent with another key.
 */
async function postOfAnother({ deps, provider, row, key, fence }: ClaimedPart): Promise<PartOutcome> {
  if (row.notOurs > 0) return unconfirmed(deps, key, fence, POST_OF_ANOTHER);
  const detail = { part: key.position + 1, ...reasonOf(POST_OF_ANOTHER), notOurs: true };
  const noted = await noteSent(deps.database, key, fence, { kind: 'outcome_unknown', detail });
  return noted ? { status: 'unknown', verifyAfterMs: provider.settleMs } : { status: 'retry' };
}

/** What the network answered must not be forgotten because the database restarts at this moment. */
async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (const delay of RECORD_WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await sleep(delay);
    }
  }
  return write();
}
