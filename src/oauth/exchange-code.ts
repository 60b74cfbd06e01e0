/**
 * Exchanges an authorization code for an access token, once (RFC 6749, sections 4.1.3 and 4.1.4). Rows alone
 * decide; it waits for no workflow.
 */
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import type { OAuthClient } from './authenticate-client.ts';
import { OAuthError } from './oauth-error.ts';
import { challengeOf } from './pkce.ts';
import { revokeTokens } from './revoke-tokens.ts';

/** What the app sent with the code. */
export interface CodeExchange {
  readonly code: string;
  readonly redirectUri?: string;
  readonly codeVerifier?: string;
}

/**
 * What the app receives. `organizationId`: who the token acts for; `customerId`: that organisation's Stripe
 * customer, '' without one.
 */
export interface GrantedToken {
  readonly organizationId: string;
  readonly customerId: string;
  readonly token: string;
}

interface CodeRow {
  readonly id: string;
  readonly appId: string;
  readonly appOrganizationId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly customerId: string | null;
}

// Locks organisation, app, code in this order, as deletions do, to avoid a deadlock. The lock on the app puts
// its deletion, or a new redirect URL, entirely before or after the exchange.
const FIND: Statement = {
  name: 'oauth-code-find',
  text: `select c.id, c.app_id as "appId", a.organization_id as "appOrganizationId", c.user_id as "userId", c.organization_id as "organizationId", o.billing_customer_id as "customerId"
    from oauth_code c join oauth_app a on a.id = c.app_id and a.deleted_at is null and a.suspended_at is null join organization o on o.id = c.organization_id
    where c.code_hash = $1 for key share of o for share of a`,
};
// Every condition stands in the statement that consumes the code: of any number of calls one gets it, and a
// failed call leaves it as it was.
const TAKE: Statement = {
  name: 'oauth-code-take',
  text: `update oauth_code c set state = 'exchanged', used_at = now() from oauth_app a
    where c.code_hash = $1 and c.app_id = $2 and a.id = c.app_id and c.state = 'issued' and c.used_at is null and c.expires_at > now()
      and c.code_challenge is not distinct from $3::text
      and case when c.redirect_uri is null then coalesce($4::text, a.redirect_url) = a.redirect_url else c.redirect_uri = $4::text end
    returning c.id`,
};
const WHY: Statement = {
  name: 'oauth-code-why',
  text: `select case when state = 'exchanged' then 'used' when state = 'burnt' then 'burnt' when state = 'expired' or expires_at <= now() then 'expired'
      when code_challenge is distinct from $2::text then 'verifier' else 'redirect' end as why from oauth_code where id = $1`,
};
const BURN: Statement = {
  name: 'oauth-code-burn',
  text: "update oauth_code set state = 'burnt', used_at = now() where id = $1 and state = 'issued' returning id",
};
// A full lock: exchanges of two codes for the same person are serialised, so that the second sees the token
// of the first.
const MEMBER: Statement = {
  name: 'oauth-token-member',
  text: 'select 1 from membership m join user_account u on u.id = m.user_id and u.disabled_at is null where m.user_id = $1 and m.organization_id = $2 for update of m',
};
const INSERT: Statement = {
  name: 'oauth-token-insert',
  text: 'insert into oauth_token (id, app_id, user_id, organization_id, code_id, token_hash) values ($1, $2, $3, $4, $5, $6)',
};

type Outcome = { readonly granted: GrantedToken } | { readonly refused: string };

const REASONS: Readonly<Record<string, string>> = {
  used: 'The code was used before',
  burnt: 'The code is no longer valid',
  expired: 'The code has expired: it is valid for 10 minutes',
  verifier: 'code_verifier does not belong to the code',
  redirect: 'redirect_uri is not the one of the authorization request',
};
const UNKNOWN = 'The code is not known';

/**
 * Exchanges a code of this app.
 *
 * A code that comes a second time may have leaked: the token issued for it is revoked (section 4.1.2; RFC
 * 9700, section 4.5). A code that belongs to another app is invalidated: its own app has lost it. Any other
 * failure leaves the code as it was. The new token replaces an older one of the same app, person and
 * organisation, which worked until now.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  context: Pick<Context, 'database'>,
  client: OAuthClient,
  exchange: CodeExchange,
): Promise<GrantedToken> {
  // A refusal is a result, not an error: what it revoked and recorded must be committed.
  const outcome = await context.database.fork().transactional((tx) => exchangeInside(tx, client, exchange));
  if ('refused' in outcome) throw new OAuthError('invalid_grant', outcome.refused);
  return outcome.granted;
}

async function exchangeInside(
  tx: EntityManager,
  client: OAuthClient,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<Outcome> {
  const hash = hashToken(code);
  const [found] = await queryInside<CodeRow>(tx, FIND, [hash]);
  if (!found) return { refused: UNKNOWN };
  if (found.appId !== client.id) return refuseForeign(tx, client, found);
  const challenge = codeVerifier === undefined ? null : challengeOf(codeVerifier);
  const [member] = await queryInside(tx, MEMBER, [found.userId, found.organizationId]);
  if (!member) return { refused: 'The person who approved it is no longer a member of the organisation' };
  const [taken] = await queryInside(tx, TAKE, [hash, client.id, challenge, redirectUri ?? null]);
  return taken ? grant(tx, found) : refuseOwn(tx, found, challenge);
}

async function grant(
  tx: EntityManager,
  { id, appId, userId, organizationId, customerId }: CodeRow,
): Promise<Outcome> {
  await revokeTokens(tx, 'replaced', {
    text: 't.app_id = $2 and t.user_id = $3 and t.organization_id = $4',
    values: [appId, userId, organizationId],
  });
  const token = newToken('pos_', 40);
  await queryInside(tx, INSERT, [uuidv7(), appId, userId, organizationId, id, hashToken(token)]);
  return { granted: { organizationId, customerId: customerId ?? '', token } };
}

async function refuseOwn(tx: EntityManager, found: CodeRow, challenge: string | null): Promise<Outcome> {
  const [row] = await queryInside<{ why: string }>(tx, WHY, [found.id, challenge]);
  if (row?.why === 'used') {
    const revoked = await revokeTokens(tx, 'code_reused', { text: 't.code_id = $2', values: [found.id] });
    if (revoked.length) {
      await recordAudit(tx, {
        organizationId: found.organizationId,
        userId: null,
        kind: 'code_misused',
        subjectId: found.appId,
        detail: { what: 'used twice', tokens: revoked.length },
      });
    }
  }
  return { refused: REASONS[row?.why ?? ''] ?? UNKNOWN };
}

async function refuseForeign(tx: EntityManager, client: OAuthClient, found: CodeRow): Promise<Outcome> {
  const burnt = await queryInside(tx, BURN, [found.id]);
  if (burnt.length) {
    await recordAudit(tx, {
      organizationId: found.appOrganizationId,
      userId: null,
      kind: 'code_misused',
      subjectId: found.appId,
      detail: { what: 'used by another app', by: client.name },
    });
  }
  return { refused: UNKNOWN };
}
