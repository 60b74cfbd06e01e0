/** Parameters of the token and revocation endpoints, from JSON or a form. */
import { OAuthError } from './oauth-error.ts';

/** Longer than any real value. */
const MAX_LENGTH = 4096;

/**
 * Reads the named parameters. One without a value counts as omitted, unknown ones are ignored (RFC 6749,
 * section 3.2). A repeated one is rejected: in a form here, in JSON before (http/check-json.ts).
 *
 * @throws OAuthError `invalid_request` for a body that is not an object, a value that is not text or too
 * long, a repeated parameter
 */
export function readParameters<Name extends string>(
  body: unknown,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new OAuthError('invalid_request', 'The body must be a form or a JSON object');
  }
  const parameters = (body ?? {}) as Readonly<Record<string, unknown>>;
  const read: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') {
      throw new OAuthError('invalid_request', `${name} must be given once, as a text`);
    }
    if (value.length > MAX_LENGTH) {
      throw new OAuthError('invalid_request', `${name} is longer than ${MAX_LENGTH} characters`);
    }
    read[name] = value;
  }
  return read;
}
