import { describe, expect, it } from '@jest/globals';
import { germanError } from './de/errors.ts';
import { common } from './en/common.ts';

describe('a refusal of the API', () => {
  it('is said in German by its code, and in English as the API says it', () => {
    const message = 'Wrong email address or password';
    const refusal = { code: 'invalid_credentials', message } as const;
    expect(germanError(refusal)).toBe('E-Mail-Adresse oder Passwort ist falsch');
    expect(common.refused(refusal)).toBe(message);
  });

  it("keeps the API's own words in German where only they carry the number or the state", () => {
    expect(germanError({ code: 'post_locked', message: 'The post is already published' })).toBe(
      'Der Beitrag kann nicht mehr geändert werden (The post is already published)',
    );
  });

  it('of a newer API, whose code this page does not know, is shown as it is', () => {
    expect(germanError({ code: 'from_tomorrow' as 'internal', message: 'Tomorrow only' })).toBe(
      'Tomorrow only',
    );
  });
});
