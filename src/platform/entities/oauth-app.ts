import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import { UserAccount } from './account.ts';
import { Media } from './media.ts';
import { Organization } from './organization.ts';

/**
 * A third-party app that acts for people. Only the SHA-256 of its secret is stored. Codes and tokens are
 * written with prepared statements only (src/oauth).
 */
export const OAuthApp = defineEntity({
  name: 'OAuthApp',
  tableName: 'oauth_app',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization),
    createdBy: () => p.manyToOne(UserAccount).nullable(),
    name: p.text(),
    description: p.text().nullable(),
    picture: () => p.manyToOne(Media).nullable(),
    redirectUrl: p.text(),
    clientId: p.text(),
    secretHash: p.text().hidden().lazy(),
    secretRotatedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
    suspendedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
  },
});
