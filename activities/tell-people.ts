/**
 * Notifies people outside the app of what has happened, as they chose: in their browsers, else by mail at
 * once, else once a day. A person is notified of it once. It is claimed before it is sent, so that after a
 * crash the bell alone has it, rather than two messages.
 */
import { MailError } from '../src/mail/mailer.ts';
import { notificationLine, notificationMail, type MailedLine } from '../src/mail/notification-mail.ts';
import { topicSql } from '../src/organizations/notifications/topics.ts';
import { unsubscribeToken } from '../src/organizations/notifications/unsubscribe.ts';
import type { Statement } from '../src/platform/database.ts';
import type { Language } from '../src/platform/entities/account.ts';
import type { ActivityDeps } from './deps.ts';
import { pushTo, type PushDeps, type PushMessage } from './push-to-browsers.ts';

const PEOPLE_AT_A_TIME = 20;
const ROWS_AT_A_TIME = 500;
/**
 * How long it may take, of the 50 seconds of a pass of the reconciler: push messages are begun for 5 seconds,
 * then mails for 15, and one mail is given up after 12, as a server that takes no connection is after 10.
 * `pushers`: how many people are sent push messages at a time.
 */
const LIMITS = { pushMs: 5000, pushers: 20, mailsMs: 15_000, mailMs: 12_000 };

/**
 * What the people who chose it do not know yet: not what they have read, nor what happened before their
 * choice or before they joined. `chosen` is how they are notified, and since when.
 */
const dueFor = (
  chosen: string,
  more: string,
): string => `select m.user_id, n.id as notification_id, n.organization_id, n.kind,
      n.integration_id
    from notification n
    join membership m on m.organization_id = n.organization_id and m.created_at <= n.created_at
    join user_account u on u.id = m.user_id and u.activated_at is not null and u.disabled_at is null
    join notification_choice c on c.user_id = m.user_id and c.topic = ${topicSql('n.kind')}
      and ${chosen}
    where ${more}
      and not exists (
        select 1
        from notification_receipt r
        where r.user_id = m.user_id and r.notification_id = n.id
          and (r.read_at is not null or r.notified_by is not null)
      )`;

const claim = (due: string, by: 'push' | 'mail' | 'daily'): string => `with due as (${due}),
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

// What was read within a minute is not sent. While a channel fails again and again, people are notified once
// an hour, with a count.
const soon = (chosen: string, within: string): string =>
  `${dueFor(
    chosen,
    `n.created_at between now() - interval '${within}' and now() - interval '1 minute'
      and not exists (
        select 1
        from notification_receipt told
        join notification before on before.id = told.notification_id
        where told.user_id = m.user_id and told.notified_at > now() - interval '1 hour'
          and before.kind = n.kind and before.integration_id = n.integration_id
      )`,
  )}`;
const OLDEST = `order by n.created_at limit ${ROWS_AT_A_TIME}`;

/** What a mail is about happened since the person chose it. */
const mailed = (how: 'at_once' | 'daily'): string => `c.mail = '${how}' and c.changed_at <= n.created_at`;
const PUSHED = 'c.push and c.push_changed_at <= n.created_at';
const HAS_BROWSER = `exists (
        select 1
        from push_subscription p
        join session s on s.id = p.session_id and s.expires_at > now()
        where p.user_id = m.user_id
      )`;
// For an hour: a push service that refuses a message is asked again with each pass.
const FOR_BROWSERS = soon(`${PUSHED} and ${HAS_BROWSER}`, '1 hour');
// Those whose browsers took nothing come last.
const PUSH_PEOPLE: Statement = {
  name: 'tell-push-people',
  text: `select d.user_id as "userId"
    from (${FOR_BROWSERS}) d
    join notification n on n.id = d.notification_id
    left join notification_receipt r on r.user_id = d.user_id and r.notification_id = d.notification_id
    group by d.user_id
    order by max(r.released_at) nulls first, min(n.created_at)
    limit ${ROWS_AT_A_TIME}`,
};
const PUSH: Statement = {
  name: 'tell-push',
  text: claim(`${FOR_BROWSERS} and m.user_id = $1 ${OLDEST}`, 'push'),
};
const AT_ONCE: Statement = {
  name: 'tell-at-once',
  text: claim(`${soon(mailed('at_once'), '1 day')} ${OLDEST}`, 'mail'),
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
    `${dueFor(mailed('daily'), "n.created_at > now() - interval '2 days' and m.user_id = $1 and n.organization_id = $2")}
    order by n.created_at desc
    limit ${ROWS_AT_A_TIME}`,
    'daily',
  ),
};
const RELEASE: Statement = {
  name: 'tell-release',
  text: `update notification_receipt set notified_by = null, notified_at = null, released_at = now()
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

export type TellDeps = PushDeps & Pick<ActivityDeps, 'mail' | 'apiUrl'>;

/** One pass. What goes wrong with a mail or a browser stops nothing else. */
export async function tellPeople(deps: TellDeps, limits = LIMITS): Promise<void> {
  const { database, mail } = deps;
  await pushAll(deps, limits);
  if (!mail.active) return;
  const sending = { daily: false, until: Date.now() + limits.mailsMs, withinMs: limits.mailMs };
  await sendAll(deps, await database.query<Claimed>(AT_ONCE), sending);
  await database.query(BEGIN_DIGESTS);
  if (Date.now() > sending.until) return;
  const digests = await database.query<Pick<Claimed, 'userId' | 'organizationId'>>(DIGESTS);
  for (const { userId, organizationId } of digests) {
    const rows = await database.query<Claimed>(OF_DIGEST, [userId, organizationId]);
    await sendAll(deps, rows, { ...sending, daily: true });
  }
}

/** A browser that does not answer keeps no other person from their messages: the next one is taken. */
async function pushAll(
  deps: TellDeps,
  { pushMs, pushers }: Pick<typeof LIMITS, 'pushMs' | 'pushers'>,
): Promise<void> {
  const until = Date.now() + pushMs;
  const people = (await deps.database.query<Pick<Claimed, 'userId'>>(PUSH_PEOPLE)).values();
  const pushes = async (): Promise<void> => {
    for (const { userId } of people) {
      if (Date.now() >= until) return;
      await pushAllTo(deps, userId, until);
    }
  };
  await Promise.all(Array.from({ length: pushers }, pushes));
}

/**
 * What is claimed is sent now. What no browser took is released, and what comes after it: the person gets the
 * mail, if they chose that too.
 */
async function pushAllTo(deps: TellDeps, userId: string, until: number): Promise<void> {
  let isTaken = true;
  for (const one of await deps.database.query<Claimed>(PUSH, [userId])) {
    isTaken &&= Date.now() < until && (await pushTo(deps, userId, messageOf(one)));
    if (!isTaken) await deps.database.query(RELEASE, [userId, one.ids]);
  }
}

/** Its URL opens what happened, in its organisation (src/web/pages/notifications/use-opened.ts). */
const messageOf = (one: Claimed): PushMessage => ({
  ...notificationLine(one.language, { ...one, times: one.ids.length }),
  url: `/notifications?open=${one.ids[0]}&in=${one.organizationId}`,
  tag: `${one.organizationId} ${one.kind} ${one.channel ?? ''}`,
});

interface Sending {
  readonly daily: boolean;
  /** What is not sent by then waits for the next pass. */
  readonly until: number;
  /** The longest that one mail may take. */
  readonly withinMs: number;
}

async function sendAll(deps: TellDeps, rows: readonly Claimed[], sending: Sending): Promise<void> {
  const mails = Map.groupBy(rows, ({ userId, organizationId }) => `${userId} ${organizationId}`);
  for (const claimed of mails.values()) {
    try {
      if (Date.now() > sending.until) throw new MailError('there was no time left', { again: true });
      await send(deps, claimed, sending);
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

async function send(
  deps: TellDeps,
  claimed: readonly Claimed[],
  { daily, withinMs }: Sending,
): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const { publicUrl, apiUrl, secrets } = deps;
  const token = unsubscribeToken(secrets, first.userId);
  const lines = claimed.map(({ kind, channel, ids }): MailedLine => ({ kind, channel, times: ids.length }));
  const mail = notificationMail({
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
  });
  const unsubscribeUrl = `${apiUrl}/api/notifications/unsubscribe?token=${token}`;
  const idempotencyKey = `notifications:${first.userId}:${claimed.flatMap(({ ids }) => ids).join()}`;
  await deps.mail.send({ ...mail, unsubscribeUrl, idempotencyKey }, { withinMs });
}
