/**
 * Rows of an archive that no endpoint would have accepted: each is refused, or changed to fit with a warning
 * (case 117).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { UNUSABLE_REDIRECT_URL } from '../../oauth/redirect-url.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { exportOrganization } from './export-organization.ts';
import { fillOrganization } from './fixtures/full-organization.ts';
import { repack, unpack, type Contents } from './fixtures/repack.ts';
import { importOrganization, type Imported } from './import-organization.ts';
import { KINDS } from './kinds.ts';
import { FORMAT } from './manifest.ts';
import { RULES } from './rules.ts';

const SCRIPT = 'javascript:alert(1)';
const UNSEEN = 'Ada\u202e\u200b';
/** Neither in a name nor in an email address. */
const LINES = 'Ada\r\nBcc: eve@example.org';

/** Column, value, and the message about it. Nothing is imported then. */
const REFUSED: readonly (readonly [column: string, value: unknown, words: string])[] = [
  ['organization.name', 'x'.repeat(201), 'name must have 1 to 200 characters'],
  ['organization.time_zone', 'Mars/Olympus', 'time_zone must be the name of a time zone'],
  ['organization.time_zone', '+03:00', 'time_zone must be the name of a time zone'],
  ['organization.missed_after_minutes', 0, 'value that is not allowed'],
  ['user_account.email', 'nobody', 'email must be an address'],
  ['user_account.email', LINES, 'email must be an address'],
  ['user_account.language', 'xx', 'value that is not allowed'],
  ['membership.role', 'operator', 'value that is not allowed'],
  ['integration.provider', '../mastodon', 'provider is not valid'],
  ['integration.details', ['x'], 'details is not valid'],
  ['integration.posting_times', [{ time: 5000 }], 'posting_times is not valid'],
  ['integration.posting_times', 'always', 'posting_times is not valid'],
  ['media.mime', 'text/html', 'mime is not valid'],
  ['tag.color', 'red;background:url(//evil.example)', 'value that is not allowed'],
  ['post.state', 'sent', 'value that is not allowed'],
  ['organization.short_links', 'sometimes', 'value that is not allowed'],
  ['organization.without_shortener', 'drop', 'value that is not allowed'],
  ['organization.link_parameters', { x: 1 }, 'link_parameters is not valid'],
  ['short_link.target', SCRIPT, 'value that is not allowed'],
  ['short_link.short_url', SCRIPT, 'value that is not allowed'],
  ['post.settings', 'none', 'settings is not valid'],
  ['post_item.content', '<b>'.repeat(10_001), 'content has more than 10000 tags'],
  ['post_item.media', [{ id: 'x', path: SCRIPT }], 'media is not valid'],
  ['post_item.media', [{ id: 'x', path: 'file:///etc/passwd' }], 'media is not valid'],
  ['post_item.media', 'all', 'media is not valid'],
  ['composition.document', { parts: 'none' }, 'document is not valid'],
  ['composition.document', [], 'document is not valid'],
  ['hashtag_set.tags', ['two words'], 'tags is not valid'],
  ['snippet.kind', 'script', 'value that is not allowed'],
  ['snippet.parts', [{ html: 'x' }], 'parts is not valid'],
  ['snippet.media', [[{ id: 'x', alt: '' }]], 'media is not valid'],
  ['snippet.media', ['x'], 'media is not valid'],
  ['notification.kind', 'winner', 'value that is not allowed'],
  ['idempotency_record.status', 302, 'status is not valid'],
];

/** Column, value, what is stored instead, and the message about it. */
const MADE_FIT: readonly (readonly [column: string, value: unknown, stored: unknown, words: string])[] = [
  ['oauth_app.redirect_url', SCRIPT, UNUSABLE_REDIRECT_URL, 'redirect_url must be a full URL'],
  [
    'oauth_app.redirect_url',
    'http://evil.example/',
    UNUSABLE_REDIRECT_URL,
    'redirect_url must begin with https://',
  ],
  [
    'oauth_app.redirect_url',
    'https://a.example/#x',
    UNUSABLE_REDIRECT_URL,
    'redirect_url must not have a fragment',
  ],
  ['oauth_app.redirect_url', 'https://u:p@a.example/', UNUSABLE_REDIRECT_URL, 'must not hold a user name'],
  [
    'oauth_app.redirect_url',
    'https://a.example/?code=1',
    UNUSABLE_REDIRECT_URL,
    'must not have the parameter code',
  ],
  ['oauth_app.name', UNSEEN, 'Ada', 'name came without'],
  [
    'oauth_app.description',
    'Posts\u0007\u202e the menu',
    'Posts the menu',
    'description came without control characters',
  ],
  ['organization.name', LINES, 'Ada  Bcc: eve@example.org', 'name came without line breaks'],
  ['user_account.name', LINES, 'Ada  Bcc: eve@example.org', 'name came without line breaks'],
  ['customer.name', UNSEEN, 'Ada', 'name came without'],
  ['tag.name', UNSEEN, 'Ada', 'name came without'],
  ['media.tags', ['\u200b', 'Menu'], ['Menu'], 'tags came without those'],
  ['snippet.name', UNSEEN, 'Ada', 'name came without'],
  ['hashtag_set.name', UNSEEN, 'Ada', 'name came without'],
  ['integration.name', '\u200b', 'Unnamed', 'name came without'],
  ['integration.profile', '\u202e', null, 'profile came without'],
  ['integration.picture', SCRIPT, null, 'picture is left out'],
  ['integration.picture', 'data:image/svg+xml,<svg/>', null, 'picture is left out'],
  ['post.repeat_rule', 'FREQ=SECONDLY', null, 'repeat_rule is left out'],
  ['post.release_url', SCRIPT, null, 'release_url is left out'],
  ['post_item.release_url', 'file:///etc/passwd', null, 'release_url is left out'],
  [
    'post_item.content',
    '<p onclick="x()">Menu</p><script>x()</script>',
    '<p>Menu</p>',
    'content came without the markup',
  ],
  ['post_item.content', `<a href="${SCRIPT}">Menu</a>`, '<a>Menu</a>', 'content came without the markup'],
];

/** Texts and JSON without a rule, with the reason. What the database checks has its line in a table above. */
const NO_RULE: Readonly<Record<string, string>> = {
  'organization.frozen_reason': 'a text, shown as one',
  'v1_source.version': 'a text, shown as one',
  'v1_organization.legacy_id': 'compared, never shown',
  'v1_organization.detail': 'read by a migration that is over',
  'legacy_id.kind': 'has a list of values',
  'legacy_id.legacy_id': 'compared, never shown',
  'legacy_id.digest': 'compared, never shown',
  'legacy_id.problem': 'a text, shown as one',
  'user_account.email': 'checked in load-people.ts: a row above',
  'user_account.language': 'checked by the database: a row above',
  'membership.role': 'checked by the database: a row above',
  'publish_attempt.rejection': 'a text, shown as one',
  'publish_attempt.settled_by': 'has a list of values',
  'integration.internal_id': 'compared; sent to the network of the channel alone',
  'integration.host': 'compared, never called',
  'organization_app.provider': 'of a sealed archive alone; compared',
  'organization_app.client_id': 'of a sealed archive alone; sent to the network alone',
  'media.path': 'must be one that files are stored under: import-organization.test.ts',
  'media.name': 'a text, shown as one',
  'media.original_name': 'a text, shown as one',
  'media.alt': 'a text, shown as one, and sent to networks as one',
  'tag.color': 'checked by the database: a row above',
  'post_group.creation_method': 'a text, shown as one',
  'post.own_group': 'compared, and answered as it was given',
  'post.state': 'checked by the database: a row above',
  'post.release_id': 'a text, shown as one',
  'post.error_code': 'a text, shown as one',
  'post.error': 'a text, shown as one',
  'post_item.release_id': 'a text, shown as one',
  'post_item.ref': 'read by the network of the channel; URLs in it are called through the guard alone',
  'post_item.network_key': 'compared, never shown',
  'post_place.network_key': 'compared, never shown',
  'publish_attempt.phase': 'checked by the database',
  'publish_attempt.provider_ref': 'as post_item.ref',
  'publish_attempt.evidence': 'as post_item.ref',
  'post_event.kind': 'has a list of values',
  'post_event.detail': 'texts, shown as such',
  'organization.short_links': 'checked by the database: a row above',
  'organization.without_shortener': 'checked by the database: a row above',
  'short_link.url': 'compared with the text of the post',
  'short_link.url_hash': 'compared, never shown',
  'short_link.target': 'checked by the database: a row above',
  'short_link.short_url': 'checked by the database: a row above',
  'short_link.service': 'a text, shown as one',
  'short_link.code': 'compared with what a visitor asks for',
  'short_link_click.referrer': 'a text, shown as one',
  'snippet.kind': 'checked by the database: a row above',
  'webhook.events': 'compared, never shown',
  'webhook.channels': 'compared, never shown',
  'webhook.format': 'has a list of values',
  'webhook.disabled_reason': 'a text, shown as one',
  'notification.kind': 'checked by the database: a row above',
  'notification.content': 'a text, shown as one',
  'oauth_app.client_id': 'compared with the shape of ours before anything is looked up',
  'api_key.scopes': 'checked by the database, and of a sealed archive alone',
  'idempotency_record.key': 'compared, never shown',
  'idempotency_record.request_hash': 'compared, never shown',
  'idempotency_record.body': 'answered as JSON to whoever has the key of the organisation',
  'metric_day.label': 'a text, shown as one',
  'audit_event.kind': 'has a list of values',
  'audit_event.detail': 'texts, shown as such',
};

describe('A row of an archive', () => {
  let crier: TestInstance;
  let contents: Contents;
  const path = (name: string): string => join(crier.dataDir, name);
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await fillOrganization(crier);
    const { organizationId } = crier;
    await exportOrganization(crier.context, {
      organizationId,
      passphrase: null,
      to: path('plain.zip'),
      move: false,
    });
    contents = await unpack(path('plain.zip'));
    await clear();
  });
  afterAll(() => crier?.stop());

  async function clear(): Promise<void> {
    await sql(crier, 'delete from organization where id = $1', [crier.organizationId]);
    await sql(crier, 'delete from user_account');
    await sql(crier, 'delete from v1_source');
  }
  /** Imports the archive with one value of the first row of a table exchanged. */
  async function importWith(
    column: string,
    value: unknown,
    { dryRun = false, format = FORMAT }: { dryRun?: boolean; format?: number } = {},
  ): Promise<Imported & { id: unknown }> {
    const [table = '', name = ''] = column.split('.');
    const entry = `rows/${table}.ndjson`;
    const lines = contents.get(entry)?.toString().split('\n') ?? [];
    const row = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(Object.keys(row)).toContain(name);
    lines[0] = JSON.stringify({ ...row, [name]: value });
    await repack(path('changed.zip'), new Map(contents).set(entry, Buffer.from(lines.join('\n'))), {
      manifest: (manifest) => (manifest.format = format),
    });
    const options = { file: path('changed.zip'), passphrase: null, publish: null, dryRun };
    return { ...(await importOrganization(crier.context, options)), id: row.id };
  }

  it.each(REFUSED)(
    'that has in %s the value %j refuses the archive, with the reason',
    async (column, value, message) => {
      await expect(importWith(column, value, { dryRun: true })).rejects.toMatchObject({
        code: 'archive_invalid',
        message: expect.stringContaining(message),
      });
      expect(await sql(crier, 'select 1 from organization where id = $1', [crier.organizationId])).toEqual(
        [],
      );
    },
  );

  it.each(MADE_FIT)(
    'that has in %s the value %j is changed to fit, with a warning',
    async (column, value, stored, message) => {
      const [table = '', name = ''] = column.split('.');
      const { changes, id } = await importWith(column, value);
      expect(changes).toEqual([expect.stringContaining(`rows/${table}.ndjson, line 1: `)]);
      expect(changes[0]).toContain(message);
      expect(await sql(crier, `select ${name} as value from ${table} where id = $1`, [id])).toEqual([
        { value: stored },
      ]);
      await clear();
    },
  );

  it('that an endpoint accepted is imported unchanged, without a warning', async () => {
    const { changes, done } = await importWith('oauth_app.redirect_url', 'https://robot.example/back?x=1');
    expect([changes, done !== null]).toEqual([[], true]);
    expect(await sql(crier, 'select redirect_url from oauth_app')).toEqual([
      { redirect_url: 'https://robot.example/back?x=1' },
    ]);
    await clear();
  });

  it.each([
    [1, 'Fish &amp; ?a=1&amp;copy=2', 'Fish & ?a=1&copy=2'],
    [1, '&lt;b&gt;', '<span class="plain-text">&lt;b&gt;</span>'],
    [1, '<p>R&amp;D</p>', '<p>R&amp;D</p>'],
    [2, 'Fish &amp; ?a=1&copy=2', 'Fish &amp; ?a=1&copy=2'],
  ])(
    'of format %d that has the text %j means the same here, without a warning',
    async (format, value, stored) => {
      const { changes, id } = await importWith('post_item.content', value, { format });
      expect(changes).toEqual([]);
      expect(await sql(crier, 'select content from post_item where id = $1', [id])).toEqual([
        { content: stored },
      ]);
      await clear();
    },
  );

  it('has a rule for each text and each JSON, or a reason why it needs none', async () => {
    const columns = await sql<{ column: string }>(
      crier,
      `select table_name || '.' || column_name as column from information_schema.columns
        where table_schema = 'public' and (data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character'))`,
    );
    const brought = new Set(
      KINDS.flatMap(({ table, columns: all }) => all.map((name) => `${table}.${name}`)),
    );
    const ruled = Object.entries(RULES).flatMap(([table, rules]) =>
      Object.keys(rules).map((name) => `${table}.${name}`),
    );
    const texts = columns.map(({ column }) => column).filter((column) => brought.has(column));
    expect(texts.filter((column) => !ruled.includes(column) && !(column in NO_RULE))).toEqual([]);
    expect(
      Object.keys(NO_RULE).filter((column) => !texts.includes(column) || ruled.includes(column)),
    ).toEqual([]);
  });
});
