/** The key of the secrets in an archive, made from a passphrase by scrypt (RFC 7914). */
import { randomBytes, scrypt } from 'node:crypto';
import { createSecrets, type Secrets } from '../../platform/secrets.ts';
import { ArchiveError } from './archive-error.ts';

/** How the key is made. Takes 128 MB and about half a second, for us and for each guess alike. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const MAX_MEMORY = 256 * 1024 * 1024;

/** The manifest's facts about the secrets; none of them opens them. */
export interface SecretsFacts {
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** In base64url. */
  readonly salt: string;
  /** A sealed constant: it opens with the right passphrase. */
  readonly check: string;
  /**
   * The SHA-256 of the manifest without this field, sealed: nobody without the passphrase changes anything.
   */
  readonly digest: string;
}

const CHECK = 'crier archive';
const CHECK_BINDING = 'archive:passphrase';
const DIGEST_BINDING = 'archive:manifest';

/** What seals and opens the secrets of one archive. */
export interface ArchiveKey {
  readonly secrets: Secrets;
  readonly facts: Omit<SecretsFacts, 'digest'>;
}

/** Makes a key with a salt of its own. */
export async function newArchiveKey(passphrase: string): Promise<ArchiveKey> {
  const salt = randomBytes(SALT_BYTES);
  const secrets = await secretsOf(passphrase, salt);
  const check = secrets.seal(CHECK, CHECK_BINDING);
  return { secrets, facts: { kdf: 'scrypt', ...COST, salt: salt.toString('base64url'), check } };
}

/** @throws ArchiveError `passphrase_wrong`, `archive_newer` for a key that is made in another way */
export async function openArchiveKey(passphrase: string, facts: SecretsFacts): Promise<Secrets> {
  // Values that an attacker chooses could take any amount of memory and time.
  const isKnown = facts.kdf === 'scrypt' && facts.N === COST.N && facts.r === COST.r && facts.p === COST.p;
  if (!isKnown) {
    throw new ArchiveError(
      'archive_newer',
      'The secrets of the archive are sealed in a way that is not known here',
    );
  }
  const secrets = await secretsOf(passphrase, Buffer.from(facts.salt, 'base64url'));
  try {
    secrets.open(facts.check, CHECK_BINDING);
  } catch (cause) {
    throw new ArchiveError(
      'passphrase_wrong',
      'The passphrase is not the one that the archive was made with',
      { cause },
    );
  }
  return secrets;
}

/** Seals the digest of the manifest, which names the digest of everything else. */
export const sealDigest = (secrets: Secrets, digest: string): string => secrets.seal(digest, DIGEST_BINDING);

/** Whether the manifest is the one that was written with this passphrase. */
export function isSealedDigest(secrets: Secrets, sealed: string, digest: string): boolean {
  try {
    return secrets.open(sealed, DIGEST_BINDING) === digest;
  } catch {
    return false; // the caller explains what that means
  }
}

/** Ties a secret to its row: it opens in no other place. */
export const secretBinding = (organizationId: string, table: string, key: string): string =>
  `archive:${organizationId}:${table}:${key}`;

async function secretsOf(passphrase: string, salt: Buffer): Promise<Secrets> {
  const key = await new Promise<Buffer>((done, failed) =>
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY }, (error, made) =>
      error ? failed(error) : done(made),
    ),
  );
  return createSecrets(`archive:${key.toString('base64')}`);
}
