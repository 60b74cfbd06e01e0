/**
 * The closed list of entities; the publish ledger, sessions, OAuth codes and tokens are written with prepared
 * statements only (activities/ledger, src/accounts, src/oauth).
 */
import { Invitation, Membership, UserAccount } from './account.ts';
import { IdempotencyRecord, Notification, Outbox, PostEvent } from './delivery.ts';
import { Customer, Integration } from './integration.ts';
import { Media } from './media.ts';
import { OAuthApp } from './oauth-app.ts';
import { ApiKey, Organization } from './organization.ts';
import { Post, PostGroup, PostItem } from './post.ts';
import { Tag } from './tag.ts';

export const entities = [
  Organization,
  ApiKey,
  Customer,
  Integration,
  Media,
  PostGroup,
  Post,
  PostItem,
  PostEvent,
  Outbox,
  IdempotencyRecord,
  Notification,
  Tag,
  UserAccount,
  Membership,
  Invitation,
  OAuthApp,
];
