import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import { Organization } from './organization.ts';
import { Integration } from './integration.ts';
import { Post, PostGroup } from './post.ts';

/**
 * A line of a post's timeline. `kind` is one of `POST_EVENTS` (events.ts); `detail` holds no content and no
 * secret.
 */
export const PostEvent = defineEntity({
  name: 'PostEvent',
  tableName: 'post_event',
  properties: {
    id: p.bigint().primary().autoincrement(),
    post: () => p.manyToOne(Post),
    at: p.datetime().onCreate(() => new Date()),
    kind: p.text(),
    detail: p.json().$type<Record<string, unknown>>().default('{}'),
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
    kind: p
      .text()
      .$type<
        | 'start_group'
        | 'sync_post'
        | 'wake_post'
        | 'oauth_code'
        | 'revoke_token'
        | 'delete_oauth_app'
        | 'refresh_token'
        | 'end_group'
      >(),
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
    kind: p
      .text()
      .$type<
        | 'failed'
        | 'partly_published'
        | 'unconfirmed'
        | 'missed'
        | 'channel_disconnected'
        | 'frozen'
        | 'app_deleted'
        | 'token_revoked'
        | 'billing'
      >(),
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
