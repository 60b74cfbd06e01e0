/** Every list that can be asked for by an id: by one that there is, and by those that there are not. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codesOf } from '../http/openapi/codes-of.ts';
import { appOperations } from '../run/operations.ts';
import { UNKNOWN_ID, buildPost, buildTarget, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';

/** What an answer lists. `query`: so that it lists something without the filter. */
interface List {
  readonly query?: string;
  listed(body: never): readonly unknown[];
}
const whole: List = { listed: (body: readonly unknown[]) => body };
const posts: List = { listed: (body: { posts: readonly unknown[] }) => body.posts };
const LISTS: Readonly<Record<string, List>> = {
  listPosts: posts,
  listIntegrations: whole,
  getCalendar: { ...posts, query: 'from=2031-05-01&to=2031-05-31&' },
  listPostSummaries: posts,
  listNumbers: whole,
  listPostNumbers: posts,
  exportNumbers: whole,
};

/** The names of filters: the same name for the same thing everywhere. */
type Things = Readonly<Record<'channel' | 'customer' | 'group' | 'tag' | 'person', string>>;

const lists = appOperations().filter(({ method }) => method === 'get');
const filters = lists.flatMap(({ id, path, query }) =>
  Object.entries((query?.properties ?? {}) as Record<string, { description?: string }>)
    .filter(([, { description = '' }]) => /^Only .*\bids?\b/.test(description))
    .map(([filter]) => ({ id, path, filter: filter as keyof Things })),
);

describe('a list by the id of something', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let own: Things;
  let foreign: Things;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    own = await fill(ada, crier.organizationId);
    const { id } = await crier.anotherOrganization();
    foreign = await fill(await addPerson(crier, { name: 'Bert', organizationId: id }), id);
  });
  afterAll(() => crier?.stop());

  /** One thing of each kind, a post that is to come and one with numbers. */
  async function fill(person: TestPerson, organizationId: string): Promise<Things> {
    const { id: channel } = await crier.connect('sandbox', {}, organizationId);
    const [group] = await sql<{ id: string }>(
      crier,
      "insert into customer (id, organization_id, name) values (gen_random_uuid(), $1, 'Nord') returning id",
      [organizationId],
    );
    const customer = group?.id ?? '';
    await sql(crier, 'update integration set customer_id = $2 where id = $1', [channel, customer]);
    const create = async (content: string): Promise<string> => {
      const made = await person.call<{ postId: string }[]>('POST', '/posts', {
        body: buildPost([], {
          tags: [{ value: 'news', label: 'news' }],
          posts: [buildTarget(channel, { value: [{ content, image: [] }] })],
        }),
      });
      expect([made.status, made.body.length]).toEqual([201, 1]);
      return made.body[0]?.postId ?? '';
    };
    await create('To come');
    await sql(
      crier,
      `with published as (update post set state = 'published', published_at = now() where id = $1 returning id)
      insert into metric_day (integration_id, post_id, label, day, total, place, per_day)
      select $2, of, 'Reactions', (now() at time zone 'UTC')::date, 1, 0, false
      from (select id as of from published union all select null) as each`,
      [await create('Out'), channel],
    );
    // The sandbox has no numbers.
    await sql(crier, "update integration set provider = 'slack' where id = $1", [channel]);
    const calendar = await person.call<{ tags: { id: string }[] }>('GET', '/calendar');
    return { channel, customer, group: customer, tag: calendar.body.tags[0]?.id ?? '', person: person.id };
  }

  async function ask(operation: string, path: string, query: string): Promise<[number, readonly unknown[]]> {
    const list = LISTS[operation];
    if (!list) throw new Error(`${operation} has no line in LISTS`);
    const url = `${path}?${list.query ?? ''}${query}`;
    if (operation !== 'exportNumbers') {
      const { status, body } = await ada.call('GET', url);
      return [status, list.listed(body)];
    }
    const response = await fetch(`${crier.url}/api${url}`, { headers: { cookie: ada.cookie } });
    return [response.status, (await response.text()).trim().split('\n').slice(1)];
  }

  it('is one of these: of posts, channels, numbers, and the calendar', () => {
    expect(new Set(filters.map(({ id }) => id))).toEqual(new Set(Object.keys(LISTS)));
    expect(filters.length).toBeGreaterThan(8);
  });

  it.each(filters)('$id by $filter has what belongs to it, however its id is spelt', async (list) => {
    const [status, found] = await ask(list.id, list.path, `${list.filter}=${own[list.filter]}`);
    expect([status, found.length > 0]).toEqual([200, true]);
    const again = await ask(list.id, list.path, `${list.filter}=${own[list.filter].toUpperCase()}`);
    expect(again).toEqual([200, found]);
  });

  it.each(filters)('$id by $filter is empty for an id that nothing has', async ({ id, path, filter }) => {
    const ids = ['7', 'nord', 'cm4xk2j9p0001abcdefghijkl', `${UNKNOWN_ID}x`, UNKNOWN_ID, 'é'.repeat(200)];
    for (const unknown of [...ids, foreign[filter]]) {
      expect([unknown, ...(await ask(id, path, `${filter}=${encodeURIComponent(unknown)}`))]).toEqual([
        unknown,
        200,
        [],
      ]);
    }
  });

  it('is the same over the Public API', async () => {
    for (const [path, filter] of [
      ['/posts', 'customer'],
      ['/integrations', 'group'],
    ] as const) {
      const known = await crier.call('GET', `${path}?${filter}=${own[filter]}`);
      const unknown = await crier.call('GET', `${path}?${filter}=nord`);
      expect([known.status, known.text.includes(own.channel)]).toEqual([200, true]);
      expect([unknown.status, unknown.text.includes(own.channel)]).toEqual([200, false]);
    }
  });

  it('is never refused for its id, nor does a document claim it', () => {
    expect(
      lists
        .filter(({ id }) => id in LISTS)
        .filter((operation) => codesOf(operation, 'app').includes('invalid_id')),
    ).toEqual([]);
  });
});
