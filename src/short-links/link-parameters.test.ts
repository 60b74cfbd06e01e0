import { describe, expect, it } from '@jest/globals';
import { assertPlaces, withParameters } from './link-parameters.ts';

const FACTS = { network: 'mastodon', channel: 'Ada & Co', campaign: '' };
const TEMPLATES = {
  '*': 'utm_source={network}&utm_medium=social&utm_campaign={campaign}',
  bluesky: 'from={channel}',
  x: '',
};

describe('the parameters of a link', () => {
  it.each([
    ['https://a.org', FACTS, 'https://a.org?utm_source=mastodon&utm_medium=social'],
    [
      'https://a.org/?',
      { ...FACTS, campaign: 'spring sale' },
      'https://a.org/?utm_source=mastodon&utm_medium=social&utm_campaign=spring+sale',
    ],
    // The link's own parameters stay as they are.
    [
      'https://a.org/x?a=b%20c&utm_source=menu#top',
      FACTS,
      'https://a.org/x?a=b%20c&utm_source=menu&utm_medium=social#top',
    ],
    // Also a parameter that has no value, or is written in another way.
    ['https://a.org/?utm_source=&utm%5Fmedium=mail', FACTS, 'https://a.org/?utm_source=&utm%5Fmedium=mail'],
    [
      'https://a.org/?utm_source_x=a',
      FACTS,
      'https://a.org/?utm_source_x=a&utm_source=mastodon&utm_medium=social',
    ],
    ['https://a.org/#a#b', { ...FACTS, network: 'bluesky' }, 'https://a.org/?from=Ada+%26+Co#a#b'],
    ['https://a.org/', { ...FACTS, network: 'x' }, 'https://a.org/'],
  ])('of %s on %j become %s', (url, facts, expected) => {
    expect(withParameters(url, TEMPLATES, facts)).toBe(expected);
  });

  it('have no name in braces that is not filled in', () => {
    expect(() => assertPlaces({ ...TEMPLATES, x: 'a={"b":1}&c={}' })).not.toThrow();
    expect(() => assertPlaces({ '*': 'utm_source={network}', x: 'a={nonsense}' })).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            path: 'linkParameters.x',
            message:
              'has {nonsense}, which is not filled in; only these are: {network}, {channel}, {campaign}',
          }),
        ],
      }),
    );
  });

  it('that nobody has set change nothing', () => {
    expect(withParameters('https://a.org/?a=ü', {}, FACTS)).toBe('https://a.org/?a=ü');
  });
});
