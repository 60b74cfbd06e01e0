import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows, sql } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import {
  approve,
  authorize,
  exchange,
  exchangeOf,
  post,
  registerApp,
  type TestApp,
  type TokenBody,
} from './fixtures/flow.ts';
import { challengeOf } from './pkce.ts';

const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-long';
const refused = ({ status, body }: Answer<TokenBody>): [number, string] => [status, body.error];

describe('POST /oauth/token', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    app = await registerApp(ada);
  });
  afterAll(() => crier?.stop());

  const works = async (token: string): Promise<boolean> =>
    (await crier.call('GET', '/is-connected', { key: token })).status === 200;
  const token = (body: unknown, headers: Record<string, string> = {}): Promise<Answer<TokenBody>> =>
    post(crier, '/oauth/token', body, { headers });
  const basic = (id: string, secret: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });
  const reasonOf = async (code: string): Promise<string | undefined> =>
    (
      await sql<{ reason: string }>(
        crier,
        "select revoked_reason as reason from oauth_token where code_id = (select id from oauth_code where code_hash = encode(sha256($1::text::bytea), 'hex'))",
        [code],
      )
    )[0]?.reason;

  it('exchanges a code for a token of the approved organisation; the answer is never cached (case 30)', async () => {
    const answer = await exchange(crier, app, await approve(ada, app));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: crier.organizationId,
      cus: '',
      access_token: expect.stringMatching(/^pos_[A-Za-z0-9]{40}$/),
      token_type: 'bearer',
    });
    expect([
      answer.headers.get('cache-control'),
      answer.headers.get('pragma'),
      answer.headers.get('location'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual(['no-store', 'no-cache', null, null]);
    expect(await works(answer.body.access_token)).toBe(true);
  });

  it("includes the organisation's billing customer in the answer", async () => {
    await sql(crier, "update organization set billing_customer_id = 'cus_1' where id = $1", [
      crier.organizationId,
    ]);
    expect((await exchange(crier, app, await approve(ada, app))).body.cus).toBe('cus_1');
    await sql(crier, 'update organization set billing_customer_id = null where id = $1', [
      crier.organizationId,
    ]);
  });

  it('accepts a form or JSON, the secret in the body or by HTTP Basic, and works without /api in the path', async () => {
    expect(
      (
        await token(new URLSearchParams(exchangeOf(app, await approve(ada, app)) as Record<string, string>), {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(200);
    const { client_id, client_secret, ...rest } = exchangeOf(app, await approve(ada, app));
    expect((await token(rest, basic(String(client_id), String(client_secret)))).status).toBe(200);
    expect(
      (
        await token(
          { ...rest, client_id, code: await approve(ada, app) },
          basic(String(client_id), String(client_secret)),
        )
      ).status,
    ).toBe(200);
    const response = await fetch(`${crier.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(exchangeOf(app, await approve(ada, app))),
    });
    expect(response.status).toBe(200);
  });

  it('refuses a code that is used again, and revokes the token issued for it (case 15)', async () => {
    const code = await approve(ada, app);
    const first = (await exchange(crier, app, code)).body.access_token;
    expect(await works(first)).toBe(true);
    expect(refused(await exchange(crier, app, code))).toEqual([400, 'invalid_grant']);
    expect(await works(first)).toBe(false);
    expect(await reasonOf(code)).toBe('code_reused');
    expect(
      await sql(crier, "select 1 from audit_event where kind = 'code_misused' and subject_id = $1", [app.id]),
    ).toHaveLength(1);
    expect(await sql(crier, "select 1 from outbox where kind = 'revoke_token'")).toHaveLength(1);
  });

  it('issues one token for 50 simultaneous exchanges of one code, and the repeated ones revoke it (case 16)', async () => {
    const code = await approve(ada, app);
    const before = await countRows(crier, 'oauth_token');
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(crier, app, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.status === 400 && answer.body.error === 'invalid_grant'),
    ).toHaveLength(49);
    expect(await countRows(crier, 'oauth_token')).toBe(before + 1);
    expect(await reasonOf(code)).toBe('code_reused');
  });

  it("refuses another app's code, invalidates it, and notifies that app's organisation (case 17)", async () => {
    const theirs = await crier.anotherOrganization('Ben & Co');
    const ben = await addPerson(crier, { name: 'Ben', organizationId: theirs.id });
    const other = await registerApp(ben, { name: 'Other Bot' });
    const code = await approve(ada, app);
    expect(refused(await exchange(crier, other, code))).toEqual([400, 'invalid_grant']);
    expect(refused(await exchange(crier, app, code))).toEqual([400, 'invalid_grant']);
    expect(
      await sql(
        crier,
        "select organization_id as org, detail from audit_event where kind = 'code_misused' and detail ->> 'by' is not null",
      ),
    ).toEqual([{ org: crier.organizationId, detail: { what: 'used by another app', by: 'Other Bot' } }]);
  });

  it.each([
    ['9:59', 599, 200],
    ['10:01', 601, 400],
  ])('measures the age of a code of %s by the database clock (case 18)', async (_, age, status) => {
    const code = await approve(ada, app);
    await sql(
      crier,
      "update oauth_code set created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1) where state = 'issued'",
      [age],
    );
    const answer = await exchange(crier, app, code);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.body).toEqual({
        error: 'invalid_grant',
        error_description: 'The code has expired: it is valid for 10 minutes',
      });
    }
    await sql(crier, "delete from oauth_code where state = 'issued'");
  });

  it('leaves a code unused when the secret is wrong or something is missing', async () => {
    const code = await approve(ada, app);
    expect(refused(await exchange(crier, app, code, { client_secret: 'pcs_wrong' }))).toEqual([
      401,
      'invalid_client',
    ]);
    expect(refused(await exchange(crier, app, code, { redirect_uri: 'https://evil.example/' }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(refused(await exchange(crier, app, code, { code_verifier: VERIFIER }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(refused(await exchange(crier, app, '', {}))).toEqual([400, 'invalid_request']);
    expect((await exchange(crier, app, code, { redirect_uri: app.redirectUrl })).status).toBe(200);
  });

  it.each<[string, unknown, number, string]>([
    ['nothing', '', 400, 'invalid_request'],
    ['no grant type', {}, 400, 'invalid_request'],
    ['an empty grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['client_credentials', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['refresh_token', { grant_type: 'refresh_token' }, 400, 'unsupported_grant_type'],
    ['a list', { grant_type: ['authorization_code'] }, 400, 'invalid_request'],
    ['an object', { grant_type: { a: 1 } }, 400, 'invalid_request'],
    ['a number', { grant_type: 1 }, 400, 'invalid_request'],
    ['a body that is a list', [], 400, 'invalid_request'],
    ['a body that is a text', '"x"', 400, 'invalid_request'],
    ['a body that is null', 'null', 400, 'invalid_request'],
    ['no JSON', '{"client_secret":"pcs_canary', 400, 'invalid_request'],
    ['no client', { grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
    ['a client that is a number', { grant_type: 'authorization_code', client_id: 1 }, 400, 'invalid_request'],
    ['half a surrogate pair', '{"grant_type":"\\ud800"}', 400, 'invalid_request'],
    ['NUL', '{"grant_type":"\\u0000"}', 400, 'invalid_request'],
    ['a name of the prototype', '{"__proto__":{"grant_type":"x"}}', 400, 'invalid_request'],
    [
      'a secret of 5000 characters',
      { grant_type: 'authorization_code', client_id: 'x', client_secret: 'x'.repeat(5000) },
      400,
      'invalid_request',
    ],
  ])('refuses %s with an OAuth error (case 25)', async (_, body, status, error) => {
    const answer = await token(body);
    expect(refused(answer)).toEqual([status, error]);
    expect(Object.keys(answer.body)).toEqual(['error', 'error_description']);
    expect(answer.text).not.toContain('canary');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a form that repeats a parameter', async () => {
    for (const name of ['grant_type', 'code', 'client_id', 'client_secret']) {
      const form = new URLSearchParams(exchangeOf(app, 'x') as Record<string, string>);
      form.append(name, 'again');
      expect(refused(await token(form, { 'content-type': 'application/x-www-form-urlencoded' }))).toEqual([
        400,
        'invalid_request',
      ]);
    }
  });

  it('refuses an unknown id, a missing secret and an unreadable header, and asks for Basic only where Basic was used', async () => {
    for (const fields of [
      { client_id: 'pca_unknown' },
      { client_id: "' or true --" },
      { client_secret: undefined },
      { client_secret: '' },
    ]) {
      const answer = await exchange(crier, app, 'x', fields);
      expect([...refused(answer), answer.headers.get('www-authenticate')]).toEqual([
        401,
        'invalid_client',
        null,
      ]);
    }
    const rest = { grant_type: 'authorization_code', code: 'x' };
    for (const header of [
      basic(app.clientId, 'wrong'),
      basic('a%00b', 'x'),
      basic('%', 'x'),
      { authorization: 'Basic' },
      { authorization: 'basic ///' },
    ]) {
      const answer = await token(rest, header);
      expect([...refused(answer), answer.headers.get('www-authenticate')]).toEqual([
        401,
        'invalid_client',
        'Basic realm="OAuth", charset="UTF-8"',
      ]);
    }
    await sql(crier, 'delete from rate_limit');
  });

  it('refuses a suspended app, but keeps its codes for when it is restored', async () => {
    const code = await approve(ada, app);
    await sql(crier, 'update oauth_app set suspended_at = now() where id = $1', [app.id]);
    expect(refused(await exchange(crier, app, code))).toEqual([401, 'invalid_client']);
    await sql(crier, 'update oauth_app set suspended_at = null where id = $1', [app.id]);
    expect((await exchange(crier, app, code)).status).toBe(200);
  });

  it('refuses credentials that are sent both ways', async () => {
    expect(refused(await token(exchangeOf(app, 'x'), basic(app.clientId, app.clientSecret)))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(
      refused(
        await token(
          { grant_type: 'authorization_code', code: 'x', client_id: 'pca_other' },
          basic(app.clientId, app.clientSecret),
        ),
      ),
    ).toEqual([400, 'invalid_request']);
  });

  it('slows down guesses of a secret, while the right secret still works (case 28)', async () => {
    const guess = (): Promise<Answer<TokenBody>> => exchange(crier, app, 'x', { client_secret: 'pcs_guess' });
    for (let n = 0; n < 10; n++) expect(refused(await guess())).toEqual([401, 'invalid_client']);
    const slowed = await guess();
    expect(refused(slowed)).toEqual([429, 'temporarily_unavailable']);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await exchange(crier, app, await approve(ada, app))).status).toBe(200);
    const other = await registerApp(ada, { name: 'Another' });
    expect(refused(await exchange(crier, other, 'x', { client_secret: 'pcs_guess' }))).toEqual([
      401,
      'invalid_client',
    ]);
    await sql(crier, 'delete from rate_limit');
  });

  describe('with PKCE (case 29)', () => {
    const challenged = (): Promise<string> =>
      approve(ada, app, { code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' });

    it('accepts only the verifier that matches the challenge, and leaves the code unused until then', async () => {
      const code = await challenged();
      for (const fields of [
        {},
        { code_verifier: '' },
        { code_verifier: `${VERIFIER}x` },
        { code_verifier: challengeOf(VERIFIER) },
      ]) {
        expect(refused(await exchange(crier, app, code, fields))).toEqual([400, 'invalid_grant']);
      }
      expect((await exchange(crier, app, code, { code_verifier: VERIFIER })).status).toBe(200);
    });

    it('refuses a verifier for a code without a challenge', async () => {
      expect(
        refused(await exchange(crier, app, await approve(ada, app), { code_verifier: VERIFIER })),
      ).toEqual([400, 'invalid_grant']);
    });
  });

  describe('with redirect_uri', () => {
    it('requires the same value byte for byte, if the request had one', async () => {
      const code = await approve(ada, app, { redirect_uri: app.redirectUrl });
      for (const fields of [{}, { redirect_uri: `${app.redirectUrl}/` }]) {
        expect(refused(await exchange(crier, app, code, fields))).toEqual([400, 'invalid_grant']);
      }
      expect((await exchange(crier, app, code, { redirect_uri: app.redirectUrl })).status).toBe(200);
    });
  });

  it('replaces the previous token of the same app, person and organisation only when the new code is exchanged (case 24)', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const [ofAda, ofMia] = [await authorize(crier, ada, app), await authorize(crier, mia, app)];
    const code = await approve(ada, app);
    expect(await works(ofAda)).toBe(true);
    const next = (await exchange(crier, app, code)).body.access_token;
    expect([await works(ofAda), await works(next), await works(ofMia)]).toEqual([false, true, true]);
  });

  it('leaves one token when two codes are exchanged at the same time', async () => {
    const codes = [await approve(ada, app), await approve(ada, app)];
    const tokens = (await Promise.all(codes.map((code) => exchange(crier, app, code)))).map(
      ({ body }) => body.access_token,
    );
    expect(new Set(tokens).size).toBe(2);
    expect(
      await sql(
        crier,
        'select 1 from oauth_token where app_id = $1 and user_id = $2 and revoked_at is null',
        [app.id, ada.id],
      ),
    ).toHaveLength(1);
  });

  it.each([
    ['left the organisation', 'delete from membership where user_id = $1'],
    ['was disabled', 'update user_account set disabled_at = now() where id = $1'],
  ])('refuses the code of a person who %s in the meantime', async (_, change) => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const code = await approve(mia, app);
    await sql(crier, change, [mia.id]);
    expect(refused(await exchange(crier, app, code))).toEqual([400, 'invalid_grant']);
  });

  it('stores neither codes nor tokens nor secrets in plain text', async () => {
    const code = await approve(ada, app);
    const { body } = await exchange(crier, app, code);
    const stored = JSON.stringify(
      await Promise.all(
        ['oauth_code', 'oauth_token', 'oauth_app', 'outbox', 'audit_event'].map((table) =>
          sql(crier, `select json_agg(t) as rows from ${table} t`),
        ),
      ),
    );
    for (const secret of [code, body.access_token, app.clientSecret]) expect(stored).not.toContain(secret);
  });
});
