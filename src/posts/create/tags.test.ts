import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, createPosts, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

interface Tagged {
  id: string;
  tags: {
    tag: {
      id: string;
      name: string;
      color: string;
      orgId: string;
      deletedAt: null;
      createdAt: string;
      updatedAt: string;
    };
  }[];
}

describe('the tags of a post', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const labels = (...names: string[]): { tags: object[] } => ({
    tags: names.map((label) => ({ value: 'x', label })),
  });
  const show = async (id: string, key = crier.apiKey): Promise<Tagged> =>
    (await crier.call<Tagged>('GET', `/posts/${id}`, { key })).body;
  const names = (post: Tagged | undefined): string[] | undefined => post?.tags.map(({ tag }) => tag.name);

  it('appear on the post and in lists, complete and in the order of the request', async () => {
    const id = await createOne(
      crier,
      buildPost(channel, { date: '2032-01-01', ...labels('zebra', 'Ärger', 'ant') }),
    );
    const shown = await show(id);
    expect(names(shown)).toEqual(['zebra', 'Ärger', 'ant']);
    expect(shown.tags[0]?.tag).toEqual({
      id: expect.any(String),
      name: 'zebra',
      color: '#4c6ef5',
      orgId: crier.organizationId,
      deletedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    for (const query of ['startDate=2032-01-01&endDate=2032-01-01', 'limit=1']) {
      expect((await crier.call<{ posts: Tagged[] }>('GET', `/posts?${query}`)).body.posts[0]?.tags).toEqual(
        shown.tags,
      );
    }
  });

  it('are created once and reused, ignoring surrounding spaces; a repeated label counts once', async () => {
    const [first, second] = [
      await createOne(crier, buildPost(channel, labels('Spring', ' Spring ', 'Menu'))),
      await createOne(crier, buildPost(channel, labels('Menu', 'Spring'))),
    ];
    const [a, b] = [await show(first), await show(second)];
    expect([names(a), names(b)]).toEqual([
      ['Spring', 'Menu'],
      ['Menu', 'Spring'],
    ]);
    expect(b.tags.map(({ tag }) => tag.id)).toEqual(a.tags.map(({ tag }) => tag.id).reverse());
    expect(names(await show(await createOne(crier, buildPost(channel, labels('spring')))))).toEqual([
      'spring',
    ]);
  });

  it('apply to every post of a request; a blank label is ignored', async () => {
    for (const id of await createPosts(crier, buildPost([channel, channel], labels('Both', '  ')))) {
      expect(names(await show(id))).toEqual(['Both']);
    }
  });

  it('are created once by simultaneous requests, in any order', async () => {
    const wanted = Array.from({ length: 12 }, (_, n) => `parallel ${n}`);
    const ids = await Promise.all(
      wanted.map((_, n) =>
        createOne(crier, buildPost(channel, labels(...wanted.slice(n), ...wanted.slice(0, n)))),
      ),
    );
    expect(await sql(crier, "select count(*)::int as n from tag where name like 'parallel %'")).toEqual([
      { n: 12 },
    ]);
    await Promise.all(
      ids.map((id, n) =>
        crier.call('PATCH', `/posts/${id}`, {
          body: labels(...wanted.slice(0, n).reverse(), 'parallel new'),
        }),
      ),
    );
    expect(await sql(crier, "select count(*)::int as n from tag where name like 'parallel %'")).toEqual([
      { n: 13 },
    ]);
    expect(names(await show(ids[3] ?? ''))).toEqual([
      'parallel 2',
      'parallel 1',
      'parallel 0',
      'parallel new',
    ]);
  });

  it("belong to their organisation: another one's tag of the same name is separate", async () => {
    const ben = await crier.anotherOrganization('Ben & Co');
    const theirs = (await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id;
    const ours = await show(await createOne(crier, buildPost(channel, labels('Shared'))));
    const other = await show(
      await createOne(crier, buildPost(theirs, labels('Shared')), ben.apiKey),
      ben.apiKey,
    );
    expect(other.tags[0]?.tag).toMatchObject({ name: 'Shared', orgId: ben.id });
    expect(other.tags[0]?.tag.id).not.toBe(ours.tags[0]?.tag.id);
  });
});
