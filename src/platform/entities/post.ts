import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Json } from '../../../providers/_kit/contract.ts';
import type { HoldReason, PostState } from '../../../temporal/contract/post-states.ts';
import { Integration } from './integration.ts';
import { Organization } from './organization.ts';

/**
 * A media file as a post names it; `id` is the stored media's id. Of a video also the picture that stands for
 * it, and the moment that does, in milliseconds from its start.
 */
export interface PostMedia {
  id: string;
  path: string;
  alt?: string;
  thumbnail?: { id: string; path: string };
  thumbnailTimestamp?: number;
}

/**
 * One create-post request; its run is `publish-post:<id>`. `runStoreId` is the store of Temporal in which it
 * was started. `createdById` is the person, where one is known.
 */
export const PostGroup = defineEntity({
  name: 'PostGroup',
  tableName: 'post_group',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    creationMethod: p.text().default('API'),
    createdById: p.uuid().nullable(),
    runStoreId: p.text().nullable(),
    runStartedAt: p.datetime().nullable(),
    checkedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/**
 * One target of a request: what goes to one channel at one time. `ownGroup` is the group that a client gave
 * it, shown instead of `publicGroup`; `revision` grows with every edit; `hold` is the reason why a due post
 * waits; `decidedAt` is when a person last let it go; `turnAt` is when its turn comes (or came) in a backlog
 * of its channel; `eventSequence` counts its webhook events; `repeatOf` is the post whose next occurrence it
 * is; `seriesId` the first post of its series.
 */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    postGroup: () => p.manyToOne(PostGroup),
    organization: () => p.manyToOne(Organization).mapToPk(),
    integration: () => p.manyToOne(Integration),
    publicGroup: p.uuid().onCreate(() => uuidv7()),
    ownGroup: p.text().nullable(),
    state: p.text().$type<PostState>(),
    publishAt: p.datetime(),
    settings: p.json().$type<Record<string, unknown>>(),
    shortLink: p.boolean().default(false),
    intervalDays: p.integer().nullable(),
    repeatTime: p.time().nullable(),
    repeatRule: p.text().nullable(),
    seriesId: p.uuid().nullable(),
    revision: p.integer().default(1),
    eventSequence: p.integer().default(0),
    releaseId: p.text().nullable(),
    releaseUrl: p.text().nullable(),
    errorCode: p.text().nullable(),
    error: p.text().nullable(),
    latenessMs: p.integer().nullable(),
    publishedAt: p.datetime().nullable(),
    hold: p.text().$type<HoldReason>().nullable(),
    decidedAt: p.datetime().nullable(),
    turnAt: p.datetime().nullable(),
    repeatOf: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    deletedAt: p.datetime().nullable(),
    items: () => p.oneToMany(PostItem).mappedBy('post').orderBy({ position: 'asc' }),
  },
});

/**
 * One part of a thread. `ref` is the provider's own memory of the published part; `networkKey` makes a post
 * on the network the post of one part only.
 */
export const PostItem = defineEntity({
  name: 'PostItem',
  tableName: 'post_item',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    post: () => p.manyToOne(Post),
    position: p.integer(),
    content: p.text(),
    media: p
      .json()
      .$type<PostMedia[]>()
      .onCreate(() => []),
    delayMinutes: p.float().default(0),
    releaseId: p.text().nullable(),
    releaseUrl: p.text().nullable(),
    ref: p.json().$type<Json>().nullable(),
    networkKey: p.text().nullable().unique(),
    publishedAt: p.datetime().nullable(),
  },
});

export type PostRow = InferEntity<typeof Post>;
