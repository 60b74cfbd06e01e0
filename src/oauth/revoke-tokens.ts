/**
 * Revokes access tokens. A revoked row is answered with 401 from the next request on, on every process; the
 * run it asks for only notifies people.
 */
import { recordAudit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { hashToken } from '../platform/secrets.ts';
import type { OAuthClient } from './authenticate-client.ts';
import { sentence } from '../platform/sentences.ts';

/** Why a token was revoked, as the row keeps it. */
export type RevokedReason = 'user' | 'app' | 'member_left' | 'code_reused' | 'replaced';

/** A token that has just been revoked. `app` = the name of its app. */
export interface RevokedToken {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly appId: string;
  readonly app: string;
}

/**
 * Revokes tokens inside the transaction of the change, and asks for a run for each. Nobody is notified of a
 * token that a newer one replaced, so it needs no run.
 *
 * @param which a condition on `oauth_token t`; its values are $2, $3 … ($1 is the reason)
 */
export async function revokeTokens(
  tx: EntityManager,
  reason: RevokedReason,
  which: { readonly text: string; readonly values: readonly unknown[] },
): Promise<RevokedToken[]> {
  const text = `update oauth_token t set revoked_at = now(), revoked_reason = $1 from oauth_app a where a.id = t.app_id and t.revoked_at is null and ${which.text}
    returning t.id, t.organization_id as "organizationId", t.user_id as "userId", a.id as "appId", a.name as app`;
  const revoked = await queryInside<RevokedToken>(tx, { name: '', text }, [reason, ...which.values]);
  if (reason !== 'replaced') for (const { id } of revoked) await askForRun(tx, 'revoke_token', id);
  return revoked;
}

/**
 * A person revokes what they approved.
 *
 * @throws ApiError `approval_not_found`, `foreign_resource` for another person's
 */
export async function revokeApproval(
  context: Pick<Context, 'database'>,
  ref: { readonly userId: string; readonly approvalId: string },
): Promise<void> {
  await context.database.fork().transactional(async (tx) => {
    const [row] = await tx.execute<{ user_id: string }[]>(
      'select user_id from oauth_token where id = ? and revoked_at is null',
      [ref.approvalId],
    );
    if (!row) {
      throw new ApiError('approval_not_found', sentence('approved_nothing_with_id', { id: ref.approvalId }));
    }
    if (row.user_id !== ref.userId) {
      throw new ApiError('foreign_resource', sentence('approved_by_another_person'));
    }
    for (const token of await revokeTokens(tx, 'user', { text: 't.id = $2', values: [ref.approvalId] })) {
      await recordRevocation(tx, token, ref.userId);
    }
  });
}

/**
 * An app revokes a token (RFC 7009). Nothing happens for one that is unknown or already revoked, nor for
 * another app's token: section 2.1 asks for an error there, but with a single answer nobody learns whether a
 * token found somewhere is real.
 */
export async function revokeOwnToken(
  context: Pick<Context, 'database'>,
  client: OAuthClient,
  token: string,
): Promise<void> {
  await context.database.fork().transactional(async (tx) => {
    for (const revoked of await revokeTokens(tx, 'app', {
      text: 't.token_hash = $2 and t.app_id = $3',
      values: [hashToken(token), client.id],
    })) {
      await recordRevocation(tx, revoked, null);
    }
  });
}

function recordRevocation(
  tx: EntityManager,
  { id, organizationId, appId, app }: RevokedToken,
  userId: string | null,
): Promise<void> {
  return recordAudit(tx, {
    organizationId,
    userId,
    kind: 'token_revoked',
    subjectId: id,
    detail: { app, appId, ...(userId ? {} : { by: 'the app' }) },
  });
}
