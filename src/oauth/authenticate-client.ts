/**
 * Which app calls the token or revocation endpoint. Read from the database on each call, so that every
 * process rejects a rotated secret at once.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Database, Statement } from '../platform/database.ts';
import { hashToken } from '../platform/secrets.ts';
import { invalidClient, type ClientCredentials } from './client-credentials.ts';
import type { FailureThrottle } from './failure-throttle.ts';

/** An app that has proved its secret. `id` = the row, `organizationId` = who registered it. */
export interface OAuthClient {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

const FIND: Statement = {
  name: 'oauth-client',
  text: 'select id, organization_id as "organizationId", name, secret_hash as "secretHash" from oauth_app where client_id = $1 and deleted_at is null and suspended_at is null',
};
const CLIENT_ID = /^pca_[A-Za-z0-9]{1,64}$/;
/** The hash of no secret: for an unknown app the comparison takes as long. */
const NOBODY = '0'.repeat(64);

/**
 * Finds the app and compares its secret in constant time. The secret is checked before the throttle, and only
 * failures count: however many wrong secrets others send, the right one is accepted.
 *
 * @param ip of the caller; failures are counted per app and IP address
 * @throws OAuthError `invalid_client`, or `temporarily_unavailable` (429 with Retry-After) after too many
 * failures
 */
export async function authenticateClient(
  deps: { readonly database: Database; readonly throttle: FailureThrottle },
  { clientId, secret, basic }: ClientCredentials,
  ip: string,
): Promise<OAuthClient> {
  const [app] = await deps.database.query<OAuthClient & { secretHash: string }>(FIND, [
    CLIENT_ID.test(clientId) ? clientId : '',
  ]);
  const isRight = isSecret(secret ?? '', app?.secretHash ?? NOBODY);
  if (app && isRight) return { id: app.id, organizationId: app.organizationId, name: app.name };
  await deps.throttle.count(`${app?.id ?? 'unknown'}|${ip}`);
  throw invalidClient(basic);
}

/** Compares the SHA-256 of a secret with a stored one in constant time. */
export function isSecret(secret: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(secret), 'hex'), Buffer.from(storedHash, 'hex'));
}
