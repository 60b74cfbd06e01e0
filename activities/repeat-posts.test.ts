import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  countRows,
  createOne,
  png,
  setState,
  sql,
  upload,
} from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { repeatPosts } from './repeat-posts.ts';

const DAY_MS = 86_400_000;

describe('a repeated post', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    await sql(crier, 'delete from post_group');
    await sql(crier, "update organization set time_zone = 'UTC'");
    id = await createOne(crier, buildPost(channel, { inter: 7 }));
  });
  afterAll(() => crier?.stop());

  /** Its date was so long ago. */
  const due = (days: number, postId = id): Promise<unknown> =>
    sql(crier, 'update post set publish_at = $2 where id = $1', [
      postId,
      new Date(Date.now() - days * DAY_MS),
    ]);
  const repeat = (): Promise<number> => repeatPosts(crier.context.database, 100);
  const successors = (): Promise<{ id: string; state: string; days: number }[]> =>
    sql(
      crier,
      'select n.id, n.state, extract(epoch from n.publish_at - p.publish_at)::float8 / 86400 as days from post n join post p on p.id = n.repeat_of where p.id = $1',
      [id],
    );

  it('gets one next post, an interval later, when its date has come', async () => {
    expect(await repeat()).toBe(0);
    await due(0);
    expect([await repeat(), await repeat()]).toEqual([1, 0]);
    expect(await successors()).toEqual([{ id: expect.any(String), state: 'scheduled', days: 7 }]);
  });

  it('gets one next post from simultaneous passes', async () => {
    for (let round = 0; round < 5; round++) {
      await sql(crier, 'delete from post_group where id <> (select post_group_id from post where id = $1)', [
        id,
      ]);
      await due(0);
      const made = await Promise.all(Array.from({ length: 6 }, repeat));
      expect(made.reduce((sum, n) => sum + n, 0)).toBe(1);
      expect(await successors()).toHaveLength(1);
      expect([await countRows(crier, 'post_group'), await countRows(crier, 'outbox')]).toEqual([2, 2]);
    }
  });

  it('gets one next post after an outage of weeks, on the next date of the series', async () => {
    await due(30);
    expect(await repeat()).toBe(1);
    expect(await successors()).toMatchObject([{ days: 35 }]);
    expect(await repeat()).toBe(0);
  });

  // In any season, one of them is in the other.
  it.each(['2026-01-15T08:00:00Z', '2026-07-15T07:00:00Z'])(
    'of %s keeps its nine o’clock in its organisation’s zone, and the calendar and the list show that date',
    async (date) => {
      await sql(crier, "update organization set time_zone = 'Europe/Berlin' where id = $1", [
        crier.organizationId,
      ]);
      await sql(crier, 'update post set publish_at = $2, interval_days = 1 where id = $1', [id, date]);
      const range = [new Date(), new Date(Date.now() + DAY_MS)].map((d) => d.toISOString());
      const { body } = await crier.call<{ posts: { publishDate: string }[] }>(
        'GET',
        `/posts?startDate=${range[0]}&endDate=${range[1]}`,
      );
      expect(await repeat()).toBe(1);
      const [next] = await sql<{ clock: string; at: Date }>(
        crier,
        "select to_char(publish_at at time zone 'Europe/Berlin', 'HH24:MI') as clock, publish_at as at from post where repeat_of = $1",
        [id],
      );
      expect(next?.clock).toBe('09:00');
      expect(body.posts.map((p) => Date.parse(p.publishDate))).toEqual([new Date(next?.at ?? NaN).getTime()]);
    },
  );

  it('passes on the time that its day skips, so that the one after it is on time again', async () => {
    await sql(crier, "update organization set time_zone = 'Europe/Berlin' where id = $1", [
      crier.organizationId,
    ]);
    await sql(
      crier,
      "update post set publish_at = '2026-03-29T01:30:00Z', repeat_time = '02:30', interval_days = 1 where id = $1",
      [id],
    );
    expect(await repeat()).toBe(1);
    expect(
      await sql(
        crier,
        "select to_char(publish_at at time zone 'Europe/Berlin', 'HH24:MI') as clock from post where repeat_of = $1",
        [id],
      ),
    ).toEqual([{ clock: '02:30' }]);
  });

  it('is followed by post after post, each created from the one before', async () => {
    await due(0);
    await repeat();
    const [second] = await successors();
    await due(0, second?.id);
    expect(await repeat()).toBe(1);
    expect(await sql(crier, 'select 1 from post where repeat_of = $1', [second?.id])).toHaveLength(1);
    expect(await countRows(crier, 'post')).toBe(3);
  });

  it('passes on its parts, media, settings, tags and way of creation; a run starts', async () => {
    const media = (await upload<{ id: string; path: string }>(crier, png())).body;
    const value = [
      { content: '<p>One</p>', image: [{ id: media.id, path: media.path, alt: 'A square' }] },
      { content: 'Two', delay: 5 },
    ];
    id = await createOne(
      crier,
      buildPost([], {
        inter: 7,
        creationMethod: 'CLI',
        shortLink: true,
        tags: [{ label: 'b' }, { label: 'a' }],
        posts: [buildTarget(channel, { value, settings: { __type: 'sandbox', extra: [1] } })],
      }),
    );
    await due(0);
    await repeat();
    const [{ id: next = '' } = {}] = await successors();
    const page = async (
      postId: string,
    ): Promise<Record<string, unknown> & { items: Record<string, unknown>[] }> =>
      (
        await crier.call<Record<string, unknown> & { items: Record<string, unknown>[] }>(
          'GET',
          `/posts/${postId}`,
        )
      ).body;
    const [a, b] = [await page(id), await page(next)];
    for (const field of ['content', 'settings', 'tags', 'integration', 'creationMethod', 'intervalInDays']) {
      expect(b[field]).toEqual(a[field]);
    }
    expect(b.items.map(({ id: _, ...item }) => item)).toEqual(a.items.map(({ id: _, ...item }) => item));
    expect(b).toMatchObject({
      revision: 1,
      status: 'scheduled',
      releaseId: null,
      timeline: [{ event: 'accepted', text: expect.stringContaining('repetition') }],
    });
    expect(b.group).not.toBe(a.group);
    expect(
      await sql(
        crier,
        'select kind from outbox o join post p on p.post_group_id = o.post_group_id where p.id = $1',
        [next],
      ),
    ).toEqual([{ kind: 'start_group' }]);
  });

  it.each(['scheduled', 'publishing', 'published', 'failed', 'unconfirmed', 'missed'])(
    'gets a next post while it is %s itself',
    async (state) => {
      await due(0);
      await setState(crier, id, state);
      expect(await repeat()).toBe(1);
    },
  );

  it.each(['draft', 'cancelled'])('gets no next post while it is %s', async (state) => {
    await due(0);
    await setState(crier, id, state);
    expect(await repeat()).toBe(0);
  });

  it('ends when the next post is deleted', async () => {
    await due(0);
    await repeat();
    const [next] = await successors();
    await crier.call('DELETE', `/posts/${next?.id}`);
    await due(0, next?.id);
    await due(40);
    expect(await repeat()).toBe(0);
  });

  it('ends with its channel', async () => {
    const other = (await crier.connect('sandbox', { name: 'Other' })).id;
    id = await createOne(crier, buildPost(other, { inter: 7 }));
    await due(0);
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [other]);
    expect(await repeat()).toBe(0);
  });

  it('leaves no next post behind in a channel that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const other = (await crier.connect('sandbox', { name: `Leaving ${round}` })).id;
      id = await createOne(crier, buildPost(other, { inter: 7 }));
      await due(0);
      const [gone] = await Promise.all([crier.call('DELETE', `/integrations/${other}`), repeat(), repeat()]);
      expect(gone.status).toBe(200);
      expect(
        await sql(crier, 'select state from post where integration_id = $1 and deleted_at is null', [other]),
      ).toEqual([]);
    }
  });

  it("keeps the client's own group: it names one post of the series after the other, and deletes them all", async () => {
    const targets = { posts: [{ ...buildTarget(channel), group: 'weekly' }] };
    id = await createOne(crier, buildPost([], { inter: 7, ...targets }));
    await due(0);
    await repeat();
    const [{ id: next = '' } = {}] = await successors();
    expect((await crier.call('GET', `/posts/${next}`)).body).toMatchObject({ group: 'weekly' });
    const gone = await crier.call<{ posts: string[] }>('DELETE', '/posts/group/weekly');
    expect(gone.status).toBe(200);
    expect(gone.body.posts.toSorted()).toEqual([id, next].toSorted());
  });

  it('counts each of its posts in the month in which it is made, once', async () => {
    const posts = async (): Promise<number> =>
      (await sql<{ posts: number }>(crier, 'select coalesce(sum(posts), 0)::int as posts from usage'))[0]
        ?.posts ?? 0;
    const repeatWithPlans = (): Promise<number> => repeatPosts(crier.context.database, 100, true);
    const before = await posts();
    await due(0);
    await Promise.all([repeatWithPlans(), repeatWithPlans()]);
    await repeatWithPlans();
    expect((await posts()) - before).toBe(1);
  });

  it('is not counted without plans, as no other post is', async () => {
    await due(0);
    await sql(crier, 'delete from usage');
    expect([await repeat(), await countRows(crier, 'usage')]).toEqual([1, 0]);
  });

  it('waits for the next pass when there are more than one pass creates', async () => {
    const second = await createOne(crier, buildPost(channel, { inter: 1 }));
    await due(1);
    await due(0, second);
    expect([
      await repeatPosts(crier.context.database, 1),
      await repeatPosts(crier.context.database, 1),
      await repeatPosts(crier.context.database, 1),
    ]).toEqual([1, 1, 0]);
  });
});
