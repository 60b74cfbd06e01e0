/**
 * Follows up on revoked tokens, each batch in one transaction: a line in the audit of the organisation that
 * the token acted for, and a notification.
 */
import { recordAudit } from '../src/platform/audit.ts';
import { queryInside, type Database, type EntityManager, type Statement } from '../src/platform/database.ts';
import type { RevocationBatch, RevocationRef } from '../temporal/contract/token-revocation.ts';

/** Tokens of one batch. */
const BATCH = 200;

type Reason = 'user' | 'app' | 'app_deleted' | 'member_left' | 'code_reused';

/** The rows of `oauth_token` whose apps are still to be notified. */
export const NOT_NOTIFIED = `notified_at is null
    and revoked_reason in ('user', 'app', 'app_deleted', 'member_left', 'code_reused')`;

/**
 * The content of a notification; `app` is its name. Nobody is notified of a token that a newer one replaced,
 * or whose organisation is gone.
 */
const WORDS: Readonly<Record<Exclude<Reason, 'app_deleted'>, (app: string, person: string) => string>> = {
  user: (app, person) => `${person} took back the access of the app "${app}" to this organisation`,
  app: (app, person) => `The app "${app}" gave back the access that ${person} had given it`,
  member_left: (app, person) =>
    `The app "${app}" can no longer act for ${person}, who is no longer in this organisation`,
  code_reused: (app, person) =>
    `The app "${app}" used a code twice, so the access that ${person} had given it has ended. Find out from its makers why, before it is given again`,
};

interface EndedToken {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly person: string;
  readonly appId: string;
  readonly app: string;
  readonly reason: Reason;
  /** Whether the change itself wrote the line of the audit. */
  readonly audited: boolean;
}

// One batch of an app at a time: two at once would notify the same organisation twice. Not `for update`: an
// exchange that refers to the app need not wait.
const LOCK_APP: Statement = {
  name: 'revoke-lock-app',
  text: 'select id from oauth_app where id = $1 and deleted_at is not null for no key update',
};
const LOCK_APP_OF_TOKEN: Statement = {
  name: 'revoke-lock-app-of-token',
  text: 'select a.id from oauth_app a join oauth_token t on t.app_id = a.id where t.id = $1 for no key update of a',
};

/** Ends the tokens that `which` names, at most `$2`; `$1` is the app or the token. */
const end = (name: string, which: string): Statement => ({
  name,
  text: `with
    taken as (
      select id
      from oauth_token
      where ${which}
      order by id
      limit $2
      for update
    ),
    ended as (
      update oauth_token t
      set revoked_at = coalesce(revoked_at, now()),
        revoked_reason = coalesce(revoked_reason, 'app_deleted'),
        notified_at = now()
      from taken
      where t.id = taken.id
      returning t.id, t.organization_id, t.user_id, t.app_id, t.revoked_reason
    )
    select e.id, e.organization_id as "organizationId", e.user_id as "userId", u.name as person,
      a.id as "appId", a.name as app, e.revoked_reason as reason,
      exists (
        select 1
        from audit_event l
        where l.subject_id = e.id and l.kind = 'token_revoked'
      ) as audited
    from ended e
    join oauth_app a on a.id = e.app_id
    join user_account u on u.id = e.user_id
    order by e.id`,
});
// A token that a race with the deletion of its app left alive ends here too.
const END_OF_APP = end('revoke-of-app', `app_id = $1 and (revoked_at is null or ${NOT_NOTIFIED})`);
const END_ONE = end('revoke-one', `id = $1 and ${NOT_NOTIFIED}`);

// Not an organisation that was notified with an earlier batch.
const NOTIFY_DELETED: Statement = {
  name: 'revoke-notify-deleted',
  text: `insert into notification (organization_id, kind, content)
    select o.id, 'app_deleted',
      'The app "' || $3::text || '" was deleted by its makers. It can no longer act for this organisation'
    from organization o
    where o.id = any($2::uuid[])
      and not exists (
        select 1
        from oauth_token t
        where t.app_id = $1
          and t.organization_id = o.id
          and t.revoked_reason = 'app_deleted'
          and t.notified_at is not null
          and not t.id = any($4::uuid[])
      )`,
};
const NOTIFY: Statement = {
  name: 'revoke-notify',
  text: "insert into notification (organization_id, kind, content) values ($1, 'token_revoked', $2)",
};
const COUNT: Statement = {
  name: 'revoke-count',
  text: `select count(*)::int as tokens
    from oauth_token
    where app_id = $1 and revoked_reason = 'app_deleted'`,
};

/**
 * Takes the next batch: ends the tokens of a deleted app that are still alive, and notifies of each token
 * once, however often it is asked for. An app that is not deleted and a token that is not revoked are left
 * alone.
 */
export async function revokeTokens(database: Database, ref: RevocationRef): Promise<RevocationBatch> {
  return database
    .fork()
    .transactional((tx) => ('appId' in ref ? ofDeletedApp(tx, ref.appId) : ofOneToken(tx, ref.tokenId)));
}

async function ofDeletedApp(tx: EntityManager, appId: string): Promise<RevocationBatch> {
  if (!(await queryInside(tx, LOCK_APP, [appId])).length) return { more: false, tokens: 0 };
  const ended = await queryInside<EndedToken>(tx, END_OF_APP, [appId, BATCH]);
  await notify(tx, ended);
  const deleted = ended.filter((token) => token.reason === 'app_deleted');
  if (deleted[0]) {
    await queryInside(tx, NOTIFY_DELETED, [
      appId,
      literal(deleted.map((t) => t.organizationId)),
      deleted[0].app,
      literal(deleted.map((t) => t.id)),
    ]);
  }
  if (ended.length === BATCH) return { more: true };
  return { more: false, tokens: (await queryInside<{ tokens: number }>(tx, COUNT, [appId]))[0]?.tokens ?? 0 };
}

async function ofOneToken(tx: EntityManager, tokenId: string): Promise<RevocationBatch> {
  await queryInside(tx, LOCK_APP_OF_TOKEN, [tokenId]);
  const ended = await queryInside<EndedToken>(tx, END_ONE, [tokenId, 1]);
  await notify(tx, ended);
  return { more: false, tokens: ended.length };
}

/** The audit and the notification of each token's organisation. That an app was deleted, it hears once. */
async function notify(tx: EntityManager, ended: readonly EndedToken[]): Promise<void> {
  for (const { id, organizationId, userId, person, appId, app, reason, audited } of ended) {
    const byPerson = reason === 'user' || reason === 'member_left';
    if (!audited) {
      await recordAudit(tx, {
        organizationId,
        userId: byPerson ? userId : null,
        kind: 'token_revoked',
        subjectId: id,
        detail: { app, appId, person, reason },
      });
    }
    if (reason !== 'app_deleted') await queryInside(tx, NOTIFY, [organizationId, WORDS[reason](app, person)]);
  }
}

/** Ids as PostgreSQL writes an array: as a list, each would become a parameter. */
const literal = (ids: readonly string[]): string => `{${[...new Set(ids)].join(',')}}`;
