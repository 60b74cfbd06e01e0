/** Writes the archive of one organisation: its rows as of one moment, its files, and the manifest. */
import { Readable, type Writable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { transactPatiently, type EntityManager } from '../../platform/database.ts';
import { inDoubt, publishesThere } from '../../platform/published-elsewhere.ts';
import { VERSION } from '../../platform/version.ts';
import { ArchiveError } from './archive-error.ts';
import { rowsEntry, type Kind } from './kind.ts';
import { KINDS } from './kinds.ts';
import {
  FORMAT,
  MANIFEST,
  MEDIA,
  SECRETS,
  digestOf,
  manifestText,
  type EntryFacts,
  type Manifest,
} from './manifest.ts';
import { newArchiveKey, sealDigest, secretBinding, type ArchiveKey } from './passphrase.ts';
import { SETTINGS, ofOrganization, readRows } from './read-rows.ts';
import { writeZip, type ZipWriter } from './write-zip.ts';

/** What writing one needs. */
export type ExportDeps = Pick<Context, 'database' | 'secrets' | 'storage'>;

export interface ExportOptions {
  readonly organizationId: string;
  /** Null: without secrets. */
  readonly passphrase: string | null;
  /** Ends it before the manifest is written, without which no archive is complete. */
  readonly signal?: AbortSignal | undefined;
}

/** The facts in the rows that the rest of the archive needs. */
interface Facts {
  readonly organization: Manifest['organization'];
  readonly at: string;
  readonly movedAt: string | null;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly rows: Readonly<Record<string, number>>;
  readonly unreadable: string[];
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;
const READ_ORGANIZATION = `select t.id, t.name, to_char(t.moved_at, ${UTC}) as "movedAt",
    to_char(clock_timestamp(), ${UTC}) as at, ${publishesThere('t.id')} as "publishesThere",
    ${inDoubt('t.id')} as doubt
  from organization t where t.id = ORG`;
const READ_FILES = `select t.path, t.size::float8 as size from media t
  where t.organization_id = ORG and t.deleted_at is null order by t.path collate "C"`;

/**
 * Writes the archive to `to`; memory does not grow with its size.
 *
 * @returns the manifest, and the size of the archive in bytes
 * @throws ArchiveError `published_elsewhere` while the previous instance publishes for the organisation,
 * `publisher_in_doubt` while nobody knows; anything that `to` throws; the reason of the signal
 */
export async function writeArchive(
  deps: ExportDeps,
  options: ExportOptions,
  to: Writable,
): Promise<{ manifest: Manifest; bytes: number }> {
  const key = options.passphrase === null ? null : await newArchiveKey(options.passphrase);
  const zip = writeZip(to);
  const { signal } = options;
  const end = (): void => void to.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', end, { once: true });
  try {
    signal?.throwIfAborted();
    const entries: EntryFacts[] = [];
    const facts = await transactPatiently(deps.database, async (tx) => {
      await tx.execute('set transaction isolation level repeatable read read only');
      await tx.execute(SETTINGS);
      return writeRows(deps, { tx, zip, key, entries, organizationId: options.organizationId });
    });
    const missing = await writeFiles(deps, { zip, entries, files: facts.files });
    const manifest = manifestOf(facts, { key, missing, entries });
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    await zip.add(MANIFEST, Readable.from([Buffer.from(manifestText(manifest))]), { compress: true });
    return { manifest, bytes: await zip.end() };
  } catch (error) {
    signal?.removeEventListener('abort', end);
    await zip.abort(error as Error);
    throw error;
  }
}

interface Writing {
  readonly tx: EntityManager;
  readonly zip: ZipWriter;
  readonly key: ArchiveKey | null;
  readonly entries: EntryFacts[];
  readonly organizationId: string;
}

/** One snapshot of all tables: every row as of the first statement. */
async function writeRows(deps: ExportDeps, writing: Writing): Promise<Facts> {
  const { tx, zip, key, entries, organizationId } = writing;
  const [organization] = await tx.execute<
    {
      id: string;
      name: string;
      movedAt: string | null;
      at: string;
      publishesThere: boolean;
      doubt: boolean;
    }[]
  >(ofOrganization(READ_ORGANIZATION, organizationId));
  if (!organization) throw new Error(`no organisation ${organizationId}`);
  if (organization.doubt) {
    throw new ArchiveError(
      'publisher_in_doubt',
      `A backup was restored, and the previous instance may publish for "${organization.name}": check there first`,
    );
  }
  if (organization.publishesThere) {
    throw new ArchiveError(
      'published_elsewhere',
      `The previous instance still publishes for "${organization.name}": cut it over first`,
    );
  }
  const rows: Record<string, number> = {};
  const secrets: string[] = [];
  const unreadable: string[] = [];
  for (const kind of KINDS) {
    const lines = Readable.from(linesOf(deps, writing, { kind, rows, secrets, unreadable }));
    entries.push(await zip.add(rowsEntry(kind.table), lines, { compress: true }));
  }
  if (key) entries.push(await zip.add(SECRETS, Readable.from(secrets), { compress: true }));
  const files = await tx.execute<Facts['files'][number][]>(ofOrganization(READ_FILES, organizationId));
  const { id, name, at, movedAt } = organization;
  return { organization: { id, name }, at, movedAt, files, rows, unreadable };
}

/** The facts that are collected while lines are written. */
interface Noted {
  readonly rows: Record<string, number>;
  readonly secrets: string[];
  readonly unreadable: string[];
}

/** Lines in chunks; their number and their secrets are recorded on the way. */
async function* linesOf(
  deps: ExportDeps,
  { tx, key, organizationId }: Writing,
  { kind, rows, secrets, unreadable }: Noted & { kind: Kind },
): AsyncGenerator<string> {
  rows[kind.table] = 0;
  if (!key && kind.secret?.without === 'no row') return;
  for await (const batch of readRows(tx, kind, organizationId)) {
    rows[kind.table] = (rows[kind.table] ?? 0) + batch.length;
    for (const row of key && kind.secret ? batch : []) {
      const plain = plainOf(deps, kind, { ...row, organizationId });
      if (plain === undefined) unreadable.push(`${kind.table}:${row.key}`);
      if (plain === undefined || plain === null || row.key === null) continue;
      const sealed = key?.secrets.seal(plain, secretBinding(organizationId, kind.table, row.key));
      secrets.push(`${JSON.stringify({ table: kind.table, key: row.key, sealed })}\n`);
    }
    yield batch.map(({ line }) => `${line}\n`).join('');
  }
}

/**
 * A secret as it is sealed into the archive: credentials themselves, of anything else the hash. Undefined
 * when it cannot be read here; as anywhere else, the channel is then to be reconnected.
 */
function plainOf(
  { secrets }: ExportDeps,
  { secret }: Kind,
  {
    key,
    secret: stored,
    organizationId,
  }: { key: string | null; secret: string | null; organizationId: string },
): string | null | undefined {
  if (!secret?.binding || stored === null || key === null) return stored;
  try {
    return secrets.open(stored, secret.binding(organizationId, key));
  } catch {
    return undefined; // the manifest names it
  }
}

/** Adds the files, wherever they are. @returns the paths of those that are not there */
async function writeFiles(
  { database, storage }: ExportDeps,
  { zip, entries, files }: { zip: ZipWriter; entries: EntryFacts[]; files: Facts['files'] },
): Promise<string[]> {
  const missing: string[] = [];
  for (const { path, size } of files) {
    const file = await storage.open(path);
    // A file of another size would be refused where it is taken in, unless it was cleaned since.
    const isWhole = file && (file.size === size || (await isCleaned(database, path, file.size)));
    if (isWhole) entries.push(await zip.add(`${MEDIA}${path}`, await file.stream(), { compress: false }));
    else missing.push(path);
  }
  return missing;
}

/** Waits for the process that has put the file there, and has not recorded it yet. */
async function isCleaned(database: ExportDeps['database'], path: string, size: number): Promise<boolean> {
  return database.fork().transactional(async (tx) => {
    const rows = await tx.execute<{ size: number }[]>(
      'select size::float8 as size from media where path = ? for share',
      [path],
    );
    return rows.some((row) => row.size === size);
  });
}

function manifestOf(
  { organization, at, movedAt, rows, unreadable }: Facts,
  { key, missing, entries }: { key: ArchiveKey | null; missing: string[]; entries: EntryFacts[] },
): Manifest {
  const open: Manifest = {
    format: FORMAT,
    version: VERSION,
    at,
    organization,
    movedAt,
    secrets: key && { ...key.facts, digest: '' },
    rows,
    missingFiles: missing,
    unreadableSecrets: unreadable,
    entries,
  };
  if (!key || !open.secrets) return open;
  return { ...open, secrets: { ...open.secrets, digest: sealDigest(key.secrets, digestOf(open)) } };
}
