import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationKind, PostEventKind } from './events.ts';
import { Organization } from './organization.ts';
import { Integration } from './integration.ts';
import { Post, PostGroup } from './post.ts';

/** Messages that ask for a run that belongs to no post: of a code, a token, an app, a channel, a delivery. */
export const RUN_KINDS = [
  'oauth_code',
  'revoke_token',
  'delete_oauth_app',
  'refresh_token',
  'deliver_webhook',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** The kinds of messages to Temporal. */
export const OUTBOX_KINDS = ['start_group', 'sync_post', 'wake_post', 'end_group', ...RUN_KINDS] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** A line of a post's timeline. `detail` holds no content and no secret. */
export const PostEvent = defineEntity({
  name: 'PostEvent',
  tableName: 'post_event',
  properties: {
    id: p.bigint().primary().autoincrement(),
    post: () => p.manyToOne(Post),
    at: p.datetime().onCreate(() => new Date()),
    kind: p.text().$type<PostEventKind>(),
    detail: p
      .json()
      .$type<Record<string, unknown>>()
      .default('{}')
      .onCreate(() => ({})),
  },
});

/**
 * A message to Temporal that must be delivered although either side may die: written with the change, removed
 * when delivered.
 */
export const Outbox = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    kind: p.text().$type<OutboxKind>(),
    postGroup: () => p.manyToOne(PostGroup).nullable(),
    /** What the message is about, when it is no post: a code, a token, an app, a channel. */
    subjectId: p.uuid().nullable(),
    post: () => p.manyToOne(Post).nullable(),
    availableAt: p.datetime().onCreate(() => new Date()),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/**
 * Something a person should know or decide. `content` is a sentence; it holds no text of the post and no
 * secret.
 */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUID()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    kind: p.text().$type<NotificationKind>(),
    post: () => p.manyToOne(Post).nullable(),
    integration: () => p.manyToOne(Integration).nullable(),
    content: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/**
 * The first answer to a request with an `Idempotency-Key`, stored in the transaction that did the work.
 * `body` is the answer byte for byte.
 */
export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    organization: () => p.manyToOne(Organization).mapToPk().primary(),
    key: p.text().primary(),
    requestHash: p.text(),
    status: p.integer(),
    body: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});
