/**
 * The tables of v1 as they were at five ages. v1 pushed its schema and kept no history of it, so the columns
 * are all that shows how old a database is.
 */

/** The releases whose tables are made, oldest first. */
export const AGES = ['v1.6', 'v1.35', 'v1.65.7', 'v2.11.3', 'v2.20'] as const;
export type Age = (typeof AGES)[number];

/** A column or a table that is there from one age on, and up to another. */
interface Span {
  readonly since?: Age;
  readonly until?: Age;
}

interface TableText extends Span {
  readonly name: string;
  /** The lines of `create table`, each of which may have an age of its own. */
  readonly lines: readonly (string | readonly [string, Span])[];
}

const at = (age: Age): number => AGES.indexOf(age);
const isThere = (age: Age, { since = 'v1.6', until = 'v2.20' }: Span): boolean =>
  at(age) >= at(since) && at(age) <= at(until);

const CREATED = `"createdAt" timestamp(3) not null default current_timestamp`;
const UPDATED = `"updatedAt" timestamp(3) not null`;
const DELETED = `"deletedAt" timestamp(3)`;
const ID = `id text primary key`;
const ORGANIZATION = `"organizationId" text not null references "Organization" (id)`;

const ENUMS = [
  `create type "State" as enum ('QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT')`,
  `create type "Role" as enum ('SUPERADMIN', 'ADMIN', 'USER')`,
  `create type "Provider" as enum ('LOCAL', 'GITHUB', 'GOOGLE', 'FARCASTER', 'WALLET', 'GENERIC')`,
  `create type "SubscriptionTier" as enum ('STANDARD', 'PRO', 'TEAM', 'ULTIMATE')`,
  `create type "Period" as enum ('MONTHLY', 'YEARLY')`,
  `create type "APPROVED_SUBMIT_FOR_ORDER" as enum ('NO', 'WAITING_CONFIRMATION', 'YES')`,
  `create type "ShortLinkPreference" as enum ('ASK', 'YES', 'NO')`,
];

const TABLES: readonly TableText[] = [
  {
    name: 'Organization',
    lines: [
      ID,
      'name text not null',
      'description text',
      ['"apiKey" text', { since: 'v1.35' }],
      '"paymentId" text',
      '"allowTrial" boolean not null default false',
      '"isTrailing" boolean not null default false',
      ['"streakSince" timestamp(3)', { since: 'v2.20' }],
      [`shortlink "ShortLinkPreference" not null default 'ASK'`, { since: 'v2.20' }],
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'Media',
    lines: [
      ID,
      'name text not null',
      ['"originalName" text', { since: 'v2.20' }],
      'path text not null',
      ORGANIZATION,
      ['"fileSize" integer not null default 0', { since: 'v1.65.7' }],
      [`type text not null default 'image'`, { since: 'v1.65.7' }],
      ['thumbnail text', { since: 'v1.65.7' }],
      ['alt text', { since: 'v1.65.7' }],
      ['"thumbnailTimestamp" integer', { since: 'v1.65.7' }],
      CREATED,
      UPDATED,
      DELETED,
    ],
  },
  {
    name: 'User',
    lines: [
      ID,
      'email text not null',
      'password text',
      '"providerName" "Provider" not null',
      'name text',
      '"lastName" text',
      '"isSuperAdmin" boolean not null default false',
      'bio text',
      'audience integer not null default 0',
      '"pictureId" text references "Media" (id)',
      '"providerId" text',
      'timezone integer not null',
      '"lastReadNotifications" timestamp(3) not null default current_timestamp',
      '"inviteId" text',
      'activated boolean not null default true',
      ['marketplace boolean not null default true', { until: 'v2.11.3' }],
      'account text',
      '"connectedAccount" boolean not null default false',
      '"lastOnline" timestamp(3) not null default current_timestamp',
      'ip text',
      'agent text',
      ['"sendSuccessEmails" boolean not null default true', { since: 'v2.11.3' }],
      ['"sendFailureEmails" boolean not null default true', { since: 'v2.11.3' }],
      ['"sendStreakEmails" boolean not null default true', { since: 'v2.20' }],
      CREATED,
      UPDATED,
      'unique (email, "providerName")',
    ],
  },
  {
    name: 'UserOrganization',
    lines: [
      ID,
      '"userId" text not null references "User" (id)',
      ORGANIZATION,
      'disabled boolean not null default false',
      `role "Role" not null default 'USER'`,
      CREATED,
      UPDATED,
      'unique ("userId", "organizationId")',
    ],
  },
  {
    name: 'Customer',
    since: 'v1.35',
    lines: [
      ID,
      'name text not null',
      '"orgId" text not null references "Organization" (id)',
      CREATED,
      UPDATED,
      DELETED,
      'unique ("orgId", name, "deletedAt")',
    ],
  },
  {
    name: 'Integration',
    lines: [
      ID,
      '"internalId" text not null',
      ORGANIZATION,
      'name text not null',
      'picture text',
      '"providerIdentifier" text not null',
      'type text not null',
      'token text not null',
      'disabled boolean not null default false',
      '"tokenExpiration" timestamp(3)',
      '"refreshToken" text',
      'profile text',
      '"inBetweenSteps" boolean not null default false',
      '"refreshNeeded" boolean not null default false',
      `"postingTimes" text not null default '[{"time":120}, {"time":400}, {"time":700}]'`,
      '"customInstanceDetails" text',
      ['"customerId" text references "Customer" (id)', { since: 'v1.35' }],
      ['"rootInternalId" text', { since: 'v1.35' }],
      [`"additionalSettings" text default '[]'`, { since: 'v1.35' }],
      DELETED,
      CREATED,
      '"updatedAt" timestamp(3)',
      'unique ("organizationId", "internalId")',
    ],
  },
  {
    name: 'Post',
    lines: [
      ID,
      `state "State" not null default 'QUEUE'`,
      '"publishDate" timestamp(3) not null',
      ORGANIZATION,
      '"integrationId" text not null references "Integration" (id)',
      'content text not null',
      ['delay integer not null default 0', { since: 'v2.20' }],
      '"group" text not null',
      'title text',
      'description text',
      '"parentPostId" text references "Post" (id)',
      '"releaseId" text',
      '"releaseURL" text',
      'settings text',
      'image text',
      '"submittedForOrderId" text',
      '"submittedForOrganizationId" text references "Organization" (id)',
      `"approvedSubmitForOrder" "APPROVED_SUBMIT_FOR_ORDER" not null default 'NO'`,
      '"lastMessageId" text',
      '"intervalInDays" integer',
      'error text',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'Tags',
    since: 'v1.35',
    lines: [
      ID,
      'name text not null',
      'color text not null',
      '"orgId" text not null references "Organization" (id)',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'TagsPosts',
    since: 'v1.35',
    lines: [
      '"postId" text not null references "Post" (id)',
      '"tagId" text not null references "Tags" (id)',
      CREATED,
      UPDATED,
      'primary key ("postId", "tagId")',
    ],
  },
  {
    name: 'Webhooks',
    since: 'v1.35',
    lines: [ID, 'name text not null', ORGANIZATION, 'url text not null', DELETED, CREATED, UPDATED],
  },
  {
    name: 'IntegrationsWebhooks',
    since: 'v1.35',
    lines: [
      '"integrationId" text not null references "Integration" (id)',
      '"webhookId" text not null references "Webhooks" (id)',
      'primary key ("integrationId", "webhookId")',
    ],
  },
  {
    name: 'Notifications',
    lines: [ID, ORGANIZATION, 'content text not null', 'link text', CREATED, UPDATED, DELETED],
  },
  {
    name: 'Signatures',
    since: 'v1.35',
    lines: [
      ID,
      ORGANIZATION,
      'content text not null',
      '"autoAdd" boolean not null',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'Sets',
    since: 'v1.65.7',
    lines: [ID, ORGANIZATION, 'name text not null', 'content text not null', CREATED, UPDATED],
  },
  {
    name: 'AutoPost',
    since: 'v1.65.7',
    lines: [
      ID,
      ORGANIZATION,
      'title text not null',
      'content text',
      '"onSlot" boolean not null',
      '"syncLast" boolean not null',
      'url text not null',
      '"lastUrl" text not null',
      'active boolean not null',
      '"addPicture" boolean not null',
      '"generateContent" boolean not null',
      'integrations text not null',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'Plugs',
    since: 'v1.35',
    lines: [
      ID,
      ORGANIZATION,
      '"plugFunction" text not null',
      'data text not null',
      '"integrationId" text not null references "Integration" (id)',
      'activated boolean not null default true',
      'unique ("plugFunction", "integrationId")',
    ],
  },
  {
    name: 'Errors',
    since: 'v1.65.7',
    lines: [
      ID,
      'message text not null',
      'platform text not null',
      ORGANIZATION,
      '"postId" text not null references "Post" (id)',
      'body text not null',
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'ThirdParty',
    since: 'v1.65.7',
    lines: [
      ID,
      ORGANIZATION,
      'identifier text not null',
      'name text not null',
      '"internalId" text not null',
      '"apiKey" text not null',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  {
    name: 'Subscription',
    lines: [
      ID,
      '"organizationId" text not null unique references "Organization" (id)',
      '"subscriptionTier" "SubscriptionTier" not null',
      'identifier text',
      '"cancelAt" timestamp(3)',
      'period "Period" not null',
      '"totalChannels" integer not null',
      '"isLifetime" boolean not null default false',
      DELETED,
      CREATED,
      UPDATED,
    ],
  },
  { name: 'Orders', lines: [ID, '"buyerId" text not null', '"sellerId" text not null', CREATED, UPDATED] },
  {
    name: 'Messages',
    lines: [ID, 'content text', 'special text', '"groupId" text not null', CREATED, UPDATED],
  },
  { name: 'Credits', lines: [ID, ORGANIZATION, 'credits integer not null', CREATED, UPDATED] },
  { name: 'mastra_threads', since: 'v2.11.3', lines: [ID, 'title text not null', 'metadata text'] },
  {
    name: 'OAuthApp',
    since: 'v2.20',
    lines: [
      ID,
      ORGANIZATION,
      'name text not null',
      'description text',
      '"pictureId" text references "Media" (id)',
      '"redirectUrl" text not null',
      '"clientId" text not null unique',
      '"clientSecret" text not null',
      DELETED,
      CREATED,
      UPDATED,
      'unique ("organizationId", "deletedAt")',
    ],
  },
  {
    name: 'OAuthAuthorization',
    since: 'v2.20',
    lines: [
      ID,
      '"oauthAppId" text not null references "OAuthApp" (id)',
      '"userId" text not null references "User" (id)',
      ORGANIZATION,
      '"accessToken" text',
      '"authorizationCode" text',
      '"codeExpiresAt" timestamp(3)',
      '"revokedAt" timestamp(3)',
      CREATED,
      UPDATED,
      'unique ("oauthAppId", "userId", "organizationId")',
    ],
  },
];

/** The statements that make the tables of an age in an empty database. */
export function schemaOf(age: Age): string[] {
  const tables = TABLES.filter((table) => isThere(age, table)).map(({ name, lines }) => {
    const there = lines.flatMap((line) => {
      if (typeof line === 'string') return [line];
      return isThere(age, line[1]) ? [line[0]] : [];
    });
    return `create table "${name}" (${there.join(', ')})`;
  });
  return [...ENUMS, ...tables];
}
