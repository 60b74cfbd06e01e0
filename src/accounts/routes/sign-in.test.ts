import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPassword } from '../passwords.ts';
import type { Me } from '../present-me.ts';
import { checkCredentials } from '../sign-in.ts';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, type TestPerson } from '../../test/person.ts';
import { PASSWORD, addWithPassword, cookieOf, signInFrom } from '../../test/sign-in.ts';

describe('signing in', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    ada = await addWithPassword(crier, { name: 'Ada', email: 'Ada@example.org' });
  });
  afterAll(() => crier?.stop());

  const me = (cookie: string): Promise<Answer<Me & ErrorBody>> =>
    callApp(crier, { method: 'GET', path: '/auth/me' }, { cookie });

  it('opens a session for the right password, however the email address is written', async () => {
    const signIn = signInFrom(crier, '198.51.100.1');
    for (const email of ['Ada@example.org', ' ada@EXAMPLE.org ']) {
      const answer = await signIn({ email, password: PASSWORD }, { 'user-agent': 'Browser 1' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          user: { id: ada.id, name: 'Ada' },
          organization: { id: crier.organizationId, role: 'owner' },
        },
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect((await me(cookieOf(answer))).body).toEqual(answer.body);
    }
    expect(
      await sql(
        crier,
        'select distinct ip, user_agent as agent from session where user_id = $1 and ip is not null',
        [ada.id],
      ),
    ).toEqual([{ ip: '198.51.100.1', agent: 'Browser 1' }]);
  });

  it('opens a new session each time and ends the one the browser came with, so a planted session is useless', async () => {
    const signIn = signInFrom(crier, '198.51.100.2');
    const planted = cookieOf(await signIn({ email: ada.email, password: PASSWORD }));
    const answer = await signIn({ email: ada.email, password: PASSWORD }, { cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await me(planted)).status).toBe(401);
    expect((await me(cookieOf(answer))).status).toBe(200);
  });

  it('gives the same answer for an unknown email address, a wrong password, no password and a disabled account', async () => {
    const signIn = signInFrom(crier, '198.51.100.3');
    const [disabled, invited] = [
      await addWithPassword(crier, { name: 'Ben' }),
      await addPerson(crier, { name: 'Eve' }),
    ];
    await sql(crier, 'update user_account set disabled_at = now() where id = $1', [disabled.id]);
    const attempts = [
      { email: ada.email, password: 'a wrong password' },
      { email: 'nobody@example.org', password: PASSWORD },
      { email: disabled.email, password: PASSWORD },
      { email: invited.email, password: PASSWORD },
    ];
    const answers = await Promise.all(attempts.map((body) => signIn(body)));
    const bodies = answers.map(({ body: { requestId: _, ...body } }) => body);
    expect(bodies[0]).toMatchObject({ statusCode: 401, code: 'invalid_credentials' });
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0], bodies[0]]);
    expect(answers.map((a) => a.headers.get('set-cookie'))).toEqual([null, null, null, null]);
  });

  it('checks exactly one password per attempt, for any person', async () => {
    const checked: (string | null | undefined)[] = [];
    const counting: typeof isPassword = (stored, password) => {
      checked.push(stored);
      return isPassword(stored, password);
    };
    for (const [email, password] of [
      [ada.email, 'a wrong password'],
      ['nobody@example.org', PASSWORD],
      [ada.email, PASSWORD],
    ] as const) {
      await checkCredentials(crier.context, { email, password }, counting).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'invalid_credentials' }),
      );
    }
    expect(checked).toEqual([
      expect.stringMatching(/^\$argon2id/),
      null,
      expect.stringMatching(/^\$argon2id/),
    ]);
  });

  it('takes a password that is hashed with bcrypt, and stores it as ours from then on', async () => {
    const signIn = signInFrom(crier, '198.51.100.44');
    const eve = await addWithPassword(crier, { name: 'Eve' });
    // bcrypt of "correct horse battery"
    const legacy = '$2y$10$3cQf/kNKqcCDG13LvubbOuDCgJnwHqPmsH5N9RiwEpMGbMF1UzvMG';
    await sql(crier, 'update user_account set password_hash = $2 where id = $1', [eve.id, legacy]);
    const stored = async (): Promise<string | undefined> =>
      (
        await sql<{ hash: string }>(crier, 'select password_hash as hash from user_account where id = $1', [
          eve.id,
        ])
      )[0]?.hash;
    expect((await signIn({ email: eve.email, password: 'a wrong password' })).status).toBe(401);
    expect(await stored()).toBe(legacy);
    for (let time = 0; time < 2; time++) {
      expect((await signIn({ email: eve.email, password: 'correct horse battery' })).status).toBe(200);
      expect(await stored()).toMatch(/^\$argon2id/);
    }
  });

  it('reveals that an email address is unconfirmed only to a person with the right password', async () => {
    const signIn = signInFrom(crier, '198.51.100.4');
    const mia = await addWithPassword(crier, { name: 'Mia' });
    await sql(crier, 'update user_account set activated_at = null where id = $1', [mia.id]);
    expect(refusal(await signIn({ email: mia.email, password: PASSWORD }))).toEqual({
      status: 403,
      code: 'not_activated',
    });
    expect(refusal(await signIn({ email: mia.email, password: 'a wrong password' }))).toEqual({
      status: 401,
      code: 'invalid_credentials',
    });
  });

  it('ends by signing out, for every copy of the cookie; signing out a second time needs a session', async () => {
    const answer = await signInFrom(crier, '198.51.100.5')({ email: ada.email, password: PASSWORD });
    const cookie = cookieOf(answer);
    const signOut = (csrf: string | null): Promise<Answer<ErrorBody>> =>
      callApp(crier, { method: 'POST', path: '/auth/logout' }, { cookie, csrf });
    expect(refusal(await signOut(null))).toEqual({ status: 403, code: 'csrf_failed' });
    const out = await signOut(answer.body.csrfToken);
    expect([out.status, out.body, out.headers.get('set-cookie')]).toEqual([
      200,
      { success: true },
      'crier_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(refusal(await me(cookie))).toEqual({ status: 401, code: 'not_signed_in' });
    expect((await signOut(answer.body.csrfToken)).status).toBe(401);
  });

  it("works only from the instance's own pages", async () => {
    const signIn = signInFrom(crier, '198.51.100.6');
    expect(
      refusal(await signIn({ email: ada.email, password: PASSWORD }, { origin: 'https://evil.example' })),
    ).toEqual({ status: 403, code: 'origin_not_allowed' });
    expect((await signIn({ email: ada.email, password: PASSWORD }, { origin: crier.url })).status).toBe(200);
  });

  it('also works for people without an organisation', async () => {
    const lee = await addWithPassword(crier, { name: 'Lee' });
    await sql(crier, 'delete from membership where user_id = $1', [lee.id]);
    const answer = await signInFrom(crier, '198.51.100.7')({ email: lee.email, password: PASSWORD });
    expect(answer.body).toMatchObject({ user: { id: lee.id }, organization: null, organizations: [] });
    expect(
      refusal(
        await callApp<ErrorBody>(crier, { method: 'GET', path: '/user/self' }, { cookie: cookieOf(answer) }),
      ),
    ).toEqual({ status: 403, code: 'no_organization' });
  });

  it.each([
    ['no address', { email: 'ada', password: PASSWORD }, 'email'],
    ['an address that is a list', { email: ['ada@example.org'], password: PASSWORD }, 'email'],
    ['no password', { email: 'ada@example.org', password: '' }, 'password'],
    ['a password of 15,000 letters', { email: 'ada@example.org', password: 'x'.repeat(15_000) }, 'password'],
  ])('refuses %s before looking anything up', async (_, body, path) => {
    expect(refusal(await signInFrom(crier, '198.51.100.8')(body))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });

  it('refuses a body of a megabyte before reading it', async () => {
    const body = { email: 'ada@example.org', password: 'x'.repeat(1_000_000) };
    expect(refusal(await signInFrom(crier, '198.51.100.8')(body))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
  });
});
