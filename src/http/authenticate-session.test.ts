import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { buildPost, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, callApp, signedIn, type TestPerson } from '../test/person.ts';

describe('a session', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const list = (cookie: string | null, headers: Record<string, string> = {}): Promise<Answer<ErrorBody>> =>
    callApp(crier, { method: 'GET', path: '/integrations' }, { cookie, headers });
  const refused = ({ status, body }: Answer<ErrorBody>): [number, string] => [status, body.code];

  it("opens the Public API's operations to a person, for their current organisation", async () => {
    expect((await ada.call('GET', '/integrations')).body).toMatchObject([{ id: channel }]);
    expect((await ada.call('POST', '/posts', { body: buildPost(channel) })).status).toBe(201);
  });

  it('is not needed with a key and does not replace one at the Public API, nor does a key replace a session in the web app', async () => {
    expect(
      (await crier.call('GET', '/integrations', { key: null, headers: { cookie: ada.cookie } })).status,
    ).toBe(401);
    expect(refused(await list(null, { authorization: crier.apiKey }))).toEqual([401, 'not_signed_in']);
  });

  it.each<[string, (sid: string, secret: Uint8Array) => Promise<string> | string]>([
    ['signed by nobody (alg none)', (sid) => new UnsecuredJWT({ sid }).encode()],
    [
      'signed with another secret',
      (sid) =>
        new SignJWT({ sid })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('x'.repeat(64))),
    ],
    [
      'signed with another algorithm',
      (sid, secret) => new SignJWT({ sid }).setProtectedHeader({ alg: 'HS512' }).sign(secret),
    ],
    [
      'that has expired',
      (sid, secret) =>
        new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(1).sign(secret),
    ],
    [
      'without a session',
      (_, secret) =>
        new SignJWT({ sub: ada.id, role: 'owner' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    [
      'of a session that is none',
      (_, secret) => new SignJWT({ sid: "' or true --" }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    ['that is none', () => 'x.y.z'],
  ])('with a token %s is refused', async (_, make) => {
    const secret = new TextEncoder().encode(crier.context.sessionSecret());
    expect(refused(await list(`crier_session=${await make(ada.sessionId, secret)}`))).toEqual([
      401,
      'not_signed_in',
    ]);
  });

  it('takes only its id from the token: roles come from the database, at each request', async () => {
    const mia = await addPerson(crier, { role: 'member', name: 'Mia' });
    const claims = await new SignJWT({ sid: mia.sessionId, role: 'owner', isAdmin: true })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(crier.context.sessionSecret()));
    const asOwner = (): Promise<Answer<ErrorBody>> =>
      mia.call<ErrorBody>('DELETE', `/integrations/${channel}`, { cookie: `crier_session=${claims}` });
    expect(refused(await asOwner())).toEqual([403, 'insufficient_role']);
    await sql(crier, "update membership set role = 'admin' where user_id = $1", [mia.id]);
    expect((await asOwner()).status).toBe(200);
    await sql(crier, 'delete from membership where user_id = $1', [mia.id]);
    expect(refused(await mia.call<ErrorBody>('GET', '/integrations'))).toEqual([403, 'no_organization']);
  });

  it('ends when its row is deleted, its time is over or its person is disabled', async () => {
    const ben = await addPerson(crier, { name: 'Ben' });
    expect((await list(ben.cookie)).status).toBe(200);
    await sql(crier, "update session set expires_at = now() - interval '1 second' where id = $1", [
      ben.sessionId,
    ]);
    expect(refused(await list(ben.cookie))).toEqual([401, 'not_signed_in']);
    const again = await signedIn(crier, ben.id);
    await sql(crier, 'update user_account set disabled_at = now() where id = $1', [ben.id]);
    expect(refused(await list(again.cookie))).toEqual([401, 'not_signed_in']);
  });

  it('does what a page asks for in the organisation that the page shows, or not at all', async () => {
    const eve = await addPerson(crier, { name: 'Eve' });
    const home = crier.organizationId;
    const { body: bar } = await eve.call<{ organization: { id: string } }>('POST', '/organizations', {
      body: { name: 'Bar Sued' },
    });
    const away = bar.organization.id;
    const switchTo = (organizationId: string, from: string): Promise<Answer<ErrorBody>> =>
      eve.call<ErrorBody>('POST', '/organization/switch', {
        body: { organizationId },
        headers: { 'x-organization': from },
      });
    const tag = (shown: string | null): Promise<Answer<ErrorBody>> =>
      eve.call<ErrorBody>('POST', '/snippets', {
        body: { kind: 'signature', name: 'Regards', parts: ['Eve'] },
        headers: shown === null ? {} : { 'x-organization': shown },
      });
    const stored = async (): Promise<number> =>
      (await sql(crier, 'select id from snippet where organization_id = any($1)', [[home, away]])).length;
    for (const wrong of [home, 'x', away.toUpperCase()]) {
      expect(refused(await tag(wrong))).toEqual([409, 'other_organization']);
    }
    expect(await stored()).toBe(0);
    // The way back is open from there.
    expect((await switchTo(home, home)).status).toBe(200);
    expect(refused(await tag(away))).toEqual([409, 'other_organization']);
    for (const right of [home, null]) expect((await tag(right)).status).toBe(201);
    expect(await stored()).toBe(2);
  });

  it('changes nothing without the CSRF header, with that of another session, or from another site', async () => {
    const change = (options: object): Promise<Answer<ErrorBody>> =>
      ada.call<ErrorBody>('POST', '/posts', { body: buildPost(channel), ...options });
    for (const csrf of [null, '', 'x', (await signedIn(crier, ada.id)).csrfToken]) {
      expect(refused(await change({ csrf }))).toEqual([403, 'csrf_failed']);
    }
    expect(refused(await change({ headers: { origin: 'https://evil.example' } }))).toEqual([
      403,
      'origin_not_allowed',
    ]);
  });
});
