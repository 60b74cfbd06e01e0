import { ChannelGone, Rejected, TokenExpired, type ProviderError } from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';

/** The account has this text on the network already; `firstId` is that post. */
export class Duplicate extends Rejected {
  readonly firstId: string;

  constructor(words: string, firstId: string) {
    super(words, { networkCode: 'duplicate' });
    this.firstId = firstId;
  }
}

/** The sandbox's error codes; statuses without one keep their usual meaning. */
export function mapFailure({ body, status, words }: HttpFailure): ProviderError | null {
  const { error: code, duplicateOf } = (body ?? {}) as { error?: string; duplicateOf?: string };
  if (code === 'duplicate' && duplicateOf) return new Duplicate(words, duplicateOf);
  if (code === 'account_suspended') return new ChannelGone(words, { networkCode: code });
  if (code === 'invalid_token' || code === 'token_expired') {
    return new TokenExpired(words, { networkCode: code });
  }
  if (code && status < 500 && status !== 429) return new Rejected(words, { networkCode: code });
  return null;
}
