/**
 * Notifies people outside the app of what has happened, as they chose: by mail at once, or once a day. A
 * person is notified of it once. It is claimed before the mail is sent, so that after a crash the bell alone
 * has it, rather than two mails.
 */
import { MailError } from '../src/mail/mailer.ts';
import { notificationMail, type MailedLine } from '../src/mail/notification-mail.ts';
import { topicSql } from '../src/organizations/notifications/topics.ts';
import { unsubscribeToken } from '../src/organizations/notifications/unsubscribe.ts';
import type { Statement } from '../src/platform/database.ts';
import type { Language } from '../src/platform/entities/account.ts';
import type { ActivityDeps } from './deps.ts';

/** Of one pass, which has 50 seconds for all its work. */
const PEOPLE_AT_A_TIME = 20;
const ROWS_AT_A_TIME = 500;
const SENDING_MS = 15_000;

/**
 * What the people who chose it do not know yet: not what they have read, nor what happened before their
 * choice or before they joined. `$1` is how they are notified.
 */
const dueFor = (
  more: string,
): string => `select m.user_id, n.id as notification_id, n.organization_id, n.kind,
      n.integration_id
    from notification n
    join membership m on m.organization_id = n.organization_id and m.created_at <= n.created_at
    join user_account u on u.id = m.user_id and u.activated_at is not null and u.disabled_at is null
    join notification_choice c on c.user_id = m.user_id and c.topic = ${topicSql('n.kind')}
      and c.mail = $1 and c.changed_at <= n.created_at
    where ${more}
      and not exists (
        select 1
        from notification_receipt r
        where r.user_id = m.user_id and r.notification_id = n.id
          and (r.read_at is not null or r.notified_by is not null)
      )`;

const claim = (due: string, by: 'mail' | 'daily'): string => `with due as (${due}),
    claimed as (
      insert into notification_receipt (user_id, notification_id, notified_by, notified_at)
      select user_id, notification_id, '${by}', now()
      from due
      on conflict (user_id, notification_id) do update set notified_by = excluded.notified_by, notified_at = now()
        where notification_receipt.notified_by is null and notification_receipt.read_at is null
      returning user_id, notification_id
    )
    select d.user_id as "userId", u.email, coalesce(u.language, 'en') as language,
      o.id as "organizationId", o.name as organization, d.kind, i.name as channel,
      array_agg(d.notification_id order by d.notification_id) as ids
    from due d
    join claimed using (user_id, notification_id)
    join user_account u on u.id = d.user_id
    join organization o on o.id = d.organization_id
    left join integration i on i.id = d.integration_id
    group by d.user_id, u.email, u.language, o.id, o.name, d.kind, d.integration_id, i.name
    order by o.id, d.user_id, min(d.notification_id::text)`;

// Who has read it within a minute needs no mail. While a channel fails again and again, there is one mail an
// hour about it, with a count.
const AT_ONCE: Statement = {
  name: 'tell-at-once',
  text: claim(
    `${dueFor(`n.created_at between now() - interval '1 day' and now() - interval '1 minute'
      and not exists (
        select 1
        from notification_receipt told
        join notification before on before.id = told.notification_id
        where told.user_id = m.user_id and told.notified_at > now() - interval '1 hour'
          and before.kind = n.kind and before.integration_id = n.integration_id
      )`)}
    order by n.created_at
    limit ${ROWS_AT_A_TIME}`,
    'mail',
  ),
};

/** The day of an organisation, which begins at 8:00 in its zone. */
const DAY = "((now() at time zone o.time_zone) - interval '8 hours')::date";

// A person who chose the daily mail gets the first one the next morning.
const BEGIN_DIGESTS: Statement = {
  name: 'tell-begin-digests',
  text: `insert into notification_digest (user_id, organization_id, day)
    select m.user_id, o.id, ${DAY}
    from membership m
    join organization o on o.id = m.organization_id
    where exists (select 1 from notification_choice c where c.user_id = m.user_id and c.mail = 'daily')
    on conflict (user_id, organization_id) do nothing`,
};
const DIGESTS: Statement = {
  name: 'tell-digests',
  text: `update notification_digest d
    set day = due.today
    from (
      select g.user_id, g.organization_id, ${DAY} as today
      from notification_digest g
      join organization o on o.id = g.organization_id
      where g.day < ${DAY}
      order by g.day
      limit ${PEOPLE_AT_A_TIME}
      for update of g skip locked
    ) due
    where d.user_id = due.user_id and d.organization_id = due.organization_id
    returning d.user_id as "userId", d.organization_id as "organizationId"`,
};
// What was not sent is sent by the next pass.
const AGAIN_TODAY: Statement = {
  name: 'tell-digest-again',
  text: 'update notification_digest set day = day - 1 where user_id = $1 and organization_id = $2',
};
const OF_DIGEST: Statement = {
  name: 'tell-daily',
  text: claim(
    `${dueFor("n.created_at > now() - interval '2 days' and m.user_id = $2 and n.organization_id = $3")}
    order by n.created_at desc
    limit ${ROWS_AT_A_TIME}`,
    'daily',
  ),
};
const RELEASE: Statement = {
  name: 'tell-release',
  text: `update notification_receipt set notified_by = null, notified_at = null
    where user_id = $1 and notification_id = any($2) and read_at is null`,
};

interface Claimed {
  readonly userId: string;
  readonly email: string;
  readonly language: Language;
  readonly organizationId: string;
  readonly organization: string;
  readonly kind: MailedLine['kind'];
  readonly channel: string | null;
  readonly ids: readonly string[];
}

export type TellDeps = Pick<ActivityDeps, 'database' | 'mail' | 'secrets' | 'publicUrl' | 'apiUrl' | 'log'>;

/** One pass. What goes wrong with mail stops nothing else. */
export async function tellPeople(deps: TellDeps): Promise<void> {
  const { database, mail } = deps;
  if (!mail.active) return;
  const until = Date.now() + SENDING_MS;
  const atOnce = await database.query<Claimed>(AT_ONCE, ['at_once']);
  await sendAll(deps, atOnce, { daily: false, until });
  await database.query(BEGIN_DIGESTS);
  if (Date.now() > until) return;
  const digests = await database.query<Pick<Claimed, 'userId' | 'organizationId'>>(DIGESTS);
  for (const { userId, organizationId } of digests) {
    const rows = await database.query<Claimed>(OF_DIGEST, ['daily', userId, organizationId]);
    await sendAll(deps, rows, { daily: true, until });
  }
}

interface Sending {
  readonly daily: boolean;
  /** What is not sent by then waits for the next pass. */
  readonly until: number;
}

async function sendAll(deps: TellDeps, rows: readonly Claimed[], sending: Sending): Promise<void> {
  const mails = Map.groupBy(rows, ({ userId, organizationId }) => `${userId} ${organizationId}`);
  for (const claimed of mails.values()) {
    try {
      if (Date.now() > sending.until) throw new MailError('there was no time left', { again: true });
      await send(deps, claimed, sending.daily);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const ids = claimed.flatMap((one) => one.ids);
      const { userId, organizationId } = claimed[0] ?? {};
      if (error.again) {
        await deps.database.query(RELEASE, [userId, ids]);
        if (sending.daily) await deps.database.query(AGAIN_TODAY, [userId, organizationId]);
      } else deps.log.warn({ reason: error.message }, 'a person was not notified by mail');
    }
  }
}

async function send(deps: TellDeps, claimed: readonly Claimed[], daily: boolean): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const { publicUrl, apiUrl, secrets } = deps;
  const token = unsubscribeToken(secrets, first.userId);
  const lines = claimed.map(({ kind, channel, ids }): MailedLine => ({ kind, channel, times: ids.length }));
  await deps.mail.send({
    ...notificationMail({
      to: first.email,
      language: first.language,
      organization: first.organization,
      daily,
      lines,
      links: {
        list: `${publicUrl}/notifications`,
        choices: `${publicUrl}/settings/notifications`,
        stop: `${publicUrl}/unsubscribe#token=${token}`,
      },
    }),
    unsubscribeUrl: `${apiUrl}/api/notifications/unsubscribe?token=${token}`,
    idempotencyKey: `notifications:${first.userId}:${claimed.flatMap(({ ids }) => ids).join()}`,
  });
}
