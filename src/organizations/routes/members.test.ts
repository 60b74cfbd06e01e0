import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { insertApp, insertToken } from '../../test/oauth-rows.ts';
import { addPerson, roleOf, signedIn, type TestPerson } from '../../test/person.ts';

describe('members', () => {
  let crier: TestInstance;
  /** A fresh organisation for each test. */
  let home: string;
  let ada: TestPerson;
  let admin: TestPerson;
  let member: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    home = (await crier.anotherOrganization('Cafe Nord')).id;
    ada = await person('owner', 'Ada');
    admin = await person('admin', 'Ben');
    member = await person('member', 'Mia');
  });
  afterAll(() => crier?.stop());

  const person = (role: 'owner' | 'admin' | 'member', name: string): Promise<TestPerson> =>
    addPerson(crier, { organizationId: home, role, name });
  const setRole = (by: TestPerson, whom: string, role: unknown): Promise<Answer<ErrorBody>> =>
    by.call('PATCH', `/organization/members/${whom}`, { body: { role } });
  const remove = (by: TestPerson, whom: string): Promise<Answer<ErrorBody>> =>
    by.call('DELETE', `/organization/members/${whom}`);
  const role = (whom: TestPerson): Promise<string | undefined> => roleOf(crier, whom.id, home);
  const codes = (answers: readonly Answer<ErrorBody>[]): (string | number)[] =>
    answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort();
  /** An access token of an app for this person here. */
  const addToken = async (whom: TestPerson, organizationId = home): Promise<string> =>
    (
      await insertToken(crier, {
        appId: await insertApp(crier, { organizationId: home }),
        userId: whom.id,
        organizationId,
      })
    ).token;

  it('see each other, with their roles', async () => {
    const { body } = await member.call<{ name: string; role: string; you: boolean; email: string }[]>(
      'GET',
      '/organization/members',
    );
    expect(body.map(({ name, role: r, you }) => [name, r, you])).toEqual([
      ['Ada', 'owner', false],
      ['Ben', 'admin', false],
      ['Mia', 'member', true],
    ]);
    expect(body.map(({ email }) => email)).toEqual([ada.email, admin.email, member.email]);
  });

  it('get other roles from admins, but only owners decide about owners', async () => {
    expect((await setRole(admin, member.id, 'admin')).status).toBe(200);
    expect(await role(member)).toBe('admin');
    expect(refusal(await setRole(admin, member.id, 'owner'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    expect(refusal(await setRole(admin, ada.id, 'member'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    expect((await setRole(ada, member.id, 'owner')).status).toBe(200);
    expect([await role(member), await role(ada)]).toEqual(['owner', 'owner']);
    expect(refusal(await setRole(ada, admin.id, 'king'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['role'],
    });
  });

  it('can do what their role allows from the next request on', async () => {
    expect((await admin.call('GET', '/api-keys')).status).toBe(200);
    await setRole(ada, admin.id, 'member');
    expect(refusal(await admin.call<ErrorBody>('GET', '/api-keys'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    await setRole(ada, admin.id, 'admin');
    expect((await admin.call('GET', '/api-keys')).status).toBe(200);
  });

  it('always include one owner: the last can be neither demoted nor removed, by anybody', async () => {
    expect(refusal(await setRole(ada, ada.id, 'admin'))).toEqual({ status: 409, code: 'last_owner' });
    expect(refusal(await remove(ada, ada.id))).toEqual({ status: 409, code: 'last_owner' });
    expect((await setRole(ada, ada.id, 'owner')).status).toBe(200);
    await setRole(ada, admin.id, 'owner');
    expect((await setRole(ada, ada.id, 'admin')).status).toBe(200);
    expect(refusal(await ada.call<ErrorBody>('DELETE', `/organization/members/${admin.id}`))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
  });

  it('always include one owner, even when two of them leave at the same time', async () => {
    for (const both of [
      (other: TestPerson): Promise<Answer<ErrorBody>>[] => [
        setRole(ada, ada.id, 'member'),
        setRole(other, other.id, 'member'),
      ],
      (other: TestPerson): Promise<Answer<ErrorBody>>[] => [
        setRole(ada, other.id, 'member'),
        setRole(other, ada.id, 'member'),
      ],
      (other: TestPerson): Promise<Answer<ErrorBody>>[] => [
        ada.call('POST', '/organization/leave'),
        other.call('POST', '/organization/leave'),
      ],
      (other: TestPerson): Promise<Answer<ErrorBody>>[] => [remove(ada, other.id), remove(other, ada.id)],
    ]) {
      home = (await crier.anotherOrganization('Cafe Nord')).id;
      ada = await person('owner', 'Ada');
      const bob = await person('owner', 'Bob');
      const answers = await Promise.all(both(bob));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        await sql(
          crier,
          "select count(*)::int as owners from membership where organization_id = $1 and role = 'owner'",
          [home],
        ),
      ).toEqual([{ owners: 1 }]);
    }
  });

  it('are removed by admins, but owners only by owners', async () => {
    expect(refusal(await remove(admin, ada.id))).toEqual({ status: 403, code: 'insufficient_role' });
    expect((await remove(admin, member.id)).body).toEqual({ success: true });
    expect(await role(member)).toBeUndefined();
    expect(refusal(await remove(admin, member.id))).toEqual({ status: 403, code: 'foreign_resource' });
    expect((await remove(ada, admin.id)).status).toBe(200);
  });

  it('who leave lose the organisation in all their sessions, and the access of their apps to it', async () => {
    const phone = await signedIn(crier, member.id);
    const token = await addToken(member);
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(200);
    await remove(ada, member.id);
    expect(refusal(await crier.call<ErrorBody>('GET', '/integrations', { key: token }))).toEqual({
      status: 401,
      code: 'invalid_oauth_token',
    });
    for (const session of [member, phone]) {
      expect(refusal(await session.call<ErrorBody>('GET', '/integrations'))).toEqual({
        status: 403,
        code: 'no_organization',
      });
    }
    const [revoked] = await sql(
      crier,
      'select t.revoked_reason as why, o.kind from oauth_token t left join outbox o on o.subject_id = t.id where t.user_id = $1',
      [member.id],
    );
    expect(revoked).toEqual({ why: 'member_left', kind: 'revoke_token' });
  });

  it("who return find their apps' old access revoked, and that to other organisations unchanged", async () => {
    const elsewhere = (await crier.anotherOrganization('Elsewhere')).id;
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'member')", [
      elsewhere,
      member.id,
    ]);
    const token = await addToken(member);
    const other = await addToken(member, elsewhere);
    expect((await member.call('POST', '/organization/leave')).status).toBe(200);
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'member')", [
      home,
      member.id,
    ]);
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(401);
    expect((await crier.call('GET', '/integrations', { key: other })).status).toBe(200);
  });

  it('cannot return with an invitation that they created themselves', async () => {
    const open = async (): Promise<number> =>
      (await sql(crier, 'select 1 from invitation where organization_id = $1 and revoked_at is null', [home]))
        .length;
    const invite = (by: TestPerson): Promise<Answer<ErrorBody>> =>
      by.call('POST', '/organization/invitations', { body: { role: 'admin' } });
    await invite(ada);
    await invite(admin);
    await setRole(ada, admin.id, 'member');
    expect(await open()).toBe(1);
    await setRole(ada, admin.id, 'admin');
    await invite(admin);
    await remove(ada, admin.id);
    expect(await open()).toBe(1);
  });

  it('cannot be changed or removed by outsiders or without a session, nor with a malformed id', async () => {
    const stranger = await addPerson(crier, { name: 'Zoe' });
    for (const ask of [(id: string) => setRole(ada, id, 'admin'), (id: string) => remove(ada, id)]) {
      expect(refusal(await ask(stranger.id))).toEqual({ status: 403, code: 'foreign_resource' });
      expect(refusal(await ask(UNKNOWN_ID))).toEqual({ status: 404, code: 'member_not_found' });
      expect(refusal(await ask('me'))).toEqual({ status: 400, code: 'invalid_id' });
    }
    expect(codes([await setRole(stranger, member.id, 'admin'), await remove(stranger, member.id)])).toEqual([
      'foreign_resource',
      'foreign_resource',
    ]);
    expect([await role(member), await roleOf(crier, stranger.id)]).toEqual(['member', 'owner']);
  });

  it('appear in the audit log: who changed whom', async () => {
    await setRole(ada, member.id, 'admin');
    await remove(ada, member.id);
    const { events } = (
      await ada.call<{ events: { kind: string; text: string; person: string; detail: unknown }[] }>(
        'GET',
        '/organization/audit',
      )
    ).body;
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'member_removed', text: 'Removed a member: Mia', person: 'Ada', detail: { role: 'admin' } },
      {
        kind: 'role_changed',
        text: 'Changed a role: Mia',
        person: 'Ada',
        detail: { from: 'member', to: 'admin' },
      },
    ]);
  });
});
