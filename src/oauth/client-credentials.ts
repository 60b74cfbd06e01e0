/** How an app authenticates at the token and revocation endpoints (RFC 6749, section 2.3.1). */
import { OAuthError } from './oauth-error.ts';

/**
 * What the app sent. Without `secret` it is nobody; `basic` = the header was used, so an error names it too.
 */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly basic: boolean;
}

/**
 * The error for a client; RFC 6749 asks for the header when the client used it. One text for every reason, so
 * that they cannot be distinguished.
 */
export function invalidClient(basic: boolean): OAuthError {
  return new OAuthError(
    'invalid_client',
    'Client authentication failed',
    basic ? { 'WWW-Authenticate': 'Basic realm="OAuth", charset="UTF-8"' } : {},
  );
}

/**
 * Id and secret, from the body or by HTTP Basic. Any other scheme in the header is not client authentication
 * and is ignored.
 *
 * @throws OAuthError `invalid_request` without an id or when both ways are used, `invalid_client` for an
 * unreadable header
 */
export function readCredentials(
  authorization: string,
  body: { readonly client_id?: string; readonly client_secret?: string },
): ClientCredentials {
  const header = /^basic(?:\s+(.*))?$/i.exec(authorization.trim());
  if (!header) {
    if (!body.client_id) throw new OAuthError('invalid_request', 'client_id is required');
    return { clientId: body.client_id, secret: body.client_secret, basic: false };
  }
  if (body.client_secret !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'The client secret came in the header and in the body: send it one way',
    );
  }
  const [clientId, secret] = decodeBasic(header[1] ?? '');
  if (body.client_id !== undefined && body.client_id !== clientId) {
    throw new OAuthError('invalid_request', 'client_id in the body is not that of the header');
  }
  return { clientId, secret, basic: true };
}

/** Both halves are form-encoded before they are joined. */
function decodeBasic(encoded: string): [id: string, secret: string] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw invalidClient(true);
  try {
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', ' ')),
    );
    return [id ?? '', secret ?? ''];
  } catch (error) {
    if (error instanceof URIError) throw invalidClient(true);
    throw error;
  }
}
