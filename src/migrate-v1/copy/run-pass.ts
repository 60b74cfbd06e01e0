/** One pass over everything that v1 has: what is new or changed is written, what is gone is removed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countRows, transactPatiently, type EntityManager, type Statement } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { readBatch, readPresent, type SourceRecord } from '../source/read-batch.ts';
import { apps, authorizations, notifications } from './apps.ts';
import { channels } from './channels.ts';
import { notifyRestored } from '../cutover/restored-source.ts';
import type { CopyDeps, CopyKind, Written } from './kind.ts';
import { LOOK_AGAIN, digestOf, forget, readDigests, refersLater, remember, type NowKnown } from './known.ts';
import { media } from './media.ts';
import { customers, memberships, organizations } from './people.ts';
import { posts } from './posts.ts';
import { subscriptions } from './subscriptions.ts';
import { signatures, sets, tags } from './texts.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** In this order: each refers only to what comes before it. */
export const KINDS: readonly CopyKind[] = [
  organizations,
  users,
  memberships,
  customers,
  channels,
  media,
  tags,
  signatures,
  sets,
  posts,
  notifications,
  apps,
  authorizations,
  webhooks,
  subscriptions,
];

/** Where a pass is, so that it goes on there. */
export interface Place {
  readonly kind: number;
  readonly after: string;
}

/** What one batch did. `next`: where the next one begins; null when the pass is over. */
export interface BatchReport {
  readonly kind: string;
  readonly read: number;
  readonly written: number;
  readonly removed: number;
  readonly next: Place | null;
}

export interface PassOptions {
  /** Only what changed since; without it, everything is read, and what is gone is removed. */
  readonly since?: Date;
  /** Only of this organisation, by its old id. */
  readonly organization?: string;
}

export const BEGIN: Place = { kind: 0, after: '' };
const BATCH = 500;

/** Copies one batch, in one transaction. It may be repeated, and do part of its work again. */
export async function copyBatch(
  deps: CopyDeps,
  place: Place,
  options: PassOptions = {},
): Promise<BatchReport> {
  const kind = KINDS[place.kind];
  if (!kind) return { kind: 'none', read: 0, written: 0, removed: 0, next: null };
  if (kind.isWanted?.(deps) === false) {
    return { kind: kind.kind, read: 0, written: 0, removed: 0, next: following(place) };
  }
  if (place.kind === 0 && place.after === '') await notifyRestored(deps);
  const began = performance.now();
  const { records, next: after } = await readKind(deps.source, kind, { after: place.after, ...options });
  const { written, removed } = await copyRecords(deps, kind, records);
  // v1 has its own work to do in the time that is left.
  if (deps.rate) await sleep((1000 * records.length) / deps.rate - (performance.now() - began));
  const done = { kind: kind.kind, read: records.length, written };
  if (after !== null) return { ...done, removed, next: { kind: place.kind, after } };
  if (place.after !== '') await transactPatiently(deps.context.database, countRows);
  const gone = options.since || options.organization ? 0 : await removeGone(deps, kind);
  return { ...done, removed: removed + gone, next: following(place) };
}

const following = ({ kind }: Place): Place | null =>
  kind + 1 < KINDS.length ? { kind: kind + 1, after: '' } : null;

/** Records of a kind after an id; `next` is null when there are no more. */
export async function readKind(
  source: CopyDeps['source'],
  kind: CopyKind,
  options: { after: string } & PassOptions,
): Promise<{ records: SourceRecord[]; next: string | null }> {
  const batch = { limit: kind.batch ?? BATCH, ...options };
  const records = kind.read
    ? await kind.read(source, batch)
    : await readBatch(source, { table: kind.table, ...batch });
  return { records, next: records.length === batch.limit ? (records.at(-1)?.id ?? null) : null };
}

/** Copies batch after batch until the pass is over, and reports each. */
export async function runPass(
  deps: CopyDeps,
  options: PassOptions = {},
  report: (batch: BatchReport) => void = () => undefined,
): Promise<void> {
  for (let place: Place | null = BEGIN; place;) {
    const batch: BatchReport = await copyBatch(deps, place, options);
    report(batch);
    place = batch.next;
  }
}

// What an organisation has that Crier publishes for is its own by now. The rows are locked against a cutover
// until the batch is committed.
const STILL_ON_V1 = `select legacy_id as id from v1_organization
  where source_id = ? and publishes = 'v1' and legacy_id in (select jsonb_array_elements_text(?::jsonb)) for share`;

async function copyRecords(
  deps: CopyDeps,
  kind: CopyKind,
  records: readonly SourceRecord[],
): Promise<{ written: number; removed: number }> {
  const source = { sourceId: deps.sourceId, kind: kind.kind };
  const known = await readDigests(
    deps.context.database,
    source,
    records.map(({ id }) => id),
  );
  const changed = records.filter((record) => known.get(record.id) !== digestOf(record));
  const live = changed.filter((record) => kind.isLive?.(record) ?? true);
  const ended = changed.filter((record) => !(kind.isLive?.(record) ?? true) && known.has(record.id));
  if (!live.length && !ended.length) return { written: 0, removed: 0 };
  const prepared = await kind.prepare?.(deps, live);
  return deps.context.database.fork().transactional(async (tx) => {
    const mine = await ownersOf(tx, deps, kind, [...live, ...ended]);
    const keep = live
      .map((record, i) => ({
        record,
        prepared: Array.isArray(prepared) ? (prepared[i] as unknown) : undefined,
      }))
      .filter(({ record }) => mine(record));
    const written = keep.length
      ? await kind.write(
          tx,
          deps,
          keep.map(({ record }) => record),
          keep.map((one) => one.prepared),
        )
      : [];
    const digests = new Map(keep.map(({ record }) => [record.id, digestOf(record)]));
    await remember(
      tx,
      source,
      written.map((one) => knownAs(one, digests)),
    );
    const gone = ended.filter(mine).map(({ id }) => id);
    await removeHere(tx, deps, kind, gone);
    const isNew = ({ legacyId, retry, isHere }: Written): boolean =>
      retry
        ? isHere === true && !known.has(legacyId)
        : known.get(legacyId) !== refersLater(digests.get(legacyId) ?? '');
    const count = written.filter(isNew).length;
    return { written: count, removed: gone.length };
  });
}

function knownAs(one: Written, digests: ReadonlyMap<string, string>): NowKnown {
  const digest = digests.get(one.legacyId) ?? '';
  const { legacyId, id, organizationId, problem = null, missing = [] } = one;
  const known = one.retry ? LOOK_AGAIN : one.refersLater ? refersLater(digest) : digest;
  return { legacyId, id, organizationId, problem, missing: missing.length ? missing : null, digest: known };
}

async function ownersOf(
  tx: EntityManager,
  { sourceId }: CopyDeps,
  kind: CopyKind,
  records: readonly SourceRecord[],
): Promise<(record: SourceRecord) => boolean> {
  if (kind.kind === 'organization') return () => true;
  const ids = [...new Set(records.flatMap((record) => kind.organizationOf(record) ?? []))];
  const rows = await tx.execute<{ id: string }[]>(STILL_ON_V1, [sourceId, JSON.stringify(ids)]);
  const mine = new Set(rows.map(({ id }) => id));
  return (record) => {
    const organization = kind.organizationOf(record);
    return organization === null || mine.has(organization);
  };
}

async function removeHere(
  tx: EntityManager,
  { sourceId }: CopyDeps,
  kind: CopyKind,
  legacyIds: readonly string[],
): Promise<void> {
  if (!legacyIds.length) return;
  await kind.remove?.(
    tx,
    legacyIds.map((id) => idHere(sourceId, kind.kind, id)),
  );
  await forget(tx, { sourceId, kind: kind.kind }, legacyIds);
}

const COPIED: Statement = {
  name: 'migrate-v1-copied',
  text: `select l.legacy_id as id from legacy_id l
    left join v1_organization w on w.organization_id = l.organization_id
    where l.source_id = $1 and l.kind = $2 and l.legacy_id > $3 and (w.publishes = 'v1' or l.organization_id is null)
    order by l.legacy_id limit $4`,
};
const GONE_BATCH = 5000;

/** Rows that v1 deleted permanently leave nothing that says so: what was copied is looked up there. */
async function removeGone(deps: CopyDeps, kind: CopyKind): Promise<number> {
  if (!kind.remove) return 0;
  let removed = 0;
  for (let after = ''; ;) {
    const rows = await deps.context.database.query<{ id: string }>(COPIED, [
      deps.sourceId,
      kind.kind,
      after,
      GONE_BATCH,
    ]);
    const there = await readPresent(
      deps.source,
      kind.table,
      rows.map(({ id }) => id),
    );
    const gone = rows.flatMap(({ id }) => (there.has(id) ? [] : [id]));
    await deps.context.database.fork().transactional((tx) => removeHere(tx, deps, kind, gone));
    removed += gone.length;
    const last = rows.at(-1);
    if (!last || rows.length < GONE_BATCH) return removed;
    after = last.id;
  }
}
