/** People: which person each account of v1 becomes (accounts.ts), written under one lock. */
import { v5 as uuidv5 } from 'uuid';
import type { EntityManager } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { createdOf, nameOf, textOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import {
  UNUSABLE_MAIL,
  addressOf,
  keyOf,
  placeAlone,
  placeShared,
  type Holder,
  type OldAccount,
  type Placed,
} from './accounts.ts';
import type { CopyDeps, CopyKind } from './kind.ts';
import { readIds } from './known.ts';
import { readMerges } from './merges.ts';

// With all accounts of their addresses, changed or not: each decides about the others.
const SHARING = `select id, to_jsonb(u) as row from "User" u
  where lower(regexp_replace(email, '^\\s+|\\s+$', '', 'g')) = any($1) order by "createdAt", id`;
// A person who signs up meanwhile waits for the milliseconds that this takes.
const LOCK = 'lock table user_account in share row exclusive mode';
const USED = `(a.last_sign_in_at is not null
  or exists (select 1 from user_token t where t.user_id = a.id and t.used_at is not null))`;
const HOLDERS = `select a.id, lower(a.email) as key, ${USED} as used,
    coalesce(a.operator or a.activated_at > a.created_at, false) or exists (select 1 from invitation i
      where i.accepted_by_id = a.id and i.mailed_at is not null and lower(i.email) = lower(a.email)) as proven
  from user_account a where lower(a.email) in (select jsonb_array_elements_text(?::jsonb))`;
const OF_OTHERS = `select a.id from user_account a where a.id in (select value::uuid from jsonb_array_elements_text(?::jsonb))
  and not exists (select 1 from legacy_id l where l.id = a.id and l.kind = 'user')`;

const ROWS = 'jsonb_populate_recordset(null::user_account, ?::jsonb)';
// Nobody who has used the account loses it. First those who give an address up, then those who get it.
const STEP_ASIDE = `with aside as (
    update user_account a set email = r.email, password_hash = null, activated_at = null from ${ROWS} r
    where a.id = r.id and lower(a.email) <> lower(r.email) and r.email like '%${UNUSABLE_MAIL}' and not ${USED} returning a.id)
  delete from user_token t using aside where t.user_id = aside.id`;
const PLACE = `insert into user_account as a (id, email, name, password_hash, activated_at, created_at)
  select id, email, name, password_hash, activated_at, created_at from ${ROWS}
  on conflict (id) do update
    set email = excluded.email, password_hash = excluded.password_hash, activated_at = excluded.activated_at
    where (lower(a.email) <> lower(excluded.email) or excluded.password_hash is null) and not ${USED}`;

export const users: CopyKind = {
  kind: 'user',
  table: 'User',
  organizationOf: () => null,
  async prepare({ source }, records) {
    const keys = records.map(keyIn);
    const sharing = await source.query<SourceRecord>(SHARING, [[...new Set(keys)].filter(Boolean)]);
    const byKey = Map.groupBy(sharing, keyIn);
    return keys.map((key) => byKey.get(key) ?? []);
  },
  async write(tx, deps, records, prepared) {
    await tx.execute(LOCK);
    const sharing = (prepared as SourceRecord[][]).flat();
    const placed = await place(tx, deps, [...sharing, ...records]);
    const rows = placed.flatMap((one) => (one.email === null ? [] : [rowOf(one, one.email)]));
    await tx.execute(STEP_ASIDE, [JSON.stringify(rows)]);
    await tx.execute(PLACE, [JSON.stringify(rows)]);
    await moveMerged(tx, deps, placed);
    return placed.map(({ account, id, problem, retry }) => ({
      legacyId: account.id,
      id,
      organizationId: null,
      problem,
      retry,
      isHere: true,
    }));
  },
};

/** Empty for none. */
const keyIn = (record: SourceRecord): string => keyOf(addressOf(record) ?? '');

async function place(
  tx: EntityManager,
  { context, sourceId }: CopyDeps,
  records: readonly SourceRecord[],
): Promise<Placed[]> {
  const all = [...new Map(records.map((record) => [record.id, record])).values()];
  const accounts = await withIds(tx, sourceId, all);
  const merges = await readMerges(tx, sourceId);
  const known = await readIds(
    context.database,
    { sourceId, kind: 'user' },
    all.map(({ id }) => id),
  );
  const groups = Map.groupBy(accounts, keyIn);
  const held = await tx.execute<(Holder & { key: string })[]>(HOLDERS, [JSON.stringify([...groups.keys()])]);
  const holders = new Map(held.map((holder) => [holder.key, holder]));
  return [...groups].flatMap(([key, accounts]) =>
    key === ''
      ? accounts.map((account) => placeAlone(sourceId, account))
      : placeShared({ sourceId, accounts, holder: holders.get(key), merged: merges.has(key), known }),
  );
}

/** The id of v1, unless a person has it here who did not come from there. */
async function withIds(
  tx: EntityManager,
  sourceId: string,
  records: readonly SourceRecord[],
): Promise<OldAccount[]> {
  const accounts = records.map((record) => ({ ...record, here: idHere(sourceId, 'user', record.id) }));
  const rows = await tx.execute<{ id: string }[]>(OF_OTHERS, [
    JSON.stringify(accounts.map(({ here }) => here)),
  ]);
  const taken = new Set(rows.map(({ id }) => id));
  return accounts.map((account) =>
    taken.has(account.here) ? { ...account, here: uuidv5(`user:${account.id}`, sourceId) } : account,
  );
}

const isBcrypt = (value: unknown): boolean =>
  typeof value === 'string' && /^\$2[aby]\$\d\d\$.{53}$/.test(value);

function rowOf({ account: { row }, id, password }: Placed, email: string): Record<string, unknown> {
  const isHeld = !email.endsWith(UNUSABLE_MAIL) && row.activated !== false;
  return {
    id,
    email,
    name: nameOf(
      [row.name, row.lastName].filter(Boolean).join(' '),
      100,
      nameOf(textOf(row.email), 100, 'Unnamed'),
    ),
    password_hash: password && isBcrypt(row.password) ? row.password : null,
    activated_at: isHeld ? createdOf(row) : null,
    created_at: createdOf(row),
  };
}

// The higher role stays.
const MOVE = `with m as (select * from jsonb_to_recordset(?::jsonb) as m(before uuid, now uuid)),
  members as (
    insert into membership as t (organization_id, user_id, role, created_at)
      select distinct on (b.organization_id, m.now) b.organization_id, m.now, b.role, b.created_at
      from m join membership b on b.user_id = m.before
      order by b.organization_id, m.now, array_position(array['owner', 'admin', 'member'], b.role)
    on conflict (organization_id, user_id) do update set role = excluded.role
      where array_position(array['owner', 'admin', 'member'], excluded.role)
        < array_position(array['owner', 'admin', 'member'], t.role)),
  tokens as (update oauth_token t set user_id = m.now from m where t.user_id = m.before)
  delete from membership b using m where b.user_id = m.before`;
const EMPTIED = `delete from user_account a using jsonb_to_recordset(?::jsonb) as m(before uuid, now uuid)
  where a.id = m.before and a.email like '%${UNUSABLE_MAIL}' and not ${USED}`;

/** Who was a person of their own in an earlier pass, and is one with another now. */
async function moveMerged(tx: EntityManager, deps: CopyDeps, placed: readonly Placed[]): Promise<void> {
  const known = await readIds(
    deps.context.database,
    { sourceId: deps.sourceId, kind: 'user' },
    placed.map(({ account }) => account.id),
  );
  const moves = placed.flatMap(({ account, id }) => {
    const before = known.get(account.id);
    return before && before !== id ? [{ before, now: id }] : [];
  });
  if (!moves.length) return;
  await tx.execute(MOVE, [JSON.stringify(moves)]);
  await tx.execute(EMPTIED, [JSON.stringify(moves)]);
}
