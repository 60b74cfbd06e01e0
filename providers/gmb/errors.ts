/**
 * What the errors of Google Business Profile mean (developers.google.com/my-business/content/error-codes).
 */
import { Rejected, type ProviderError } from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';
import { mapFailure as mapGoogle, type Reasons } from '../_shared/google/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const REASONS: Reasons = {
  // The person has lost the role at the location, or withdrawn the permission.
  gone: new Set(['PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']),
  untilTomorrow: new Set(),
  remedies: {
    PERMISSION_DENIED: 'the account no longer manages this location; reconnect the channel',
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'reconnect the channel and leave every box ticked',
    SERVICE_DISABLED: 'the operator enables the APIs of Google Business Profile for the project',
    NOT_FOUND: 'the location or the post is no longer there',
  },
};

const sentence = catalogue(english);

/** Maps an answer that is not 2xx. A project that Google has not approved has a quota of nothing. */
export function mapFailure(failure: HttpFailure, now: Date): ProviderError {
  const { details = [] } = (failure.body as { error?: { details?: readonly Detail[] } } | null)?.error ?? {};
  return details.some(({ metadata }) => metadata?.quota_limit_value === '0')
    ? new Rejected(sentence('gmb_not_approved'), { networkCode: 'RATE_LIMIT_EXCEEDED' })
    : mapGoogle(failure, REASONS, now);
}

/** `google.rpc.ErrorInfo`. */
interface Detail {
  readonly metadata?: { readonly quota_limit_value?: string };
}
