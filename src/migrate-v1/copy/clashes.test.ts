import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashToken } from '../../platform/secrets.ts';
import { png, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { copySource, type CopiedSource } from '../test/copy-source.ts';
import { sealLegacy } from '../test/legacy-cipher.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { verify } from '../verify.ts';

const LONG = 'x'.repeat(300);
/** Names that collide in some reading, and such as a column here does not take. */
const NAMES = [
  'News',
  'News',
  ' News ',
  'news',
  'News (2)',
  'Caf\u00E9',
  'Cafe\u0301',
  LONG,
  `${LONG}y`,
  '',
  ' ',
];
const BY_US = 'is made here, not of what v1 says';
const OWN_ID = 'is the id of the record in v1, which v1 has once';
const MAPPED = 'is one of the words that a value of v1 is mapped to';
const NOT_WRITTEN = 'is no column that a copy writes';

/**
 * Each constraint of the tables that a copy writes into: the rows that `collide` makes for it, or why none
 * can.
 */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  api_key_hash_key: 'two organisations with one key, and one with a key that is here',
  api_key_name_check: BY_US,
  api_key_pkey: BY_US,
  api_key_scopes_check: BY_US,
  customer_name_check: 'names',
  customer_organization_id_name_key: 'names, and one that is here',
  customer_pkey: OWN_ID,
  integration_account: 'a channel whose account was connected here since',
  integration_pkey: OWN_ID,
  legacy_id_pkey: OWN_ID,
  media_duration_ms_check: 'is read from the file',
  media_pages_check: 'is read from the file',
  media_height_check: 'is read from the file',
  media_path_key: 'two records with one file, and one whose path is here',
  media_pkey: OWN_ID,
  media_sha256_check: 'is written by no copy',
  media_size_check: 'is read from the file',
  media_storage_check: 'is always local',
  media_tags_check: NOT_WRITTEN,
  media_width_check: 'is read from the file',
  membership_pkey: 'two accounts of one person (people.test.ts)',
  membership_role_check: MAPPED,
  notification_kind_check: BY_US,
  notification_pkey: OWN_ID,
  oauth_app_client_id_key: 'an app whose client ID is here',
  oauth_app_description_check: 'a description that is too long',
  oauth_app_name_check: 'a name that is too long',
  oauth_app_pkey: OWN_ID,
  oauth_app_redirect_url_check: 'a URL that is too long',
  oauth_token_check: NOT_WRITTEN,
  oauth_token_pkey: OWN_ID,
  oauth_token_revoked_reason_check: NOT_WRITTEN,
  oauth_token_scopes_check: BY_US,
  oauth_token_token_hash_key: 'two accesses with one token',
  organization_billing_customer_id_key: 'two organisations that are one customer',
  organization_billing_subscription_id_key: NOT_WRITTEN,
  organization_check: NOT_WRITTEN,
  organization_moved_check: NOT_WRITTEN,
  organization_missed_after_minutes_check: BY_US,
  organization_name_check: 'two organisations with one name, and one without',
  organization_short_links_check: MAPPED,
  organization_without_shortener_check: NOT_WRITTEN,
  organization_pkey: 'an organisation whose id is that of one here',
  post_check: MAPPED,
  post_check1: MAPPED,
  post_group_pkey: 'is the group of v1, and what is in it is written together',
  post_hold_check: NOT_WRITTEN,
  post_interval_days_check: 'a repeat that is no number of days',
  post_item_delay_minutes_check: 'a part before its post',
  post_item_network_key_key: NOT_WRITTEN,
  post_item_pkey: OWN_ID,
  post_item_position_check: BY_US,
  post_item_post_id_position_key: BY_US,
  post_lateness_ms_check: NOT_WRITTEN,
  post_one_rhythm: 'a copy writes the interval alone',
  post_pkey: OWN_ID,
  post_repeat_of_key: NOT_WRITTEN,
  post_repeat_rule_check: NOT_WRITTEN,
  post_revision_check: BY_US,
  post_state_check: MAPPED,
  post_tag_pkey: 'is once in v1',
  post_tag_position_check: BY_US,
  snippet_kind_check: MAPPED,
  snippet_media_check: BY_US,
  snippet_name_check: 'names',
  snippet_parts_check: 'a signature and a set without a text',
  snippet_pkey: OWN_ID,
  tag_color_check: 'a colour that is none',
  tag_name_check: 'names',
  tag_organization_id_name_key: 'names, and one that is here',
  tag_pkey: OWN_ID,
  user_account_email: 'two accounts with one address (people.test.ts)',
  user_account_email_check: 'accounts without an address (people.test.ts)',
  user_account_language_check: NOT_WRITTEN,
  user_account_name_check: 'people with no name, and with a long one',
  user_account_pkey: OWN_ID,
  user_account_skin_tone_check: NOT_WRITTEN,
  v1_organization_check: BY_US,
  v1_organization_check1: BY_US,
  v1_organization_phase_check: BY_US,
  v1_organization_pkey: OWN_ID,
  v1_organization_publishes_check: BY_US,
  v1_organization_source_id_legacy_id_key: OWN_ID,
};

const TABLES = `organization, v1_organization, api_key, user_account, membership, customer, integration, media,
  tag, snippet, post_group, post, post_item, post_tag, notification, oauth_app, oauth_token, legacy_id`;

describe('What v1 has twice, or Crier already', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let copied: CopiedSource;
  let uploads: string;
  const created = { createdAt: '2026-01-01T00:00:00', updatedAt: '2026-01-01T00:00:00' };
  const organization = (n: number): string => v1.organizations[n]?.id ?? '';
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    await v1.query(
      `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [JSON.stringify(rows.map((row) => ({ ...created, ...row })))],
    );
  };

  async function collide(): Promise<void> {
    const id = (kind: string, i: number): string => `${kind}-${i}`;
    const organizationId = organization(0);
    await insert(
      'Customer',
      NAMES.map((name, i) => ({ id: id('customer', i), name, orgId: organizationId })),
    );
    await insert(
      'Tags',
      NAMES.map((name, i) => ({ id: id('tag', i), name, color: 'red', orgId: organizationId })),
    );
    await insert(
      'Sets',
      NAMES.map((name, i) => ({ id: id('set', i), name, content: '', organizationId })),
    );
    await insert(
      'Signatures',
      NAMES.map((content, i) => ({ id: id('sig', i), content, autoAdd: false, organizationId })),
    );
    await v1.query(
      `update "Organization" set name = case when id = $1 then ' ' else 'Twice' end, "paymentId" = 'cus_1'`,
      [organizationId],
    );
    await v1.query(`update "Organization" set "apiKey" = 'one key' where id <> $1`, [organizationId]);
    await v1.query(`update "Organization" set "apiKey" = 'a key that is here' where id = $1`, [
      organizationId,
    ]);
    await v1.query(`update "User" set name = $1 where email like 'person0@%'`, [LONG]);
    await v1.query(`update "User" set name = ' ', "lastName" = null where email like 'person1@%'`);
    await v1.query(
      `insert into "Media" select (jsonb_populate_record(m, '{"id": "media-twice"}')).* from "Media" m
        where m.path not like '%never-was%' and m."deletedAt" is null limit 1`,
    );
    const [app] = await v1.query<{ id: string; clientSecret: string }>('select * from "OAuthApp"');
    const tooLong = {
      name: LONG,
      description: 'd'.repeat(900),
      redirectUrl: `https://a.example/${'p'.repeat(3000)}`,
    };
    await insert('OAuthApp', [
      { ...app, ...tooLong, id: 'app-here', organizationId: organization(1), clientId: 'pca_here' },
      { ...app, ...tooLong, id: 'app-long', organizationId: organization(2), clientId: 'pca_long' },
    ]);
    const accessToken = sealLegacy(v1.jwtSecret, `pos_${'a1'.repeat(24)}`);
    const people = await v1.query<{ id: string }>('select id from "User" order by id limit 2');
    await insert('OAuthAuthorization', [
      ...people.map((user, i) => ({
        id: id('access', i),
        userId: user.id,
        oauthAppId: 'app-long',
        accessToken,
        organizationId: organization(2),
      })),
      {
        id: 'access-here',
        userId: people[0]?.id,
        oauthAppId: 'app-here',
        accessToken: sealLegacy(v1.jwtSecret, 'pos_1'),
        organizationId: organization(1),
      },
    ]);
    await v1.query(
      `update "Post" set "intervalInDays" = -1, delay = -5 where id in (select id from "Post" where "parentPostId" is null limit 2)`,
    );
  }

  async function standHere(): Promise<void> {
    await sql(crier, `insert into api_key (id, organization_id, name, hash) values ($1, $2, 'Here', $3)`, [
      randomUUID(),
      crier.organizationId,
      hashToken('a key that is here'),
    ]);
    await sql(
      crier,
      `insert into oauth_app (id, organization_id, name, redirect_url, client_id, secret_hash)
        values ($1, $2, 'Here', 'https://here.example', 'pca_here', $3)`,
      [randomUUID(), crier.organizationId, hashToken('secret')],
    );
  }

  beforeAll(async () => {
    [crier, v1] = await Promise.all([
      startInstance({
        temporal: false,
        env: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      }),
      makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
        age: 'v2.20',
        organizations: 4,
        posts: 8,
        waiting: 4,
        seed: randomUUID(),
      }),
    ]);
    uploads = mkdtempSync(join(tmpdir(), 'crier-v1-uploads-'));
    await collide();
    await standHere();
    // The instance was moved here by an archive before: v1 must not take it back.
    await sql(crier, `insert into organization (id, name, time_zone) values ($1, 'Moved here', 'UTC')`, [
      organization(3),
    ]);
    for (const { path } of await v1.query<{ path: string }>('select path from "Media"')) {
      const file = join(uploads, path.replace(/^.*\/uploads\//, ''));
      mkdirSync(dirname(file), { recursive: true });
      if (!path.includes('never-was')) writeFileSync(file, png());
    }
    copied = await copySource(crier, v1, uploads);
    await copied.pass();
  });
  afterAll(async () => {
    await copied?.close();
    await crier?.stop();
    await v1?.drop();
    rmSync(uploads, { recursive: true });
  });

  it('is thought of for every constraint of the tables that a copy writes into', async () => {
    const rows = await sql<{ name: string }>(
      crier,
      `select conname as name from pg_constraint where contype in ('c', 'u', 'x', 'p')
          and conrelid::regclass::text = any(regexp_split_to_array($1, '\\s*,\\s*'))
        union select indexrelid::regclass::text from pg_index
          where indisunique and indrelid::regclass::text = any(regexp_split_to_array($1, '\\s*,\\s*'))`,
      [TABLES],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(CONSTRAINTS).toSorted());
  });

  const namesIn = async (table: string): Promise<string[]> =>
    (
      await sql<{ name: string }>(
        crier,
        `select t.name from ${table} t join legacy_id l on l.id = t.id
          where t.organization_id = $1 and l.legacy_id ~ '-[0-9]+$' and length(l.legacy_id) < 20
          order by split_part(l.legacy_id, '-', 2)::int`,
        [organization(0)],
      )
    ).map(({ name }) => name);

  it('gets a number where a name may be there once', async () => {
    const cut = 'x'.repeat(200);
    const expected = [
      'News',
      'News (2)',
      'News (3)',
      'news',
      'News (2) (2)',
      'Caf\u00E9',
      'Cafe\u0301',
      cut,
      `${'x'.repeat(196)} (2)`,
      'Unnamed',
      'Unnamed (2)',
    ];
    expect((await namesIn('tag')).toSorted()).toEqual(expected.toSorted());
    expect((await namesIn('customer')).toSorted()).toEqual(expected.toSorted());
    expect(Object.values(await copied.problems())).toContain(
      'is called "News (2)" here: its organisation has another "News"',
    );
  });

  it('is left where it is, and the way out is named, where no number helps', async () => {
    const problems = await copied.problems();
    const problemOf = (id: string): string | undefined => problems[id];
    expect([problemOf('app-here'), problemOf('access-here')]).toEqual([
      'another app here has its client ID pca_here: delete that one and copy again, or make a new app',
      'its app was not copied: approve the app again once it has',
    ]);
    const refused =
      'its API key is that of another organisation here: make a new one under Settings > API keys';
    expect([
      problemOf(organization(0)),
      [problemOf(organization(1)), problemOf(organization(2))].toSorted(),
    ]).toEqual([refused, [refused, undefined]]);
    expect([problemOf('access-0'), problemOf('access-1')].toSorted()).toEqual([
      'its access token is that of another one here: approve the app again',
      undefined,
    ]);
    expect(problemOf(organization(3))).toMatch(/^an organisation with its id is here already/);
    const [moved] = await sql(
      crier,
      `select o.name, (select count(*)::int from v1_organization w where w.organization_id = o.id) as of,
        (select count(*)::int from integration i where i.organization_id = o.id) as channels from organization o where o.id = $1`,
      [organization(3)],
    );
    expect(moved).toEqual({ name: 'Moved here', of: 0, channels: 0 });
  });

  it('has a file of its own for each of two records with one file', async () => {
    const rows = await sql<{ path: string }>(
      crier,
      `select path from media where organization_id = (select m.organization_id from media m join legacy_id l on l.id = m.id
        where l.legacy_id = 'media-twice')`,
    );
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
    for (const { path } of rows) expect((await fetch(`${crier.url}/uploads/${path}`)).status).toBe(200);
  });

  it('ends the same when it is repeated, also after what had the name here was changed, and is complete', async () => {
    const before = [await namesIn('tag'), await namesIn('customer'), await copied.problems()];
    expect(await copied.pass()).toEqual({ written: 0, removed: 0 });
    expect([await namesIn('tag'), await namesIn('customer'), await copied.problems()]).toEqual(before);
    const migration = {
      ...copied.deps,
      access: { source: '', jwtSecret: '', uploads, env: {} },
      close: copied.close,
    };
    const differing = (await verify(migration)).filter(({ different, missing }) => different + missing > 0);
    expect(differing).toEqual([]);
  });

  it('meets what was made here between two passes: names that are swapped, an account that was connected', async () => {
    const here = [randomUUID(), organization(1)];
    await sql(crier, `insert into tag (id, organization_id, name) values ($1, $2, 'Here')`, here);
    await sql(crier, `insert into customer (id, organization_id, name) values ($1, $2, 'Here')`, here);
    await insert('Tags', [{ id: 'tag-here', name: 'Here', color: '#000000', orgId: organization(1) }]);
    await insert('Customer', [{ id: 'customer-here', name: 'Here', orgId: organization(1) }]);
    await v1.query(
      `update "Tags" set name = case id when 'tag-3' then 'Caf\u00E9' else 'news' end where id in ('tag-3', 'tag-5')`,
    );
    await sql(
      crier,
      `insert into integration (id, organization_id, provider, internal_id, name, credentials)
        values ($1, $2, 'devto', 'connected here', 'Here', '')`,
      here,
    );
    await v1.query(
      `insert into "Integration" select (jsonb_populate_record(i, '{"id": "channel-here", "providerIdentifier": "devto",
          "internalId": "connected here"}')).* from "Integration" i where "organizationId" = $1 and "deletedAt" is null limit 1`,
      [organization(1)],
    );
    await copied.pass();
    const problems = await copied.problems();
    expect([problems['tag-here'], problems['customer-here'], problems['channel-here']]).toEqual([
      'is called "Here (2)" here: its organisation has another "Here"',
      'is called "Here (2)" here: its organisation has another "Here"',
      'its account is connected here already: remove that channel here and copy again',
    ]);
    expect((await namesIn('tag')).filter((name) => /^(news|Caf\u00E9)$/.test(name)).length).toBe(2);
    expect(await copied.pass()).toEqual({ written: 0, removed: 0 });
    await sql(crier, `update integration set deleted_at = now() where internal_id = 'connected here'`);
    await copied.pass();
    expect((await copied.problems())['channel-here'] ?? '').not.toMatch(/connected here already/);
  });
});
