import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connectChannel } from '../channels/connect-channel.ts';
import { ApiError } from '../platform/errors.ts';
import {
  buildPost,
  buildTarget,
  countRows,
  createOne,
  refusal,
  sql,
  type ErrorBody,
} from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson } from '../test/person.ts';
import { assertMemberQuota, assertWebhookQuota } from './quotas.ts';

const PLANS = JSON.stringify({
  free: { label: 'Free', channels: 2, postsPerMonth: 3, members: 2, webhooks: 1 },
  team: {
    label: 'Team',
    channels: null,
    postsPerMonth: 5,
    members: null,
    webhooks: null,
    stripePrice: 'price_team',
  },
});

interface QuotaBody extends ErrorBody {
  readonly quota?: unknown;
}

describe('an organisation with a plan', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { CRIER_PLANS: PLANS } });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    await sql(crier, 'delete from usage');
    await sql(crier, 'update organization set plan = null');
  });
  afterAll(() => crier?.stop());

  const used = async (organizationId = crier.organizationId): Promise<number> =>
    (
      await sql<{ posts: number }>(crier, 'select posts from usage where organization_id = $1', [
        organizationId,
      ])
    )[0]?.posts ?? 0;
  const create = (body: unknown, key?: string): Promise<Answer<QuotaBody>> =>
    crier.call<QuotaBody>('POST', '/posts', { body, ...(key ? { key } : {}) });
  const setStatus = (id: string, status: string): Promise<Answer<QuotaBody>> =>
    crier.call<QuotaBody>('PUT', `/posts/${id}/status`, { body: { status } });

  it('creates as many posts in a month as the plan allows; the next is refused with the numbers', async () => {
    for (const type of ['schedule', 'now', 'schedule']) {
      expect((await create(buildPost(channel, { type }))).status).toBe(201);
    }
    const posts = await countRows(crier, 'post');
    const over = await create(buildPost(channel));
    expect(refusal(over)).toEqual({ status: 402, code: 'quota_exceeded' });
    expect(over.body).toMatchObject({
      error: 'Payment Required',
      message: 'The plan Free allows 3 posts a month: 3 are used',
      msg: 'The plan Free allows 3 posts a month: 3 are used',
      quota: {
        quota: 'postsPerMonth',
        limit: 3,
        used: 3,
        plan: 'free',
        url: `${crier.context.publicUrl}/settings/plan`,
      },
    });
    expect([await countRows(crier, 'post'), await used()]).toEqual([posts, 3]);
    const problem = await fetch(`${crier.url}/public/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: crier.apiKey,
        'content-type': 'application/json',
        accept: 'application/problem+json',
      },
      body: JSON.stringify(buildPost(channel)),
    });
    expect([problem.status, await problem.json()]).toMatchObject([
      402,
      { code: 'quota_exceeded', status: 402, quota: { limit: 3, used: 3 } },
    ]);
  });

  it('has a whole request refused when only part of it fits, and each channel counts', async () => {
    const two = buildPost([], {
      posts: [
        buildTarget(channel),
        buildTarget(channel, { value: [{ content: 'Another menu', image: [] }] }),
      ],
    });
    expect((await create(two)).status).toBe(201);
    expect((await create(two)).body).toMatchObject({
      code: 'quota_exceeded',
      message: 'The plan Free allows 3 posts a month: 2 are used, and this needs 2 more',
    });
    expect((await create(buildPost(channel))).status).toBe(201);
  });

  it('never exceeds the plan, even with twenty simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(buildPost(channel))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(3).fill(201),
      ...Array<number>(17).fill(402),
    ]);
    expect(await used()).toBe(3);
  });

  it('uses its quota once for a request repeated with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const twice = [
      await crier.call('POST', '/posts', { body: buildPost(channel), headers }),
      await crier.call('POST', '/posts', { body: buildPost(channel), headers }),
    ];
    expect([...twice.map(({ status }) => status), await used()]).toEqual([201, 201, 1]);
    const parallel = { 'idempotency-key': randomUUID() };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        crier.call('POST', '/posts', { body: buildPost(channel), headers: parallel }),
      ),
    );
    expect(await used()).toBe(2);
  });

  it('writes unlimited drafts; a draft counts when it is scheduled, and only the first time', async () => {
    const drafts: string[] = [];
    for (let n = 0; n < 5; n++) drafts.push(await createOne(crier, buildPost(channel, { type: 'draft' })));
    const [first = '', second = '', third = '', fourth = ''] = drafts;
    expect(await used()).toBe(0);
    for (const status of ['schedule', 'draft', 'schedule']) {
      expect((await setStatus(first, status)).status).toBe(200);
    }
    expect(await used()).toBe(1);
    for (const id of [second, third]) expect((await setStatus(id, 'schedule')).status).toBe(200);
    expect(refusal(await setStatus(fourth, 'schedule'))).toEqual({ status: 402, code: 'quota_exceeded' });
    expect((await sql(crier, 'select state from post where id = $1', [fourth]))[0]).toEqual({
      state: 'draft',
    });
    // One that was scheduled from the beginning goes to the drafts and back.
    await sql(crier, 'delete from usage');
    const scheduled = await createOne(crier, buildPost(channel));
    for (const status of ['draft', 'schedule']) expect((await setStatus(scheduled, status)).status).toBe(200);
    expect(await used()).toBe(1);
  });

  it('changes or replaces a waiting post without using its quota again', async () => {
    await sql(
      crier,
      "insert into usage (organization_id, month, posts) values ($1, date_trunc('month', now() at time zone 'utc')::date, 2)",
      [crier.organizationId],
    );
    const id = await createOne(crier, buildPost(channel));
    const [post] = await sql<{ group: string }>(
      crier,
      'select public_group as group from post where id = $1',
      [id],
    );
    expect(
      (
        await create(
          buildPost([], {
            posts: [buildTarget(channel, { value: [{ id, content: 'Changed', image: [] }] })],
          }),
        )
      ).status,
    ).toBe(201);
    expect(
      (await create(buildPost([], { posts: [buildTarget(channel, { group: post?.group })] }))).status,
    ).toBe(201);
    expect(await used()).toBe(3);
    const draft = await createOne(crier, buildPost(channel, { type: 'draft' }));
    expect(
      refusal(
        await create(
          buildPost([], {
            posts: [buildTarget(channel, { value: [{ id: draft, content: 'Goes out now', image: [] }] })],
          }),
        ),
      ),
    ).toEqual({ status: 402, code: 'quota_exceeded' });
  });

  it('has the limits of a larger plan at once; other organisations are counted separately', async () => {
    for (let n = 0; n < 3; n++) await createOne(crier, buildPost(channel));
    expect((await create(buildPost(channel))).status).toBe(402);
    const ben = await crier.anotherOrganization('Ben & Co');
    const theirs = (await crier.connect('sandbox', {}, ben.id)).id;
    expect((await create(buildPost(theirs), ben.apiKey)).status).toBe(201);
    await sql(crier, "update organization set plan = 'team' where id = $1", [crier.organizationId]);
    for (let n = 0; n < 2; n++) expect((await create(buildPost(channel))).status).toBe(201);
    expect((await create(buildPost(channel))).body).toMatchObject({
      code: 'quota_exceeded',
      quota: { limit: 5, used: 5, plan: 'team' },
    });
    expect(await used(ben.id)).toBe(1);
  });

  it('starts afresh with each month, by the database clock in UTC', async () => {
    await sql(
      crier,
      "insert into usage (organization_id, month, posts) values ($1, (date_trunc('month', now() at time zone 'utc') - interval '1 month')::date, 3)",
      [crier.organizationId],
    );
    expect((await create(buildPost(channel))).status).toBe(201);
  });

  describe('and channels', () => {
    // Other networks, that connect like the sandbox and know their account again.
    const connect = (
      identifier: string,
      organizationId = crier.organizationId,
    ): Promise<{ id: string; reconnected: boolean }> => {
      const sandbox = crier.context.providers.get('sandbox');
      if (!sandbox) throw new Error('the test instance has a sandbox');
      return connectChannel(
        crier.context,
        {
          ...sandbox,
          identifier,
          connect: async (fields, ctx) => ({
            ...(await sandbox.connect(fields, ctx)),
            internalId: `the account at ${identifier}`,
          }),
        },
        { organizationId, fields: {} },
      );
    };

    it('connects as many as the plan allows, not counting the sandbox or a reconnected one', async () => {
      await insertChannel(crier, 'bluesky');
      expect((await connect('mastodon')).reconnected).toBe(false);
      await expect(connect('nostr')).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'The plan Free allows 2 channels: 2 are used',
        details: { quota: 'channels', limit: 2, used: 2, plan: 'free' },
      });
      expect([(await connect('mastodon')).reconnected, (await connect('sandbox')).reconnected]).toEqual([
        true,
        false,
      ]);
      await sql(crier, "update organization set plan = 'team' where id = $1", [crier.organizationId]);
      expect((await connect('nostr')).reconnected).toBe(false);
    });

    it('has room again when one is deleted, and gives the last place only once', async () => {
      const { id } = await crier.anotherOrganization('Cleo & Co');
      await connect('mastodon', id);
      const tried = await Promise.allSettled(
        ['bluesky', 'nostr', 'slack', 'telegram'].map((network) => connect(network, id)),
      );
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await sql(
        crier,
        "update integration set deleted_at = now() where organization_id = $1 and provider = 'mastodon'",
        [id],
      );
      expect((await connect('discord', id)).reconnected).toBe(false);
    });
  });

  describe('and members or webhooks', () => {
    const inside = <T>(work: (tx: Parameters<typeof assertMemberQuota>[1]) => Promise<T>): Promise<T> =>
      crier.context.database.fork().transactional(work);

    it('takes as many members as the plan allows', async () => {
      await addPerson(crier);
      await inside((tx) => assertMemberQuota(crier.context, tx, crier.organizationId));
      await addPerson(crier, { role: 'member' });
      await expect(
        inside((tx) => assertMemberQuota(crier.context, tx, crier.organizationId)),
      ).rejects.toMatchObject({
        code: 'quota_exceeded',
        message: 'The plan Free allows 2 members: 2 are used',
        details: { quota: 'members' },
      });
    });

    it('takes as many webhooks as the plan allows', async () => {
      const check = (there: number): Promise<void> =>
        inside((tx) =>
          assertWebhookQuota(crier.context, tx, {
            organizationId: crier.organizationId,
            count: async () => there,
          }),
        );
      await check(0);
      const refused = await check(1).catch((error: unknown) => error);
      expect(refused instanceof ApiError && [refused.code, refused.message]).toEqual([
        'quota_exceeded',
        'The plan Free allows 1 webhook: 1 is used',
      ]);
      await sql(crier, "update organization set plan = 'team' where id = $1", [crier.organizationId]);
      await check(1000);
    });
  });
});

describe('an organisation of an instance without plans', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('is never refused, and nothing is counted', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => crier.call('POST', '/posts', { body: buildPost(channel) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const draft = await createOne(crier, buildPost(channel, { type: 'draft' }));
    expect((await crier.call('PUT', `/posts/${draft}/status`, { body: { status: 'schedule' } })).status).toBe(
      200,
    );
    expect(await countRows(crier, 'usage')).toBe(0);
  });
});
