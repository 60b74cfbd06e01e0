import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createSecrets, credentialsBinding, hashToken, loadEncryptionKeys, newApiKey } from './secrets.ts';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const row = credentialsBinding('organisation', 'channel');

describe('an encrypted secret', () => {
  const secrets = createSecrets(key('k1'));

  it.each(['{"token":"abc"}', '', 'Gr\u00fc\u00dfe \u{1f600}', 'x'.repeat(100_000)])(
    'decrypts to the original',
    (plain) => {
      expect(secrets.open(secrets.seal(plain, row), row)).toBe(plain);
    },
  );

  it('reveals nothing of it, and never looks the same twice', () => {
    const [one, two] = [secrets.seal('canary-token', row), secrets.seal('canary-token', row)];
    expect(one).toMatch(/^v1:k1:[\w-]{16}:[\w-]+$/);
    expect(one).not.toBe(two);
    expect(Buffer.from(one.split(':')[3] ?? '', 'base64url').toString('latin1')).not.toContain('canary');
  });

  it('does not decrypt in another row, of the same or another organisation', () => {
    const sealed = secrets.seal('secret', row);
    for (const other of [
      credentialsBinding('organisation', 'another'),
      credentialsBinding('another', 'channel'),
      '',
      'session:organisation:channel',
    ]) {
      expect(() => secrets.open(sealed, other)).toThrow(/altered or belongs to another row/);
    }
  });

  it('does not decrypt after a single bit was changed', () => {
    const [version, id, nonce, body] = secrets.seal('secret', row).split(':') as [
      string,
      string,
      string,
      string,
    ];
    for (const part of [nonce, body]) {
      const bytes = Buffer.from(part, 'base64url');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      const altered = bytes.toString('base64url');
      expect(() =>
        secrets.open(
          [version, id, part === nonce ? altered : nonce, part === body ? altered : body].join(':'),
          row,
        ),
      ).toThrow(/altered/);
    }
  });

  it.each([
    '',
    'plain',
    'v1',
    'v1:k1',
    'v1:k1:AAAA',
    'v2:k1:AAAA:AAAA',
    'v1:k1:AAAA:AAAA',
    `v1:k1:${'A'.repeat(16)}:AAAA`,
  ])('cannot be read from %j', (sealed) => {
    expect(() => secrets.open(sealed, row)).toThrow(/A stored secret cannot be opened/);
  });

  it('names the missing key, and not the secret', () => {
    const sealed = createSecrets(key('old')).seal('canary', row);
    expect(() => secrets.open(sealed, row)).toThrow(
      'A stored secret cannot be opened: key "old" is not among ENCRYPTION_KEY',
    );
  });

  it('still decrypts with an old key after a rotation, while new ones use the new key', () => {
    const [old, young] = [key('old'), key('young')];
    const sealed = createSecrets(old).seal('secret', row);
    const rotated = createSecrets(`${young}, ${old}`);
    expect(rotated.open(sealed, row)).toBe('secret');
    expect(rotated.seal('secret', row)).toMatch(/^v1:young:/);
    expect(createSecrets(young).open(rotated.seal('secret', row), row)).toBe('secret');
  });

  it.each([
    '',
    'k1',
    'k1:short',
    `k1:${randomBytes(16).toString('base64')}`,
    `k 1:${randomBytes(32).toString('base64')}`,
    `:${randomBytes(32).toString('base64')}`,
    `k1:${randomBytes(32).toString('base64')},`,
  ])('needs named keys of 32 bytes: not %j', (keys) => {
    expect(() => createSecrets(keys)).toThrow(/ENCRYPTION_KEY must be id:base64 of 32 bytes/);
  });

  it('needs keys with distinct names', () => {
    expect(() => createSecrets(`${key('k1')},${key('k1')}`)).toThrow(/twice/);
  });
});

describe('the encryption keys', () => {
  const inFolder = (work: (folder: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-secrets-'));
    try {
      work(join(folder, 'data'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('come from the environment if they are set there', () => {
    expect(loadEncryptionKeys({ ENCRYPTION_KEY: 'k:1', CRIER_DATA_DIR: '/nowhere' }, { create: false })).toBe(
      'k:1',
    );
  });

  it('are created on the first run, readable only by the owner, and then stay', () =>
    inFolder((folder) => {
      const made = loadEncryptionKeys(
        { ENCRYPTION_KEY: undefined, CRIER_DATA_DIR: folder },
        { create: true },
      );
      expect(() => createSecrets(made)).not.toThrow();
      expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
      for (const create of [true, false]) {
        expect(loadEncryptionKeys({ ENCRYPTION_KEY: undefined, CRIER_DATA_DIR: folder }, { create })).toBe(
          made,
        );
      }
    }));

  it('are not created by a process that should have been given them', () =>
    inFolder((folder) => {
      expect(() =>
        loadEncryptionKeys({ ENCRYPTION_KEY: undefined, CRIER_DATA_DIR: folder }, { create: false }),
      ).toThrow(/ENCRYPTION_KEY is not set/);
    }));

  it('are not guessed from a broken file', () =>
    inFolder((folder) => {
      loadEncryptionKeys({ ENCRYPTION_KEY: undefined, CRIER_DATA_DIR: folder }, { create: true });
      writeFileSync(join(folder, 'secrets.json'), '{"encryptionKey":');
      expect(() =>
        loadEncryptionKeys({ ENCRYPTION_KEY: undefined, CRIER_DATA_DIR: folder }, { create: true }),
      ).toThrow(/secrets\.json/);
    }));
});

describe('an API key', () => {
  it('has 256 random bits and a checksum that scanners recognise', () => {
    const made = newApiKey();
    const [, body = '', sum] = /^crk_([\w-]{43})([0-9a-f]{8})$/.exec(made) ?? [];
    expect(crc32(body).toString(16).padStart(8, '0')).toBe(sum);
    expect(newApiKey()).not.toBe(made);
  });

  it('is stored as its SHA-256', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
