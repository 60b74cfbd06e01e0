/**
 * Proof Key for Code Exchange (RFC 7636), method S256 only: `plain` does not protect against anybody who can
 * read the request.
 */
import { createHash } from 'node:crypto';

/** The syntax of a challenge: RFC 7636, section 4.2. */
export const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
