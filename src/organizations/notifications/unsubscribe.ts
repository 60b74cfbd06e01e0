/**
 * The token of a link that ends the mails about notifications without signing in (RFC 8058). It names a
 * person, cannot be made by anybody else, and is good for nothing more.
 */
import type { Secrets } from '../../platform/secrets.ts';

const BINDING = 'notification-mails';

export const unsubscribeToken = (secrets: Pick<Secrets, 'seal'>, userId: string): string =>
  Buffer.from(secrets.seal(userId, BINDING)).toString('base64url');

/** The person that a token names; undefined for one that was not made here. */
export function personOfToken(secrets: Pick<Secrets, 'open'>, token: string): string | undefined {
  try {
    return secrets.open(Buffer.from(token, 'base64url').toString(), BINDING);
  } catch {
    return undefined;
  }
}
