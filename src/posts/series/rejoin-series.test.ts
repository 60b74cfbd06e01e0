import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

// A Monday, at nine in Berlin, in summer.
const at = (day: string): string => `2031-05-${day}T07:00:00.000Z`;
const WEEKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
const EXCEPT_FRIDAY = '\nEXDATE;VALUE=DATE:20310509';

interface Chosen {
  readonly id: string;
  readonly revision: number;
  readonly publishDate: string;
  readonly repeat: string | null;
  readonly parted: boolean;
}

describe('what a choice of posts did to a series', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    ada = await addPerson(crier);
    await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
  });
  const begin = async (repeat = WEEKDAYS): Promise<void> => {
    await sql(crier, 'delete from post_group');
    id = await createOne(crier, buildPost(channel, { date: at('05'), repeat }));
  };
  beforeEach(() => begin());
  afterAll(() => crier?.stop());

  /** The next ten dates, and everything that the rows say about them, but for revisions. */
  const all = async () => {
    const path = `/calendar?from=${at('01')}&to=2031-05-31T07:00:00Z`;
    const { posts } = (await ada.call<{ posts: { publishDate: string }[] }>('GET', path)).body;
    const rows = await sql(
      crier,
      `select id, state, publish_at, repeat_rule, interval_days, repeat_time, series_id, repeat_of
        from post where deleted_at is null order by publish_at, id`,
    );
    return { dates: posts.map(({ publishDate }) => publishDate.slice(0, 16)).slice(0, 10), rows };
  };
  const choose = async (scope: string, date?: string, post = id): Promise<Chosen[]> => {
    const body = { scope, ...(date ? { date } : {}) };
    const answer = await crier.call<Chosen[]>('POST', `/posts/${post}/occurrences`, { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const look = async (scope: string, date?: string): Promise<Chosen[]> =>
    (await ada.call<Chosen[]>('GET', `/posts/${id}/occurrences?scope=${scope}${date ? `&date=${date}` : ''}`))
      .body;
  const remove = async (posts: readonly { id: string }[]): Promise<void> => {
    for (const one of posts) await crier.call('DELETE', `/posts/${one.id}`);
  };
  const restore = async (posts: readonly { id: string }[]): Promise<void> => {
    for (const one of posts) {
      const answer = await ada.call('POST', `/posts/${one.id}/restore`);
      if (answer.status !== 201) throw new Error(answer.text);
    }
  };
  const move = (post: string, date: string) => crier.call('PATCH', `/posts/${post}`, { body: { date } });
  const rejoin = (post: string, revision?: number) =>
    ada.call<ErrorBody>('POST', `/posts/${post}/rejoin`, {
      headers: revision ? { 'If-Match': `"${revision}"` } : {},
    });

  const SERIES = [
    WEEKDAYS,
    `${WEEKDAYS};COUNT=9`,
    `${WEEKDAYS};UNTIL=20310514`,
    `${WEEKDAYS};COUNT=9${EXCEPT_FRIDAY}`,
    `FREQ=DAILY;INTERVAL=2;COUNT=5`,
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20310630',
    'FREQ=MONTHLY;BYMONTHDAY=5;COUNT=4',
  ];
  const CHOICES = [
    ['this', undefined],
    ['following', undefined],
    ['this', at('07')],
    ['following', at('07')],
    ['following', at('19')],
    ['all', undefined],
  ] as const;

  it.each(SERIES)('is nothing while it is only looked at: %s', async (repeat) => {
    await begin(repeat);
    const before = await all();
    for (const [scope, date] of CHOICES) await look(scope, date);
    expect(await all()).toEqual(before);
    const [post] = await sql<{ revision: number }>(crier, 'select revision from post');
    expect(post).toEqual({ revision: 1 });
  });

  it('is shown before, with the ids, the rules and the revisions that it has then', async () => {
    const shown = await look('following', at('08'));
    expect(shown).toMatchObject([{ publishDate: at('08'), revision: 1, repeat: WEEKDAYS, parted: true }]);
    expect(await choose('following', at('08'))).toEqual(shown);
    expect((await look('this')).map((one) => [one.id, one.parted])).toEqual([[id, true]]);
  });

  it.each(SERIES.flatMap((repeat) => CHOICES.map((choice) => [repeat, ...choice] as const)))(
    'is undone with the deletion: %s, %s from %s on',
    async (repeat, scope, date) => {
      await begin(repeat);
      const before = await all();
      const isOne = date === undefined || before.dates.includes(date.slice(0, 16));
      if (!isOne) return;
      const chosen = await choose(scope, date);
      await remove(chosen);
      expect(await all()).not.toEqual(before);
      await restore(chosen);
      expect(await all()).toEqual(before);
    },
  );

  it('is undone with the deletion of a series by an interval', async () => {
    await sql(crier, 'update post set repeat_rule = null, interval_days = 7');
    const before = await all();
    for (const scope of ['this', 'following']) {
      const chosen = await choose(scope, at('12'));
      await remove(chosen);
      await restore(chosen);
      expect(await all()).toEqual(before);
    }
  });

  it('is undone with posts of later dates that were moved alone', async () => {
    const [alone] = await choose('this', at('14'));
    await move(alone?.id ?? '', '2031-05-14T10:00:00Z');
    const before = await all();
    const chosen = await choose('following', at('08'));
    expect(chosen.map((one) => one.parted)).toEqual([true, false]);
    await remove(chosen);
    await restore(chosen);
    expect(await all()).toEqual(before);
  });

  it('is undone beside another one, in either order', async () => {
    const before = await all();
    const [one, other] = [await choose('this', at('07')), await choose('this', at('09'))];
    const rest = await choose('following', at('13'));
    for (const posts of [one, other, rest]) await remove(posts);
    for (const posts of [one, rest, other]) await restore(posts);
    expect(await all()).toEqual(before);
  });

  it('is not undone where the series has another rule since: the dates are those of two series', async () => {
    const chosen = await choose('following', at('12'));
    await remove(chosen);
    await crier.call('PATCH', `/posts/${id}`, { body: { repeat: 'FREQ=DAILY;COUNT=2' } });
    await restore(chosen);
    const { dates } = await all();
    expect(dates.map((date) => date.slice(8, 10))).toEqual([
      '05',
      '06',
      '12',
      '13',
      '14',
      '15',
      '16',
      '19',
      '20',
      '21',
    ]);
    expect((await all()).rows).toHaveLength(2);
  });

  it('is not undone for a post that got a text of its own', async () => {
    const chosen = await choose('this', at('07'));
    await crier.call('PATCH', `/posts/${chosen[0]?.id}`, { body: { content: 'Closed' } });
    await remove(chosen);
    await restore(chosen);
    const { body } = await crier.call<{ content: string }>('GET', `/posts/${chosen[0]?.id}`);
    expect(body.content).toBe('Closed');
  });

  it.each(CHOICES.slice(0, 4))('is undone where no change came of it: %s from %s on', async (scope, date) => {
    const before = await all();
    for (const { id: post, parted } of await choose(scope, date)) {
      if (parted) expect((await rejoin(post)).status).toBe(201);
    }
    expect(await all()).toEqual(before);
  });

  it('is undone after a move was taken back, by its revision alone', async () => {
    const before = await all();
    const [post] = await choose('following', at('08'));
    const there = post?.id ?? '';
    await move(there, '2031-05-08T10:00:00Z');
    expect(refusal(await rejoin(there))).toMatchObject({ status: 412, code: 'revision_mismatch' });
    await move(there, at('08'));
    expect((await rejoin(there, 3)).status).toBe(201);
    expect(await all()).toEqual(before);
  });

  it('is not undone for a post of no series, nor twice', async () => {
    const [post] = await choose('this', at('08'));
    await rejoin(post?.id ?? '');
    expect(refusal(await rejoin(post?.id ?? ''))).toMatchObject({ status: 404, code: 'post_not_found' });
    expect(refusal(await rejoin(id))).toMatchObject({ status: 409, code: 'post_locked' });
  });

  it('raises the revision of the post whose rule it changes', async () => {
    const revision = async (): Promise<string | null> =>
      (await crier.call('GET', `/posts/${id}`)).headers.get('etag');
    const chosen = await choose('following', at('08'));
    expect(await revision()).toBe('"2"');
    await remove(chosen);
    await restore(chosen);
    expect(await revision()).toBe('"3"');
  });

  it('parts nothing where the series was changed since it was read', async () => {
    await crier.call('PATCH', `/posts/${id}`, { body: { content: 'Stew' } });
    const before = await all();
    const ask = (revision: number) =>
      crier.call<ErrorBody>('POST', `/posts/${id}/occurrences`, {
        body: { scope: 'following', date: at('08') },
        headers: { 'If-Match': `"${revision}"` },
      });
    expect(refusal(await ask(1))).toMatchObject({ status: 412, code: 'revision_mismatch' });
    expect(await all()).toEqual(before);
    expect((await ask(2)).status).toBe(201);
    // A repetition whose first answer was lost.
    expect((await ask(2)).status).toBe(201);
  });
});
