/** What a person chose: which topics they see in the app, and how they are notified of them besides. */
import type { Database, Reader, Statement } from '../../platform/database.ts';
import { TOPICS, type Topic } from './topics.ts';

export type MailChoice = 'never' | 'at_once' | 'daily';

export interface Choice {
  readonly topic: Topic;
  readonly app: boolean;
  readonly mail: MailChoice;
}

/** Nobody gets a mail that they have not asked for. */
const byDefault = (topic: Topic): Choice => ({ topic, app: true, mail: 'never' });

const READ: Statement = {
  name: 'notification-choices',
  text: 'select topic, app, mail from notification_choice where user_id = $1',
};

/** All topics, in their order. */
export async function readChoices(database: Reader, userId: string): Promise<Choice[]> {
  const chosen = await database.query<Choice>(READ, [userId]);
  return TOPICS.map((topic) => chosen.find((one) => one.topic === topic) ?? byDefault(topic));
}

// A choice is about what happens after it.
const SAVE: Statement = {
  name: 'notification-choices-save',
  text: `insert into notification_choice (user_id, topic, app, mail)
    select $1, topic, app, mail
    from jsonb_to_recordset($2::jsonb) as t (topic text, app boolean, mail text)
    on conflict (user_id, topic) do update
    set app = excluded.app, mail = excluded.mail,
      changed_at = case when notification_choice.mail = excluded.mail then notification_choice.changed_at
        else clock_timestamp() end`,
};

/** Topics that are not named stay as they are. */
export async function saveChoices(
  database: Pick<Database, 'query'>,
  userId: string,
  choices: readonly Choice[],
): Promise<void> {
  await database.query(SAVE, [userId, JSON.stringify(choices)]);
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
