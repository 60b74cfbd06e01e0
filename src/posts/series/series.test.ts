import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { repeatPosts } from '../../../activities/repeat-posts.ts';
import { UNKNOWN_ID, buildPost, createOne, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { STORE_OCCURRENCES, occurrenceValues } from './store-occurrences.ts';

// A Monday, and later ones; at nine in Berlin, in summer.
const DAY = { mo: '05', tu: '06', we: '07', th: '08', fr: '09', nextMo: '12', nextTu: '13' } as const;
const at = (day: string): string => `2031-05-${day}T07:00:00.000Z`;
const WEEKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';

interface Shown {
  readonly id: string;
  readonly publishDate: string;
  readonly isRepeat: boolean;
  readonly inSeries: boolean;
}

describe('a post that is repeated by a rule', () => {
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
  beforeEach(async () => {
    await sql(crier, 'delete from post_group');
    id = await createOne(crier, buildPost(channel, { date: at(DAY.mo), repeat: WEEKDAYS }));
  });
  afterAll(() => crier?.stop());

  const shown = async (): Promise<Shown[]> => {
    const path = `/calendar?from=${at('01')}&to=${at('16')}`;
    return (await ada.call<{ posts: Shown[] }>('GET', path)).body.posts;
  };
  /** The dates on which something is published, as the days and hours of UTC. */
  const dates = async (): Promise<string> =>
    (await shown()).map(({ publishDate }) => publishDate.slice(8, 13).replace('T07', '')).join(' ');
  const select = async (scope: string, date?: string, post = id): Promise<{ id: string }[]> => {
    const answer = await crier.call<{ id: string }[]>('POST', `/posts/${post}/occurrences`, {
      body: { scope, ...(date ? { date } : {}) },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const remove = async (posts: readonly { id: string }[]): Promise<void> => {
    for (const post of posts) await crier.call('DELETE', `/posts/${post.id}`);
  };
  const move = (post: { id: string } | undefined, date: string) =>
    crier.call('PATCH', `/posts/${post?.id}`, { body: { date } });
  const ALL = '05 06 07 08 09 12 13 14 15 16';

  it('is shown on each of its dates', async () => {
    expect(await dates()).toBe(ALL);
    expect((await shown()).map(({ isRepeat, inSeries }) => [isRepeat, inSeries]).slice(0, 2)).toEqual([
      [false, true],
      [true, true],
    ]);
    const { body } = await crier.call('GET', `/posts/${id}`);
    expect(body).toMatchObject({ repeat: WEEKDAYS, inSeries: true, intervalInDays: null });
  });

  it.each([
    ['the post itself', 'this', undefined],
    ['the post itself and those after it', 'following', undefined],
    ['a coming date', 'this', at(DAY.we)],
    ['a coming date and those after it', 'following', at(DAY.we)],
    ['all', 'all', at(DAY.we)],
  ])('changes nothing when posts are chosen, however often: %s', async (_, scope, date) => {
    const first = await select(scope, date);
    expect(await select(scope, date)).toEqual(first);
    expect(first.length).toBeGreaterThan(0);
    expect(await dates()).toBe(ALL);
  });

  it('is deleted on one date', async () => {
    await remove(await select('this', at(DAY.we)));
    expect(await dates()).toBe('05 06 08 09 12 13 14 15 16');
    // A repetition whose first answer was lost.
    expect(await select('this', at(DAY.we))).toEqual([]);
    await remove(await select('this'));
    expect(await dates()).toBe('06 08 09 12 13 14 15 16');
  });

  it('is deleted from a date on', async () => {
    const chosen = await select('following', at(DAY.th));
    await remove(chosen);
    expect(await dates()).toBe('05 06 07');
    expect(await select('following', at(DAY.th))).toEqual([]);
  });

  it('is deleted from a date on once more, after its rule had got that date again', async () => {
    await remove(await select('following', at(DAY.we)));
    expect(await dates()).toBe('05 06');
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { repeat: WEEKDAYS } })).status).toBe(200);
    expect(await dates()).toBe(ALL);
    const again = await select('following', at(DAY.we));
    expect(await select('following', at(DAY.we))).toEqual(again);
    await remove(again);
    expect(await dates()).toBe('05 06');
    expect(await select('following', at(DAY.we))).toEqual([]);
  });

  it('is deleted as a whole, with the dates that were changed alone', async () => {
    await move((await select('this', at(DAY.we)))[0], '2031-05-07T10:00:00Z');
    expect(await dates()).toBe('05 06 07T10 08 09 12 13 14 15 16');
    await remove(await select('all'));
    expect(await dates()).toBe('');
  });

  it('is moved from a date on, to another time of the day', async () => {
    const [first] = await select('following', at(DAY.nextMo));
    expect((await move(first, '2031-05-12T08:30:00Z')).status).toBe(200);
    expect(await dates()).toBe('05 06 07 08 09 12T08 13T08 14T08 15T08');
  });

  it('from one that was changed alone on, leaves those before it', async () => {
    const [alone] = await select('this', at(DAY.th));
    await remove(await select('following', undefined, alone?.id));
    expect(await dates()).toBe('05 06 07');
  });

  it('on one day of the week goes on on the day that it is moved to', async () => {
    await sql(crier, "update post set repeat_rule = 'FREQ=WEEKLY;BYDAY=MO'");
    await move({ id }, at(DAY.tu));
    expect(await dates()).toBe('06 13');
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ repeat: 'FREQ=WEEKLY;BYDAY=TU' });
  });

  it.each([
    ['every day', 'FREQ=DAILY'],
    ['every second day', 'FREQ=DAILY;INTERVAL=2'],
    ['on one day of the week', 'FREQ=WEEKLY;BYDAY=MO'],
  ])('keeps its dates, and those that were taken out, in another time zone: %s', async (_, repeat) => {
    // Half past midnight in Berlin is the evening before in New York.
    const at = (day: string): string => `2031-05-${day}T22:30:00Z`;
    await sql(crier, 'delete from post_group');
    id = await createOne(crier, buildPost(channel, { date: at('04'), repeat }));
    if (repeat.startsWith('FREQ=DAILY')) await remove(await select('this', at('06')));
    const before = await dates();
    await ada.call('PATCH', '/organization', { body: { timeZone: 'America/New_York' } });
    const after = await dates();
    await ada.call('PATCH', '/organization', { body: { timeZone: 'Europe/Berlin' } });
    expect(after).toEqual(before);
  });

  it('gets its rule, and loses it, by a change', async () => {
    const change = (repeat: string | null) => crier.call('PATCH', `/posts/${id}`, { body: { repeat } });
    expect((await change('FREQ=DAILY;COUNT=3')).status).toBe(200);
    expect(await dates()).toBe('05 06 07');
    await change(null);
    expect(await dates()).toBe('05');
  });

  it('with an interval can be deleted on one date too', async () => {
    await sql(crier, 'update post set repeat_rule = null, interval_days = 7');
    expect(await dates()).toBe('05 12');
    await remove(await select('this', at(DAY.nextMo)));
    expect(await dates()).toBe('05');
    const { body } = await crier.call('GET', `/posts/${id}`);
    expect(body).toMatchObject({ repeat: 'FREQ=DAILY;INTERVAL=7\nEXDATE;VALUE=DATE:20310512' });
  });

  it('is parted by two people at once as by one', async () => {
    await Promise.all([1, 2, 3, 4].map(() => select('following', at(DAY.th))));
    await Promise.all([1, 2, 3, 4].map(() => select('this', at(DAY.tu))));
    expect(await dates()).toBe(ALL);
  });

  it('gets its next post by the rule, and ends with it', async () => {
    const due = (post: string) => sql(crier, 'update post set publish_at = now() where id = $1', [post]);
    await crier.call('PATCH', `/posts/${id}`, { body: { repeat: 'FREQ=DAILY;COUNT=2' } });
    await due(id);
    expect(await repeatPosts(crier.context.database, 10)).toBe(1);
    const [next] = await sql<{ id: string; repeat_rule: string; series_id: string }>(
      crier,
      'select id, repeat_rule, series_id from post where repeat_of = $1',
      [id],
    );
    expect(next).toMatchObject({ repeat_rule: 'FREQ=DAILY;COUNT=1', series_id: id });
    await due(next?.id ?? '');
    expect(await repeatPosts(crier.context.database, 10)).toBe(0);
    expect(
      await sql(crier, 'select 1 from post where repeat_rule is not null and repeat_of is not null'),
    ).toEqual([]);
  });

  it('does not get a post for a date that a person takes out at that moment', async () => {
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    for (let round = 0; round < 5; round++) {
      const [coming] = (await shown()).length ? await select('all') : [];
      if (!coming) continue;
      await Promise.all([repeatPosts(crier.context.database, 10), select('this', undefined, coming.id)]);
    }
    const [twice] = await sql(crier, 'select publish_at from post group by publish_at having count(*) > 1');
    expect(twice).toBeUndefined();
  });

  it('is made only by the rule by which its date was computed', async () => {
    const [{ ms } = { ms: 0 }] = await sql<{ ms: number }>(
      crier,
      'select (extract(epoch from publish_at) * 1000)::float8 as ms from post',
    );
    const made = await crier.context.database.query(
      STORE_OCCURRENCES,
      occurrenceValues(
        [
          {
            id: UNKNOWN_ID,
            fromId: id,
            seenMs: ms,
            seenRule: 'FREQ=DAILY',
            publishAt: new Date(at(DAY.tu)),
            repeatTime: null,
            repeatRule: 'FREQ=DAILY',
            intervalDays: null,
            seriesId: null,
            succeeds: true,
          },
        ],
        false,
      ),
    );
    expect(made).toEqual([]);
  });

  it.each([
    ['a date that the series does not have', { scope: 'this', date: at('10') }, 'invalid_date', ['date']],
    ['no scope', {}, 'invalid_request', ['scope']],
    ['a scope that is none', { scope: 'some' }, 'invalid_request', ['scope']],
  ])('refuses a choice by %s', async (_, body, code, paths) => {
    const answer = await crier.call<ErrorBody>('POST', `/posts/${id}/occurrences`, { body });
    expect(refusal(answer)).toEqual({ status: 400, code, paths });
  });

  it('refuses the choice of a post that is published', async () => {
    await sql(crier, "update post set state = 'published', published_at = now() where id = $1", [id]);
    const answer = await crier.call<ErrorBody>('POST', `/posts/${id}/occurrences`, {
      body: { scope: 'this' },
    });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'post_locked' });
  });

  it.each([
    ['every second', { repeat: 'FREQ=SECONDLY' }],
    ['a billion times', { repeat: 'FREQ=DAILY;COUNT=1000000000' }],
    ['until before it begins', { repeat: 'FREQ=DAILY;UNTIL=20300101' }],
    ['on a day that never comes', { repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['by an interval as well', { repeat: WEEKDAYS, inter: 7 }],
    ['in the queue', { repeat: WEEKDAYS, type: 'queue' }],
  ])('is refused with a reason: %s', async (_, change) => {
    const answer = await crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel, change) });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['repeat'] });
  });

  it('shows its dates before it is stored, and where the clocks are set', async () => {
    const ask = (date: string, repeat = 'FREQ=DAILY') =>
      crier.call('POST', '/repeat-dates', { body: { date, repeat } });
    const { body } = await ask('2031-03-29T01:30:00Z');
    expect(body).toMatchObject({
      timeZone: 'Europe/Berlin',
      more: true,
      dates: expect.arrayContaining([
        { date: '2031-03-29T01:30:00.000Z', clock: '02:30', skipped: false },
        { date: '2031-03-30T01:30:00.000Z', clock: '02:30', skipped: true },
        { date: '2031-03-31T00:30:00.000Z', clock: '02:30', skipped: false },
      ]),
    });
    expect((await ask(at(DAY.mo), 'FREQ=DAILY;COUNT=3')).body).toMatchObject({ more: false });
    expect(refusal((await ask(at(DAY.mo), 'FREQ=HOURLY')) as never)).toMatchObject({ status: 400 });
  });

  it('takes posting times from the queue', async () => {
    await sql(crier, 'update integration set posting_times = \'[{"time": 540}]\', posting_local = true');
    await sql(
      crier,
      "update post set publish_at = date_trunc('day', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' + interval '9 hours', repeat_rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'",
    );
    const queued = await createOne(crier, buildPost(channel, { type: 'queue', date: null }));
    const { body } = await crier.call<{ publishDate: string }>('GET', `/posts/${queued}`);
    expect([6, 0]).toContain(new Date(body.publishDate).getUTCDay());
    const slot = await crier.call<{ date: string }>('GET', `/find-slot/${channel}`);
    expect([6, 0]).toContain(new Date(slot.body.date).getUTCDay());
    const calendar = await ada.call<{ slots: { date: string }[] }>('GET', '/calendar');
    expect(calendar.body.slots.map(({ date }) => new Date(date).getUTCDay() % 6)).not.toContain(1);
  });
});
