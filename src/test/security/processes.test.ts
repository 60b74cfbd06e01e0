/**
 * What one API process ends is over on every other at the next request: none caches keys, tokens, secrets,
 * sessions or roles, and its own clock does not count.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { approve, authorize, exchange, exchangeOf, registerApp } from '../../oauth/fixtures/flow.ts';
import { sql } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, callApp, type TestPerson } from '../person.ts';

describe('two API processes of one instance', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let elsewhere: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    elsewhere = (await crier.startApiProcess()).url;
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => crier?.stop());

  /** Status of a request to the first, then to the second. */
  const both = async (
    path: string,
    headers: Record<string, string>,
    init: RequestInit = {},
  ): Promise<number[]> => {
    const statuses: number[] = [];
    for (const url of [crier.url, elsewhere]) {
      statuses.push((await fetch(`${url}${path}`, { ...init, headers })).status);
    }
    return statuses;
  };

  it('both refuse a rotated API key at once, and accept the new one (case 33)', async () => {
    const {
      body: { key },
    } = await ada.call<{ key: string }>('POST', '/api-keys', { body: { name: 'ci' } });
    expect(await both('/public/v1/integrations', { authorization: key })).toEqual([200, 200]);
    const { body: next } = await ada.call<{ key: string }>('POST', '/user/api-key/rotate');
    expect(await both('/public/v1/integrations', { authorization: key })).toEqual([401, 401]);
    expect(await both('/public/v1/integrations', { authorization: next.key })).toEqual([200, 200]);
  });

  it('both refuse an access token at once that a person revoked (case 23)', async () => {
    const token = await authorize(crier, ada, await registerApp(ada));
    expect(await both('/public/v1/integrations', { authorization: token })).toEqual([200, 200]);
    const {
      body: [approval],
    } = await ada.call<{ id: string }[]>('GET', '/user/approved-apps');
    await ada.call('DELETE', `/user/approved-apps/${approval?.id}`);
    expect(await both('/public/v1/integrations', { authorization: token })).toEqual([401, 401]);
  });

  it('both refuse a rotated client secret at once, and accept the new one (case 20)', async () => {
    const app = await registerApp(ada);
    const exchanged = async (clientSecret: string): Promise<number[]> =>
      both(
        '/oauth/token',
        { 'content-type': 'application/json' },
        { method: 'POST', body: JSON.stringify(exchangeOf({ ...app, clientSecret }, 'x')) },
      );
    expect(await exchanged(app.clientSecret)).toEqual([400, 400]);
    const {
      body: { clientSecret },
    } = await ada.call<{ clientSecret: string }>('POST', `/user/oauth-apps/${app.id}/rotate-secret`);
    expect(await exchanged(app.clientSecret)).toEqual([401, 401]);
    expect(await exchanged(clientSecret)).toEqual([400, 400]);
  });

  it('both forget a session at once that was signed out, and a role that was removed (cases 11, 35)', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'admin' });
    expect(await both('/api/api-keys', { cookie: mia.cookie })).toEqual([200, 200]);
    await ada.call('PATCH', `/organization/members/${mia.id}`, { body: { role: 'member' } });
    expect(await both('/api/api-keys', { cookie: mia.cookie })).toEqual([403, 403]);
    await callApp(
      crier,
      { method: 'POST', path: '/auth/logout' },
      { cookie: mia.cookie, csrf: mia.csrfToken },
    );
    expect(await both('/api/auth/me', { cookie: mia.cookie })).toEqual([401, 401]);
  });

  it.each([
    ['an hour ahead', 3_600_000],
    ['an hour behind', -3_600_000],
  ])(
    'accept a code of 9 minutes and refuse one of 11 by the database clock, in a process whose clock is %s (case 18)',
    async (_, offsetMs) => {
      const app = await registerApp(ada);
      const aged = async (minutes: number): Promise<string> => {
        const code = await approve(ada, app);
        await sql(
          crier,
          "update oauth_code set created_at = created_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1) where state = 'issued'",
          [minutes],
        );
        return code;
      };
      const real = Date.now;
      jest.spyOn(Date, 'now').mockImplementation(() => real() + offsetMs);
      expect((await exchange(crier, app, await aged(9))).status).toBe(200);
      const late = await exchange(crier, app, await aged(11));
      expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
    },
  );
});
