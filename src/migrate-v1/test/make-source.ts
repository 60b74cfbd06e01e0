/** A database of v1 for tests: the tables of an age, and rows as instances have them, odd ones included. */
import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { admin, databaseUrl, uniqueName } from '../../test/ready-made.ts';
import { sealLegacy } from './legacy-cipher.ts';
import { AGES, schemaOf, type Age } from './schema.ts';
import { channelRows } from './source-channels.ts';
import { oddPosts, postRows } from './source-posts.ts';

/** What is made. The same seed makes the same rows. */
export interface SourceOptions {
  readonly age: Age;
  readonly organizations: number;
  /** Posts in all, spread over the organisations; the odd ones come on top, in the first. */
  readonly posts: number;
  /** How many of them wait. */
  readonly waiting: number;
  readonly seed?: string;
  /** When the first waiting post is due; the others follow a minute apart. */
  readonly dueAt?: Date;
  /** The URL under which the sandbox network is reached, for the channels that publish there. */
  readonly sandboxUrl?: string;
}

/** A source, and what a test needs to know of it. */
export interface V1Source {
  readonly url: string;
  readonly age: Age;
  readonly jwtSecret: string;
  readonly organizations: readonly { readonly id: string; readonly apiKey: string | null }[];
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export type Row = Readonly<Record<string, unknown>>;

/** Ids and numbers that depend on the seed alone. */
export interface Made {
  readonly age: Age;
  readonly jwtSecret: string;
  cuid(...seeds: (string | number)[]): string;
  uuid(...seeds: (string | number)[]): string;
  hex(...seeds: (string | number)[]): string;
  /** A secret as v1 stores it. */
  seal(plain: string): string;
  /** A JWT (RFC 7519) with HS256. */
  jwt(payload: object): string;
  has(age: Age): boolean;
}

const DAY_MS = 86_400_000;
/** Everybody's password in v1. */
export const PASSWORD = 'correct horse battery';
/** bcrypt of it, with v1's cost; hashing here would cost each test a tenth of a second. */
const BCRYPT = '$2y$10$3cQf/kNKqcCDG13LvubbOuDCgJnwHqPmsH5N9RiwEpMGbMF1UzvMG';

const JWT_SECRET = 'the secret of the old instance';

function makerOf(age: Age, seed: string): Made {
  const hex = (...seeds: (string | number)[]): string =>
    createHash('sha256')
      .update([seed, ...seeds].join('\n'))
      .digest('hex');
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    age,
    jwtSecret: JWT_SECRET,
    hex,
    cuid: (...seeds) => `c${hex('cuid', ...seeds).slice(0, 24)}`,
    uuid: (...seeds) =>
      hex('uuid', ...seeds).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
    seal: (plain) => sealLegacy(JWT_SECRET, plain),
    jwt: (payload) => {
      const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(payload)}`;
      return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`;
    },
    has: (since) => AGES.indexOf(age) >= AGES.indexOf(since),
  };
}

/** Makes the database on the server of the tests. */
export async function makeV1Source(server: string, options: SourceOptions): Promise<V1Source> {
  const name = uniqueName().replace('test_', 'v1_');
  await admin(server, `create database ${name}`);
  const url = databaseUrl(server, name);
  // A test that makes the database read-only takes that back on a connection that may be new by then.
  const writable = '-c default_transaction_read_only=off';
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'a test', options: writable });
  pool.on('error', () => undefined); // its server was killed; the next query says so itself
  const make = makerOf(options.age, options.seed ?? 'a seed');
  for (const statement of schemaOf(options.age)) await pool.query(statement);
  const organizations = await fill(pool, make, options);
  return {
    url,
    age: options.age,
    jwtSecret: JWT_SECRET,
    organizations,
    query: async <R extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    drop: async () => {
      await pool.end();
      // Without force: PostgreSQL waits for connections that are being closed, which would complain.
      await admin(server, `drop database if exists ${name}`);
    },
  };
}

/** Inserts rows in batches; keys that are no column of this age are passed over. */
async function insert(pool: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 2000) {
    const batch = JSON.stringify(rows.slice(from, from + 2000));
    await pool.query(
      `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [batch],
    );
  }
}

async function fill(pool: pg.Pool, make: Made, options: SourceOptions): Promise<V1Source['organizations']> {
  const now = options.dueAt ?? new Date(Date.now() + DAY_MS);
  const created = {
    createdAt: new Date(now.getTime() - 300 * DAY_MS),
    updatedAt: new Date(now.getTime() - 300 * DAY_MS),
  };
  const numbers = Array.from({ length: options.organizations }, (_, n) => n);
  const organizations = numbers.map((n) => ({
    id: make.uuid('organization', n),
    name: n === 0 ? 'Café Nord 🥐' : `Organisation ${n}`,
    apiKey: make.has('v1.35') && n !== 2 ? make.hex('key', n) : null,
    allowTrial: false,
    isTrailing: false,
    shortlink: ['ASK', 'YES', 'NO'][n % 3],
    ...created,
  }));
  await insert(pool, 'Organization', organizations);
  await insert(
    pool,
    'User',
    numbers.flatMap((n) => userRows(make, n, created)),
  );
  await insert(
    pool,
    'UserOrganization',
    numbers.flatMap((n) => memberRows(make, n, created)),
  );
  if (make.has('v1.35')) {
    await insert(
      pool,
      'Customer',
      numbers.flatMap((n) => customerRows(make, n, created)),
    );
  }
  await insert(
    pool,
    'Media',
    numbers.flatMap((n) => mediaRows(make, n, created)),
  );
  await insert(
    pool,
    'Integration',
    numbers.flatMap((n) => channelRows(make, n, created, options.sandboxUrl)),
  );
  const posts = { ...options, now, created };
  await insert(pool, 'Post', postRows(make, posts));
  const odd = oddPosts(make, posts);
  await insert(pool, 'Post', odd.posts);
  if (make.has('v1.35')) {
    await insert(pool, 'Tags', odd.tags);
    await insert(pool, 'TagsPosts', odd.tagged);
    const common = { organizationId: organizations[0]?.id, ...created };
    await insert(pool, 'Signatures', [
      {
        id: make.uuid('signature'),
        content: '<p>Open daily from <strong>9</strong> to 18</p>',
        autoAdd: true,
        ...common,
      },
      { id: make.uuid('signature', 'gone'), content: 'x', autoAdd: false, deletedAt: now, ...common },
    ]);
    await insert(pool, 'Webhooks', [
      { id: make.uuid('webhook'), name: 'Dashboard', url: 'https://dashboard.example/hook', ...common },
    ]);
    await insert(pool, 'IntegrationsWebhooks', [
      { integrationId: make.cuid('channel', 0, 0), webhookId: make.uuid('webhook') },
    ]);
    await insert(pool, 'Plugs', [
      {
        id: make.uuid('plug'),
        plugFunction: 'autoRepostPost',
        data: '[]',
        activated: true,
        integrationId: make.cuid('channel', 0, 0),
        ...common,
      },
    ]);
  }
  await insert(pool, 'Notifications', [
    {
      id: make.uuid('notification'),
      organizationId: organizations[0]?.id,
      content: 'Your post has been published at https://social.example/1',
      ...created,
    },
  ]);
  if (make.has('v1.65.7')) {
    await insert(pool, 'Sets', [
      {
        id: make.uuid('set'),
        organizationId: organizations[0]?.id,
        name: 'Monday menu',
        content: JSON.stringify({ posts: [{ value: [{ content: '<p>Soup of the day</p>', image: [] }] }] }),
        ...created,
      },
      {
        id: make.uuid('set', 'broken'),
        organizationId: organizations[0]?.id,
        name: 'Broken',
        content: '{"posts":[',
        ...created,
      },
    ]);
    await insert(pool, 'Errors', [
      {
        id: make.uuid('error'),
        message: 'Your token has expired',
        platform: 'x',
        organizationId: organizations[0]?.id,
        postId: make.cuid('odd', 'error'),
        body: '{}',
        ...created,
      },
    ]);
    await insert(pool, 'ThirdParty', [
      {
        id: make.uuid('third'),
        organizationId: organizations[0]?.id,
        identifier: 'heygen',
        name: 'HeyGen',
        internalId: 'h1',
        apiKey: make.seal('hey'),
        ...created,
      },
    ]);
  }
  if (make.has('v2.20')) await fillApps(pool, make, created);
  await insert(
    pool,
    'Subscription',
    ['PRO', 'ULTIMATE']
      .slice(0, options.organizations)
      .map((subscriptionTier, n) => ({
        id: make.cuid('subscription', n),
        organizationId: make.uuid('organization', n),
        subscriptionTier,
        period: 'MONTHLY',
        totalChannels: 30,
        isLifetime: false,
        ...created,
      })),
  );
  await insert(pool, 'Credits', [
    { id: make.cuid('credits'), organizationId: organizations[0]?.id, credits: 3, ...created },
  ]);
  return organizations;
}

async function fillApps(pool: pg.Pool, make: Made, created: Row): Promise<void> {
  const organizationId = make.uuid('organization', 0);
  await insert(pool, 'OAuthApp', [
    {
      id: make.uuid('app'),
      organizationId,
      name: 'Menu board',
      description: 'Shows what is planned',
      redirectUrl: 'https://menu.example/callback',
      clientId: `pca_${make.hex('client').slice(0, 32)}`,
      clientSecret: make.seal(`pcs_${make.hex('client secret').slice(0, 48)}`),
      ...created,
    },
  ]);
  await insert(pool, 'OAuthAuthorization', [
    {
      id: make.uuid('authorization'),
      oauthAppId: make.uuid('app'),
      userId: make.uuid('user', 0, 0),
      organizationId,
      accessToken: make.seal(`pos_${make.hex('token').slice(0, 48)}`),
      ...created,
    },
  ]);
}

/** The owner, an admin, a person who signs in elsewhere; in the first organisation also two odd ones. */
function userRows(make: Made, n: number, created: Row): Row[] {
  const user = (i: number, more: Row): Row => ({
    id: make.uuid('user', n, i),
    email: `person${i}@organisation${n}.example`,
    password: BCRYPT,
    providerName: 'LOCAL',
    name: `Person ${i}`,
    isSuperAdmin: n === 0 && i === 0,
    audience: 0,
    timezone: 60,
    activated: true,
    marketplace: true,
    connectedAccount: false,
    lastOnline: created.createdAt,
    lastReadNotifications: created.createdAt,
    sendSuccessEmails: true,
    sendFailureEmails: true,
    sendStreakEmails: true,
    ...created,
    ...more,
  });
  const odd: Row[] =
    n === 0
      ? [
          // The same person by another way in, with other capitals.
          user(3, { email: 'Person0@organisation0.example', providerName: 'GOOGLE', password: '' }),
          user(4, { name: null, lastName: null, activated: false, email: 'new@organisation0.example' }),
        ]
      : [];
  return [
    user(0, {}),
    user(1, {}),
    user(2, { providerName: 'GITHUB', password: '', providerId: 'gh' }),
    ...odd,
  ];
}

function memberRows(make: Made, n: number, created: Row): Row[] {
  const roles = ['SUPERADMIN', 'ADMIN', 'USER', ...(n === 0 ? ['USER', 'USER'] : [])];
  return roles.map((role, i) => ({
    id: make.uuid('member', n, i),
    userId: make.uuid('user', n, i),
    organizationId: make.uuid('organization', n),
    disabled: n === 0 && i === 4,
    role,
    ...created,
  }));
}

function customerRows(make: Made, n: number, created: Row): Row[] {
  const orgId = make.uuid('organization', n);
  return [
    { id: make.uuid('customer', n), name: 'Bakery', orgId, ...created },
    { id: make.uuid('customer', n, 'gone'), name: 'Bakery', orgId, deletedAt: created.updatedAt, ...created },
  ];
}

function mediaRows(make: Made, n: number, created: Row): Row[] {
  const media = (i: number | string, more: Row): Row => ({
    id: make.uuid('media', n, i),
    name: `${make.hex('file', n, i).slice(0, 20)}.png`,
    path: `https://old.example/uploads/2025/03/0${n % 9}/${make.hex('file', n, i).slice(0, 20)}.png`,
    organizationId: make.uuid('organization', n),
    fileSize: 0,
    type: 'image',
    ...created,
    ...more,
  });
  return [
    media(0, { alt: 'A croissant' }),
    media(1, {}),
    media('missing', { path: 'https://old.example/uploads/2025/03/01/never-was.png' }),
    media('gone', { deletedAt: created.updatedAt }),
  ];
}
