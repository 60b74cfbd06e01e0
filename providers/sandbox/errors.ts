/** What the sandbox's errors mean. Bodies are `{error: code, message}`. */
import { ChannelGone, Rejected, TokenExpired, type ProviderError } from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';

/** The account already has a post with this text: `firstId`. */
export class Duplicate extends Rejected {
  readonly firstId: string;

  constructor(message: string, firstId: string) {
    super(message, { networkCode: 'duplicate' });
    this.firstId = firstId;
  }
}

/** Maps an answer that is not 2xx; null leaves those without a code to `classifyStatus`. */
export function mapFailure({ body, status, message }: HttpFailure): ProviderError | null {
  const { error: code, duplicateOf } = (body ?? {}) as { error?: string; duplicateOf?: string };
  if (code === 'duplicate' && duplicateOf) return new Duplicate(message, duplicateOf);
  if (code === 'account_suspended') return new ChannelGone(message, { networkCode: code });
  if (code === 'invalid_token' || code === 'token_expired') {
    return new TokenExpired(message, { networkCode: code });
  }
  if (code && status < 500 && status !== 429) return new Rejected(message, { networkCode: code });
  return null;
}
