/** The activity `deliverWebhook`: one try to deliver an event to a webhook. */
import { ApplicationFailure } from '@temporalio/activity';
import { OutcomeUnknown, Unsent } from '../providers/_kit/errors.ts';
import type { Sentence } from '../providers/_kit/sentences/fill.ts';
import { BlockedAddress } from '../src/platform/egress.ts';
import type { Statement } from '../src/platform/database.ts';
import { LIVE_TOKENS } from '../src/platform/live-tokens.ts';
import { sentence } from '../src/platform/sentences.ts';
import { OLD_IDS, presentEvent, presentAsPostiz, type EventRecord } from '../src/webhooks/present-event.ts';
import { ANSWER_TIMEOUT_MS, secretBinding, signedRequest } from '../src/webhooks/secret.ts';
import type { DeliveryInput, DeliveryOutcome } from '../temporal/contract/deliver-webhook.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { ActivityDeps } from './deps.ts';
import { createSlots } from './slots.ts';

/** The largest answer that is read; what is kept of it is shorter. */
const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_LETTERS = 1000;
/** A worker has forty slots for deliveries (temporal/worker.ts). */
const SLOTS_PER_RECEIVER = 8;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pauses between tries, three days in all. */
export const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  ...[1, 2, 4, 8, 12, 20, 24].map((hours) => hours * HOUR),
];
/** A pause is longer by up to this part of it, so that what failed together does not come back together. */
const JITTER = 0.1;

const READ: Statement = {
  name: 'webhook-read-delivery',
  text: `select d.state, d.attempts, w.id as "webhookId", w.url, w.format, w.secret, w.disabled_reason as disabled,
      case when w.old_secret_until > now() then w.old_secret end as "oldSecret",
      w.app_id is not null and not exists (
        select 1
        from ${LIVE_TOKENS}
        where t.app_id = w.app_id and t.user_id = w.app_user_id and t.organization_id = w.organization_id
      ) as "hasLostItsApp",
      greatest(0, ceil(extract(epoch from d.next_at - clock_timestamp()) * 1000))::float8 as "waitMs",
      e.id, e.organization_id as "organizationId", e.type, e.sequence, e.data,
      (extract(epoch from e.at) * 1000)::float8 as "atMs",
      (select i.content from post_item i where i.post_id = e.post_id and i.position = 0) as content,
      (select c.picture from integration c where c.id = e.integration_id) as picture,
      ${OLD_IDS},
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from webhook_delivery d
    join webhook w on w.id = d.webhook_id
    join webhook_event e on e.id = d.event_id
    where d.id = $1`,
};

type Row = EventRecord & {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly webhookId: string;
  readonly url: string;
  readonly format: 'crier' | 'postiz';
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly disabled: string | null;
  /** The app that made it may do nothing here any more. */
  readonly hasLostItsApp: boolean;
  readonly waitMs: number | null;
  readonly nowMs: number;
};

const SETTLE: Statement = {
  name: 'webhook-settle-delivery',
  text: `with settled as (
      update webhook_delivery
      set state = $2, attempts = attempts + $3, status = $4, answer = $5, duration_ms = $7,
        problem = $6, problem_code = $9, problem_params = $10,
        next_at = clock_timestamp() + $8::float8 * interval '1 millisecond',
        settled_at = case when $2 <> 'pending' then clock_timestamp() end
      where id = $1 and state = 'pending'
      returning webhook_id
    )
    update webhook
    set failing_since = case when $2 = 'delivered' then null else coalesce(failing_since, clock_timestamp()) end
    where id = (select webhook_id from settled) and (failing_since is null) <> ($2 = 'delivered')`,
};
/**
 * Disables a webhook at once (`$3`), or one that has taken nothing for about as long as an event is tried.
 */
const DISABLE: Statement = {
  name: 'webhook-disable',
  text: `with disabled as (
      update webhook
      set disabled_at = clock_timestamp(), disabled_reason = $2
      where id = $1 and disabled_at is null
        and ($3 or failing_since < clock_timestamp() - interval '71 hours')
      returning organization_id, name
    )
    insert into notification (organization_id, kind, content)
    select organization_id, 'webhook_disabled', 'The webhook "' || name || '" was switched off: ' || $2
      || '. Nothing is sent to it until it is switched on again'
    from disabled`,
};

const LOST_APP = 'the app that made it has no access any more';

/** What one request came to. */
interface Try {
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: Sentence | null;
  readonly durationMs: number;
  readonly retryAfterMs?: number;
}

export type DeliverWebhook = (input: DeliveryInput) => Promise<DeliveryOutcome>;

/** The activity of one worker process, with the slots of its receivers. */
export function createDeliverWebhook(deps: ActivityDeps): DeliverWebhook {
  const slots = createSlots(SLOTS_PER_RECEIVER, { paced: true });
  return async ({ deliveryId }) => {
    const [row] = await deps.database.query<Row>(READ, [deliveryId]);
    if (!row) return { status: 'ended', reason: 'the webhook or its event was deleted' };
    if (row.state !== 'pending') return { status: row.state, reason: 'settled before' };
    if (row.disabled !== null) {
      return giveUp(deps, deliveryId, row.disabled);
    }
    if (row.hasLostItsApp) {
      await deps.database.query(DISABLE, [row.webhookId, LOST_APP, true]);
      return giveUp(deps, deliveryId, LOST_APP);
    }
    if (row.waitMs) return { status: 'wait', waitMs: row.waitMs, reason: 'for the next try' };
    return slots.run(
      row.webhookId,
      () => deliver(deps, deliveryId, row),
      (backMs) =>
        ApplicationFailure.create({
          type: FAILURE.receiverBusy,
          message: 'Other deliveries to this receiver are under way',
          nextRetryDelay: backMs,
        }),
    );
  };
}

async function deliver(deps: ActivityDeps, deliveryId: string, row: Row): Promise<DeliveryOutcome> {
  const { status, answer, problem, durationMs, retryAfterMs = 0 } = await send(deps, row);
  const settle = (state: Row['state'], waitMs: number | null): Promise<unknown> =>
    deps.database.query(
      SETTLE,
      [deliveryId, state, 1, status, answer, problem?.message ?? null, durationMs, waitMs].concat(
        namedBy(problem),
      ),
    );
  if (problem === null) {
    await settle('delivered', null);
    return { status: 'delivered', reason: `the receiver answered ${status}` };
  }
  const pause = PAUSES_MS[row.attempts];
  if (status === 410 || pause === undefined) {
    await settle('failed', null);
    const gone = status === 410;
    const reason = gone ? 'the receiver answered 410 Gone' : 'it has taken nothing for three days';
    await deps.database.query(DISABLE, [row.webhookId, reason, gone]);
    return { status: 'failed', reason: problem.message };
  }
  const waitMs = Math.max(retryAfterMs, Math.round(pause * (1 + Math.random() * JITTER)));
  await settle('pending', waitMs);
  return { status: 'wait', waitMs, reason: `try ${row.attempts + 1} failed: ${problem.message}` };
}

/** The code of a sentence and its values, as they are stored. */
const namedBy = (said: Sentence | null): (string | null)[] => [
  said?.code ?? null,
  said?.params ? JSON.stringify(said.params) : null,
];

/** @param why the webhook was switched off */
async function giveUp(deps: ActivityDeps, deliveryId: string, why: string): Promise<DeliveryOutcome> {
  const problem = sentence('webhook_is_off', { why });
  const values = [deliveryId, 'failed', 0, null, null, problem.message, null, null];
  await deps.database.query(SETTLE, [...values, ...namedBy(problem)]);
  return { status: 'failed', reason: problem.message };
}

async function send({ egress, secrets }: ActivityDeps, row: Row): Promise<Try> {
  const body = JSON.stringify(row.format === 'postiz' ? presentAsPostiz(row) : presentEvent(row));
  const binding = secretBinding(row.organizationId, row.webhookId);
  const sealed = [row.secret, ...(row.oldSecret ? [row.oldSecret] : [])];
  const request = signedRequest({
    id: row.id,
    at: new Date(row.nowMs),
    body,
    secrets: sealed.map((secret) => secrets.open(secret, binding)),
  });
  const began = performance.now();
  const ended = (facts: Omit<Try, 'durationMs'>): Try => ({
    ...facts,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const response = await egress.fetch(row.url, {
      ...request,
      timeoutMs: ANSWER_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const { status } = response;
    const answer = await response.text().catch(() => '');
    return ended({
      status,
      answer: hideSecrets(answer.replaceAll('\0', '')).slice(0, KEPT_LETTERS) || null,
      problem:
        status >= 200 && status < 300
          ? null
          : sentence('webhook_receiver_answered', { status: String(status) }),
      ...retryAfter(response.headers.get('retry-after')),
    });
  } catch (error) {
    if (!(error instanceof Unsent || error instanceof OutcomeUnknown)) throw error;
    return ended({ status: null, answer: null, problem: problemOf(error) });
  }
}

/** The same message for every problem of a guarded URL: it reveals nothing about what listens there. */
function problemOf(error: Unsent | OutcomeUnknown): Sentence {
  if (error instanceof BlockedAddress) return sentence('webhook_address_not_public');
  return error.networkCode === 'timeout'
    ? sentence('webhook_no_answer', { seconds: ANSWER_TIMEOUT_MS / SECOND })
    : sentence('webhook_unreachable');
}

/** A receiver that answers with what it was sent, or knows, puts no secret of either into the log. */
const hideSecrets = (answer: string): string =>
  answer
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_…')
    .replaceAll(/(authorization["']?\s*[:=]\s*["']?)[^"'\r\n]+/gi, '$1…');

/** Seconds only; a receiver that asks for more than an hour gets an hour. */
function retryAfter(header: string | null): Pick<Try, 'retryAfterMs'> {
  const seconds = /^\d+$/.test(header ?? '') ? Number(header) : 0;
  return { retryAfterMs: Math.min(seconds * SECOND, HOUR) };
}
