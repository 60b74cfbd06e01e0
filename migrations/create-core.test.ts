import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../src/platform/entities/index.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { migrations } from './index.ts';

describe('the database', () => {
  let crier: TestInstance;
  let channel: string;
  let post: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    post = await createOne(crier, buildPost(channel));
  });
  afterAll(() => crier?.stop());

  const change = (text: string): Promise<unknown> =>
    sql(
      crier,
      text
        .replaceAll(':post', `'${post}'`)
        .replaceAll(':channel', `'${channel}'`)
        .replaceAll(':org', `'${crier.organizationId}'`),
    );

  it.each([
    ['a state that does not exist', "update post set state = 'lost' where id = :post", /post_state_check/],
    ['a lateness below zero', 'update post set lateness_ms = -1 where id = :post', /lateness_ms/],
    ['published without a time', "update post set state = 'published' where id = :post", /check/],
    ['failed without a reason', "update post set state = 'failed' where id = :post", /check/],
    ['a revision of zero', 'update post set revision = 0 where id = :post', /revision/],
    ['a repetition of zero days', 'update post set interval_days = 0 where id = :post', /interval_days/],
    [
      'a part twice',
      "insert into post_item (id, post_id, position, content) values (gen_random_uuid(), :post, 0, '')",
      /post_item_post_id_position_key/,
    ],
    [
      'a part before the first',
      "insert into post_item (id, post_id, position, content) values (gen_random_uuid(), :post, -1, '')",
      /position/,
    ],
    ['a delay below zero', 'update post_item set delay_minutes = -1 where post_id = :post', /delay_minutes/],
    [
      'a phase that does not exist',
      "insert into publish_attempt (id, post_item_id, revision, phase, fence) select gen_random_uuid(), id, 1, 'maybe', gen_random_uuid() from post_item where post_id = :post",
      /phase/,
    ],
    [
      'sent without a time',
      "insert into publish_attempt (id, post_item_id, revision, phase, fence) select gen_random_uuid(), id, 1, 'sent', gen_random_uuid() from post_item where post_id = :post",
      /check/,
    ],
    [
      'confirmed without a time',
      "insert into publish_attempt (id, post_item_id, revision, phase, fence) select gen_random_uuid(), id, 1, 'confirmed', gen_random_uuid() from post_item where post_id = :post",
      /check/,
    ],
    [
      'a second attempt of the same part and revision',
      "insert into publish_attempt (id, post_item_id, revision, phase, fence) select gen_random_uuid(), i.id, 1, 'intent', gen_random_uuid() from post_item i, generate_series(1, 2) where post_id = :post",
      /publish_attempt_post_item_id_revision_key/,
    ],
    [
      'a second live channel of the same account',
      'insert into integration (id, organization_id, provider, internal_id, name, credentials) select gen_random_uuid(), organization_id, provider, internal_id, name, credentials from integration where id = :channel',
      /integration_account/,
    ],
    [
      'a channel of no organisation',
      "insert into integration (id, organization_id, provider, internal_id, name, credentials) values (gen_random_uuid(), gen_random_uuid(), 'sandbox', 'x', 'x', 'x')",
      /foreign key/,
    ],
    ['the removal of a channel that has posts', 'delete from integration where id = :channel', /foreign key/],
    [
      'a key without rights',
      "insert into api_key (id, organization_id, name, hash, scopes) values (gen_random_uuid(), :org, 'x', repeat('a', 64), '{}')",
      /scopes/,
    ],
    [
      'a right that does not exist',
      "insert into api_key (id, organization_id, name, hash, scopes) values (gen_random_uuid(), :org, 'x', repeat('a', 64), '{admin}')",
      /scopes/,
    ],
    [
      'a key twice',
      "insert into api_key (id, organization_id, name, hash) select gen_random_uuid(), organization_id, 'again', hash from api_key",
      /api_key_hash_key/,
    ],
    [
      'an organisation without a name',
      "insert into organization (id, name) values (gen_random_uuid(), '')",
      /name/,
    ],
    [
      'an empty file',
      "insert into media (id, organization_id, path, name, mime, size) values (gen_random_uuid(), :org, 'x', 'x', 'image/png', 0)",
      /size/,
    ],
    [
      'a message of an unknown kind',
      "insert into outbox (id, kind, post_group_id) select gen_random_uuid(), 'shout', post_group_id from post where id = :post",
      /outbox_kind_check|outbox_check/,
    ],
    [
      'a message about a change that names no post',
      "insert into outbox (id, kind, post_group_id) select gen_random_uuid(), 'sync_post', post_group_id from post where id = :post",
      /check/,
    ],
    [
      'an idempotency key of 256 letters',
      "insert into idempotency_record (organization_id, key, request_hash, status, body) values (:org, repeat('k', 256), repeat('a', 64), 201, '')",
      /key/,
    ],
  ])('refuses %s', async (_, text, message) => {
    await expect(change(text)).rejects.toThrow(message);
  });

  it('accepts the account of a deleted channel again', async () => {
    await change(
      'insert into integration (id, organization_id, provider, internal_id, name, credentials, deleted_at) select gen_random_uuid(), organization_id, provider, internal_id, name, credentials, now() from integration where id = :channel',
    );
  });

  it('deletes everything that belongs to an organisation with it', async () => {
    const other = await crier.anotherOrganization();
    await crier.connect('sandbox', {}, other.id);
    await change(`delete from organization where id = '${other.id}'`);
    expect(await sql(crier, 'select 1 from integration where organization_id = $1', [other.id])).toEqual([]);
  });

  it('has exactly the columns that the entities know', async () => {
    const columns = await sql<{ t: string; c: string; n: boolean }>(
      crier,
      "select table_name as t, column_name as c, is_nullable = 'YES' as n from information_schema.columns where table_schema = 'public'",
    );
    for (const { meta } of entities) {
      const known = Object.values(
        crier.context.database.orm.getMetadata().get(meta.class).properties,
      ).flatMap((p) =>
        p.fieldNames && p.persist !== false ? p.fieldNames.map((c) => ({ c, n: Boolean(p.nullable) })) : [],
      );
      const there = columns.filter((column) => column.t === meta.tableName).map(({ c, n }) => ({ c, n }));
      const sorted = (list: { c: string; n: boolean }[]): unknown[] =>
        list.toSorted((a, b) => a.c.localeCompare(b.c));
      expect({ table: meta.tableName, columns: sorted(known) }).toEqual({
        table: meta.tableName,
        columns: sorted(there),
      });
    }
  });

  it('can be migrated down to nothing, and up again to the same schema', async () => {
    const schema = (): Promise<unknown> =>
      sql(
        crier,
        `select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns where table_schema = 'public' and table_name <> 'migration' order by 1, 2`,
      );
    const indexes = (): Promise<unknown> =>
      sql(
        crier,
        "select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migration' order by 1",
      );
    const before = [await schema(), await indexes()];
    const { migrator } = crier.context.database.orm;
    await migrator.down({ to: 0 });
    expect([await schema(), await indexes()]).toEqual([[], []]);
    await migrator.up();
    expect([await schema(), await indexes()]).toEqual(before);
    expect(await migrator.getPending()).toEqual([]);
  });

  it('names every migration so that it sorts by date', () => {
    const names = migrations.map((m) => m.name);
    expect(names.every((name) => /^\d{14}-[a-z]+(-[a-z0-9]+)+$/.test(name))).toBe(true);
    expect(names).toEqual(names.toSorted());
  });
});
