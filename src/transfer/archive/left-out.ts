/** What is not in an archive, and why. */

export const HERE = 'says whose row it is, which is the organisation of the archive';
export const RUN = 'belongs to the Temporal of this instance';
export const PLAN = 'belongs to the account at the payment provider of this instance';
export const MIGRATION = 'belongs to a migration to this instance';

/** Tables that are not in an archive, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  billing_event: PLAN,
  billing_subscription: PLAN,
  channel_limit: 'is what this instance has learned of a network, and is learned again',
  connect_state: 'belongs to a person who is connecting a channel at this moment',
  credential_renewal: 'says which worker of this instance renews credentials',
  direct_upload: 'is under way, into the bucket of this instance',
  import_source: 'belongs to an import over the API of another instance',
  imported_record: 'belongs to an import over the API of another instance',
  instance_state: 'is about the instance',
  invitation: 'its link leads to this instance: people are invited again',
  link_card: 'is read again from the pages themselves',
  live_reader: 'is about a process of this instance',
  migration: 'is about the schema of this database',
  network_circuit: 'is what this instance has learned of a network, and is learned again',
  notification_choice: 'is what a person wants of this instance, and they choose again on another one',
  notification_digest: 'says when this instance sent a daily mail',
  notification_receipt: 'says what a person has read here, or was sent from here',
  numbers_run: RUN,
  oauth_code: 'is used up or expired within minutes',
  oauth_token: 'lets an app act for a person, which only that person may allow on another instance',
  outbox: 'are messages to the Temporal of this instance',
  provider_app: 'is the registration of this instance at a server',
  push_key: 'is what this instance signs with',
  push_subscription: 'is a browser that is signed in to this instance',
  rate_limit: 'counts requests to this instance',
  session: 'is a browser that is signed in to this instance',
  usage: 'counts against the plan that it has on this instance',
  user_token: 'is a link in a mail, which leads to this instance',
  v1_job: MIGRATION,
  v1_stopped_post: MIGRATION,
  video_job: 'is about a process of this instance',
  webhook_delivery: 'says what this instance has sent',
  webhook_event: 'says what happened on this instance',
  webhook_listener: 'belongs to a terminal that listens to this instance at this moment',
  webhook_listener_event: 'belongs to a terminal that listens to this instance at this moment',
};
