import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '../../providers/index.ts';
import { makeV1Source, type V1Source } from './test/make-source.ts';
import { makePlan, type Plan } from './plan.ts';
import { openSource } from './source/open-source.ts';
import { readBatch, readPosts } from './source/read-batch.ts';
import { openerOf } from './source/legacy-cipher.ts';

describe('The plan of a migration', () => {
  let v1: V1Source;
  beforeAll(async () => {
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 1,
      posts: 12,
      waiting: 4,
    });
  });
  afterAll(() => v1?.drop());
  const plan = async (): Promise<Plan> => {
    const source = await openSource(v1.url);
    try {
      const providers = createRegistry({ sandbox: true });
      return await makePlan(source, {
        open: openerOf(v1.jwtSecret),
        env: {},
        providers,
        plans: [],
        uploads: null,
      });
    } finally {
      await source.close();
    }
  };
  const series = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await plan()).clashes
        .filter(({ what }) => /series/.test(what))
        .map(({ what, count }) => [what, count]),
    );

  it('counts series that v1 gave up, that are overdue, or whose last date it did not send', async () => {
    expect(await series()).toEqual({});
    const set = (state: string, age: { days: number; updatedDays: number }): Promise<unknown> =>
      v1.query(
        `update "Post" set "intervalInDays" = 7, state = $1::"State",
            "publishDate" = now() at time zone 'UTC' - $2 * interval '1 day',
            "updatedAt" = now() at time zone 'UTC' - $3 * interval '1 day'
          where id = (select id from "Post" where "intervalInDays" is null and "parentPostId" is null
            and "deletedAt" is null limit 1)`,
        [state, age.days, age.updatedDays],
      );
    await set('ERROR', { days: 30, updatedDays: 23 });
    await set('QUEUE', { days: 2, updatedDays: 30 });
    await set('QUEUE', { days: -2, updatedDays: 30 });
    // Sent at its last date, and not.
    await set('PUBLISHED', { days: 30, updatedDays: 2 });
    await set('PUBLISHED', { days: 30, updatedDays: 9 });
    expect(await series()).toEqual({
      'series that v1 gave up after a failure': 1,
      'series that are overdue': 1,
      'series of which v1 seems not to have sent the last date': 1,
    });
  });

  it('counts waiting posts that other channels are to repost or comment on', async () => {
    const settings = { 'plug--x-repost-post-users--integrations': [{ id: 'c' }] };
    const none = { 'plug--x-repost-post-users--integrations': [] };
    for (const value of [settings, none]) {
      await v1.query(
        `update "Post" set settings = $1 where id = (select id from "Post" where state = 'QUEUE' and "parentPostId" is null
          and "deletedAt" is null and coalesce(settings, '') not like '%plug--%' limit 1)`,
        [JSON.stringify(value)],
      );
    }
    expect((await plan()).clashes).toContainEqual({
      what: 'waiting posts that other channels are to repost or comment on',
      why: 'are copied without that: Crier has no plugs',
      count: 1,
    });
  });

  it('names apps that registered themselves, which belong to no organisation', async () => {
    // As the release after v2.23.0 has them (schema.prisma), in the columns that are read.
    await v1.query(
      `create table "OAuthApp" (id text, "organizationId" text, dynamic boolean, "deletedAt" timestamp(3))`,
    );
    await v1.query(`insert into "OAuthApp" values ('a', $1, false, null), ('b', null, true, null)`, [
      v1.organizations[0]?.id,
    ]);
    expect((await plan()).left).toContainEqual({
      what: 'apps that registered themselves',
      why: expect.stringContaining('make an app here'),
      count: 1,
    });
    await v1.query('drop table "OAuthApp"');
  });

  it('names superadmins, colours of another kind, and what was deleted, which is not read', async () => {
    expect((await plan()).clashes).toContainEqual(
      expect.objectContaining({ what: 'people who are superadmin of v1', count: 1 }),
    );
    expect((await plan()).clashes).toContainEqual(
      expect.objectContaining({ what: 'tags with a colour of another kind', count: 1 }),
    );
    // As the release after v2.23.0 has them (schema.prisma).
    for (const table of ['Organization', 'User']) {
      await v1.query(`alter table "${table}" add column "deletedAt" timestamp(3)`);
    }
    await v1.query(
      `insert into "Organization" (id, name, "updatedAt", "deletedAt") values ('gone', 'Gone', now(), now())`,
    );
    await v1.query(`update "Post" set "organizationId" = 'gone' where state = 'QUEUE'`);
    await v1.query(`update "User" set "deletedAt" = now() where "providerName" = 'GITHUB'`);
    const { organizations, left } = await plan();
    expect(organizations.map(({ name }) => name)).toEqual(['Café Nord 🥐']);
    expect(left.filter(({ why }) => why === 'v1 does not show them either')).toEqual([
      { what: 'organisations that were deleted in v1', why: expect.anything(), count: 1 },
      { what: 'people whose account was deleted in v1', why: expect.anything(), count: 1 },
    ]);
    const source = await openSource(v1.url);
    const read = async (table: string): Promise<number> =>
      (await readBatch(source, { table, after: '', limit: 100 })).length;
    const posts = await readPosts(source, { after: '', limit: 100 });
    const changed = await readPosts(source, { after: '', limit: 100, since: new Date(0) });
    expect([posts, changed].map((list) => list.some(({ row }) => row.organizationId === 'gone'))).toEqual([
      false,
      false,
    ]);
    expect([await read('Organization'), await read('User'), await read('UserOrganization')]).toEqual([
      1, 4, 4,
    ]);
    await source.close();
  });
});
