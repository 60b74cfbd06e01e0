/**
 * What Hashnode's errors mean: `errors[].extensions.code` of a GraphQL answer, which mostly has the status
 * 200 (github.com/Hashnode/gql-skill, "Errors and limits", "Authentication & roles", "Pro plan gating").
 */
import {
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import { boundedReset, type HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** What stands in `errors` of an answer; Hashnode gives each a code. */
export interface GraphQlError {
  readonly message?: string;
  readonly extensions?: { readonly code?: string };
}

const FINAL: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
]);
const BUSY: ReadonlySet<string> = new Set(['RATE_LIMITED', 'TOO_MANY_REQUESTS']);

/** The first error decides: these documents have one field each. */
export function mapErrors([first]: readonly GraphQlError[], now: Date): ProviderError {
  const code = first?.extensions?.code ?? '';
  const message = (first?.message ?? 'Hashnode answered with an error').slice(0, 500);
  const options = { networkCode: code || null };
  if (code === 'UNAUTHENTICATED') {
    return new TokenExpired(
      sentence('credential_refused', { network: 'Hashnode', what: 'the access token', why: message }),
      options,
    );
  }
  if (BUSY.has(code)) return new RateLimited(message, boundedReset(null, now), options);
  if (code === 'FORBIDDEN') {
    const code = /\bpro plan\b/i.test(message) ? 'hashnode_needs_pro_plan' : 'hashnode_role_too_low';
    return new Rejected(sentence(code, { why: message }), options);
  }
  return FINAL.has(code) ? new Rejected(message, options) : new OutcomeUnknown(message, options);
}

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus`. */
export function mapFailure({ status, headers, body, message }: HttpFailure, now: Date): ProviderError | null {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { errors?: unknown };
  if (Array.isArray(errors) && errors.length && status !== 429) return mapErrors(errors, now);
  if (status >= 300 && status < 400) {
    return new Rejected(sentence('hashnode_api_moved', { url: headers.get('location') ?? '?' }), {
      networkCode: String(status),
    });
  }
  if (status === 413) {
    return new Rejected(sentence('hashnode_too_long'), { networkCode: '413' });
  }
  // Answered by the servers in front of the API: the request did not reach it.
  return status === 403 && typeof body !== 'object'
    ? new Unsent(sentence('refused_in_front', { network: 'Hashnode', words: message }), {
        networkCode: '403',
      })
    : null;
}

/** Whether there is nothing with that id (any more), or nothing that the token's owner may see. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Rejected && error.networkCode === 'NOT_FOUND';
