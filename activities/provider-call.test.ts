import { describe, expect, it } from '@jest/globals';
import { FAILURE } from '../temporal/contract/failures.ts';
import { linkWaitMs } from './load-request.ts';
import { waitForMs } from './provider-call.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a wait before anything can be sent', () => {
  const why = { failure: FAILURE.rateLimited, error: new Error('Slow down'), reason: 'rate limited' };

  it('is between two tries of the activity when it is short', () => {
    expect(() => waitForMs(30_000, why)).toThrow(
      expect.objectContaining({ type: 'RateLimited', nextRetryDelay: 30_000 }),
    );
  });

  it('is a timer of the run when it is longer, also than an activity may last', () => {
    expect(waitForMs(72 * HOUR, why)).toEqual({ status: 'wait', waitMs: 72 * HOUR, reason: 'rate limited' });
  });

  it('for a linked post lasts until its date, then a quarter of its lateness, up to an hour', () => {
    expect(linkWaitMs(72 * HOUR)).toBe(72 * HOUR + 1000);
    expect(linkWaitMs(-1000)).toBe(2000);
    expect(linkWaitMs(-40 * MINUTE)).toBe(10 * MINUTE);
    expect(linkWaitMs(-72 * HOUR)).toBe(HOUR);
  });
});
