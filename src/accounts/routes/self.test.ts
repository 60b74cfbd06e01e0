import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me } from '../present-me.ts';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, signedIn } from '../../test/person.ts';
import { PASSWORD, addWithPassword } from '../../test/sign-in.ts';

interface ListedSession {
  id: string;
  current: boolean;
  ip: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
}
interface ListedUser {
  id: string;
  role: string;
  organization: { id: string; name: string; subscription: string | null };
  user: { email: string };
}

describe('a person', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(() => sql(crier, 'delete from rate_limit'));
  afterAll(() => crier?.stop());

  const signIn = (email: string, password: string): Promise<Answer<Me & ErrorBody>> =>
    callApp(crier, { method: 'POST', path: '/auth/login' }, { body: { email, password } });

  it('reads their own profile in the shape that existing clients expect, without any API key', async () => {
    const roles = { owner: 'SUPERADMIN', admin: 'ADMIN', member: 'USER' } as const;
    for (const role of ['owner', 'admin', 'member'] as const) {
      const person = await addPerson(crier, { role, name: 'Ada' });
      expect((await person.call<unknown>('GET', '/user/self')).body).toEqual({
        id: person.id,
        name: 'Ada',
        email: person.email,
        createdAt: expect.any(String),
        orgId: crier.organizationId,
        organization: { id: crier.organizationId, name: 'Ada & Co', timeZone: 'UTC' },
        role: roles[role],
        admin: false,
        publicApi: '',
      });
    }
    expect(
      refusal(
        await callApp<ErrorBody>(
          crier,
          { method: 'GET', path: '/user/self' },
          { headers: { authorization: crier.apiKey } },
        ),
      ),
    ).toEqual({ status: 401, code: 'not_signed_in' });
  });

  it('changes their name, and nothing else about themselves', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const { body } = await mia.call<Me>('PATCH', '/user/self', {
      body: { name: '  Mia Maria ', email: 'other@example.org', operator: true, role: 'owner' },
    });
    expect(body).toMatchObject({
      user: { name: 'Mia Maria', email: mia.email, operator: false },
      organization: { role: 'member' },
    });
    expect((await mia.call<Me>('PATCH', '/user/self', { body: {} })).body).toEqual(body);
    for (const name of ['', '   ', 'x'.repeat(101), 'two\nlines', 7]) {
      expect(refusal(await mia.call<ErrorBody>('PATCH', '/user/self', { body: { name } }))).toEqual({
        status: 400,
        code: 'invalid_request',
        paths: ['name'],
      });
    }
  });

  it('turns single keys of the web app off, and on again', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const set = async (keyShortcuts: unknown) =>
      (await mia.call<Me>('PATCH', '/user/self', { body: { keyShortcuts } })).body.user.keyShortcuts;
    expect((await mia.call<Me>('GET', '/auth/me')).body.user.keyShortcuts).toBe(true);
    expect([await set(false), await set(undefined), await set(true)]).toEqual([false, false, true]);
    expect(
      refusal(await mia.call<ErrorBody>('PATCH', '/user/self', { body: { keyShortcuts: 'no' } })),
    ).toMatchObject({ status: 400, paths: ['keyShortcuts'] });
  });

  it('chooses the skin tone of emojis, and none again', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const set = async (skinTone: unknown) =>
      (await mia.call<Me>('PATCH', '/user/self', { body: { skinTone } })).body.user.skinTone;
    expect((await mia.call<Me>('GET', '/auth/me')).body.user.skinTone).toBeNull();
    expect([await set('1f3fd'), await set(undefined), await set(null)]).toEqual(['1f3fd', '1f3fd', null]);
    expect(
      refusal(await mia.call<ErrorBody>('PATCH', '/user/self', { body: { skinTone: 'green' } })),
    ).toMatchObject({ status: 400, paths: ['skinTone'] });
  });

  describe('changes their password', () => {
    const change = (
      person: { call: Awaited<ReturnType<typeof addPerson>>['call'] },
      current: string,
      next: string,
    ): Promise<Answer<ErrorBody>> =>
      person.call<ErrorBody>('POST', '/user/password', { body: { current, next } });

    it('by giving the current one; other sessions and open links end, this session stays', async () => {
      const ada = await addWithPassword(crier, { name: 'Ada' });
      const other = await signedIn(crier, ada.id);
      const answer = await change(ada, PASSWORD, 'another long password');
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      expect([
        (await ada.call<Me>('GET', '/auth/me')).status,
        (await other.call<ErrorBody>('GET', '/auth/me')).status,
      ]).toEqual([200, 401]);
      expect([
        (await signIn(ada.email, PASSWORD)).status,
        (await signIn(ada.email, 'another long password')).status,
      ]).toEqual([401, 200]);
    });

    it('neither with a wrong current one, nor to a weak one; ten attempts lock it for a while', async () => {
      const ben = await addWithPassword(crier, { name: 'Ben', email: 'ben.the.baker@example.org' });
      for (const next of ['short', ben.email]) {
        expect(refusal(await change(ben, PASSWORD, next))).toEqual({
          status: 400,
          code: 'invalid_request',
          paths: ['next'],
        });
      }
      for (let n = 0; n < 9; n++) {
        expect(refusal(await change(ben, 'a wrong password', 'another long password'))).toEqual({
          status: 400,
          code: 'wrong_password',
        });
      }
      expect(refusal(await change(ben, PASSWORD, 'another long password'))).toEqual({
        status: 429,
        code: 'too_many_attempts',
      });
      expect((await signIn(ben.email, PASSWORD)).status).toBe(200);
    });

    it('once, when two requests arrive at the same time', async () => {
      const cleo = await addWithPassword(crier, { name: 'Cleo' });
      const answers = await Promise.all(
        ['one', 'two', 'three'].map((n) => change(cleo, PASSWORD, `another long password ${n}`)),
      );
      expect(answers.map((a) => a.status).toSorted()).toEqual([200, 400, 400]);
    });

    it('never, when they have none', async () => {
      expect(refusal(await change(await addPerson(crier), PASSWORD, 'another long password'))).toEqual({
        status: 400,
        code: 'wrong_password',
      });
    });
  });

  it('sees where they are signed in, and can end one of these sessions', async () => {
    const dan = await addPerson(crier, { name: 'Dan' });
    const other = await signedIn(crier, dan.id);
    const old = await signedIn(crier, dan.id);
    await sql(crier, "update session set expires_at = now() - interval '1 second' where id = $1", [
      old.sessionId,
    ]);
    const { body } = await dan.call<ListedSession[]>('GET', '/user/sessions');
    expect(body.map(({ id, current }) => [id, current])).toEqual(
      expect.arrayContaining([
        [dan.sessionId, true],
        [other.sessionId, false],
      ]),
    );
    expect(body).toHaveLength(2);
    expect((await dan.call<unknown>('DELETE', `/user/sessions/${other.sessionId}`)).body).toEqual({
      success: true,
    });
    expect((await other.call<ErrorBody>('GET', '/auth/me')).status).toBe(401);
    for (const gone of [other.sessionId, old.sessionId, UNKNOWN_ID]) {
      expect(refusal(await dan.call<ErrorBody>('DELETE', `/user/sessions/${gone}`))).toEqual({
        status: 404,
        code: 'session_not_found',
      });
    }
    expect(refusal(await dan.call<ErrorBody>('DELETE', '/user/sessions/x'))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
    const own = await dan.call<unknown>('DELETE', `/user/sessions/${dan.sessionId}`);
    expect([own.status, own.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  });

  it("neither sees nor ends another person's sessions, even in the same organisation", async () => {
    const [eve, ada] = [await addPerson(crier, { name: 'Eve' }), await addPerson(crier, { name: 'Ada' })];
    expect((await eve.call<ListedSession[]>('GET', '/user/sessions')).body.map((s) => s.id)).toEqual([
      eve.sessionId,
    ]);
    expect(refusal(await eve.call<ErrorBody>('DELETE', `/user/sessions/${ada.sessionId}`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect((await ada.call<Me>('GET', '/auth/me')).status).toBe(200);
  });

  it('sees everybody on the instance as its operator, but not as an owner', async () => {
    const [operator, owner] = [
      await addPerson(crier, { name: 'Olga', operator: true }),
      await addPerson(crier, { name: 'Otto' }),
    ];
    const elsewhere = await crier.anotherOrganization('Other & Co');
    const far = await addPerson(crier, {
      name: 'Farah',
      organizationId: elsewhere.id,
      role: 'member',
      email: 'farah_x@example.org',
    });
    const list = async (name: string): Promise<ListedUser[]> =>
      (await operator.call<ListedUser[]>('GET', `/users?name=${encodeURIComponent(name)}`)).body;
    expect(await list('fArAh')).toEqual([
      {
        id: far.id,
        role: 'USER',
        organization: { id: elsewhere.id, name: 'Other & Co', subscription: null },
        user: { id: far.id, name: 'Farah', email: far.email },
      },
    ]);
    expect((await list('')).map((u) => u.id)).toEqual(
      expect.arrayContaining([operator.id, owner.id, far.id]),
    );
    expect([(await list('%')).length, (await list('h_x@')).map((u) => u.id)]).toEqual([0, [far.id]]);
    expect(refusal(await owner.call<ErrorBody>('GET', '/users'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
  });
});
