/** What a person chose: which topics they see in the app, and how they are notified of them besides. */
import type { Database, Reader, Statement } from '../../platform/database.ts';
import { TOPICS, type Topic } from './topics.ts';

export type MailChoice = 'never' | 'at_once' | 'daily';

export interface Choice {
  readonly topic: Topic;
  readonly app: boolean;
  readonly mail: MailChoice;
  /** Whether the browsers that the person turned on show it. */
  readonly push?: boolean;
}

/** Nobody gets a mail that they have not asked for. */
const byDefault = (topic: Topic): Choice => ({ topic, app: true, mail: 'never', push: false });

const READ: Statement = {
  name: 'notification-choices',
  text: 'select topic, app, mail, push from notification_choice where user_id = $1',
};

/** All topics, in their order. */
export async function readChoices(database: Reader, userId: string): Promise<Choice[]> {
  const chosen = await database.query<Choice>(READ, [userId]);
  return TOPICS.map((topic) => chosen.find((one) => one.topic === topic) ?? byDefault(topic));
}

// A choice is about what happens after it: of mails and of browsers by itself.
const SAVE: Statement = {
  name: 'notification-choices-save',
  text: `insert into notification_choice (user_id, topic, app, mail, push, push_changed_at)
    select $1, topic, app, mail, coalesce(push, false), clock_timestamp()
    from jsonb_to_recordset($2::jsonb) as t (topic text, app boolean, mail text, push boolean)
    on conflict (user_id, topic) do update
    set app = excluded.app, mail = excluded.mail, push = excluded.push,
      changed_at = case when notification_choice.mail = excluded.mail
        then notification_choice.changed_at else clock_timestamp() end,
      push_changed_at = case when notification_choice.push = excluded.push
        then notification_choice.push_changed_at else clock_timestamp() end`,
};

/** Topics that are not named stay as they are. */
export async function saveChoices(
  database: Pick<Database, 'query'>,
  userId: string,
  choices: readonly Choice[],
): Promise<void> {
  await database.query(SAVE, [userId, JSON.stringify(choices)]);
}

// Who has chosen nothing for their browsers yet gets there what they see in the app.
const CHOOSE_BROWSERS: Statement = {
  name: 'notification-choices-browsers',
  text: `insert into notification_choice (user_id, topic, app, mail, push, push_changed_at)
    select $1, topic, true, 'never', true, clock_timestamp()
    from unnest($2::text[]) as topic
    where not exists (select 1 from notification_choice where user_id = $1 and push)
    on conflict (user_id, topic) do update
    set push = notification_choice.app, push_changed_at = clock_timestamp()`,
};

/** For a browser that was turned on: with no topic chosen, it would show nothing. */
export async function chooseForBrowsers(database: Pick<Database, 'query'>, userId: string): Promise<void> {
  await database.query(CHOOSE_BROWSERS, [userId, TOPICS]);
}

const NO_MAIL: Statement = {
  name: 'notification-choices-no-mail',
  text: `update notification_choice set mail = 'never', changed_at = clock_timestamp()
    where user_id = $1 and mail <> 'never'`,
};

/** From now on, this person gets no mail about any topic. */
export async function stopMails(database: Pick<Database, 'query'>, userId: string): Promise<void> {
  await database.query(NO_MAIL, [userId]);
}
