import type { Params } from '../../providers/_kit/sentences/fill.ts';

/** A webhook as stored; times in milliseconds since the epoch. */
export interface WebhookRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly format: 'crier' | 'postiz';
  readonly createdMs: number;
  readonly disabledMs: number | null;
  readonly disabledReason: string | null;
  readonly failingMs: number | null;
  readonly oldSecretMs: number | null;
  readonly pending: number;
  readonly oldestMs: number | null;
  readonly fullMs: number | null;
}

/** A webhook as admins see it: never its secret. */
export function presentWebhook(row: WebhookRow) {
  const { id, name, url, events, channels, format, disabledReason, pending } = row;
  return {
    id,
    name,
    url,
    events,
    channels,
    format,
    createdAt: new Date(row.createdMs).toISOString(),
    disabledAt: instant(row.disabledMs),
    disabledReason,
    failingSince: instant(row.failingMs),
    oldSecretUntil: instant(row.oldSecretMs),
    pending,
    oldestPendingAt: instant(row.oldestMs),
    backlogFullSince: instant(row.fullMs),
  };
}

/** One event for one webhook: its tries, and what is sent (`request`). */
export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly postId: string | null;
  readonly sequence: number | null;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
  readonly problemCode: string | null;
  readonly problemParams: Params | null;
  readonly durationMs: number | null;
  readonly createdMs: number;
  readonly nextMs: number | null;
  readonly settledMs: number | null;
  readonly request: unknown;
}

export function presentDelivery({ createdMs, nextMs, settledMs, ...delivery }: DeliveryRow) {
  const { problemCode: code, problemParams: params, ...row } = delivery;
  return {
    ...row,
    reason: code === null ? null : { message: row.problem ?? '', code, ...(params ? { params } : {}) },
    createdAt: new Date(createdMs).toISOString(),
    nextTryAt: instant(nextMs),
    settledAt: instant(settledMs),
  };
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
