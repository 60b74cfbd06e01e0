/**
 * The secrets of people, apps and connected channels: after a day of accounts, OAuth, mail, connecting and
 * publishing, everything is searched for them (case 72).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dump } from '../dump.ts';
import { liveBusyDay, type BusyDay } from './busy-day.ts';

describe('after a day of people, apps, mails and channels, the secrets', () => {
  let day: BusyDay;
  beforeAll(async () => {
    day = await liveBusyDay();
  }, 240_000);
  afterAll(() => day?.stop());

  const found = (text: string, except: readonly string[] = []): string[] =>
    Object.entries(day.canaries)
      .filter(([name, value]) => !except.includes(name) && text.includes(value))
      .map(([name]) => name);

  it('are of every kind that is looked for', () => {
    expect(Object.entries(day.canaries).filter(([, value]) => value.length < 12)).toEqual([]);
    expect(Object.keys(day.canaries).length).toBeGreaterThan(28);
    expect(new Set(Object.values(day.canaries)).size).toBe(Object.keys(day.canaries).length);
  });

  it('are in no refusal, list, audit entry or notification', () => {
    expect(day.answers.join('\n')).toMatch(
      /invalid_link[\s\S]*invalid_grant[\s\S]*"internal"[\s\S]*App deleted|Deleted the app|Menu Bot/,
    );
    expect(day.answers.filter((text) => text.includes('"code":"internal"')).length).toBeGreaterThan(6);
    // The web app needs Ada's own CSRF token.
    expect(day.answers.flatMap((text) => found(text))).toEqual([]);
  });

  it('are in no log of the API or the worker at the most verbose level, nor is any password hash', () => {
    expect(day.crier.logs()).toMatch(/"component":"api"[\s\S]*"request failed"/);
    expect(day.crier.logs()).toContain('"component":"worker"');
    expect(found(day.crier.logs())).toEqual([]);
    expect(day.crier.logs()).not.toContain('$argon2id');
  });

  it('are in no row of the database', async () => {
    const text = await dump(day.crier);
    expect(text).toContain('Canary menu');
    expect(found(text)).toEqual([]);
  });

  it('are in no history, memo or search attribute at Temporal', () => {
    expect(day.expectedRuns.length).toBeGreaterThan(5);
    expect([...day.runs].flatMap(([id, text]) => found(text).map((name) => `${name} in ${id}`))).toEqual([]);
  });

  it('are in no mail except the link it is for', () => {
    const links = ['activation link', 'reset link', 'invitation link'];
    expect(day.mails.length).toBeGreaterThanOrEqual(3);
    for (const { raw, parsed } of day.mails) {
      const text = `${raw}\n${parsed.text}\n${parsed.html}`;
      expect(found(text, links)).toEqual([]);
      expect(found(text).length).toBeLessThanOrEqual(1);
    }
  });

  it('are not in the metrics', () => {
    expect(day.metrics).toContain('crier_');
    expect(found(day.metrics)).toEqual([]);
  });

  it('would be found if there were one', () => {
    expect(found(`x ${day.canaries['access token']} y`)).toEqual(['access token']);
  });
});
