import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';

export type ShortLinkMode = 'never' | 'ask' | 'always';

/**
 * An organisation owns channels and posts. `timeZone` is an IANA name; a post later than `missedAfterMinutes`
 * is asked about instead of sent; while `frozenAt` is set nothing is published.
 */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    name: p.text(),
    timeZone: p.text().default('UTC'),
    missedAfterMinutes: p.integer().default(1440),
    frozenAt: p.datetime().nullable(),
    frozenReason: p.text().nullable(),
    /** When it was moved to another instance, which publishes for it since. */
    movedAt: p.datetime().nullable(),
    /** Whether the links of its posts are made short: as each request asks, or always, or never. */
    shortLinks: p.text().$type<ShortLinkMode>().default('ask'),
    /** What a post does while the shortener is away: it waits, or goes with its `long` link. */
    withoutShortener: p.text().$type<'wait' | 'long'>().default('wait'),
    /** What is added to the query of links that are made short, by network; `*` = of all others. */
    linkParameters: p
      .json()
      .$type<Record<string, string>>()
      .onCreate(() => ({})),
    plan: p.text().nullable(),
    billingCustomerId: p.text().nullable(),
    billingSubscriptionId: p.text().nullable(),
    billingStatus: p.text().nullable(),
    billingPeriodEnd: p.datetime().nullable(),
    billingChangedAt: p.datetime().nullable(),
    /** When a person last looked at numbers: they are read every day for a while after it. */
    numbersAskedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/** A key of the Public API. Only its SHA-256 is stored; the key itself is shown once. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    name: p.text(),
    hash: p.text(),
    scopes: p
      .array()
      .$type<('read' | 'write')[]>()
      .onCreate(() => ['read', 'write']),
    createdById: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
