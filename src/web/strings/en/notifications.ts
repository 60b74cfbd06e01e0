/** What happened that a person should know: the list, and which of it they get. */
const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

export const notifications = {
  title: 'Notifications',
  none: 'Nothing has happened',
  noneHelp: 'What needs your attention is listed here for 30 days.',
  unread: 'Not read yet',
  markAll: 'Mark all as read',
  choose: 'Choose what you get',
  times,
  kinds: {
    failed: 'A post could not be published',
    partly_published: 'A thread was published in part',
    unconfirmed: 'Nobody knows whether a post was published',
    missed: 'A post was overdue, and was not published',
    channel_disconnected: 'A channel must be reconnected',
    frozen: 'Publishing was frozen',
    app_deleted: 'An app was deleted',
    token_revoked: 'The access of an app was revoked',
    webhook_disabled: 'A webhook was switched off',
    webhook_backlog: 'Too much waits for a webhook',
    billing: 'The plan was changed, or a payment failed',
  },
  settings: {
    help: 'What you have read in the app within a minute is not sent to you, and nothing is sent twice.',
    noMail: 'This instance sends no mail.',
    app: 'In the app',
    mail: 'By mail',
    mails: { never: 'Never', at_once: 'At once', daily: 'Every day at 8:00' },
    topics: {
      posts: 'Posts that were not published',
      channels: 'Channels that must be reconnected',
      publishing: 'Publishing as a whole',
      developers: 'Apps and webhooks',
      billing: 'Plan and payments',
    },
  },
  stop: {
    title: 'No more mails',
    question:
      'Crier will send you no more mails with notifications. You can choose them again in your settings.',
    action: 'Stop these mails',
    done: 'You get no more mails with notifications.',
  },
} as const;
