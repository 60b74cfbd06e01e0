import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, countRows, png, refusal, sql, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, callApp, signedIn, type TestPerson } from '../test/person.ts';
import { REDIRECT, approve, exchange, registerApp, type TestApp } from './fixtures/flow.ts';
import { challengeOf } from './pkce.ts';

interface Consent {
  readonly redirect?: string;
  readonly app: Record<string, unknown>;
  readonly state?: string;
  readonly permissions: readonly string[];
  readonly person: { name: string; email: string } | null;
  readonly organizations: readonly { id: string; name: string; role: string; current: boolean }[];
}

const CHALLENGE = challengeOf('a-verifier-of-at-least-forty-three-characters-long');
/** What a mad or hostile client sends as `state`: it comes back as it was. */
const STATES = [
  'af0ifjsldkj',
  'https://app.example/?a=b&c=d#e',
  'a b+c%20d%2520',
  '💶 naïve ‮',
  '"><script>',
  'x'.repeat(4096),
  '0',
  '',
  ' ',
  // Everything that RFC 6749 allows (appendix A.5).
  Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join(''),
  '%zz%2',
  'line\nafter\ttab',
];

describe('the authorization request', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  let picture: { id: string; path: string };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    picture = (await upload<{ id: string; path: string }>(crier, png())).body;
    app = await registerApp(ada, { description: 'Posts the menu', pictureId: picture.id });
  });
  afterAll(() => crier?.stop());

  const raw = (query: string, cookie: string | null = null): Promise<Answer<Consent & ErrorBody>> =>
    callApp(crier, { method: 'GET', path: `/oauth/authorize?${query}` }, { cookie });
  const show = (
    parameters: Record<string, string>,
    cookie: string | null = null,
  ): Promise<Answer<Consent & ErrorBody>> =>
    raw(
      new URLSearchParams({ client_id: app.clientId, response_type: 'code', ...parameters }).toString(),
      cookie,
    );
  const decide = (
    person: TestPerson,
    body: Record<string, unknown>,
    options: object = {},
  ): Promise<Answer<{ redirect: string } & ErrorBody>> =>
    person.call('POST', '/oauth/authorize', {
      body: { client_id: app.clientId, action: 'approve', ...body },
      ...options,
    });
  const parametersOf = (redirect: string | undefined): Record<string, string> =>
    Object.fromEntries(new URL(redirect ?? '').searchParams);

  it('shows which app asks, where the answer goes and what it may do, even without signing in', async () => {
    const { status, body, headers } = await show({ state: 'abc', scope: 'everything', unknown: 'x' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      app: {
        name: 'Menu Bot',
        description: 'Posts the menu',
        picture: { id: picture.id, path: picture.path },
        clientId: app.clientId,
        redirectUrl: REDIRECT,
        redirectHost: 'app.example',
        registeredBy: 'Ada & Co',
      },
      state: 'abc',
      permissions: expect.arrayContaining([expect.stringContaining('without asking you again')]),
      person: null,
      organizations: [],
    });
  });

  it('shows who is signed in, and all their organisations to choose from', async () => {
    const other = await crier.anotherOrganization('Ben & Co');
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'admin')", [
      other.id,
      mia.id,
    ]);
    const { body } = await show({}, mia.cookie);
    expect(body.person).toEqual({ name: 'Mia', email: mia.email });
    expect(body.organizations).toEqual([
      { id: crier.organizationId, name: 'Ada & Co', role: 'member', current: true },
      { id: other.id, name: 'Ben & Co', role: 'admin', current: false },
    ]);
    expect(body).not.toHaveProperty('state');
  });

  it.each(['pca_unknown', 'x', "' or true --"])(
    'of the unknown client %s does not redirect (case 1)',
    async (clientId) => {
      expect(refusal(await show({ client_id: clientId }))).toEqual({ status: 400, code: 'unknown_client' });
      expect(refusal(await decide(ada, { client_id: clientId }))).toEqual({
        status: 400,
        code: 'unknown_client',
      });
    },
  );

  it.each(['deleted_at', 'suspended_at'])('of an app with %s does not redirect', async (column) => {
    await sql(crier, `update oauth_app set ${column} = now() where id = $1`, [app.id]);
    expect(refusal(await show({}, ada.cookie))).toEqual({ status: 400, code: 'unknown_client' });
    expect(refusal(await decide(ada, {}))).toEqual({ status: 400, code: 'unknown_client' });
    await sql(crier, `update oauth_app set ${column} = null where id = $1`, [app.id]);
  });

  it.each([
    'https://app.example/callback',
    'https://app.example/Callback?from=crier',
    'https://app.example:443/callback?from=crier',
    'https://app.example/callback/?from=crier',
    'https://app.example/callback/../callback?from=crier',
    'https://app.example/callback?from=crier&more=1',
    'https://app.example@evil.example/callback?from=crier',
    'https://evil.app.example/callback?from=crier',
    'https://app%2Eexample/callback?from=crier',
    'HTTPS://app.example/callback?from=crier',
    'http://app.example/callback?from=crier',
    'https://app.example/callback?from=crier#',
    'javascript:alert(1)',
  ])('with redirect_uri %s does not redirect (case 2)', async (redirectUri) => {
    expect(refusal(await show({ redirect_uri: redirectUri }))).toEqual({
      status: 400,
      code: 'redirect_mismatch',
    });
    expect(refusal(await decide(ada, { redirect_uri: redirectUri }))).toEqual({
      status: 400,
      code: 'redirect_mismatch',
    });
  });

  it.each(['javascript:alert(1)', 'http://evil.example/', 'https://a.example/?code=1'])(
    'of an app whose stored redirect URL is %s, as a restored backup may have it, does not redirect (case 117)',
    async (stored) => {
      const store = (url: string): Promise<unknown> =>
        sql(crier, 'update oauth_app set redirect_url = $1 where id = $2', [url, app.id]);
      await store(stored);
      const [shown, decided] = [await show({}), await decide(ada, {})];
      await store(app.redirectUrl);
      for (const answer of [shown, decided]) {
        expect(refusal(answer)).toEqual({ status: 400, code: 'redirect_mismatch' });
        expect(answer.text).toContain('Its developer has to change it');
      }
      expect((await show({})).status).toBe(200);
    },
  );

  it('with the registered redirect_uri behaves as without one', async () => {
    expect((await show({ redirect_uri: REDIRECT })).body.app).toMatchObject({ redirectUrl: REDIRECT });
    expect((await decide(ada, { redirect_uri: REDIRECT })).status).toBe(201);
  });

  it('without client_id, with client_id, redirect_uri or state twice, or with an overlong state, does not redirect (case 3)', async () => {
    const refused = async (query: string): Promise<unknown> => refusal(await raw(query));
    const good = `client_id=${app.clientId}&response_type=code`;
    expect(await refused('response_type=code')).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['client_id'],
    });
    expect(await refused(`${good}&client_id=${app.clientId}`)).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['client_id'],
    });
    expect(
      await refused(`${good}&redirect_uri=${encodeURIComponent(REDIRECT)}&redirect_uri=https://evil.example`),
    ).toEqual({ status: 400, code: 'invalid_request', paths: ['redirect_uri'] });
    expect(await refused(`${good}&state=a&state=b`)).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['state'],
    });
    expect(await refused(`${good}&state=${'x'.repeat(4097)}`)).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['state'],
    });
  });

  it.each([
    ['bytes that are no UTF-8', '%ff%fe'],
    ['half of a surrogate pair', '%ed%a0%80'],
    ['a character that replaces lost ones', '%ef%bf%bd'],
    ['NUL', 'a%00b'],
  ])('with %s in the state is refused before the page is shown, not after the decision', async (_, state) => {
    const answer = await raw(`client_id=${app.clientId}&response_type=code&state=${state}`, ada.cookie);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['state'] });
    expect(answer.body.message).toMatch(/cannot be returned unchanged|contains the character NUL/);
  });

  it.each(['', 'token', 'code token', 'CODE'])(
    'with response_type "%s" sends the error to the registered URL (case 4)',
    async (responseType) => {
      const { body } = await show({ response_type: responseType, state: 'abc' });
      expect(body.redirect).toMatch(/^https:\/\/app\.example\/callback\?from=crier&error=/);
      expect(parametersOf(body.redirect)).toMatchObject({
        from: 'crier',
        error: 'unsupported_response_type',
        state: 'abc',
      });
    },
  );

  it.each<[string, Record<string, string>]>([
    ['plain', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge: CHALLENGE }],
    ['a method alone', { code_challenge_method: 'S256' }],
    ['a challenge that is too short', { code_challenge: 'x'.repeat(42), code_challenge_method: 'S256' }],
    ['one that is too long', { code_challenge: 'x'.repeat(129), code_challenge_method: 'S256' }],
    ['one of other characters', { code_challenge: `${CHALLENGE}=`, code_challenge_method: 'S256' }],
  ])('with PKCE by %s is refused, and creates no code (case 29)', async (_, parameters) => {
    expect(parametersOf((await show({ ...parameters, state: 'abc' })).body.redirect)).toMatchObject({
      error: 'invalid_request',
      state: 'abc',
    });
    const before = await countRows(crier, 'oauth_code');
    expect(parametersOf((await decide(ada, parameters)).body.redirect)).toMatchObject({
      error: 'invalid_request',
    });
    expect(await countRows(crier, 'oauth_code')).toBe(before);
  });

  it.each(STATES.map((state) => [state.slice(0, 40), state]))(
    'returns the state %s unchanged',
    async (_, state) => {
      expect((await show({ state })).body.state).toBe(state);
      const approved = parametersOf((await decide(ada, { state })).body.redirect);
      expect(approved).toEqual({ from: 'crier', code: expect.stringMatching(/^[A-Za-z0-9]{32}$/), state });
      expect(parametersOf((await decide(ada, { state, action: 'deny' })).body.redirect)).toEqual({
        from: 'crier',
        error: 'access_denied',
        state,
      });
    },
  );

  it('keeps the query of the Redirect URL byte for byte', async () => {
    const odd = await registerApp(ada, { redirectUrl: 'http://127.0.0.1:8080?b=%7e&a=1+2&' });
    expect((await decide(ada, { client_id: odd.clientId, action: 'deny' })).body.redirect).toBe(
      'http://127.0.0.1:8080?b=%7e&a=1+2&error=access_denied',
    );
    const bare = await registerApp(ada, { redirectUrl: 'http://[::1]:8080' });
    expect((await decide(ada, { client_id: bare.clientId, action: 'deny' })).body.redirect).toBe(
      'http://[::1]:8080?error=access_denied',
    );
  });

  it('creates no code when it is denied (case 6)', async () => {
    const before = await countRows(crier, 'oauth_code');
    expect((await decide(ada, { action: 'deny' })).status).toBe(201);
    expect(await countRows(crier, 'oauth_code')).toBe(before);
  });

  it("is decided only in a session with its CSRF token, from Crier's own pages, and never with a key (cases 7, 39)", async () => {
    const before = await countRows(crier, 'oauth_code');
    const another = await signedIn(crier, ada.id);
    for (const csrf of [null, 'x', another.csrfToken]) {
      expect(refusal(await decide(ada, {}, { csrf }))).toEqual({ status: 403, code: 'csrf_failed' });
    }
    expect(refusal(await decide(ada, {}, { headers: { origin: 'https://evil.example' } }))).toEqual({
      status: 403,
      code: 'origin_not_allowed',
    });
    expect(
      refusal(await decide(ada, {}, { cookie: null, headers: { authorization: crier.apiKey } })),
    ).toEqual({ status: 401, code: 'not_signed_in' });
    expect(await countRows(crier, 'oauth_code')).toBe(before);
  });

  it('is decided only by a current member of the organisation (case 11)', async () => {
    const other = await crier.anotherOrganization('Cleo & Co');
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    for (const id of [other.id, UNKNOWN_ID]) {
      expect(refusal(await decide(mia, { organization_id: id }))).toEqual({
        status: 403,
        code: 'foreign_resource',
      });
    }
    expect(refusal(await decide(mia, { organization_id: 'x' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['organization_id'],
    });
    await show({}, mia.cookie);
    await sql(crier, 'delete from membership where user_id = $1', [mia.id]);
    expect(refusal(await decide(mia, {}))).toEqual({ status: 403, code: 'no_organization' });
    expect(refusal(await decide(mia, { organization_id: crier.organizationId }))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    await sql(crier, 'update user_account set disabled_at = now() where id = $1', [mia.id]);
    expect(refusal(await decide(mia, {}))).toEqual({ status: 401, code: 'not_signed_in' });
  });

  it('creates a code for the chosen organisation, not for the current one', async () => {
    const other = await crier.anotherOrganization('Dora & Co');
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'member')", [
      other.id,
      mia.id,
    ]);
    expect((await exchange(crier, app, await approve(mia, app, { organization_id: other.id }))).body.id).toBe(
      other.id,
    );
    expect((await exchange(crier, app, await approve(mia, app))).body.id).toBe(crier.organizationId);
  });

  it('approved twice by a double click creates two codes, either of which works (case 14)', async () => {
    const [first, second] = await Promise.all([approve(ada, app), approve(ada, app)]);
    expect(first).not.toBe(second);
    expect((await exchange(crier, app, second ?? '')).status).toBe(200);
    expect((await exchange(crier, app, first ?? '')).status).toBe(200);
  });

  it('when approved, queues the run that ends the code, and records who approved what', async () => {
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    await approve(mia, app);
    const [code] = await sql<{ id: string }>(crier, 'select id from oauth_code where user_id = $1', [mia.id]);
    expect(
      await sql(crier, "select 1 from outbox where kind = 'oauth_code' and subject_id = $1", [code?.id]),
    ).toHaveLength(1);
    expect(
      await sql(crier, 'select kind, subject_id as subject, detail from audit_event where user_id = $1', [
        mia.id,
      ]),
    ).toEqual([{ kind: 'app_approved', subject: app.id, detail: { app: 'Menu Bot' } }]);
  });

  it('is refused without a valid decision', async () => {
    for (const action of ['', 'yes', 1, null]) {
      expect(refusal(await decide(ada, { action }))).toEqual({
        status: 400,
        code: 'invalid_request',
        paths: ['action'],
      });
    }
    expect(refusal(await decide(ada, { client_id: 7 }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['client_id'],
    });
  });
});
