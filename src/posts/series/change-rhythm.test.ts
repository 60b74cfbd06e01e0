import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { storedRule, writeRule } from '../../platform/repeat/repeat-rule.ts';
import { movedRule } from './change-rhythm.ts';

const moved = (rule: string, from: string, to: string): string =>
  writeRule(movedRule(storedRule(rule), Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)));

describe('a series that is moved to another day', () => {
  it('leaves out the days after those that it left out, so that none of them comes back or comes twice', () => {
    expect(
      moved('FREQ=WEEKLY;BYDAY=MO\nEXDATE;VALUE=DATE:20310512,20310526', '2031-05-05', '2031-05-06'),
    ).toBe('FREQ=WEEKLY;BYDAY=TU\nEXDATE;VALUE=DATE:20310513,20310527');
    expect(moved('FREQ=DAILY\nEXDATE;VALUE=DATE:20310531', '2031-05-05', '2031-05-06')).toBe(
      'FREQ=DAILY\nEXDATE;VALUE=DATE:20310601',
    );
  });

  it('stays as it is where it names several days, and on the same day', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO,WE\nEXDATE;VALUE=DATE:20310512';
    expect(moved(rule, '2031-05-05', '2031-05-06')).toBe(rule);
    expect(moved(rule, '2031-05-05', '2031-05-05')).toBe(rule);
  });
});
