/** The secrets of an archive, as this instance stores them. */
import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ArchiveError } from './archive-error.ts';
import { KINDS } from './kinds.ts';
import type { Kind } from './kind.ts';
import { SECRETS, digestOf, type Manifest } from './manifest.ts';
import type { OpenArchive } from './open-archive.ts';
import { isSealedDigest, openArchiveKey, secretBinding } from './passphrase.ts';
import { readLines } from './read-lines.ts';
import { withValues, type ArchivedRow } from './parse-rows.ts';

/** What the secret columns of an archive's rows get here. */
export interface ArchivedSecrets {
  /** Whether the writer of the archive knows its passphrase, so that nobody else has changed it. */
  readonly proven: boolean;
  /** What the archive has for a row, ready to be stored; null when it has nothing. */
  of(table: string, key: string): string | null;
}

const NONE: ArchivedSecrets = { proven: false, of: () => null };

/**
 * Opens them, and seals credentials with the key of this instance.
 *
 * @param passphrase null = do without
 * @throws ArchiveError `passphrase_wrong`, `archive_damaged`, `archive_invalid`
 */
export async function openSecrets(
  { secrets: ours }: Pick<Context, 'secrets'>,
  archive: OpenArchive,
  passphrase: string | null,
): Promise<ArchivedSecrets> {
  const { manifest } = archive;
  if (passphrase === null) return NONE;
  if (!manifest.secrets) {
    throw new ArchiveError(
      'archive_invalid',
      'The archive was written without a passphrase: leave --passphrase-file away',
    );
  }
  const theirs = await openArchiveKey(passphrase, manifest.secrets);
  if (!isSealedDigest(theirs, manifest.secrets.digest, digestOf(manifest))) {
    throw new ArchiveError(
      'archive_damaged',
      'The archive was changed after it was written: its manifest.json is not the one that was sealed. ' +
        'Nothing was imported',
    );
  }
  const found = new Map<string, string>();
  for await (const lines of readLines(await archive.read(SECRETS), SECRETS)) {
    for (const { text, number } of lines) {
      const { kind, key, plain } = openLine(theirs, manifest, { text, number });
      const binding = kind.secret?.binding?.(manifest.organization.id, key);
      found.set(`${kind.table}:${key}`, binding ? ours.seal(plain, binding) : plain);
    }
  }
  return { proven: true, of: (table, key) => found.get(`${table}:${key}`) ?? null };
}

function openLine(
  theirs: Secrets,
  { organization }: Manifest,
  { text, number }: { text: string; number: number },
): { kind: Kind; key: string; plain: string } {
  try {
    const { table, key, sealed } = JSON.parse(text) as Record<string, string>;
    const kind = KINDS.find((one) => one.table === table && one.secret);
    if (!kind || !key || !sealed) throw new Error('it names no secret');
    return { kind, key, plain: theirs.open(sealed, secretBinding(organization.id, kind.table, key)) };
  } catch (cause) {
    throw new ArchiveError(
      'archive_invalid',
      `${SECRETS}, line ${number} cannot be opened. Nothing was imported`,
      { cause },
    );
  }
}

/**
 * The rows with their secrets, or with what they get without. Rows that need one and have none are left out.
 */
export function withSecrets(
  rows: readonly ArchivedRow[],
  {
    kind,
    secrets,
    ours,
    organizationId,
  }: { kind: Kind; secrets: ArchivedSecrets; ours: Secrets; organizationId: string },
): ArchivedRow[] {
  const { secret } = kind;
  if (!secret) return [...rows];
  return rows.flatMap((row) => {
    const key = String(row.values[secret.key]);
    const value =
      secrets.of(kind.table, key) ??
      instead(secret.without, () => ours.seal('{}', secret.binding?.(organizationId, key) ?? ''));
    if (value === null && secret.without === 'no row') return [];
    // Credentials that are not there have to be given again.
    const reconnect =
      kind.table === 'integration' && !secrets.of(kind.table, key) ? { refresh_needed: true } : {};
    return [withValues(row, { [secret.column]: value, ...reconnect })];
  });
}

function instead(without: 'no row' | 'null' | 'random' | 'sealed', seal: () => string): string | null {
  if (without === 'sealed') return seal();
  return without === 'random' ? randomBytes(32).toString('hex') : null;
}
