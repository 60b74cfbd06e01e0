import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, buildPost, createOne, setState, sql } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface ShownChannel {
  readonly name: string;
  readonly kind: string;
  readonly readAt: string | null;
  readonly problem: string | null;
  readonly metrics: { label: string; total: number; before: number | null; series: (number | null)[] }[];
}
interface ShownPosts {
  readonly unranked: { network: string; posts: number }[];
  readonly posts: { id: string; sorted: number | null; numbers: { label: string; total: number }[] }[];
  readonly labels: string[];
  readonly hasMore: boolean;
}

describe('the numbers of an organisation', () => {
  let crier: TestInstance;
  let person: TestPerson;
  let discord: string;
  let slack: string;
  let quiet: string;
  let loud: string;
  let old: string;
  let sandbox: string;
  let other: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    person = await addPerson(crier, { role: 'member' });
    discord = await insertChannel(crier, 'discord', { name: '=HYPERLINK("https://evil.example")' });
    slack = await insertChannel(crier, 'slack', { name: 'Team, "Nord"' });
    await insertChannel(crier, 'x', { name: 'Costly' });
    sandbox = await insertChannel(crier, 'sandbox', { name: 'Sandbox' });
    await number({ channel: discord }, 'Members', { 40: 80, 5: 100, 1: 110, 0: 120 });
    await number({ channel: discord, perDay: true }, 'Views', { 8: 4, 1: 6 });
    quiet = await publish(slack, 'Quiet', 1);
    loud = await publish(slack, 'Loud', 3);
    old = await publish(discord, 'Old', 10);
    await number({ channel: slack, post: quiet }, 'Reactions', { 1: 1, 0: 2 });
    await number({ channel: slack, post: loud }, 'Reactions', { 2: 50, 0: 40 });
    await number({ channel: discord, post: old, perDay: true }, 'Saves', { 9: 3, 8: 4 });
    const { id: organizationId } = await crier.anotherOrganization('Ben & Co');
    other = await addPerson(crier, { organizationId });
  });
  afterAll(() => crier?.stop());

  /** As if it had been published there: no network takes part. */
  const publish = async (channel: string, content: string, days: number): Promise<string> => {
    const id = await createOne(crier, buildPost(sandbox));
    await sql(crier, 'update post_item set content = $2 where post_id = $1', [id, `<p>${content}</p>`]);
    await setState(crier, id, 'published');
    await sql(
      crier,
      "update post set integration_id = $2, published_at = now() - $3 * interval '1 day' where id = $1",
      [id, channel, days],
    );
    return id;
  };
  /** A number by how many days ago it was. */
  async function number(
    subject: { channel: string; post?: string; perDay?: boolean },
    label: string,
    days: Readonly<Record<number, number>>,
  ): Promise<void> {
    for (const [ago, total] of Object.entries(days)) {
      await sql(
        crier,
        `insert into metric_day (integration_id, post_id, label, day, total, place, per_day)
          values ($1, $2, $3, (now() at time zone 'UTC')::date - $4::int, $5, 0, $6)`,
        [subject.channel, subject.post ?? null, label, ago, total, subject.perDay ?? false],
      );
    }
  }
  const channels = async (query = ''): Promise<readonly ShownChannel[]> =>
    (await person.call<ShownChannel[]>('GET', `/numbers${query}`)).body;
  const posts = async (query = ''): Promise<ShownPosts> =>
    (await person.call<ShownPosts>('GET', `/numbers/posts${query}`)).body;
  const csv = async (query = '', cookie = person.cookie): Promise<Response> =>
    fetch(`${crier.url}/api/numbers/csv${query}`, { headers: { cookie } });
  const lines = async (query: string): Promise<string[]> =>
    (await (await csv(query)).text()).trim().split('\n').slice(1);

  it('are those of each channel, with the days of the period and what it was before', async () => {
    const [first] = await channels('?days=7');
    expect(first).toMatchObject({
      kind: 'daily',
      readAt: null,
      problem: null,
      metrics: [
        { label: 'Members', total: 120, before: 100, series: [null, 100, null, null, null, 110, 120] },
        { label: 'Views', total: 6, before: 4, series: [null, null, null, null, null, 6, null] },
      ],
    });
    const [members] = (await channels('?days=30'))[0]?.metrics ?? [];
    expect([members?.series.length, members?.before]).toEqual([30, 80]);
  });

  it('name what a network does not show, and what is read only on request because it costs', async () => {
    expect((await channels()).map(({ name, kind }) => [name, kind])).toEqual([
      ['=HYPERLINK("https://evil.example")', 'daily'],
      ['Team, "Nord"', 'daily'],
      ['Costly', 'on_request'],
      ['Sandbox', 'none'],
    ]);
  });

  it('show when they were read, and why some could not be', async () => {
    await sql(crier, "insert into numbers_run (integration_id, read_at, problem) values ($1, now(), 'No')", [
      slack,
    ]);
    expect((await channels(`?channel=${slack}`))[0]).toMatchObject({
      readAt: expect.stringMatching(/Z$/),
      problem: 'No',
    });
  });

  it('are those of one channel or one network, where that is asked for', async () => {
    expect((await channels(`?channel=${slack}`)).map(({ name }) => name)).toEqual(['Team, "Nord"']);
    expect((await channels('?network=x')).map(({ name }) => name)).toEqual(['Costly']);
    expect(await channels(`?channel=${UNKNOWN_ID}`)).toEqual([]);
    expect(await channels('?channel=nope')).toEqual([]);
    expect(await posts('?network=x')).toEqual({ posts: [], labels: [], hasMore: false, unranked: [] });
  });

  it.each(['?days=31', '?page=-1', '?unknown=1'])('refuse %s', async (query) => {
    expect(await person.call('GET', `/numbers/posts${query}`)).toMatchObject({ status: 400 });
  });

  it('of posts are the newest ones, or the sum of their days, the newest post first', async () => {
    expect(await posts()).toMatchObject({
      posts: [
        { id: quiet, content: '<p>Quiet</p>', numbers: [{ label: 'Reactions', total: 2 }] },
        { id: loud, numbers: [{ label: 'Reactions', total: 40 }] },
        { id: old, numbers: [{ label: 'Saves', total: 7 }] },
      ],
      labels: ['Reactions', 'Saves'],
      hasMore: false,
    });
    expect((await posts('?days=7')).posts.map(({ id }) => id)).toEqual([quiet, loud]);
  });

  it('of posts can be ordered by one of them, a page at a time', async () => {
    expect((await posts('?sort=Reactions')).posts.map(({ id }) => id)).toEqual([loud, quiet, old]);
    expect((await posts('?sort=Saves')).posts.map(({ id }) => id)).toEqual([old, quiet, loud]);
    for (let n = 0; n < 20; n++) {
      const post = await publish(slack, `Post ${n}`, 2);
      await number({ channel: slack, post }, 'Reactions', { 0: 3 });
    }
    const first = await posts('?sort=Reactions');
    const second = await posts('?sort=Reactions&page=1');
    expect([first.posts.length, first.hasMore, second.posts.length, second.hasMore]).toEqual([
      20,
      true,
      3,
      false,
    ]);
    const all = new Set([...first.posts, ...second.posts].map(({ id }) => id));
    expect(all.size).toBe(23);
  });

  it('as CSV have a line for each day, and nothing that a spreadsheet would run', async () => {
    const answer = await csv('?days=7');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="channels-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const text = new TextDecoder().decode(bytes).trim().split('\n');
    expect(text[0]).toBe('Day,Network,Channel,Number,Value');
    expect(text.length).toBe(5);
    expect(text[1]).toMatch(
      /^\d{4}-\d\d-\d\d,discord,"'=HYPERLINK\(""https:\/\/evil\.example""\)",Members,100$/,
    );
  });

  it('as CSV of posts have every day of the posts of the period', async () => {
    const found = await lines('?of=posts&network=discord');
    expect(found.map((line) => line.split(',').slice(-2))).toEqual([
      ['Saves', '3'],
      ['Saves', '4'],
    ]);
    expect(await lines('?of=posts&days=7&network=discord')).toEqual([]);
    expect((await lines('?of=posts')).length).toBe(26);
  });

  it('as CSV are complete where they take more than one reading', async () => {
    await sql(
      crier,
      `insert into metric_day (integration_id, label, day, total, place)
        select $1, 'L' || n, (now() at time zone 'UTC')::date, n, 0 from generate_series(1, 12000) n`,
      [slack],
    );
    const found = await lines(`?channel=${slack}`);
    expect([found.length, new Set(found).size]).toEqual([12_000, 12_000]);
    await sql(crier, "delete from metric_day where label like 'L%'");
  });

  it('are nobody else’s', async () => {
    expect((await other.call('GET', '/numbers')).body).toEqual([]);
    expect((await other.call<ShownPosts>('GET', '/numbers/posts')).body.posts).toEqual([]);
    expect((await other.call('GET', `/numbers?channel=${discord}`)).body).toEqual([]);
    expect((await (await csv('', other.cookie)).text()).trim().split('\n').length).toBe(1);
    expect((await csv('', '')).status).toBe(401);
  });

  it.each([
    ['the page', () => person.call('GET', '/numbers')],
    ['the list of posts', () => person.call('GET', '/numbers/posts')],
    ['the file', async () => (await csv()).text()],
    ['the Public API for a channel', () => crier.call('GET', `/analytics/${slack}`)],
    ['the Public API for a post', () => crier.call('GET', `/analytics/post/${quiet}`)],
  ])('are read daily from when a person looks at them: %s', async (_, look) => {
    const asked = async (): Promise<string | null | undefined> =>
      (
        await sql<{ at: string | null }>(
          crier,
          'select numbers_asked_at::text as at from organization where id = $1',
          [crier.organizationId],
        )
      )[0]?.at;
    await sql(crier, 'update organization set numbers_asked_at = null');
    await look();
    const first = await asked();
    expect(first).toEqual(expect.any(String));
    await look();
    expect(await asked()).toBe(first);
    await sql(crier, "update organization set numbers_asked_at = now() - interval '25 hours'");
    await look();
    expect(Date.parse((await asked()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  it('of a post are forgotten with it, and those of another stay', async () => {
    const [gone, stays] = [await publish(slack, 'Gone', 40), await publish(slack, 'Stays', 40)];
    for (const post of [gone, stays]) await number({ channel: slack, post }, 'Reactions', { 39: 1, 12: 2 });
    const counted = async (post: string): Promise<number> =>
      (await sql(crier, 'select 1 from metric_day where post_id = $1', [post])).length;
    expect([await counted(gone), await counted(stays)]).toEqual([2, 2]);
    expect((await person.call('DELETE', `/posts/${gone}`)).status).toBeLessThan(300);
    expect([await counted(gone), await counted(stays)]).toEqual([0, 2]);
  });

  it('ranks posts of all channels by interactions, without views and sums that a network makes', async () => {
    await publish(sandbox, 'Silent', 2);
    await number({ channel: slack, post: quiet }, 'Notes', { 0: 1000 });
    await number({ channel: slack, post: quiet }, 'Views', { 0: 5000 });
    await sql(crier, 'delete from metric_day where post_id <> all($1::uuid[])', [[loud, old, quiet]]);
    const answered = await person.call<ShownPosts>('GET', '/numbers/posts?days=30&best=true');
    expect(answered.body.posts.map(({ id, sorted }) => [id, sorted])).toEqual([
      [loud, 40],
      [old, 7],
      [quiet, 2],
    ]);
    expect(answered.body.unranked).toContainEqual({ network: 'Sandbox', posts: 1 });
    const { body } = await other.call<ShownPosts>('GET', '/numbers/posts?days=30&best=true');
    expect([body.posts, body.unranked]).toEqual([[], []]);
  });
});
