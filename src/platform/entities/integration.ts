import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Json } from '../../../providers/_kit/contract.ts';
import { Organization } from './organization.ts';

/** A channel group. */
export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    name: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/**
 * A connected account on a network: a channel in the web app, an integration in the API. `credentials` are
 * sealed (secrets.ts).
 */
export const Integration = defineEntity({
  name: 'Integration',
  tableName: 'integration',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    provider: p.text(),
    internalId: p.text(),
    name: p.text(),
    picture: p.text().nullable(),
    profile: p.text().nullable(),
    disabled: p.boolean().default(false),
    refreshNeeded: p.boolean().default(false),
    credentials: p.text().hidden().lazy(),
    credentialsVersion: p.integer().default(1),
    details: p.json().$type<Record<string, Json>>().default('{}'),
    /** The server that publishes for the account; empty where the network has one for all (`hostOf`). */
    host: p.text().default(''),
    expiresAt: p.datetime().nullable(),
    expiryTold: p.datetime().nullable(),
    /**
     * The store of Temporal in which the run that renews the credentials was started, and when the reconciler
     * last looked for it.
     */
    refreshStoreId: p.text().nullable(),
    refreshCheckedAt: p.datetime().nullable(),
    postingTimes: p
      .json()
      .$type<{ time: number; readonly days?: readonly number[] }[]>()
      .onCreate(() => [{ time: 540 }, { time: 750 }, { time: 1050 }]),
    /** Whether these are minutes after midnight in the organisation's time zone; otherwise in UTC. */
    postingLocal: p.boolean().default(true),
    /** Whether links of its posts may be made short. */
    shortLinks: p.boolean().default(true),
    customer: () => p.manyToOne(Customer).nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    deletedAt: p.datetime().nullable(),
  },
});
