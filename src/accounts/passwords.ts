/** Passwords: argon2id, and the same work for people who are not there. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../platform/errors.ts';

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A password that somebody chooses. Characters are code points; nothing is trimmed. */
export const newPasswordSchema = {
  type: 'string',
  minLength: 10,
  maxLength: 256,
  description: '10 to 256 characters of any kind',
} as const;
/** A password that somebody claims to have. */
export const passwordSchema = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** The check of one password against one hash. */
export type Verify = (stored: string, password: string) => Promise<boolean>;

// One and the same password is typed differently by different keyboards (NIST SP 800-63B, section 3.1.1.2:
// NFKC or NFKD).
const normalize = (password: string): string => password.normalize('NFKC');

/** What is stored of a password; it names its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), COST);
}

let nobody: Promise<string> | undefined;

/** The hash of a password that nobody knows, with the cost of all others. */
export function nobodysHash(): Promise<string> {
  return (nobody ??= hashPassword(randomBytes(32).toString('base64url')));
}

/**
 * Whether the password is the stored one. Without a stored one the answer is no, after exactly the same work.
 */
export async function isPassword(
  stored: string | null | undefined,
  password: string,
  compute: Verify = verify,
): Promise<boolean> {
  const other = await nobodysHash();
  const matches = await compute(stored ?? other, normalize(password));
  return matches && typeof stored === 'string';
}

/** What a schema cannot say of a new password. @throws ApiError `invalid_request` at `path` */
export function assertNewPassword(password: string, email: string, path = 'password'): void {
  if (normalize(password).toLowerCase() === email.toLowerCase()) {
    throw new ApiError('invalid_request', { issues: [{ path, message: 'must not be the email address' }] });
  }
}
