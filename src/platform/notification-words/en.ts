/** What notifications are about, by kind, in the app, in mails and in browsers. German is in `de.ts`. */
export const notificationWords = {
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
  times: (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`),
} as const;

export type NotificationWords = {
  readonly kinds: Readonly<Record<keyof typeof notificationWords.kinds, string>>;
  times(n: number): string;
};
