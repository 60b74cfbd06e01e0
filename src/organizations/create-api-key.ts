/** Creates, revokes and rotates API keys. Only hashes are stored; a key is shown once. */
import type { Context } from '../platform/context.ts';
import { recordAudit } from '../platform/audit.ts';
import type { EntityManager } from '../platform/database.ts';
import { ApiKey } from '../platform/entities/organization.ts';
import { ApiError } from '../platform/errors.ts';
import { hashToken, newApiKey } from '../platform/secrets.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import { sentence } from '../platform/sentences.ts';
import { foreign, missing } from '../platform/missing.ts';

/** The scopes of a key. A caller who writes can read what they wrote, so there is no write-only key. */
export type Scopes = readonly ('read' | 'write')[];

/**
 * A key to create. `createdById` null = from the command line; without `expiresAt` it is valid until revoked.
 */
export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes?: Scopes;
  readonly expiresAt?: Date | null;
  readonly createdById?: string | null;
}

/** The row of a key, and the key itself: the only time it is visible. */
export interface MadeApiKey {
  readonly id: string;
  readonly key: string;
}

/**
 * Creates an API key for an organisation.
 *
 * @throws ApiError `invalid_request` without the read scope, or when it would already have expired by the
 * database's clock
 */
export async function createApiKey(
  context: Pick<Context, 'database'>,
  input: NewApiKey,
): Promise<MadeApiKey> {
  return context.database.fork().transactional((tx) => makeKey(tx, input));
}

/**
 * Revokes a key; every process rejects it from now on. `userId` null = from the command line.
 *
 * @throws ApiError `api_key_not_found`, `foreign_resource`
 */
export async function revokeApiKey(
  context: Pick<Context, 'database'>,
  ref: { organizationId: string; userId: string | null; keyId: string },
): Promise<void> {
  const { organizationId, userId, keyId } = ref;
  await context.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const [row] = await tx.execute<{ organization: string; name: string; revoked: boolean }[]>(
      'select organization_id as organization, name, revoked_at is not null as revoked from api_key where id = ? for update',
      [keyId],
    );
    if (!row) throw missing('API_key', keyId);
    if (row.organization !== organizationId) throw foreign('API_key', keyId);
    if (row.revoked) throw new ApiError('api_key_not_found', sentence('api_key_revoked', { name: row.name }));
    await revoke(tx, keyId);
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'api_key_revoked',
      subjectId: keyId,
      detail: { name: row.name },
    });
  });
}

/**
 * Revokes the newest working key and creates another with its name, scopes and expiry; without one, creates a
 * first key. A concurrent second call rotates what the first created.
 */
export async function rotateApiKey(
  context: Pick<Context, 'database'>,
  owner: { organizationId: string; userId: string },
): Promise<MadeApiKey> {
  const { organizationId, userId } = owner;
  return context.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const [old] = await tx.execute<{ id: string; name: string; scopes: Scopes; expiresMs: number | null }[]>(
      `select id, name, scopes, (extract(epoch from expires_at) * 1000)::float8 as "expiresMs" from api_key where organization_id = ? and revoked_at is null and (expires_at is null or expires_at > now()) order by created_at desc, id desc limit 1`,
      [organizationId],
    );
    if (old) {
      await revoke(tx, old.id);
      await recordAudit(tx, {
        organizationId,
        userId,
        kind: 'api_key_revoked',
        subjectId: old.id,
        detail: { name: old.name, why: 'exchanged for a new one' },
      });
    }
    return makeKey(tx, {
      organizationId,
      createdById: userId,
      name: old?.name ?? 'API key',
      ...(old
        ? { scopes: old.scopes, expiresAt: old.expiresMs === null ? null : new Date(old.expiresMs) }
        : {}),
    });
  });
}

async function makeKey(
  tx: EntityManager,
  { organizationId, name, scopes = ['read', 'write'], expiresAt = null, createdById = null }: NewApiKey,
): Promise<MadeApiKey> {
  if (!scopes.includes('read')) {
    throw new ApiError('invalid_request', { issues: [{ path: 'scopes', ...sentence('read_required') }] });
  }
  await assertInFuture(tx, expiresAt);
  const key = newApiKey();
  const row = tx.create(ApiKey, {
    organization: organizationId,
    name,
    hash: hashToken(key),
    scopes: scopes.includes('write') ? ['read', 'write'] : ['read'],
    expiresAt,
    createdById,
  });
  await tx.flush();
  await recordAudit(tx, {
    organizationId,
    userId: createdById,
    kind: 'api_key_created',
    subjectId: row.id,
    detail: { name, scopes: row.scopes, expiresAt },
  });
  return { id: row.id, key };
}

async function assertInFuture(tx: EntityManager, date: Date | null): Promise<void> {
  if (!date) return;
  const [row] = await tx.execute<{ future: boolean }[]>('select ?::timestamptz > now() as future', [date]);
  if (!row?.future) {
    throw new ApiError('invalid_request', {
      issues: [{ path: 'expiresAt', ...sentence('not_in_the_future') }],
    });
  }
}

async function revoke(tx: EntityManager, keyId: string): Promise<void> {
  await tx.execute('update api_key set revoked_at = now() where id = ?', [keyId]);
}
