import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import { Organization } from './organization.ts';

/**
 * Roles, the most powerful first: owners also delete the organisation and appoint owners; admins manage
 * members, keys, apps and channels; members work with posts.
 */
export type Role = 'owner' | 'admin' | 'member';

/** The language in which a person reads the web app. */
export type Language = 'en' | 'de';

/**
 * A person. Without `activatedAt` the email address is not confirmed yet; an `operator` sees the whole
 * instance (the person of the first run).
 */
export const UserAccount = defineEntity({
  name: 'UserAccount',
  tableName: 'user_account',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    email: p.text(),
    name: p.text(),
    passwordHash: p.text().nullable().hidden().lazy(),
    operator: p.boolean().default(false),
    language: p.text().$type<Language>().nullable(),
    /** Whether single keys act in the web app. */
    keyShortcuts: p.boolean().default(true),
    /** The modifier of emojis that are inserted, as hex; null = none. */
    skinTone: p.text().nullable(),
    activatedAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    lastSignInAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/** A person in an organisation. */
export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  properties: {
    organization: () => p.manyToOne(Organization).primary(),
    user: () => p.manyToOne(UserAccount).primary(),
    role: p.text().$type<Role>(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});

/**
 * An invitation to an organisation; the holder of its token may accept it once, and one with an email address
 * only with that address.
 */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization),
    email: p.text().nullable(),
    role: p.text().$type<'admin' | 'member'>(),
    tokenHash: p.text().hidden(),
    invitedBy: () => p.manyToOne(UserAccount).nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    expiresAt: p.datetime(),
    mailedAt: p.datetime().nullable(),
    acceptedAt: p.datetime().nullable(),
    acceptedBy: () => p.manyToOne(UserAccount).nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
