/**
 * The catalogue of events: what can happen, who is notified, and with which text. A name is `subject.verb`;
 * an event about the organisation as a whole has no subject. Webhooks send the name. The timeline of a post
 * uses the verbs of `post`. Notifications also use the verb for a post, and else the name with `_` instead of
 * the dot.
 */
import { CAME_OVER_EVENTS } from './came-over.ts';

type Destination = 'timeline' | 'notification' | 'webhook';

export interface EventFacts {
  readonly destinations: readonly Destination[];
  /** What happened, for the documents. */
  readonly when: string;
}

const POST_EVENTS = {
  'post.accepted': { destinations: ['timeline'], when: 'The post was created, copied or imported.' },
  'post.workflow_started': { destinations: ['timeline'], when: 'Its run was started.' },
  'post.scheduled': {
    destinations: ['timeline', 'webhook'],
    when: 'The post was created with a date, a draft was scheduled, or an ended post was given another chance.',
  },
  'post.unscheduled': { destinations: ['timeline', 'webhook'], when: 'The post became a draft again.' },
  'post.changed': {
    destinations: ['webhook'],
    when: 'The date or the content of a scheduled post was changed.',
  },
  'post.rescheduled': { destinations: ['timeline'], when: 'Its date was changed.' },
  'post.edited': { destinations: ['timeline'], when: 'Its content or its settings were changed.' },
  'post.claimed': { destinations: ['timeline'], when: 'A worker took it, to publish it.' },
  'post.link_stayed_long': {
    destinations: ['timeline'],
    when: 'A link was published as it is, because the service did not make it short.',
  },
  'post.without_link_card': {
    destinations: ['timeline'],
    when: 'It is published without its link card, or without the picture of it.',
  },
  'post.without_subtitles': {
    destinations: ['timeline'],
    when: 'The network did not take the subtitles of its video; it is published without them.',
  },
  'post.request_sent': { destinations: ['timeline'], when: 'The one call that publishes it was made.' },
  'post.processing': {
    destinations: ['timeline'],
    when: 'The network has accepted it, and is still working on it.',
  },
  'post.will_retry': { destinations: ['timeline'], when: 'Nothing was sent, and it will be tried again.' },
  'post.rate_limited': { destinations: ['timeline'], when: 'The network asks to wait.' },
  'post.outcome_unknown': { destinations: ['timeline'], when: 'The answer of the network was lost.' },
  'post.looked_up': { destinations: ['timeline'], when: 'The network was asked whether it has the post.' },
  'post.will_send_again': {
    destinations: ['timeline'],
    when: 'The network does not have it, or a repeat does no harm.',
  },
  'post.identified': { destinations: ['timeline'], when: 'A person named the post on the network.' },
  'post.held': { destinations: ['timeline'], when: 'It waits for its channel, or for the end of a freeze.' },
  'post.resumed': { destinations: ['timeline'], when: 'What it waited for has come.' },
  'post.published': {
    destinations: ['timeline', 'webhook'],
    when: 'The post is on the network; in the timeline, each part of a thread has its own line.',
  },
  'post.partly_published': {
    destinations: ['notification', 'webhook'],
    when: 'The first parts of a thread are on the network; the next one was refused.',
  },
  'post.failed': {
    destinations: ['timeline', 'notification', 'webhook'],
    when: 'The network refused the post, or it could not be sent in time.',
  },
  'post.unconfirmed': {
    destinations: ['timeline', 'notification', 'webhook'],
    when: 'The answer of the network was lost and the post cannot be looked up: a person has to decide.',
  },
  'post.resolved': { destinations: ['timeline'], when: 'A person has decided.' },
  'post.missed': {
    destinations: ['timeline', 'notification', 'webhook'],
    when: 'The post was overdue by more than the organisation allows, and was not sent.',
  },
  'post.retried': { destinations: ['timeline'], when: 'A person had it tried again.' },
  'post.cancelled': { destinations: ['timeline', 'webhook'], when: 'The scheduled post was cancelled.' },
  'post.removed': { destinations: ['webhook'], when: 'A post that had ended was deleted.' },
  'post.deleted': { destinations: ['timeline'], when: 'The post was deleted, here or on the network too.' },
} as const satisfies Readonly<Record<`post.${string}`, EventFacts>>;

export const EVENTS = {
  ...POST_EVENTS,
  'channel.connected': {
    destinations: ['webhook'],
    when: 'A channel was connected, reconnected or switched on again.',
  },
  'channel.disconnected': {
    destinations: ['notification', 'webhook'],
    when: 'A channel must be reconnected, was switched off or was deleted: nothing is published on it.',
  },
  'channel.expiring': {
    destinations: ['webhook'],
    when: 'The access of a channel that Crier cannot renew ends within seven days: a person must reconnect it.',
  },
  'media.rejected': {
    destinations: ['webhook'],
    when: 'A file was refused after its upload had been answered: one that went straight into the bucket, when it was looked at, or a stored one that is missing or damaged, when the storage was checked.',
  },
  'token.revoked': {
    destinations: ['notification', 'webhook'],
    when: 'An access token of an OAuth app was revoked.',
  },
  'app.deleted': {
    destinations: ['notification'],
    when: 'An OAuth app was deleted, and its tokens with it.',
  },
  'numbers.collected': {
    destinations: ['webhook'],
    when: 'The numbers of a channel and its posts were read.',
  },
  'webhook.test': {
    destinations: ['webhook'],
    when: 'A person pressed Send a test event, or called the operation of that name.',
  },
  'webhook.disabled': {
    destinations: ['notification'],
    when: 'A webhook was switched off, as it takes nothing.',
  },
  'webhook.backlog': {
    destinations: ['notification'],
    when: 'Too much waits for a webhook, so that new events are not sent to it; or there is room again.',
  },
  frozen: { destinations: ['notification'], when: 'Publishing was frozen.' },
  billing: { destinations: ['notification'], when: 'The plan was changed, or a payment failed.' },
  ...CAME_OVER_EVENTS,
} as const satisfies Readonly<Record<string, EventFacts>>;

type EventName = keyof typeof EVENTS;
/** The names of the events that are reported there. */
type ReportedIn<T extends Destination> = {
  [N in EventName]: T extends (typeof EVENTS)[N]['destinations'][number] ? N : never;
}[EventName];

const reportedIn = <T extends Destination>(where: T): ReportedIn<T>[] =>
  Object.entries<EventFacts>(EVENTS).flatMap(([name, facts]) =>
    facts.destinations.includes(where) ? [name as ReportedIn<T>] : [],
  );

export type WebhookEventType = ReportedIn<'webhook'>;
export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = reportedIn('webhook');

/** A kind of line in a timeline; `src/posts/read/timeline.ts` has a sentence for each. */
export type PostEventKind = ReportedIn<'timeline'> extends `post.${infer Word}` ? Word : never;
type KindOf<N extends string> = N extends `post.${infer Word}`
  ? Word
  : N extends `${infer Subject}.${infer Word}`
    ? `${Subject}_${Word}`
    : N;
export type NotificationKind = KindOf<ReportedIn<'notification'>>;

export const timelineKind = (name: string): string => name.slice('post.'.length);
export const notificationKind = (name: string): string => name.replace('post.', '').replace('.', '_');

export const POST_EVENT_KINDS = reportedIn('timeline').map(timelineKind) as PostEventKind[];
export const NOTIFICATION_KINDS = reportedIn('notification').map(notificationKind) as NotificationKind[];

/** A listener that has asked for nothing for so long is deleted, with the events that it has not taken. */
export const LISTENER_MINUTES = 10;
