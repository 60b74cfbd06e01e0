import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { authorize, post, registerApp, type TestApp } from './fixtures/flow.ts';

interface Approval {
  readonly id: string;
  readonly lastUsedAt: string | null;
}

describe('access tokens', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    app = await registerApp(ada, { description: 'Posts the menu' });
  });
  afterAll(() => crier?.stop());

  const works = async (token: string): Promise<boolean> =>
    (await crier.call('GET', '/is-connected', { key: token })).status === 200;
  const approvals = async (person: TestPerson): Promise<Approval[]> =>
    (await person.call<Approval[]>('GET', '/user/approved-apps')).body;

  it('are listed for the person who approved them, without anything that could be used', async () => {
    const token = await authorize(crier, ada, app);
    const [approval] = await approvals(ada);
    expect(approval).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      lastUsedAt: null,
      organization: { id: crier.organizationId, name: 'Ada & Co' },
      oauthApp: {
        id: app.id,
        name: 'Menu Bot',
        description: 'Posts the menu',
        picture: null,
        clientId: app.clientId,
      },
    });
    expect(await works(token)).toBe(true);
    expect((await approvals(ada))[0]?.lastUsedAt).not.toBeNull();
  });

  it('stop working at the next request after the person revokes them (case 23)', async () => {
    const token = await authorize(crier, ada, app);
    const { id = '' } = (await approvals(ada))[0] ?? {};
    expect((await ada.call('DELETE', `/user/approved-apps/${id}`)).body).toEqual({ success: true });
    expect(refusal(await crier.call<ErrorBody>('GET', '/is-connected', { key: token }))).toEqual({
      status: 401,
      code: 'invalid_oauth_token',
    });
    expect(await approvals(ada)).toEqual([]);
    expect(refusal(await ada.call('DELETE', `/user/approved-apps/${id}`))).toEqual({
      status: 404,
      code: 'approval_not_found',
    });
    expect(
      await sql(crier, "select 1 from outbox where kind = 'revoke_token' and subject_id = $1", [id]),
    ).toHaveLength(1);
    expect(
      await sql(
        crier,
        "select user_id as who, detail ->> 'app' as app from audit_event where kind = 'token_revoked' and subject_id = $1",
        [id],
      ),
    ).toEqual([{ who: ada.id, app: 'Menu Bot' }]);
  });

  it('are revoked by nobody else, not even an owner', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const token = await authorize(crier, mia, app);
    const { id = '' } = (await approvals(mia))[0] ?? {};
    expect(refusal(await ada.call('DELETE', `/user/approved-apps/${id}`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await mia.call('DELETE', `/user/approved-apps/${UNKNOWN_ID}`))).toEqual({
      status: 404,
      code: 'approval_not_found',
    });
    expect(refusal(await mia.call('DELETE', '/user/approved-apps/x'))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
    expect(await works(token)).toBe(true);
    expect((await mia.call('DELETE', `/user/approved-apps/${id}`)).status).toBe(200);
    expect(await works(token)).toBe(false);
  });

  describe('revoked by their app (RFC 7009)', () => {
    const revoke = (
      client: TestApp,
      token: unknown,
      headers: Record<string, string> = {},
    ): ReturnType<typeof post> =>
      post(
        crier,
        '/oauth/revoke',
        { client_id: client.clientId, client_secret: client.clientSecret, token },
        { headers },
      );

    it('stop working at once', async () => {
      const token = await authorize(crier, ada, app);
      const answer = await revoke(app, token);
      expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
        200,
        {},
        'no-store',
      ]);
      expect(await works(token)).toBe(false);
      expect(await sql(crier, "select 1 from oauth_token where revoked_reason = 'app'")).toHaveLength(1);
    });

    it("get the same answer when they are unknown, no longer valid or another app's, which keeps its own", async () => {
      const other = await registerApp(ada, { name: 'Other Bot' });
      const token = await authorize(crier, ada, app);
      for (const unknown of ['pos_unknown', 'x', token]) {
        const answer = await revoke(other, unknown);
        expect([answer.status, answer.body]).toEqual([200, {}]);
      }
      expect(await works(token)).toBe(true);
      await revoke(app, token);
      expect((await revoke(app, token)).status).toBe(200);
    });

    it('need client authentication, and a token', async () => {
      const token = await authorize(crier, ada, app);
      expect((await revoke({ ...app, clientSecret: 'pcs_wrong' }, token)).body.error).toBe('invalid_client');
      for (const missing of [undefined, '', 1, [token]]) {
        expect((await revoke(app, missing)).body.error).toBe('invalid_request');
      }
      expect(await works(token)).toBe(true);
      const form = new URLSearchParams({ token, token_type_hint: 'access_token' });
      expect(
        (
          await post(crier, '/oauth/revoke', form, {
            headers: {
              'content-type': 'application/x-www-form-urlencoded',
              authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
            },
          })
        ).status,
      ).toBe(200);
      expect(await works(token)).toBe(false);
    });
  });
});
