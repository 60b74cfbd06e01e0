import { describe, expect, it } from '@jest/globals';
import { findZones, timeZones } from './time-zones.ts';

describe('a time zone', () => {
  const zones = timeZones('en');
  const first = (search: string): string | undefined => findZones(zones, search)[0]?.id;
  const all = (search: string): string[] => findZones(zones, search).map(({ id }) => id);

  it.each([
    ['UTC', 'UTC'],
    ['new york', 'America/New_York'],
    ['New_York', 'America/New_York'],
    ['america/new york', 'America/New_York'],
    ['berlin', 'Europe/Berlin'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['tokyo', 'Asia/Tokyo'],
  ])('is found by its city: %s', (search, id) => expect(first(search)).toBe(id));

  it.each([
    ['germany', 'Europe/Berlin'],
    ['norway', 'Europe/Oslo'],
    ['usa', 'America/Chicago'],
    ['united kingdom', 'Europe/London'],
    ['uk', 'Europe/London'],
  ])('is found by its country: %s', (search, id) => expect(all(search)).toContain(id));

  it('is found by its country in the language of the page', () => {
    expect(findZones(timeZones('de'), 'norwegen').map(({ id }) => id)).toContain('Europe/Oslo');
  });

  it.each(['utc+9', 'UTC+09:00', '+9', 'gmt+9', '\u002b09:00'])('is found by its offset: %s', (search) => {
    expect(all(search)).toContain('Asia/Tokyo');
    expect(all(search)).not.toContain('Europe/Lisbon');
  });

  it('is not found by an offset that only begins alike', () => {
    expect(all('utc+1')).not.toContain('Asia/Tokyo');
    expect(all('+1').filter((id) => id === 'Pacific/Auckland')).toEqual([]);
  });

  it('is not found by a word that fits none', () => expect(all('atlantis')).toEqual([]));

  it('is listed even if no browser knows it', () => {
    expect(timeZones('en', 'Etc/GMT+3').some(({ id }) => id === 'Etc/GMT+3')).toBe(true);
  });
});
