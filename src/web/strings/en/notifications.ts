import { notificationWords } from '../../../platform/notification-words/en.ts';

/** What happened that a person should know: the list, and which of it they get. */
export const notifications = {
  title: 'Notifications',
  none: 'Nothing has happened',
  noneHelp: 'What needs your attention is listed here for 30 days.',
  unread: 'Not read yet',
  markAll: 'Mark all as read',
  choose: 'Choose what you get',
  ...notificationWords,
  settings: {
    help: 'What you have read in the app within a minute is not sent to you, and nothing is sent twice: a mail leaves out what a browser was sent.',
    noMail: 'This instance sends no mail.',
    app: 'In the app',
    browser: 'In browsers',
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
  push: {
    title: 'This browser',
    on: 'Shows notifications until you sign out, even while Crier is closed.',
    off: 'Shows no notifications while Crier is closed.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    problems: {
      missing:
        'This browser cannot show notifications here. Crier needs a URL that begins with https://, and on an iPhone it must be on the home screen.',
      denied:
        'The browser does not allow it. Allow notifications for this page in its settings, and try again.',
      failed: 'The browser could not reach its push service. Try again later.',
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
