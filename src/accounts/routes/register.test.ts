import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Me } from '../present-me.ts';
import { inviteMember } from '../../organizations/invite-member.ts';
import { countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, roleOf } from '../../test/person.ts';
import { cookieOf } from '../../test/sign-in.ts';

const MIA = { name: 'Mia', email: 'mia@example.org', password: 'correct horse battery' };
type Registered = { activated: boolean; me: Me } & ErrorBody;

const registerAt =
  (crier: TestInstance) =>
  (body: object): Promise<Answer<Registered>> =>
    callApp(crier, { method: 'POST', path: '/auth/register' }, { body });

/** The token of an invitation by an owner. */
async function invite(
  crier: TestInstance,
  email: string | null,
  role: 'admin' | 'member' = 'member',
): Promise<string> {
  const owner = await addPerson(crier);
  const { link } = await inviteMember(
    crier.context,
    {
      via: 'session',
      userId: owner.id,
      organizationId: crier.organizationId,
      scopes: ['read', 'write'],
      session: { id: owner.sessionId, role: 'owner', email: owner.email, operator: false },
    },
    { email, role },
  );
  return link?.split('#token=')[1] ?? '';
}

describe('signing up where sign-up is open, without mail', () => {
  let crier: TestInstance;
  let register: ReturnType<typeof registerAt>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { DISABLE_REGISTRATION: 'false' } });
    register = registerAt(crier);
  });
  afterAll(() => crier?.stop());

  it('creates an account that is active at once, with its own organisation', async () => {
    const answer = await register({ ...MIA, organization: "Mia's bakery", timeZone: 'Europe/Lisbon' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        activated: true,
        me: {
          user: { name: 'Mia', operator: false },
          organization: { name: "Mia's bakery", timeZone: 'Europe/Lisbon', role: 'owner' },
          features: { registration: true },
        },
      },
    });
    expect(answer.body.me.organizations).toHaveLength(1);
    expect(
      (await callApp<Me>(crier, { method: 'GET', path: '/auth/me' }, { cookie: cookieOf(answer) })).body,
    ).toEqual(answer.body.me);
  });

  it('ignores fields that people must not set for themselves', async () => {
    const { body } = await register({
      ...MIA,
      email: 'max@example.org',
      operator: true,
      role: 'owner',
      organizationId: crier.organizationId,
      activatedAt: null,
    });
    expect(body.me.user.operator).toBe(false);
    expect(body.me.organization).toMatchObject({ name: "Mia's organisation", timeZone: 'UTC' });
    expect(body.me.organizations.map((o) => o.id)).not.toContain(crier.organizationId);
  });

  it('refuses an email address that has an account, in any case; of many simultaneous requests one succeeds', async () => {
    const [before, organizations] = [
      await countRows(crier, 'user_account'),
      await countRows(crier, 'organization'),
    ];
    const answers = await Promise.all(
      ['lee@example.org', 'Lee@example.org', 'LEE@EXAMPLE.ORG'].map((email) => register({ ...MIA, email })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409, 409]);
    expect(refusal(await register({ ...MIA, email: 'lee@EXAMPLE.org' }))).toEqual({
      status: 409,
      code: 'email_taken',
    });
    expect([await countRows(crier, 'user_account'), await countRows(crier, 'organization')]).toEqual([
      before + 1,
      organizations + 1,
    ]);
  });

  it('accepts an invitation at the same time, and then creates no organisation', async () => {
    const organizations = await countRows(crier, 'organization');
    const { body } = await register({
      ...MIA,
      email: 'kim@example.org',
      invitation: await invite(crier, null, 'admin'),
    });
    expect(body.me).toMatchObject({
      organization: { id: crier.organizationId, role: 'admin' },
      organizations: [{ id: crier.organizationId }],
    });
    expect(await countRows(crier, 'organization')).toBe(organizations);
  });

  it('is refused after twenty sign-ups from one client IP address within an hour', async () => {
    const crowded = await startInstance({ temporal: false, env: { DISABLE_REGISTRATION: 'false' } });
    try {
      const answers = await Promise.all(
        Array.from({ length: 21 }, (_, n) =>
          registerAt(crowded)({ ...MIA, email: `mia-${n}@example.org`, name: ' ' }),
        ),
      );
      expect(answers.filter((a) => a.status === 429).map((a) => refusal(a))).toEqual([
        { status: 429, code: 'too_many_attempts' },
      ]);
    } finally {
      await crowded.stop();
    }
  });
});

describe('signing up where sign-up is closed', () => {
  let crier: TestInstance;
  let register: ReturnType<typeof registerAt>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    register = registerAt(crier);
  });
  afterAll(() => crier?.stop());

  it('is refused to outsiders, before and after the first account exists', async () => {
    expect(refusal(await register(MIA))).toEqual({ status: 403, code: 'registration_closed' });
    await callApp(
      crier,
      { method: 'POST', path: '/auth/setup' },
      { body: { ...MIA, email: 'ada@example.org', organization: 'Ada & Co', timeZone: 'UTC' } },
    );
    expect(refusal(await register(MIA))).toEqual({ status: 403, code: 'registration_closed' });
  });

  it('works with an invitation, once', async () => {
    const invitation = await invite(crier, 'mia@example.org');
    expect(refusal(await register({ ...MIA, email: 'eve@example.org', invitation }))).toEqual({
      status: 403,
      code: 'invitation_for_other',
    });
    const { status, body } = await register({ ...MIA, email: 'Mia@Example.org', invitation });
    expect([status, body.me.organization?.id, await roleOf(crier, body.me.user.id)]).toEqual([
      201,
      crier.organizationId,
      'member',
    ]);
    expect(refusal(await register({ ...MIA, invitation }))).toEqual({
      status: 404,
      code: 'invitation_not_found',
    });
  });

  it('creates one account per invitation, however many requests use it at once', async () => {
    const invitation = await invite(crier, null);
    const before = await countRows(crier, 'user_account');
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => register({ ...MIA, email: `tim${n}@example.org`, invitation })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, 404, 404, 404]);
    expect(await countRows(crier, 'user_account')).toBe(before + 1);
  });

  it('is refused with an invitation that is unknown, expired or revoked', async () => {
    const [old, revoked] = [await invite(crier, null), await invite(crier, null)];
    await sql(
      crier,
      "update invitation set expires_at = now() where token_hash = encode(sha256($1::text::bytea), 'hex')",
      [old],
    );
    await sql(
      crier,
      "update invitation set revoked_at = now() where token_hash = encode(sha256($1::text::bytea), 'hex')",
      [revoked],
    );
    for (const invitation of ['inv_unknown', old, revoked]) {
      expect(refusal(await register({ ...MIA, email: 'zoe@example.org', invitation }))).toEqual({
        status: 404,
        code: 'invitation_not_found',
      });
    }
  });

  it('leaves the invitation open when the email address already has an account: that person signs in and accepts it', async () => {
    const [known, invitation] = [
      await addPerson(crier, { email: 'pat@example.org' }),
      await invite(crier, null),
    ];
    expect(refusal(await register({ ...MIA, email: known.email, invitation }))).toEqual({
      status: 409,
      code: 'email_taken',
    });
    expect(
      await sql(
        crier,
        'select 1 from invitation where accepted_at is null and revoked_at is null and email is null and expires_at > now()',
      ),
    ).not.toEqual([]);
  });
});
