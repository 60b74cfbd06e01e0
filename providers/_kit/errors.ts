/**
 * The typed failures of a provider call. Each class decides what happens next (docs/architecture.md, "Sending
 * once").
 */

/** Base of every typed provider failure. `message` is shown to people and must not hold credentials. */
export abstract class ProviderError extends Error {
  /** Stable word for the ledger, the timeline and the metrics. */
  abstract readonly kind:
    | 'unsent'
    | 'rate_limited'
    | 'token_expired'
    | 'rejected'
    | 'channel_gone'
    | 'outcome_unknown';
  /** The network's own code, when it gave one. */
  readonly networkCode: string | null;

  constructor(message: string, options: { networkCode?: string | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.networkCode = options.networkCode ?? null;
  }
}

/** Provably nothing reached the network (DNS, connection refused, TLS). Retried with backoff. */
export class Unsent extends ProviderError {
  readonly kind = 'unsent';
}

/** The network asks to wait. `resetAt` is when it allows the next call. Only this account waits. */
export class RateLimited extends ProviderError {
  readonly kind = 'rate_limited';
  readonly resetAt: Date;

  constructor(
    message: string,
    resetAt: Date,
    options: { networkCode?: string | null; cause?: unknown } = {},
  ) {
    super(message, options);
    this.resetAt = resetAt;
  }
}

/** The access token is no longer accepted. Refreshed once, then tried again. */
export class TokenExpired extends ProviderError {
  readonly kind = 'token_expired';
}

/** The network refused the content or the request. Final; the network's words are kept. */
export class Rejected extends ProviderError {
  readonly kind = 'rejected';
}

/** The account is revoked, suspended or deleted. The channel is flagged and a person must connect again. */
export class ChannelGone extends ProviderError {
  readonly kind = 'channel_gone';
}

/** The request may or may not have taken effect. Verified, never resent blindly. */
export class OutcomeUnknown extends ProviderError {
  readonly kind = 'outcome_unknown';
}
