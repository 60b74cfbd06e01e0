/** What the API names in its own words has German ones. */
import { describe, expect, it } from '@jest/globals';
import { NUMBER_NAMES } from '../../../providers/_kit/number-names.ts';
import { LABELS } from './de/numbers.ts';
import { webhooks } from './de/webhooks.ts';

describe('The German pages', () => {
  it('have a word for each number of the catalogue, and for no other', () => {
    expect(Object.keys(LABELS).toSorted()).toEqual(NUMBER_NAMES.toSorted());
  });

  it.each([
    'the receiver answered 500',
    'the receiver answered 410 Gone',
    'the connection failed',
    'no answer within 10 seconds',
    'the address is not public',
    'it has taken nothing for three days',
    'somebody switched it off',
    'the app that made it has no access any more',
    'the webhook was switched off: the receiver answered 410 Gone',
    'the webhook was switched off: somebody switched it off',
  ])('say of a receiver of webhooks in German: %s', (words) => {
    expect(webhooks.reason(words)).not.toContain('the ');
    expect(webhooks.reason(words)).not.toBe(words);
  });
});
