/** A person's decision on the consent page. */
import { v7 as uuidv7 } from 'uuid';
import type { Person } from '../http/types.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { hashToken, randomAlphanumeric } from '../platform/secrets.ts';
import { redirectOf, type AuthorizationRequest } from './authorization-request.ts';
import { sentence } from '../platform/sentences.ts';

/** Letters and digits of an authorization code: 190 bits. */
const CODE_LENGTH = 32;

// One statement checks the membership, the app and its redirect URL as they are now, not as the page showed
// them.
const ISSUE: Statement = {
  name: 'oauth-code-issue',
  text: `insert into oauth_code (id, app_id, user_id, organization_id, code_hash, code_challenge, redirect_uri, expires_at)
    select $1::uuid, a.id, m.user_id, m.organization_id, $2::text, $3::text, $4::text, now() + interval '10 minutes'
    from oauth_app a join membership m on m.user_id = $5 and m.organization_id = $6
    where a.id = $7 and a.deleted_at is null and a.suspended_at is null and a.redirect_url = $8 returning id`,
};
const MEMBER: Statement = {
  name: 'oauth-consent-member',
  text: 'select 1 from membership where user_id = $1 and organization_id = $2',
};

/**
 * A decision. `organizationId` = the organisation the app may act for; default: the one the session works in.
 */
export interface Decision {
  readonly action: 'approve' | 'deny';
  readonly organizationId?: string;
}

/**
 * Approves or denies. Each approval issues its own code: two clicks are two codes, and either can be
 * exchanged. Exchanging a code replaces the token that the app has for this person and organisation; until
 * then the old token works.
 *
 * @returns where the browser goes
 * @throws ApiError `no_organization`, `foreign_resource` when the person is not a member there,
 * `unknown_client` when the app has been deleted meanwhile
 */
export async function decideConsent(
  context: Pick<Context, 'database'>,
  person: Person,
  { request, decision }: { readonly request: AuthorizationRequest; readonly decision: Decision },
): Promise<string> {
  if (request.error) return redirectOf(request, request.error);
  if (decision.action === 'deny') return redirectOf(request, { error: 'access_denied' });
  const organizationId = decision.organizationId ?? person.organizationId;
  if (!organizationId) throw new ApiError('no_organization');
  const code = randomAlphanumeric(CODE_LENGTH);
  await context.database
    .fork()
    .transactional((tx) => issueCode(tx, request, { userId: person.userId, organizationId, code }));
  return redirectOf(request, { code });
}

async function issueCode(
  tx: EntityManager,
  { app, codeChallenge, redirectUri }: AuthorizationRequest,
  { userId, organizationId, code }: { userId: string; organizationId: string; code: string },
): Promise<void> {
  const [issued] = await queryInside<{ id: string }>(tx, ISSUE, [
    uuidv7(),
    hashToken(code),
    codeChallenge ?? null,
    redirectUri ?? null,
    userId,
    organizationId,
    app.id,
    app.redirectUrl,
  ]);
  if (!issued) {
    const [member] = await queryInside(tx, MEMBER, [userId, organizationId]);
    throw member
      ? new ApiError('unknown_client')
      : new ApiError('foreign_resource', sentence('not_a_member'));
  }
  await askForRun(tx, 'oauth_code', issued.id);
  await recordAudit(tx, {
    organizationId,
    userId,
    kind: 'app_approved',
    subjectId: app.id,
    detail: { app: app.name },
  });
}
