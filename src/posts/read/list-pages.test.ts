import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  buildPost,
  createOne,
  createPosts,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

interface Page {
  posts: { id: string; publishDate: string; state: string; actualDate?: string }[];
  nextCursor?: string | null;
}

let crier: TestInstance;
let channel: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
afterAll(() => crier?.stop());

const list = async (query: string, key = crier.apiKey): Promise<Page> => {
  const answer = await crier.call<Page>('GET', `/posts?${query}`, { key });
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('GET /public/v1/posts without a range', () => {
  const made: string[] = [];
  beforeAll(async () => {
    // Many on the same date, so that a page ends between two of them.
    for (const date of ['2031-01-01', '2031-01-02', '2031-01-03']) {
      made.push(
        ...(await createPosts(
          crier,
          buildPost(
            Array.from({ length: 7 }, () => channel),
            { date },
          ),
        )),
      );
    }
  });

  /** Every page, with something done between two. */
  async function walk(
    limit: number,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<Page['posts']> {
    const posts: Page['posts'] = [];
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
      const page: Page = await list(`limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.posts.length).toBeLessThanOrEqual(limit);
      posts.push(...page.posts);
      cursor = page.nextCursor;
      await between();
    }
    return posts;
  }

  it.each([1, 4, 20, 21, 22])(
    'shows every post exactly once, %i on a page, newest date first',
    async (limit) => {
      const posts = await walk(limit);
      expect(posts.map((p) => p.id).sort()).toEqual([...made].sort());
      expect(posts.map((p) => p.publishDate)).toEqual(
        posts
          .map((p) => p.publishDate)
          .toSorted()
          .reverse(),
      );
    },
  );

  it('shows every existing post exactly once while others are added and deleted', async () => {
    const others: string[] = [];
    const seen = (
      await walk(3, async () => {
        others.push(
          await createOne(
            crier,
            buildPost(channel, { date: `2031-01-0${1 + (others.length % 3)}T00:00:00Z` }),
          ),
        );
        if (others.length === 3) await crier.call('DELETE', `/posts/${others[0]}`);
      })
    ).map((p) => p.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
    for (const id of others.slice(1)) await crier.call('DELETE', `/posts/${id}`);
  });

  it('shows 50 posts without a limit, and a cursor only when there are more', async () => {
    expect(await list('')).toMatchObject({ nextCursor: null });
    expect((await list('limit=500')).posts).toHaveLength(made.length);
    expect((await list(`limit=${made.length}`)).nextCursor).toBeNull();
    expect(await list('startDate=2031-01-01&endDate=2031-01-01')).not.toHaveProperty('nextCursor');
  });

  it('shows only the posts in a state, or only those of a group', async () => {
    await setState(crier, made[0] ?? '', 'published');
    await setState(crier, made[1] ?? '', 'failed');
    await setState(crier, made[2] ?? '', 'missed');
    expect((await list('state=PUBLISHED')).posts).toMatchObject([{ id: made[0], state: 'PUBLISHED' }]);
    expect((await list('state=ERROR')).posts.map((p) => p.id).sort()).toEqual(made.slice(1, 3).sort());
    expect((await list('state=DRAFT')).posts).toEqual([]);
    expect((await list('state=QUEUE')).posts).toHaveLength(made.length - 3);
    expect((await list(`customer=${UNKNOWN_ID}`)).posts).toEqual([]);
  });

  it("shows another organisation nothing, even with this one's cursor", async () => {
    const { nextCursor } = await list('limit=5');
    const { apiKey } = await crier.anotherOrganization();
    expect(await list(`cursor=${nextCursor}`, apiKey)).toEqual({ posts: [], nextCursor: null });
  });

  const forged = (text: string): string => Buffer.from(text).toString('base64url');
  it.each([
    ['a word', 'next'],
    ['a page number', '2'],
    ['half of one', forged('2031-01-01T00:00:00.000Z')],
    ['no date', forged(`soon ${UNKNOWN_ID}`)],
    ['no id', forged('2031-01-01T00:00:00.000Z 7')],
    ['SQL', forged("2031-01-01T00:00:00.000Z ' or true --")],
    ['a year that no database has', forged(`+012031-01-01T00:00:00.000Z ${UNKNOWN_ID}`)],
    ['a year before the first', forged(`0000-01-01T00:00:00.000Z ${UNKNOWN_ID}`)],
    ['bytes', '%FF%FE'],
    ['a date that is not written in our way', forged(`2031 ${UNKNOWN_ID}`)],
    ['one with something after it', forged(`2031-01-01T00:00:00.000Z ${UNKNOWN_ID} x`)],
  ])('refuses %s as a cursor', async (_, cursor) => {
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts?cursor=${cursor}`))).toEqual({
      status: 400,
      code: 'invalid_cursor',
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['state=published', 'state'],
    ['state=', 'state'],
    [`cursor=${'x'.repeat(256)}`, 'cursor'],
  ])('refuses %s', async (query, path) => {
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts?${query}`))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });
});

describe('GET /public/v1/posts with repeated posts', () => {
  const range = 'startDate=2033-01-01&endDate=2033-01-31';
  const shown = async (query = range): Promise<unknown[]> =>
    (await list(query)).posts.map((p) => [p.publishDate.slice(0, 10), p.state, p.actualDate?.slice(0, 10)]);
  let id: string;
  const make = async (changes: Record<string, unknown> = {}): Promise<void> => {
    await sql(crier, "delete from post where publish_at >= '2032-06-01'");
    id = await createOne(crier, buildPost(channel, { date: '2033-01-05T08:00:00Z', inter: 10, ...changes }));
  };

  it('shows none of them to another organisation', async () => {
    await make();
    const { apiKey: key } = await crier.anotherOrganization();
    const { body } = await crier.call<{ posts: unknown[] }>('GET', `/posts?${range}`, { key });
    expect(body.posts).toEqual([]);
  });

  it('shows one on each of its dates in the range, with its stored date', async () => {
    await make();
    expect(await shown()).toEqual([
      ['2033-01-05', 'QUEUE', undefined],
      ['2033-01-15', 'QUEUE', '2033-01-05'],
      ['2033-01-25', 'QUEUE', '2033-01-05'],
    ]);
    expect(new Set((await list(range)).posts.map((p) => p.id))).toEqual(new Set([id]));
    expect(await shown('startDate=2033-03-06T08:00:00Z&endDate=2033-03-06T08:00:00Z')).toEqual([
      ['2033-03-06', 'QUEUE', '2033-01-05'],
    ]);
    expect(await shown('startDate=2032-12-01&endDate=2033-01-01')).toEqual([]);
  });

  it('shows future dates of a published post as waiting, and only among waiting posts', async () => {
    await make();
    await setState(crier, id, 'published');
    expect(await shown()).toEqual([
      ['2033-01-05', 'PUBLISHED', undefined],
      ['2033-01-15', 'QUEUE', '2033-01-05'],
      ['2033-01-25', 'QUEUE', '2033-01-05'],
    ]);
    expect(await shown(`${range}&state=PUBLISHED`)).toHaveLength(1);
    expect(await shown(`${range}&state=QUEUE`)).toHaveLength(2);
  });

  it('shows them with the next post instead, once there is one', async () => {
    await make();
    const next = await createOne(crier, buildPost(channel, { date: '2033-01-15T08:00:00Z', inter: 10 }));
    await sql(crier, 'update post set repeat_of = $2 where id = $1', [next, id]);
    expect(await shown()).toEqual([
      ['2033-01-05', 'QUEUE', undefined],
      ['2033-01-15', 'QUEUE', undefined],
      ['2033-01-25', 'QUEUE', '2033-01-15'],
    ]);
  });

  it('shows none for a draft, a cancelled or deleted post, or another group, and none on a page without a range', async () => {
    await make({ type: 'draft' });
    expect(await shown()).toHaveLength(1);
    await make();
    expect(await shown(`${range}&customer=${UNKNOWN_ID}`)).toEqual([]);
    expect((await list('limit=500')).posts.filter((p) => p.id === id)).toHaveLength(1);
    await crier.call('DELETE', `/posts/${id}`);
    expect(await shown()).toEqual([]);
  });

  it('shows none once an edit has ended the repetition', async () => {
    await make();
    await crier.call('POST', '/posts', {
      body: {
        type: 'update',
        date: '2033-01-05T08:00:00Z',
        inter: 0,
        posts: [{ integration: { id: channel }, value: [{ id, content: 'The last one' }] }],
      },
    });
    expect(await shown()).toEqual([['2033-01-05', 'QUEUE', undefined]]);
  });
});
