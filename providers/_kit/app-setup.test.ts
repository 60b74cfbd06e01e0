import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '../index.ts';

const WITH_APP = [...createRegistry({ sandbox: false }).values()].filter(
  ({ oauth }) => oauth?.app.kind === 'env',
);

describe('How an app is registered', () => {
  it.each(WITH_APP.map((provider) => [provider.name, provider] as const))(
    'is described for %s, with pages of the vendor and everything that its form asks for',
    (_, { oauth, appSetup }) => {
      if (oauth?.app.kind !== 'env' || !appSetup) throw new Error('appSetup is missing');
      const urls = [appSetup.portal, appSetup.request, appSetup.review?.url].filter(
        (url) => url !== undefined,
      );
      expect(urls.map((url) => new URL(url).protocol)).toEqual(urls.map(() => 'https:'));
      expect(appSetup.secret !== undefined).toBe(oauth.app.secretVariable !== undefined);
      // Only a network that sends no browser back has no place for the redirect URL.
      expect(appSetup.redirectAt === undefined).toBe(oauth.approval !== undefined);
    },
  );
});
