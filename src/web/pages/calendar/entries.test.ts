import { describe, expect, it } from '@jest/globals';
import { NO_FILTERS, countFilters, queryOf, readUrl, writeUrl } from './url-state.ts';
import { dayOf } from './clock.ts';
import { byDay, place, slotsByDay, whyFixed, type Entry } from './entries.ts';

const BERLIN = 'Europe/Berlin';
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 'a',
  groupId: 'g',
  publishDate: '2031-05-04T22:30:00.000Z',
  status: 'scheduled',
  state: 'QUEUE',
  firstLine: 'Spring menu',
  thumbnail: null,
  channel: { id: 'c', identifier: 'sandbox', name: 'Cafe Nord', picture: null },
  tags: [],
  revision: 1,
  createdBy: null,
  canMove: true,
  isRepeat: false,
  inSeries: false,
  ...changes,
});

describe('posts of the calendar', () => {
  it('stand on the day that it is in the zone, in the order of their times', () => {
    const later = place(entry({ id: 'b', publishDate: '2031-05-05T10:00:00.000Z' }), BERLIN);
    const days = byDay([later, place(entry(), BERLIN)]);
    expect([...days].map(([day, ones]) => [day, ones.map(({ key }) => key)])).toEqual([
      ['2031-05-05', ['a', 'b']],
    ]);
  });

  it('have a key of their own on each date of a repeated post, and show why they cannot be moved', () => {
    const repeat = entry({ isRepeat: true, canMove: false });
    expect(place(repeat, BERLIN).key).not.toBe(place(entry(), BERLIN).key);
    expect(whyFixed(entry())).toBeNull();
    const reasons = [
      repeat,
      entry({ canMove: false, status: 'published' }),
      entry({ canMove: false, status: 'processing' }),
      entry({ canMove: false, status: 'failed' }),
    ].map(whyFixed);
    expect(new Set(reasons).size).toBe(4);
  });

  it('join free posting times of several channels at one minute', () => {
    const date = '2031-05-05T07:00:00.000Z';
    const slots = slotsByDay(
      [
        { channelId: 'a', date },
        { channelId: 'b', date },
      ],
      BERLIN,
    );
    expect(slots.get(dayOf(Date.parse(date), BERLIN))).toEqual([
      { ms: Date.parse(date), day: '2031-05-05', minute: 540, channelIds: ['a', 'b'] },
    ]);
  });
});

describe('the URL of the calendar', () => {
  it('keeps view, day, zone and filters, and leaves out what is as usual', () => {
    const query = 'view=week&day=2031-05-04&zone=mine&slots=off&channel=a%2Cb&state=DRAFT&person=p';
    const url = readUrl(new URLSearchParams(query));
    expect(writeUrl(url).toString()).toBe(query);
    expect(countFilters(url.filters)).toBe(3);
    expect(writeUrl(readUrl(new URLSearchParams())).toString()).toBe('');
  });

  it('has each filter once, which the API gets under the same names', () => {
    const query = 'channel=a%2Cb&customer=g&tag=t&state=QUEUE&person=p';
    const { filters } = readUrl(new URLSearchParams(query));
    expect(filters).toEqual({ channels: ['a', 'b'], customer: 'g', tag: 't', state: 'QUEUE', person: 'p' });
    expect(new URLSearchParams(queryOf(filters)).toString()).toBe(query);
    expect(countFilters(filters)).toBe(5);
    expect(queryOf(NO_FILTERS)).toEqual({});
  });

  it('reads what it does not know as absent', () => {
    const url = readUrl(new URLSearchParams('view=year&day=2031-02-30&state=LOST'));
    expect(url).toEqual({ view: null, day: null, ownZone: false, slots: true, filters: NO_FILTERS });
  });
});
