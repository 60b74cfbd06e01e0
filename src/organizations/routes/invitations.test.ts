import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me } from '../../accounts/present-me.ts';
import { inviteMember } from '../invite-member.ts';
import { MailError } from '../../mail/mailer.ts';
import type { Mail } from '../../platform/mailer.ts';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, roleOf, type TestPerson } from '../../test/person.ts';

interface Made extends ErrorBody {
  id: string;
  email: string | null;
  role: string;
  expiresAt: string;
  link: string | null;
  mailed: boolean;
}

describe('invitations', () => {
  let crier: TestInstance;
  let home: string;
  let ada: TestPerson;
  /** Belongs to an organisation of their own. */
  let ben: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    home = (await crier.anotherOrganization('Cafe Nord')).id;
    ada = await addPerson(crier, { organizationId: home, name: 'Ada' });
    ben = await addPerson(crier, {
      organizationId: (await crier.anotherOrganization('Of Ben')).id,
      name: 'Ben',
    });
  });
  afterAll(() => crier?.stop());

  const invite = (body: Record<string, unknown> = { role: 'member' }, by = ada): Promise<Answer<Made>> =>
    by.call('POST', '/organization/invitations', { body });
  const tokenOf = (made: { body: { link: string | null } }): string =>
    made.body.link?.split('#token=')[1] ?? '';
  const invited = async (body?: Record<string, unknown>): Promise<string> => tokenOf(await invite(body));
  const preview = (token: unknown): Promise<Answer<ErrorBody & { organization: string }>> =>
    callApp(crier, { method: 'POST', path: '/auth/invitation' }, { body: { token } });
  const accept = (token: unknown, by = ben): Promise<Answer<Me & ErrorBody>> =>
    by.call('POST', '/auth/invitation/accept', { body: { token } });
  const open = async (): Promise<{ id: string; email: string | null }[]> =>
    (await ada.call<{ id: string; email: string | null }[]>('GET', '/organization/invitations')).body;
  const gone = { status: 404, code: 'invitation_not_found' };

  it('are a link to hand over where no mail is set up: valid for 7 days, shown once and stored as a hash', async () => {
    const { status, body } = await invite({ email: 'Mia@example.org', role: 'admin' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        email: 'Mia@example.org',
        role: 'admin',
        expiresAt: expect.any(String),
        mailed: false,
        link: expect.stringMatching(/^http:\/\/localhost:\d+\/invitation#token=inv_[A-Za-z0-9]{40}$/),
      },
    ]);
    const listed = await ada.call<unknown[]>('GET', '/organization/invitations');
    expect(listed.body).toEqual([
      {
        id: body.id,
        email: 'Mia@example.org',
        role: 'admin',
        createdAt: expect.any(String),
        expiresAt: body.expiresAt,
        invitedBy: 'Ada',
      },
    ]);
    expect(
      await sql(
        crier,
        "select extract(epoch from expires_at - created_at)::int as s, token_hash ~ '^[0-9a-f]{64}$' as hashed from invitation where id = $1",
        [body.id],
      ),
    ).toEqual([{ s: 7 * 24 * 3600, hashed: true }]);
    expect(listed.text + (await ada.call('GET', '/organization/audit')).text).not.toContain('inv_');
  });

  it('show, before signing in, the organisation and the invited email address', async () => {
    expect((await preview(await invited({ email: ben.email, role: 'admin' }))).body).toEqual({
      organization: 'Cafe Nord',
      role: 'admin',
      email: ben.email,
      invitedBy: 'Ada',
    });
    expect((await preview(await invited())).body).toEqual({
      organization: 'Cafe Nord',
      role: 'member',
      email: null,
      invitedBy: 'Ada',
    });
  });

  it('make the person who accepts a member, who then works in that organisation', async () => {
    const token = await invited({ role: 'admin' });
    const { status, body } = await accept(token);
    expect([status, body.organization]).toEqual([
      200,
      { id: home, name: 'Cafe Nord', timeZone: 'UTC', role: 'admin' },
    ]);
    expect(body.organizations.map((o) => o.name)).toEqual(['Cafe Nord', 'Of Ben']);
    expect(await open()).toEqual([]);
  });

  it('are accepted once, neither again by the same person nor by another', async () => {
    const token = await invited();
    expect((await accept(token)).status).toBe(200);
    const mia = await addPerson(crier, { name: 'Mia' });
    for (const answer of [await accept(token), await accept(token, mia), await preview(token)]) {
      expect(refusal(answer)).toEqual(gone);
      expect(answer.body.message).toContain('accepted already');
    }
    expect(await roleOf(crier, mia.id, home)).toBeUndefined();
  });

  it('make one member when they are accepted twice at the same time', async () => {
    const token = await invited();
    const mia = await addPerson(crier, { name: 'Mia' });
    const answers = await Promise.all([accept(token), accept(token, mia), accept(token), accept(token, mia)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(
      await sql(crier, 'select count(*)::int as n from membership where organization_id = $1', [home]),
    ).toEqual([{ n: 2 }]);
  });

  it('sent to an email address are for that address, in any case, and stay open when another person tries', async () => {
    const token = await invited({ email: ben.email.toUpperCase(), role: 'member' });
    const mia = await addPerson(crier, { name: 'Mia' });
    expect(refusal(await accept(token, mia))).toEqual({ status: 403, code: 'invitation_for_other' });
    expect(await roleOf(crier, mia.id, home)).toBeUndefined();
    expect((await accept(token)).status).toBe(200);
  });

  it('end when they expire or are revoked, and cannot be guessed', async () => {
    const [late, back] = [await invite(), await invite()];
    await sql(crier, "update invitation set expires_at = now() - interval '1 second' where id = $1", [
      late.body.id,
    ]);
    expect((await ada.call('DELETE', `/organization/invitations/${back.body.id}`)).body).toEqual({
      success: true,
    });
    for (const [token, why] of [
      [tokenOf(late), 'older than 7 days'],
      [tokenOf(back), 'taken back'],
      ['inv_nothing', 'not valid'],
      ["' or true --", 'not valid'],
    ] as const) {
      for (const answer of [await preview(token), await accept(token)]) {
        expect(refusal(answer)).toEqual(gone);
        expect(answer.body.message).toContain(why);
      }
    }
    expect(refusal(await preview(7))).toEqual({ status: 400, code: 'invalid_request', paths: ['token'] });
    expect(await roleOf(crier, ben.id, home)).toBeUndefined();
  });

  it('are created by admins for admins and members, never for owners', async () => {
    const admin = await addPerson(crier, { organizationId: home, role: 'admin', name: 'Zoe' });
    expect((await invite({ role: 'admin' }, admin)).status).toBe(201);
    for (const by of [admin, ada]) {
      expect(refusal(await invite({ role: 'owner' }, by))).toEqual({
        status: 400,
        code: 'invalid_request',
        paths: ['role'],
      });
    }
    for (const email of ['no address', '', 'a@b\n.org', `${'a'.repeat(250)}@b.org`]) {
      expect(refusal(await invite({ email, role: 'member' })).code).toBe('invalid_request');
    }
  });

  it('are not for existing members: none is created for their email address, and they can accept none', async () => {
    expect(refusal(await invite({ email: ada.email.toUpperCase(), role: 'member' }))).toEqual({
      status: 409,
      code: 'already_member',
    });
    const token = await invited({ role: 'admin' });
    expect(refusal(await accept(token, ada))).toEqual({ status: 409, code: 'already_member' });
    expect(await roleOf(crier, ada.id, home)).toBe('owner');
    expect((await accept(token)).status).toBe(200);
  });

  it('revoke the previous one to the same email address', async () => {
    const [first, second] = [
      await invite({ email: 'mia@example.org', role: 'member' }),
      await invite({ email: 'MIA@example.org', role: 'member' }),
    ];
    expect((await open()).map((i) => i.id)).toEqual([second.body.id]);
    expect((await preview(tokenOf(first))).body.message).toContain('taken back');
  });

  it('are revoked once, and only by their own organisation', async () => {
    const {
      body: { id },
    } = await invite();
    const takeBack = (what: string, by = ada): Promise<Answer<ErrorBody>> =>
      by.call('DELETE', `/organization/invitations/${what}`);
    expect(refusal(await takeBack(id, ben))).toEqual({ status: 403, code: 'foreign_resource' });
    expect(refusal(await takeBack(UNKNOWN_ID))).toEqual(gone);
    expect(refusal(await takeBack('x'))).toEqual({ status: 400, code: 'invalid_id' });
    expect((await takeBack(id)).status).toBe(200);
    expect(refusal(await takeBack(id))).toEqual(gone);
  });

  describe('with a mail provider', () => {
    const sent: Mail[] = [];
    const through = (
      send: (mail: Mail) => Promise<void>,
    ): Promise<Awaited<ReturnType<typeof inviteMember>>> =>
      inviteMember(
        { ...crier.context, mail: { active: true, send, close: () => Promise.resolve() } },
        {
          via: 'session',
          organizationId: home,
          userId: ada.id,
          scopes: ['read', 'write'],
          session: { id: ada.sessionId, role: 'owner', email: ada.email, operator: false },
        },
        { email: ben.email, role: 'member' },
      );

    it('are mailed, and only the mail contains the link', async () => {
      const made = await through((mail) => Promise.resolve(void sent.push(mail)));
      expect(made).toMatchObject({ mailed: true, link: null });
      expect(sent).toMatchObject([
        {
          to: ben.email,
          subject: expect.stringContaining('Cafe Nord'),
          text: expect.stringContaining('Ada'),
          idempotencyKey: `invitation:${made.id}`,
        },
      ]);
      const token = /#token=(inv_\w+)/.exec(sent[0]?.text ?? '')?.[1];
      expect((await accept(token)).status).toBe(200);
    });

    it('fall back to a link to hand over when the mail cannot be sent', async () => {
      const made = await through(() => Promise.reject(new MailError('the provider refused it')));
      expect(made).toMatchObject({ mailed: false, link: expect.stringContaining('/invitation#token=inv_') });
      expect((await accept(made.link?.split('#token=')[1])).status).toBe(200);
    });
  });
});
