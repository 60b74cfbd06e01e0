/** Passwords: argon2id, with the same amount of work for accounts that do not exist. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { hash as hashBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Schema of a new password. Lengths count code points; nothing is trimmed. */
export const newPasswordSchema = {
  type: 'string',
  minLength: 10,
  maxLength: 256,
  description: '10 to 256 characters',
} as const;
export const passwordSchema = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** A check of one password against one hash. */
export type Verify = (stored: string, password: string) => Promise<boolean>;

// Keyboards encode the same password differently (NIST SP 800-63B, section 3.1.1.2: NFKC or NFKD).
const normalize = (password: string): string => password.normalize('NFKC');

/** The hash to store; it contains its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), COST);
}

let nobody: Promise<string> | undefined;

/** The hash of a password nobody knows, at the same cost as all others. */
export function nobodysHash(): Promise<string> {
  return (nobody ??= hashPassword(randomBytes(32).toString('base64url')));
}

/** Hashes of people who came from another system are bcrypt with this cost, until they sign in here. */
const BCRYPT_COST = 10;
let nobodyThere: Promise<string> | undefined;

/** Whether a stored hash came from another system; it is replaced at the next sign-in. */
export const isBcrypt = (stored: string | null | undefined): stored is string =>
  typeof stored === 'string' && /^\$2[aby]\$/.test(stored);

/**
 * Whether the password matches the stored hash. Without a hash the answer is no, after exactly the same work.
 *
 * @param mayHaveBcrypt people of this instance may still have such a hash: then that work is done for all
 */
export async function isPassword(
  stored: string | null | undefined,
  password: string,
  compute: Verify = verify,
  mayHaveBcrypt = false,
): Promise<boolean> {
  const other = await nobodysHash();
  const bcrypt = isBcrypt(stored);
  const matches = await compute(bcrypt ? other : (stored ?? other), normalize(password));
  if (!bcrypt && !mayHaveBcrypt) return matches && typeof stored === 'string';
  nobodyThere ??= hashBcrypt(randomBytes(16).toString('hex'), BCRYPT_COST);
  // As it was typed: nobody normalised it there.
  const matchesBcrypt = await verifyBcrypt(password, bcrypt ? stored : await nobodyThere);
  return bcrypt ? matchesBcrypt : matches && typeof stored === 'string';
}

/**
 * Checks what a schema cannot express about a new password.
 *
 * @throws ApiError `invalid_request` at `path`
 */
export function assertNewPassword(password: string, email: string, path = 'password'): void {
  if (normalize(password).toLowerCase() === email.toLowerCase()) {
    throw new ApiError('invalid_request', { issues: [{ path, ...sentence('password_is_email') }] });
  }
}
