/** Rows of the OAuth server, inserted by SQL: for tests of what follows from them. */
import { randomUUID } from 'node:crypto';
import { hashToken, newToken, randomAlphanumeric } from '../platform/secrets.ts';
import { sql } from './factories.ts';
import type { TestInstance } from './instance.ts';

/** An app of the instance's organisation, or of another. */
export async function insertApp(
  crier: TestInstance,
  {
    name = 'Planner',
    organizationId = crier.organizationId,
    deleted = false,
  }: { name?: string; organizationId?: string; deleted?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await sql(
    crier,
    `insert into oauth_app (id, organization_id, name, redirect_url, client_id, secret_hash, deleted_at) values ($1, $2, $3, 'https://planner.test/callback', $4, $5, case when $6 then now() end)`,
    [id, organizationId, name, newToken('pca_', 32), hashToken(newToken('pcs_', 48)), deleted],
  );
  return id;
}

/** A person without a session or a membership. */
export async function insertUser(crier: TestInstance, name = 'Grace'): Promise<string> {
  const id = randomUUID();
  await sql(crier, 'insert into user_account (id, email, name, activated_at) values ($1, $2, $3, now())', [
    id,
    `${id}@example.org`,
    name,
  ]);
  return id;
}

/** Whose code or token it is, and when (seconds from now) it expires. */
export interface GrantOf {
  readonly appId: string;
  readonly userId: string;
  readonly organizationId?: string;
}

/** An open code; `code` is what an app would get. */
export async function insertCode(
  crier: TestInstance,
  { appId, userId, organizationId = crier.organizationId }: GrantOf,
  expiresInSeconds = 600,
): Promise<{ id: string; code: string }> {
  const id = randomUUID();
  const code = randomAlphanumeric(32);
  await sql(
    crier,
    `insert into oauth_code (id, app_id, user_id, organization_id, code_hash, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [id, appId, userId, organizationId, hashToken(code), expiresInSeconds],
  );
  return { id, code };
}

/** A token, revoked for this reason or still valid. */
export async function insertToken(
  crier: TestInstance,
  { appId, userId, organizationId = crier.organizationId }: GrantOf,
  reason: string | null = null,
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = newToken('pos_', 40);
  await sql(
    crier,
    'insert into oauth_token (id, app_id, user_id, organization_id, token_hash, revoked_at, revoked_reason) values ($1, $2, $3, $4, $5, case when $6::text is not null then now() end, $6)',
    [id, appId, userId, organizationId, hashToken(token), reason],
  );
  return { id, token };
}

/** Many tokens of one app and person in one organisation. */
export async function insertTokens(
  crier: TestInstance,
  { appId, userId, organizationId = crier.organizationId }: GrantOf,
  count: number,
  reason: string | null = null,
): Promise<void> {
  await sql(
    crier,
    `insert into oauth_token (id, app_id, user_id, organization_id, token_hash, revoked_at, revoked_reason)
    select gen_random_uuid(), $1, $2, $3, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), case when $5::text is not null then now() end, $5 from generate_series(1, $4)`,
    [appId, userId, organizationId, count, reason],
  );
}
