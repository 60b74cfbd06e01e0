/** Limits by client IP address cannot be avoided by a header that anybody can write (case 38). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exchange, registerApp, type TestApp } from '../../oauth/fixtures/flow.ts';
import { sql, type ErrorBody } from '../factories.ts';
import { startInstance, type Answer, type TestInstance } from '../instance.ts';
import { addPerson, callApp } from '../person.ts';
import { signInFrom } from '../sign-in.ts';

/** Each names another client IP address every time. */
const SPOOFS: readonly [string, (n: number) => Record<string, string>][] = [
  ['X-Forwarded-For', (n) => ({ 'x-forwarded-for': `203.0.113.${n}` })],
  ['X-Forwarded-For of this machine', (n) => ({ 'x-forwarded-for': `127.0.0.1, 10.0.0.${n}, 127.0.0.1` })],
  [
    'any other header of proxies',
    (n) =>
      Object.fromEntries(
        [
          'x-real-ip',
          'true-client-ip',
          'cf-connecting-ip',
          'x-client-ip',
          'x-cluster-client-ip',
          'fastly-client-ip',
        ]
          .map((name) => [name, `203.0.113.${n}`])
          .concat([['forwarded', `for=203.0.113.${n}`]]),
      ),
  ],
];

describe('a forged X-Forwarded-For where no proxy is trusted', () => {
  let crier: TestInstance;
  let app: TestApp;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { DISABLE_REGISTRATION: 'false' } });
    app = await registerApp(await addPerson(crier));
  });
  beforeEach(() => sql(crier, 'delete from rate_limit'));
  afterAll(() => crier?.stop());

  const post = (path: string, body: object, headers: Record<string, string>): Promise<Answer<ErrorBody>> =>
    callApp<ErrorBody>(crier, { method: 'POST', path: `/auth/${path}` }, { body, headers });
  const last = async (
    times: number,
    attempt: (n: number) => Promise<{ status: number }>,
  ): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await attempt(n)).status);
    return statuses.slice(-2);
  };

  it.each(SPOOFS)('%s gives no further try to a person who guesses a password', async (_, spoof) => {
    expect(
      await last(11, (n) =>
        post('login', { email: 'ada@example.org', password: 'a wrong password' }, spoof(n)),
      ),
    ).toEqual([401, 429]);
  });

  it.each(SPOOFS)('%s does not allow a client more mails', async (_, spoof) => {
    expect(await last(21, (n) => post('forgot', { email: `nobody-${n}@example.org` }, spoof(n)))).toEqual([
      200, 429,
    ]);
  });

  it.each(SPOOFS)('%s does not allow a client more sign-ups', async (_, spoof) => {
    expect(
      await last(21, (n) =>
        post(
          'register',
          { name: ' ', email: `mia-${n}@example.org`, password: 'correct horse battery' },
          spoof(n),
        ),
      ),
    ).toEqual([400, 429]);
  });

  it.each(SPOOFS)('%s gives no further try to a person who guesses a client secret', async (_, spoof) => {
    const guess = async (n: number): Promise<Response> =>
      fetch(`${crier.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...spoof(n) },
        body: JSON.stringify({
          grant_type: 'authorization_code',
          code: 'x',
          client_id: app.clientId,
          client_secret: 'pcs_guess',
        }),
      });
    expect(await last(11, guess)).toEqual([401, 429]);
    expect((await exchange(crier, app, 'x')).body.error).toBe('invalid_grant');
  });

  it('does not change the recorded place of a session', async () => {
    const ada = await addPerson(crier);
    await callApp(
      crier,
      { method: 'POST', path: '/auth/register' },
      {
        body: { name: 'Mia', email: 'mia@example.org', password: 'correct horse battery' },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      },
    );
    expect(
      await sql(crier, 'select distinct ip from session where user_id <> $1 and ip is not null', [ada.id]),
    ).toEqual([{ ip: '127.0.0.1' }]);
  });
});

describe('a forged X-Forwarded-For behind a trusted proxy', () => {
  it("is ignored, to the left of the proxy's own entry", async () => {
    const crier = await startInstance({ temporal: false, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      const body = { email: 'ada@example.org', password: 'a wrong password' };
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) {
        statuses.push((await signInFrom(crier, `10.0.0.${n}, 203.0.113.${n}, 198.51.100.7`)(body)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
      expect((await signInFrom(crier, '198.51.100.8')(body)).status).toBe(401);
    } finally {
      await crier.stop();
    }
  });
});
