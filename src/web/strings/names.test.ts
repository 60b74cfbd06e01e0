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
    'the receiver answered 410 Gone',
    'it has taken nothing for three days',
    'it was switched off',
    'the app that made it has no access any more',
  ])('say in German why a webhook is switched off: %s', (text) => {
    expect(webhooks.whyOff(text)).not.toContain('the ');
    expect(webhooks.whyOff(text)).not.toBe(text);
  });
});
