/** The v1 instance that is being migrated: how to reach it, kept sealed until the migration is finished. */
import { v7 as uuidv7 } from 'uuid';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { CopyDeps } from './copy/kind.ts';
import { utcMinute } from '../../temporal/contract/words.ts';
import type { OldEnvironment } from './map/account.ts';
import { openerOf } from './source/legacy-cipher.ts';
import { checkUploads } from './source/check-uploads.ts';
import { inspectQueue } from './source/inspect-queue.ts';
import { inspectTemporal } from './source/inspect-temporal.ts';
import { openSource, type SourceDatabase } from './source/open-source.ts';
import { isOfTemporal } from './source/version.ts';

/** How a v1 instance is reached, with its secrets. */
export interface SourceAccess {
  /** URL of its database; a role that may only read is enough until the cutover. */
  readonly source: string;
  readonly jwtSecret: string;
  /** URL of the Redis with its queue (up to v2.11.3); without it, the jobs there are left. */
  readonly redis?: string;
  /** Address of its Temporal (from v2.12.0 on): `HOST:PORT/NAMESPACE`; without it, its runs are left. */
  readonly temporal?: string;
  /** Its folder of uploads on this machine, or the URL that serves them; null = no files are copied. */
  readonly uploads: string | null;
  readonly env: OldEnvironment;
  /** Rows a second that may be read; default: as many as it gives. */
  readonly rate?: number;
}

/** A registered source, open. The caller closes it. */
export interface Migration extends CopyDeps {
  readonly access: SourceAccess;
  close(): Promise<void>;
}

type Deps = CopyDeps['context'];

const REGISTER: Statement = {
  name: 'migrate-v1-register',
  text: `insert into v1_source (id, fingerprint, version, sealed) values ($1, $2, $3, $4)
    on conflict (fingerprint) do update set version = excluded.version, finished_at = null
    returning id`,
};
/** One that an earlier version has registered, or that was restored. */
const RENAME: Statement = {
  name: 'migrate-v1-rename',
  text: `update v1_source set fingerprint = $1
    where fingerprint = $2 and not exists (select 1 from v1_source where fingerprint = $1)`,
};
/** A source of which organisations came over: another database with the same ones is a copy of it. */
const COPIED: Statement = {
  name: 'migrate-v1-copied-from',
  text: `select s.id, s.sealed, s.fingerprint from v1_source s
    where s.fingerprint not like 'archive:%' and not exists (select from v1_source where fingerprint = $1)
      and exists (select from v1_organization o where o.source_id = s.id and o.legacy_id = any($2))
    order by s.finished_at desc nulls first, s.created_at desc limit 1`,
};
const KNOWN: Statement = {
  name: 'migrate-v1-known',
  text: 'select id, sealed from v1_source where fingerprint = $1 and finished_at is null',
};
const SEAL: Statement = { name: 'migrate-v1-seal', text: 'update v1_source set sealed = $2 where id = $1' };
const CURRENT: Statement = {
  name: 'migrate-v1-current',
  text: 'select id, sealed, version from v1_source where finished_at is null order by created_at desc limit 1',
};

/** What came in an archive has rows here as well, and was no migration of this instance. */
const FINISHED: Statement = {
  name: 'migrate-v1-finished',
  text: `select max(finished_at) as at from v1_source where fingerprint not like 'archive:%'`,
};
const NAMED: Statement = {
  name: 'migrate-v1-named',
  text: 'select id, sealed from v1_source where id = $1 and finished_at is null',
};

const bindingOf = (id: string): string => `v1_source:${id}`;

/**
 * Opens a source and remembers how, so that later steps need not be given it again. The same database is the
 * same source, at any URL, and so is one that was restored from a dump of it; what is not said of
 * it is as it was said before.
 *
 * @throws ApiError `invalid_request` when it, its Redis, its Temporal or its uploads cannot be reached, or
 * are none of v1; when it is a copy, and the one that came over answers too
 */
export async function registerSource(context: Deps, requested: SourceAccess): Promise<Migration> {
  const source = await openSource(requested.source);
  try {
    await context.database.query(RENAME, [source.fingerprint, source.formerFingerprint]);
    await recogniseRestored(context, source);
    const [known] = await context.database.query<SourceRow>(KNOWN, [source.fingerprint]);
    const access = withKnown(requested, known ? accessIn(context, known) : null);
    if (access.redis) await inspectQueue(source, access.redis);
    if (access.temporal) await inspectTemporal(source, access);
    await checkUploads(context, access.uploads);
    const values = [uuidv7(), source.fingerprint, source.version, null];
    const [row] = await context.database.query<{ id: string }>(REGISTER, values);
    const sourceId = row?.id ?? '';
    await context.database.query(SEAL, [
      sourceId,
      context.secrets.seal(JSON.stringify(access), bindingOf(sourceId)),
    ]);
    return migrationOf(context, { sourceId, source, access });
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * A database that was restored has another identity. Taken for another v1, it would bring nothing over, and
 * the next steps would be about it alone.
 */
async function recogniseRestored(context: Deps, source: SourceDatabase): Promise<void> {
  const ids = (await source.query<{ id: string }>('select id from "Organization"')).map(({ id }) => id);
  const values = [source.fingerprint, ids];
  const [copied] = await context.database.query<SourceRow & { fingerprint: string }>(COPIED, values);
  if (!copied) return;
  const before = accessIn(context, copied)?.source;
  if (before !== undefined && (await fingerprintAt(before)) === copied.fingerprint) {
    const { host, pathname } = new URL(before);
    throw new ApiError('invalid_request', {
      inEnglish:
        `This database is a copy of that of v1 which was copied (${host}${pathname}), and that one answers too: what one of them gives up, the other may publish. ` +
        'If this one was restored to replace it, stop the containers of v1, rename or drop the other database, and repeat this. If not, give the URL of the other one',
    });
  }
  await context.database.query(RENAME, [source.fingerprint, copied.fingerprint]);
}

/** Null where no database of v1 answers. */
async function fingerprintAt(url: string): Promise<string | null> {
  try {
    const source = await openSource(url);
    await source.close();
    return source.fingerprint;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * A folder that has moved and a Redis that was wrong are given again; nothing is forgotten by leaving it out.
 */
function withKnown(access: SourceAccess, known: SourceAccess | null): SourceAccess {
  const said = Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined));
  return {
    ...known,
    ...(said as unknown as SourceAccess),
    uploads: access.uploads ?? known?.uploads ?? null,
    env: { ...known?.env, ...access.env },
  };
}

/**
 * The source of the migration that is under way.
 *
 * @throws ApiError `invalid_request` when there is none; as registerSource
 */
export async function openMigration(context: Deps): Promise<Migration> {
  const migration = await openRow(context, await context.database.query<SourceRow>(CURRENT));
  if (migration) return migration;
  const finishedAt = await readFinished(context);
  throw new ApiError('invalid_request', {
    inEnglish: finishedAt
      ? `The migration was finished on ${utcMinute(finishedAt.getTime())}: Crier publishes, and there is no way back to v1. Another v1 begins with "copy"`
      : 'No migration is under way: begin with "copy", which says where v1 is',
  });
}

/** When the last migration was finished; null when none was. */
export async function readFinished({ database }: Pick<Deps, 'database'>): Promise<Date | null> {
  const [row] = await database.query<{ at: string | null }>(FINISHED);
  return row?.at ? new Date(row.at) : null;
}

/** What is known of a source without opening it. `redis`, `temporal`: whether one was given. */
export interface KnownSource {
  readonly id: string;
  readonly version: string;
  readonly redis: boolean;
  readonly temporal: boolean;
  readonly scheduler: 'redis' | 'temporal';
}

/** The migration that is under way; null when there is none. */
export async function readCurrentSource(
  context: Pick<Deps, 'database' | 'secrets'>,
): Promise<KnownSource | null> {
  const [row] = await context.database.query<SourceRow & { version: string }>(CURRENT);
  if (!row) return null;
  const access = accessIn(context, row);
  return {
    id: row.id,
    version: row.version,
    redis: Boolean(access?.redis),
    temporal: Boolean(access?.temporal),
    scheduler: isOfTemporal(row.version) ? 'temporal' : 'redis',
  };
}

/** One migration; null when it is finished. @throws as registerSource */
export async function openMigrationOf(context: Deps, sourceId: string): Promise<Migration | null> {
  return openRow(context, await context.database.query<SourceRow>(NAMED, [sourceId]));
}

const UNFINISHED: Statement = {
  name: 'migrate-v1-unfinished',
  text: 'select id from v1_source where finished_at is null order by created_at',
};

/** All that are under way, from any v1. */
export async function readUnfinished({ database }: Pick<Deps, 'database'>): Promise<string[]> {
  return (await database.query<{ id: string }>(UNFINISHED)).map(({ id }) => id);
}

interface SourceRow {
  readonly id: string;
  readonly sealed: string | null;
}

function accessIn({ secrets }: Pick<Deps, 'secrets'>, { id, sealed }: SourceRow): SourceAccess | null {
  return sealed === null ? null : (JSON.parse(secrets.open(sealed, bindingOf(id))) as SourceAccess);
}

async function openRow(context: Deps, [row]: readonly SourceRow[]): Promise<Migration | null> {
  const access = row && accessIn(context, row);
  if (!access) return null;
  return migrationOf(context, { sourceId: row.id, source: await openSource(access.source), access });
}

function migrationOf(
  context: Deps,
  { sourceId, source, access }: { sourceId: string; source: CopyDeps['source']; access: SourceAccess },
): Migration {
  return {
    context,
    source,
    sourceId,
    access,
    open: openerOf(access.jwtSecret),
    env: access.env,
    uploads: access.uploads,
    rate: access.rate ?? null,
    close: () => source.close(),
  };
}
