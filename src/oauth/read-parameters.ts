/** Parameters of the token and revocation endpoints, from JSON or a form. */
import { OAuthError } from './oauth-error.ts';

/** Longer than anything that is sent in earnest. */
const MAX_LENGTH = 4096;

/**
 * The named parameters. One without a value counts as left away, others than the named are ignored (RFC 6749,
 * section 3.2). Of a name that a JSON body has twice the last counts, as JSON.parse has it; in a form it is
 * refused.
 *
 * @throws OAuthError `invalid_request` for a body that is no object, a value that is no text or too long, a
 * parameter that comes twice
 */
export function readParameters<Name extends string>(
  body: unknown,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new OAuthError('invalid_request', 'The body must be a form or a JSON object');
  }
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const read: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw new OAuthError('invalid_request', `${name} must be one text`);
    if (value.length > MAX_LENGTH) {
      throw new OAuthError('invalid_request', `${name} is longer than ${MAX_LENGTH} characters`);
    }
    read[name] = value;
  }
  return read;
}
