/**
 * The typed failures of a provider call. Each class decides what happens next (docs/architecture.md, "Sending
 * once").
 */

import type { PollResult, Published, PublishResult } from './publishing.ts';
import { inEnglish, type Words } from './sentences/fill.ts';

/** Base of every typed provider failure. `message` is shown to people and must not contain credentials. */
export abstract class ProviderError extends Error {
  /** Stable name for the ledger, the timeline and the metrics. */
  abstract readonly kind:
    | 'unsent'
    | 'rate_limited'
    | 'token_expired'
    | 'rejected'
    | 'channel_gone'
    | 'outcome_unknown';
  /** The network's own code, if it gave one. */
  readonly networkCode: string | null;

  #said: Words;

  constructor(said: Words, options: { networkCode?: string | null; cause?: unknown } = {}) {
    super(inEnglish(said), { cause: options.cause });
    this.#said = said;
    this.name = new.target.name;
    this.networkCode = options.networkCode ?? null;
  }

  /**
   * What is said: a sentence, or a text alone. A message that was changed since, to take a secret out, is all
   * that is left of it.
   */
  get said(): Words {
    return inEnglish(this.#said) === this.message ? this.#said : this.message;
  }

  set said(said: Words) {
    this.#said = said;
    this.message = inEnglish(said);
  }
}

/**
 * Provably nothing reached the network: the failure came before the first byte of the request was written, or
 * a proxy in front of the network refused it. Retried with backoff.
 */
export class Unsent extends ProviderError {
  readonly kind = 'unsent';
}

/**
 * The network asks us to wait until `resetAt`. All posts of the account wait; with `scope: 'post'` only this
 * one (its media are not ready yet).
 */
export class RateLimited extends ProviderError {
  readonly kind = 'rate_limited';
  readonly resetAt: Date;
  readonly scope: 'account' | 'post';

  constructor(
    said: Words,
    resetAt: Date,
    options: { networkCode?: string | null; cause?: unknown; scope?: 'account' | 'post' } = {},
  ) {
    super(said, options);
    this.resetAt = resetAt;
    this.scope = options.scope ?? 'account';
  }
}

/** The access token is no longer accepted. Refreshed once, then retried. */
export class TokenExpired extends ProviderError {
  readonly kind = 'token_expired';
}

/** The network rejected the content or the request. Final; the network's own message is kept. */
export class Rejected extends ProviderError {
  readonly kind = 'rejected';
}

/**
 * The network reports that it has this very post already (X: "duplicate content"). For the first send of a
 * part, that is a rejection like any other; after an earlier send, it may be that one. `existing`: the post
 * that the network names, if it names one.
 */
export class AlreadyThere extends Rejected {
  readonly existing: Published | null;

  constructor(
    said: Words,
    options: { networkCode?: string | null; cause?: unknown; existing?: Published | null } = {},
  ) {
    super(said, options);
    this.existing = options.existing ?? null;
  }
}

/** The account is revoked, suspended or deleted. The channel is flagged and a person must reconnect it. */
export class ChannelGone extends ProviderError {
  readonly kind = 'channel_gone';
}

/** The request may or may not have taken effect. Verified, never blindly resent. */
export class OutcomeUnknown extends ProviderError {
  readonly kind = 'outcome_unknown';
  /** When the network wants to be called again, if it named a time (a 503 with Retry-After). */
  resetAt: Date | null = null;
}

/** Of the answer to the call itself: what the network will not publish is a rejection. */
export function unlessRejected(result: PollResult): PublishResult {
  if (result.status !== 'rejected') return result;
  const { reason, networkCode = null, alreadyThere } = result;
  throw alreadyThere ? new AlreadyThere(reason, { networkCode }) : new Rejected(reason, { networkCode });
}

/** When the network wants to be called again; null if the failure does not include it. */
export function resetOf(error: unknown): Date | null {
  return error instanceof RateLimited || error instanceof OutcomeUnknown ? error.resetAt : null;
}

/**
 * Turns a failure into `Rejected`, for credentials that were just entered: the person learns why the network
 * does not take them, and no channel is to be reconnected. For `catch`.
 */
export function asRejected(error: unknown): never {
  if (!(error instanceof TokenExpired || error instanceof ChannelGone)) throw error;
  throw new Rejected(error.said, { networkCode: error.networkCode, cause: error });
}
