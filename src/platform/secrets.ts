/**
 * Secrets at rest: AES-256-GCM with a key id in the value and the row's identity as associated data; API keys
 * as hashes.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Config } from './config/config.ts';

/** Seals and opens values. `binding` ties a value to its row: it cannot be moved to another. */
export interface Secrets {
  /** `v1:<key id>:<nonce>:<ciphertext and tag>`, each base64url. */
  seal(plain: string, binding: string): string;
  /**
   * @throws Error without the value when the key is unknown, the value was altered, or it belongs to another
   * row
   */
  open(sealed: string, binding: string): string;
  /** Whether it was sealed with the newest key. */
  isNewest(sealed: string): boolean;
}

/** The binding of a channel's credentials. */
export const credentialsBinding = (organizationId: string, integrationId: string): string =>
  `integration:${organizationId}:${integrationId}`;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Builds `Secrets` from `id:base64` keys, the newest (used for sealing) first. */
export function createSecrets(keys: string): Secrets {
  const parsed = keys.split(',').map(parseKey);
  const ring = new Map(parsed);
  if (ring.size < parsed.length) {
    throw new Error('ENCRYPTION_KEY names a key twice: what was sealed with one of them could not be opened');
  }
  const [currentId, current] = [...ring][0] ?? ['', Buffer.alloc(0)];
  return {
    isNewest: (sealed) => sealed.split(':')[1] === currentId,
    seal(plain, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(binding));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1:${currentId}:${nonce.toString('base64url')}:${body.toString('base64url')}`;
    },
    open(sealed, binding) {
      const [version, id, nonce, body] = sealed.split(':');
      const key = ring.get(id ?? '');
      if (version !== 'v1' || !key || !nonce || !body) {
        throw new Error(`A stored secret cannot be opened: key "${id}" is not among ENCRYPTION_KEY`);
      }
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(binding))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw new Error('A stored secret cannot be opened: it was altered or belongs to another row', {
          cause: error,
        });
      }
    },
  };
}

function parseKey(text: string): [string, Buffer] {
  const [id = '', base64 = ''] = text.trim().split(':');
  const key = Buffer.from(base64, 'base64');
  if (!/^[\w-]{1,32}$/.test(id) || key.length !== 32) {
    throw new Error(
      'ENCRYPTION_KEY must be id:base64 of 32 bytes, comma separated, e.g. "k1:…" from: openssl rand -base64 32',
    );
  }
  return [id, key];
}

/**
 * The keys with which the instance's own processes prove themselves at its sandbox, one for each key, the
 * newest first: a process that has a newer or an older list of keys is known as well.
 */
export function deriveSandboxKeys(keys: string): string[] {
  return keys.split(',').map((text) => {
    const [, key] = parseKey(text);
    return `sbi_${Buffer.from(hkdfSync('sha256', key, '', 'crier sandbox', 32)).toString('base64url')}`;
  });
}

/** The keys that sign expiring URLs of uploads, one for each key, the newest first. */
export function deriveMediaKeys(keys: string): Buffer[] {
  return keys.split(',').map((text) => {
    const [, key] = parseKey(text);
    return Buffer.from(hkdfSync('sha256', key, '', 'crier media address', 32));
  });
}

/**
 * The encryption keys: ENCRYPTION_KEY, else the file that the first run made in the data folder (mode 0600).
 */
export function loadEncryptionKeys(
  config: Pick<Config, 'ENCRYPTION_KEY' | 'CRIER_DATA_DIR'>,
  options: { create: boolean },
): string {
  if (config.ENCRYPTION_KEY) return config.ENCRYPTION_KEY;
  const file = join(config.CRIER_DATA_DIR, 'secrets.json');
  if (existsSync(file)) return readKeyFile(file);
  if (!options.create) {
    throw new Error(
      `ENCRYPTION_KEY is not set and ${file} does not exist. Set it to the value that the other processes use`,
    );
  }
  const encryptionKey = `k1:${randomBytes(32).toString('base64')}`;
  mkdirSync(config.CRIER_DATA_DIR, { recursive: true });
  writeFileSync(file, JSON.stringify({ encryptionKey }, null, 2), { mode: 0o600, flag: 'wx' });
  return encryptionKey;
}

// Not parsed: a JSON error would quote the text, and with it the key.
function readKeyFile(file: string): string {
  const key = /"encryptionKey"\s*:\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!key) {
    throw new Error(
      `${file} holds no encryptionKey. Without it the stored credentials cannot be opened: restore it from a backup`,
    );
  }
  return key;
}

/**
 * The secret that signs sessions: JWT_SECRET, else a file of its own in the data folder (mode 0600), created
 * when missing. Losing it only signs everybody out.
 */
export function loadSessionSecret(config: Pick<Config, 'JWT_SECRET' | 'CRIER_DATA_DIR'>): string {
  if (config.JWT_SECRET) return config.JWT_SECRET;
  const file = join(config.CRIER_DATA_DIR, 'session-secret');
  mkdirSync(config.CRIER_DATA_DIR, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // another process, or an earlier run, made it
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} is not usable: remove it, and everyone signs in again`);
  return secret;
}

/**
 * A new API key: `crk_` + 256 random bits + a checksum, so that scanners can distinguish a real key from
 * noise.
 */
export function newApiKey(): string {
  const body = randomBytes(32).toString('base64url');
  return `crk_${body}${crc32(body).toString(16).padStart(8, '0')}`;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CHECKSUM_LENGTH = 6;

/** `length` random letters and digits from the CSPRNG: 5.95 bits each. */
export function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}

/**
 * A new value: a prefix and `length` letters and digits, the last six a checksum, so that secret scanners can
 * distinguish a real one from noise.
 */
export function newToken(prefix: string, length: number): string {
  const body = randomAlphanumeric(length - CHECKSUM_LENGTH);
  return `${prefix}${body}${checksum(prefix + body)}`;
}

/** Base 62 of the CRC-32, six places. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++, rest = Math.floor(rest / ALPHANUMERIC.length)) {
    digits = `${ALPHANUMERIC[rest % ALPHANUMERIC.length]}${digits}`;
  }
  return digits;
}

/**
 * The form in which a key or token is stored: its SHA-256 in hex. Sufficient for values with 190 random bits
 * or more.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
