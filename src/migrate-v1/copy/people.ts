/** Organisations, memberships, channel groups. */
import { hashToken } from '../../platform/secrets.ts';
import { idHere } from '../id-here.ts';
import { keyIdHere } from '../program-keys.ts';
import { createdOf, nameOf, textOf } from '../map/values.ts';
import type { ShortLinkMode } from '../../platform/entities/organization.ts';
import type { EntityManager } from '../../platform/database.ts';
import type { SourceRow } from '../source/open-source.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { findTaken, renamed, withFreeNames } from './clashes.ts';
import type { CopyKind } from './kind.ts';
import { readIds } from './known.ts';
import { upsert } from './upsert.ts';

const organizationOf = ({ row }: SourceRecord): string => textOf(row.organizationId ?? row.orgId);
const isLive = ({ row }: SourceRecord): boolean => (row.deletedAt ?? null) === null;
const deleteFrom =
  (table: string): NonNullable<CopyKind['remove']> =>
  async (tx, ids) => {
    await tx.execute(
      `delete from ${table} where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
      [JSON.stringify(ids)],
    );
  };
export const common = { organizationOf, isLive, deleteFrom };

// Events of Stripe name the customer; one that an organisation here has already is not taken from it.
const CUSTOMERS = `update organization o set billing_customer_id = c.row ->> 'paymentId'
  from (select distinct on (row ->> 'paymentId') id, row from jsonb_to_recordset(?::jsonb) as r(id uuid, row jsonb)
    order by row ->> 'paymentId', id) c
  where o.id = c.id and o.billing_customer_id is null and c.row ->> 'paymentId' <> ''
    and not exists (select 1 from organization t where t.billing_customer_id = c.row ->> 'paymentId')`;

/** What v1 calls its choice about short links, since v2.13.0; before, it asked. */
const SHORT_LINKS: Readonly<Record<string, ShortLinkMode>> = { ASK: 'ask', YES: 'always', NO: 'never' };

/** The key that v1 keeps as it is works here as it is; only its hash is stored. */
export const organizations: CopyKind = {
  kind: 'organization',
  table: 'Organization',
  organizationOf: ({ id }) => id,
  async write(tx, { sourceId, context }, records) {
    const all = records.map(({ id, row }) => ({
      id: idHere(sourceId, 'organization', id),
      legacyId: id,
      row,
    }));
    const ofOthers = await readOthers(tx, sourceId, all);
    const mapped = all.filter(({ id }) => !ofOthers.has(id));
    await upsert(
      tx,
      { table: 'organization', keep: ['created_at', 'time_zone', 'missed_after_minutes'], owner: 'id' },
      mapped.map(({ id, row }) => ({
        id,
        name: nameOf(row.name, 200, 'Unnamed'),
        time_zone: 'UTC',
        missed_after_minutes: 1440,
        short_links: SHORT_LINKS[textOf(row.shortlink)] ?? 'ask',
        created_at: createdOf(row),
      })),
    );
    await upsert(
      tx,
      {
        table: 'v1_organization',
        key: 'organization_id',
        keep: ['source_id', 'legacy_id', 'publishes', 'phase', 'detail'],
      },
      mapped.map(({ id, legacyId }) => ({
        organization_id: id,
        source_id: sourceId,
        legacy_id: legacyId,
        publishes: 'v1',
        phase: 'copying',
        detail: {},
        updated_at: new Date().toISOString(),
      })),
    );
    const refused = await writeKeys(tx, sourceId, mapped);
    if (context.config.STRIPE_SECRET_KEY) await tx.execute(CUSTOMERS, [JSON.stringify(mapped)]);
    return all.map(({ id, legacyId }) => ({
      id,
      legacyId,
      organizationId: id,
      problem: ofOthers.has(id) ? NOT_OURS : refused.has(id) ? KEY_TAKEN : null,
      retry: ofOthers.has(id),
    }));
  },
};

const NOT_OURS =
  'an organisation with its id is here already, and did not come from this v1: nothing of it is copied unless that one is deleted';
const KEY_TAKEN =
  'its API key is that of another organisation here: make a new one under Settings > API keys';

/** Organisations that are here and not of this source: an archive, or another migration, brought them. */
async function readOthers(
  tx: EntityManager,
  sourceId: string,
  organizations: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ id: string }[]>(
    `select o.id from organization o left join v1_organization w on w.organization_id = o.id
      where o.id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) and w.source_id is distinct from ?::uuid`,
    [JSON.stringify(organizations.map(({ id }) => id)), sourceId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** @returns the organisations whose key another one has here */
async function writeKeys(
  tx: EntityManager,
  sourceId: string,
  organizations: readonly { readonly id: string; readonly row: SourceRow }[],
): Promise<ReadonlySet<string>> {
  const keys = organizations
    .filter(({ row }) => textOf(row.apiKey))
    .map(({ id, row }) => ({
      id: keyIdHere(sourceId, id),
      organization_id: id,
      name: 'API key of v1',
      hash: hashToken(textOf(row.apiKey)),
      scopes: ['read', 'write'],
      created_at: createdOf(row),
    }));
  const taken = await findTaken(tx, { table: 'api_key', columns: ['hash'] }, keys);
  await upsert(
    tx,
    { table: 'api_key', keep: ['created_at', 'scopes', 'name'] },
    keys.filter(({ id }) => !taken.has(id)),
  );
  return new Set(keys.flatMap((key) => (taken.has(key.id) ? [key.organization_id] : [])));
}

const ROLES: Readonly<Record<string, string>> = { SUPERADMIN: 'owner', ADMIN: 'admin', USER: 'member' };

export const memberships: CopyKind = {
  kind: 'membership',
  table: 'UserOrganization',
  organizationOf,
  isLive: ({ row }) => row.disabled !== true,
  async write(tx, deps, records) {
    const { sourceId } = deps;
    const users = await readIds(
      deps.context.database,
      { sourceId, kind: 'user' },
      records.map(({ row }) => textOf(row.userId)),
    );
    const mapped = records.flatMap(({ id, row }) => {
      const user = users.get(textOf(row.userId));
      const organization = idHere(sourceId, 'organization', textOf(row.organizationId));
      return user ? [{ legacyId: id, user, organization, row }] : [];
    });
    // A person with two accounts of one address may be a member twice: the higher role stays.
    const rank = ['member', 'admin', 'owner'];
    const one = new Map<string, Record<string, unknown>>();
    for (const { user, organization, row } of mapped) {
      const role = ROLES[textOf(row.role)] ?? 'member';
      const before = one.get(`${user} ${organization}`);
      if (before && rank.indexOf(String(before.role)) >= rank.indexOf(role)) continue;
      one.set(`${user} ${organization}`, {
        organization_id: organization,
        user_id: user,
        role,
        created_at: createdOf(row),
      });
    }
    await upsert(
      tx,
      { table: 'membership', key: 'organization_id, user_id', keep: ['created_at'], owner: null },
      [...one.values()],
    );
    return mapped.map(({ legacyId, organization }) => ({
      legacyId,
      id: idHere(sourceId, 'membership', legacyId),
      organizationId: organization,
    }));
  },
};

export const customers: CopyKind = {
  kind: 'customer',
  table: 'Customer',
  organizationOf,
  isLive,
  remove: deleteFrom('customer'),
  async write(tx, { sourceId }, records) {
    const rows = records.map(({ id, row }) => ({
      id: idHere(sourceId, 'customer', id),
      organization_id: idHere(sourceId, 'organization', textOf(row.orgId)),
      name: nameOf(row.name, 200, 'Unnamed'),
      created_at: createdOf(row),
    }));
    const free = await withFreeNames(tx, { table: 'customer', most: 200 }, rows);
    await upsert(tx, { table: 'customer', keep: ['created_at'] }, free);
    return free.map((row, i) => ({
      legacyId: records[i]?.id ?? '',
      id: row.id,
      organizationId: row.organization_id,
      problem: renamed(rows[i]?.name ?? '', row),
    }));
  },
};
