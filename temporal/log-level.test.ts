import { describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { logLevel } from './log-level.ts';

describe('an entry of the SDK', () => {
  const failed = (type: string): { error: ApplicationFailure } => ({
    error: ApplicationFailure.create({ type, message: 'of a test' }),
  });

  it.each([
    ['WARN', 'Activity failed', failed('ReceiverBusy'), 'debug'],
    ['WARN', 'Activity failed', failed('RateLimited'), 'warn'],
    ['WARN', 'Activity failed', { error: new TypeError('of a test') }, 'warn'],
    ['ERROR', 'Worker failed', undefined, 'error'],
    ['WARN', 'No workflows registered, not polling for workflow tasks', {}, null],
    ['WARN', 'No Nexus services registered', {}, null],
  ])('%s "%s" %j is %s in our log', (level, message, meta, expected) => {
    expect(logLevel(level, message, meta)).toBe(expected);
  });
});
