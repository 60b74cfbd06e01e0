/**
 * Imports an archive. Everything is read and checked before anything is written; then files are placed, and
 * one transaction writes the rows and decides about waiting posts.
 */
import { withIncomingFolder } from '../../platform/media/incoming.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { countRows, transactPatiently, type EntityManager } from '../../platform/database.ts';
import { ArchiveError } from './archive-error.ts';
import { rowsEntry } from './kind.ts';
import { KINDS } from './kinds.ts';
import { loadPeople, type PeopleFacts } from './load-people.ts';
import { PEOPLE_TABLE, loadRows } from './load-rows.ts';
import { MEDIA, SECRETS, archiveId, type Manifest } from './manifest.ts';
import { openArchive, type OpenArchive } from './open-archive.ts';
import { openSecrets, withSecrets, type ArchivedSecrets } from './open-secrets.ts';
import { parseRows, type ArchivedRow } from './parse-rows.ts';
import {
  assertRoom,
  fileEntries,
  placeFiles,
  removeFiles,
  unpackFile,
  type FileFacts,
} from './place-files.ts';
import type { OverdueRule } from '../../posts/decide/overdue-rule.ts';
import { settleDrafts, settleMoved, type SettledPosts } from './settle-posts.ts';

export type ImportDeps = Pick<Context, 'database' | 'secrets' | 'uploadFolder'>;

export interface ImportOptions {
  readonly file: string;
  /** Null: do without the secrets, if there are any. */
  readonly passphrase: string | null;
  /** What to do with overdue posts, when waiting ones are published from here; null = they become drafts. */
  readonly publish: OverdueRule | null;
  /** Checks everything and writes the rows, and then takes them back. */
  readonly dryRun: boolean;
}

export interface Imported {
  readonly manifest: Manifest;
  /** Null when the same archive was imported before: nothing was changed. */
  readonly done: { readonly posts: SettledPosts; readonly people: PeopleFacts } | null;
  /** What was left alone then; null otherwise. */
  readonly before: ImportedBefore | null;
  /**
   * What came otherwise than it was in the archive, with its place: this instance takes it in no other way.
   */
  readonly changes: readonly string[];
}

/** An organisation that is here already, from the same archive. */
export interface ImportedBefore {
  /** When that was; ISO 8601. */
  readonly at: string;
  readonly posts: number;
  /** Those of them that were published from here since. */
  readonly published: number;
  /** Those of them that wait here. */
  readonly waiting: number;
  /** Moved to another instance since. */
  readonly moved: boolean;
}

/** @throws ArchiveError; nothing has changed then */
export async function importOrganization(deps: ImportDeps, options: ImportOptions): Promise<Imported> {
  const archive = await openArchive(options.file);
  try {
    const { manifest } = archive;
    if (options.publish && !manifest.movedAt) {
      throw new ArchiveError(
        'archive_not_moved',
        `The instance that wrote the archive still publishes for "${manifest.organization.name}", so its ` +
          'posts would be published twice: export it there with --move, or import it without --publish, ' +
          'with its waiting posts as drafts',
      );
    }
    const before = await findBefore(deps, archive);
    if (before) return { manifest, done: null, before, changes: [] };
    const secrets = await openSecrets(deps, archive, options.passphrase);
    const { files, changes } = await checkRows(archive);
    await assertRoom(archive, deps.uploadFolder);
    const done = await withIncomingFolder(deps.uploadFolder, async (staging) => {
      for (const entry of fileEntries(archive)) {
        const facts = files.get(entry.name);
        if (!facts) {
          throw new ArchiveError(
            'archive_invalid',
            `No row names the file ${entry.name}. Nothing was imported`,
          );
        }
        await unpackFile(archive, entry, { staging, facts });
      }
      return write(deps, { archive, secrets, options, staging });
    });
    return { manifest, done, before: null, changes };
  } finally {
    archive.close();
  }
}

const NOTE = 'imported:';
const FIND = `select o.name, s.value ->> 'archive' as archive, o.moved_at is not null as moved,
    to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
    (select count(*)::int from post p where p.organization_id = o.id and p.deleted_at is null) as posts,
    (select count(*)::int from post p where p.organization_id = o.id and p.published_at > s.updated_at) as published,
    (select count(*)::int from post p
      where p.organization_id = o.id and p.deleted_at is null and p.state = 'scheduled') as waiting
  from organization o
  left join instance_state s on s.key = ? where o.id = ?`;

/**
 * Null when it is not here. @throws ArchiveError `organization_exists` unless it came from the same archive
 */
async function findBefore(
  { database }: ImportDeps,
  { manifest }: OpenArchive,
): Promise<ImportedBefore | null> {
  const { id } = manifest.organization;
  const [found] = await database
    .fork()
    .execute<(ImportedBefore & { name: string; archive: string | null })[]>(FIND, [`${NOTE}${id}`, id]);
  if (!found) return null;
  const { name, archive, ...before } = found;
  if (archive === archiveId(manifest)) return before;
  throw new ArchiveError(
    'organization_exists',
    `The organisation of the archive is here already: "${name}" (${id}). Ids are kept, so it can ` +
      'be here only once: import it into another instance, or delete it here first',
  );
}

interface CheckedRows {
  /** The facts in the rows about each file, by its entry. */
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly changes: readonly string[];
}

/** Reads all rows once. */
async function checkRows(archive: OpenArchive): Promise<CheckedRows> {
  const files = new Map<string, FileFacts>();
  const changes: string[] = [];
  for (const kind of KINDS) {
    for await (const { rows } of parseRows(archive, kind)) {
      changes.push(...rows.flatMap((row) => row.changes));
      for (const { values } of kind.table === 'media' ? rows : []) {
        const { path, mime, size, deleted_at: deleted } = values;
        if (deleted === null) {
          files.set(`${MEDIA}${String(path)}`, { mime: String(mime), size: Number(size) });
        }
      }
    }
  }
  if (archive.manifest.rows.organization !== 1) {
    throw new ArchiveError(
      'archive_invalid',
      `${rowsEntry('organization')} must have one line. Nothing was imported`,
    );
  }
  if (archive.manifest.secrets) await readThrough(archive, SECRETS);
  return { files, changes };
}

async function readThrough(archive: OpenArchive, name: string): Promise<void> {
  const source = await archive.read(name);
  source.resume();
  for await (const chunk of source) void chunk;
}

interface Writing {
  readonly archive: OpenArchive;
  readonly secrets: ArchivedSecrets;
  readonly options: ImportOptions;
  readonly staging: string;
}

/** Thrown to take the rows of a dry run back. */
class DryRun extends Error {
  readonly done: NonNullable<Imported['done']>;

  constructor(done: NonNullable<Imported['done']>) {
    super('a dry run writes nothing');
    this.done = done;
  }
}

/** Files first: no row ever names one that is not there. */
async function write(deps: ImportDeps, writing: Writing): Promise<NonNullable<Imported['done']>> {
  const { archive, options, staging } = writing;
  const folder = deps.uploadFolder;
  const placed = options.dryRun ? [] : await placeFiles(fileEntries(archive), { staging, folder });
  try {
    return await transactPatiently(deps.database, async (tx) => {
      await tx.execute("set local timezone = 'UTC'");
      const done = await writeRows(deps, tx, writing);
      if (options.dryRun) throw new DryRun(done);
      await countRows(tx);
      return done;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.done;
    // The answer of the commit may be lost: what may be named by rows stays.
    if (!(await mayBeHere(deps, archive))) await removeFiles(placed, folder);
    throw error;
  }
}

async function mayBeHere(deps: ImportDeps, archive: OpenArchive): Promise<boolean> {
  try {
    return (await findBefore(deps, archive)) !== null;
  } catch {
    return true; // the database is away, or another process has imported it meanwhile
  }
}

async function writeRows(
  deps: ImportDeps,
  tx: EntityManager,
  { archive, secrets, options }: Writing,
): Promise<NonNullable<Imported['done']>> {
  const { manifest } = archive;
  const { id: organizationId } = manifest.organization;
  let people: PeopleFacts = { known: 0, added: 0 };
  await tx.execute(PEOPLE_TABLE);
  for (const kind of KINDS) {
    const accounts: ArchivedRow[] = [];
    for await (const { columns, rows } of parseRows(archive, kind)) {
      if (kind.table === 'user_account') accounts.push(...rows);
      else {
        const all = withSecrets(rows, { kind, secrets, ours: deps.secrets, organizationId });
        await loadRows(tx, { organizationId, kind, columns, rows: all });
      }
    }
    if (kind.table !== 'user_account') continue;
    people = await loadPeople(tx, {
      kind,
      rows: accounts,
      proven: secrets.proven,
      passwordOf: (id) => secrets.of('user_account', id),
    });
  }
  await noteHashes(tx, archive);
  await assertOwnSeries(tx, organizationId);
  const posts =
    options.publish && manifest.movedAt
      ? await settleMoved(tx, organizationId, { movedAt: manifest.movedAt, rule: options.publish })
      : await settleDrafts(tx, organizationId, manifest.movedAt === null);
  await note(tx, archive, posts);
  return { people, posts };
}

/** The files were compared with these when they were unpacked. */
async function noteHashes(tx: EntityManager, archive: OpenArchive): Promise<void> {
  const files = fileEntries(archive).map(({ name, sha256 }) => ({ path: name.slice(MEDIA.length), sha256 }));
  await tx.execute(
    `update media m set sha256 = f.sha256 from jsonb_to_recordset(?::jsonb) as f(path text, sha256 text)
      where m.path = f.path and m.organization_id = ?`,
    [JSON.stringify(files), archive.manifest.organization.id],
  );
}

/** `repeat_of` may name a row that comes later, so it is looked at in the end. */
async function assertOwnSeries(tx: EntityManager, organizationId: string): Promise<void> {
  const foreign: unknown[] = await tx.execute(
    `select 1 from post p where p.organization_id = ? and p.repeat_of is not null
      and not exists (
        select 1 from post o where o.id = p.repeat_of and o.organization_id = p.organization_id)
      limit 1`,
    [organizationId],
  );
  if (foreign.length) {
    throw new ArchiveError(
      'archive_invalid',
      `${rowsEntry('post')}: a repeat_of names nothing that is in the archive. Nothing was imported`,
    );
  }
}

/** By this the same archive is known again. */
async function note(tx: EntityManager, { manifest }: OpenArchive, posts: SettledPosts): Promise<void> {
  const { id: organizationId } = manifest.organization;
  await tx.execute(
    `insert into instance_state (key, value) values (?, jsonb_build_object('archive', ?::text))
      on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [`${NOTE}${organizationId}`, archiveId(manifest)],
  );
  await recordAudit(tx, {
    organizationId,
    userId: null,
    kind: 'organization_imported',
    detail: { writtenAt: manifest.at, moved: manifest.movedAt !== null, ...posts },
  });
}
