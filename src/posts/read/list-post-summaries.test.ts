/** GET /api/post-list: posts as lists of the web app show them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freeze } from '../../platform/freeze.ts';
import {
  buildPost,
  buildTarget,
  createOne,
  png,
  refusal,
  setState,
  sql,
  upload,
  UNKNOWN_ID,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

const HOUR_MS = 3_600_000;

interface List {
  readonly posts: readonly {
    id: string;
    firstLine: string;
    status: string;
    hold: string | null;
    parts: number;
    media: number;
    thumbnail: { path: string; alt: string | null } | null;
  }[];
  readonly total: number;
  readonly nextCursor: string | null;
  readonly frozen: { reason: string } | null;
}

describe('the list of posts', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'member' });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
  });
  afterAll(() => crier?.stop());

  const list = async (query = ''): Promise<List> => {
    const answer = await ada.call<List>('GET', `/post-list${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const words = async (query: string): Promise<string[]> =>
    (await list(query)).posts.map((post) => post.firstLine);
  const post = (content: string, inHours: number, changes: object = {}): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        date: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
        posts: [buildTarget(channel, { value: [{ content, image: [] }] })],
        ...changes,
      }),
    );

  it('has a list for what needs attention, what comes, what was published, and drafts', async () => {
    for (const state of ['failed', 'missed', 'unconfirmed', 'partly_published', 'published']) {
      await setState(crier, await post(`Is ${state}`, 1), state);
    }
    const held = await post('Is held', 2);
    await sql(crier, "update post set hold = 'channel' where id = $1", [held]);
    await post('Comes later', 30);
    await post('Is a draft', 5, { type: 'draft' });
    expect((await words('?show=attention')).toSorted()).toEqual([
      'Is failed',
      'Is held',
      'Is missed',
      'Is partly_published',
      'Is unconfirmed',
    ]);
    expect(await words('?show=upcoming')).toEqual(['Is held', 'Comes later']);
    expect((await words('?show=out')).toSorted()).toEqual(['Is partly_published', 'Is published']);
    expect(await words('?show=drafts')).toEqual(['Is a draft']);
    expect((await list()).total).toBe(8);
  });

  it('is searched and narrowed by channel, state and date', async () => {
    const other = (await crier.connect('sandbox', { name: 'Second' })).id;
    await createOne(
      crier,
      buildPost([], {
        posts: [buildTarget(other, { value: [{ content: 'Half off: 50%_ today', image: [] }] })],
      }),
    );
    expect(await words('?search=HALF')).toEqual(['Half off: 50%_ today']);
    // What stands for anything in SQL stands for itself.
    expect(await words(`?search=${encodeURIComponent('0%_')}`)).toEqual(['Half off: 50%_ today']);
    expect(await words(`?search=${encodeURIComponent('5%d')}`)).toEqual([]);
    expect(await words(`?channel=${other}`)).toEqual(['Half off: 50%_ today']);
    expect(await words('?status=missed')).toEqual(['Is missed']);
    const soon = new Date(Date.now() + 3 * HOUR_MS).toISOString();
    expect(await words(`?show=upcoming&to=${soon}`)).toEqual(['Is held']);
    expect((await words(`?show=upcoming&from=${soon}`))[0]).toBe('Comes later');
  });

  it('is compressed where it is long and the client can read that', async () => {
    const encodingOf = async (query: string, accepted: string): Promise<string | null> => {
      const headers = { cookie: ada.cookie, 'accept-encoding': accepted };
      const response = await fetch(`${crier.url}/api/post-list${query}`, { headers });
      expect(((await response.json()) as List).posts.length).toBeGreaterThan(0);
      return response.headers.get('content-encoding');
    };
    expect(await encodingOf('', 'gzip, br')).toBe('br');
    expect(await encodingOf('', 'identity')).toBeNull();
    expect(await encodingOf('?limit=1', 'gzip, br')).toBeNull();
  });

  it('goes page by page without losing or repeating a post', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: List = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.posts.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe((await list()).total);
  });

  it('shows the first picture and counts parts and files', async () => {
    const { body } = await upload<{ id: string; path: string }>(crier, png(4, 4));
    const image = [{ id: body.id, path: body.path, alt: 'A cup' }];
    await createOne(
      crier,
      buildPost([], {
        posts: [
          buildTarget(channel, {
            value: [
              { content: 'With a picture', image },
              { content: 'And more', image: [] },
            ],
          }),
        ],
      }),
    );
    const [shown] = (await list('?search=picture')).posts;
    expect(shown).toMatchObject({ parts: 2, media: 1, thumbnail: { path: body.path, alt: 'A cup' } });
  });

  it('shows that publishing is frozen', async () => {
    expect((await list()).frozen).toBeNull();
    await freeze(
      crier.context.database,
      { organizationId: crier.organizationId },
      { reason: 'a test', waitMs: 0 },
    );
    expect((await list()).frozen).toMatchObject({ reason: 'a test' });
    await sql(crier, 'update organization set frozen_at = null, frozen_reason = null');
  });

  it('shows nothing of another organisation, for any filter', async () => {
    const other = await crier.anotherOrganization();
    const bert = await addPerson(crier, { organizationId: other.id, name: 'Bert' });
    expect((await bert.call<List>('GET', `/post-list?channel=${channel}`)).body).toMatchObject({
      posts: [],
      total: 0,
    });
    expect((await bert.call<List>('GET', '/post-list')).body).toMatchObject({ posts: [], total: 0 });
  });

  it.each(['x', UNKNOWN_ID])('is empty for the channel %s, which there is not', async (id) => {
    const { status, body } = await ada.call<List>('GET', `/post-list?channel=${id}`);
    expect([status, body.posts, body.total]).toEqual([200, [], 0]);
  });

  it.each([
    ['?cursor=x', 400, 'invalid_cursor'],
    ['?from=yesterday', 400, 'invalid_date'],
    ['?show=everything', 400, 'invalid_request'],
  ])('refuses %s', async (query, status, code) => {
    expect(refusal(await ada.call<ErrorBody>('GET', `/post-list${query}`))).toMatchObject({ status, code });
  });
});
