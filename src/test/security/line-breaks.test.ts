/**
 * Line breaks in what people and programs send: none becomes a line of a header, a mail or a log (case 70).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { approve, authorize, registerApp, type TestApp } from '../../oauth/fixtures/flow.ts';
import { png, refusal, sql, upload, type ErrorBody } from '../factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../instance.ts';
import { addPerson, callApp, type TestPerson } from '../person.ts';
import { startSmtp, type SmtpSink } from '../servers/smtp.ts';

const PASSWORD = 'correct horse battery';
/** Ends a header and starts others, in every way that a line can end. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085'] as const;
const injected = BREAKS.map(
  (end) => [JSON.stringify(end), `Ada${end}Bcc: eve@evil.example${end}Set-Cookie: planted=1`] as const,
);

describe('a text with line breaks', () => {
  let crier: TestInstance;
  let sink: SmtpSink;
  let ada: TestPerson;
  let app: TestApp;
  beforeAll(async () => {
    sink = await startSmtp();
    crier = await startInstance({
      temporal: false,
      env: {
        DISABLE_REGISTRATION: 'false',
        EMAIL_PROVIDER: 'nodemailer',
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: String(sink.port),
        EMAIL_FROM_ADDRESS: 'crier@example.org',
      },
    });
    ada = await addPerson(crier);
    app = await registerApp(ada);
  });
  afterAll(async () => {
    await crier?.stop();
    await sink?.stop();
  });

  const clean = ({ headers }: Answer<unknown>): void =>
    expect([headers.get('set-cookie'), headers.get('bcc'), headers.get('location')]).toEqual([
      null,
      null,
      null,
    ]);

  it.each(injected)('cannot be the name of a person, an organisation or a key: %s', async (_, text) => {
    await sql(crier, 'delete from rate_limit');
    const tried: [string, string, object][] = [
      ['PATCH', '/user/self', { name: text }],
      ['POST', '/organizations', { name: text }],
      ['PATCH', '/organization', { name: text }],
      ['POST', '/api-keys', { name: text }],
      ['POST', '/auth/register', { name: text, email: 'mia@example.org', password: PASSWORD }],
      [
        'POST',
        '/auth/register',
        { name: 'Mia', email: 'mia@example.org', password: PASSWORD, organization: text },
      ],
    ];
    for (const [method, path, body] of tried) {
      const answer = await ada.call<ErrorBody>(method, path, { body });
      expect([path, refusal(answer).code]).toEqual([path, 'invalid_request']);
      clean(answer);
    }
  });

  it.each(BREAKS.map((end) => [JSON.stringify(end), `eve@evil.example${end}Bcc: all@evil.example`]))(
    'cannot be an email address: %s',
    async (_, email) => {
      await sql(crier, 'delete from rate_limit');
      for (const [path, body] of [
        ['/auth/forgot', { email }],
        ['/auth/login', { email, password: PASSWORD }],
        ['/auth/register', { name: 'Mia', email, password: PASSWORD }],
        ['/organization/invitations', { email, role: 'member' }],
      ] as const) {
        expect([path, refusal(await ada.call<ErrorBody>('POST', path, { body })).code]).toEqual([
          path,
          'invalid_request',
        ]);
      }
      expect(sink.mails).toEqual([]);
    },
  );

  it('in existing names starts no header and no line of a mail', async () => {
    const mia = await addPerson(crier, { name: 'Mia' });
    await sql(crier, 'update user_account set name = $2 where id = $1', [
      mia.id,
      `Mia\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>`,
    ]);
    await sql(crier, 'update organization set name = $2 where id = $1', [
      crier.organizationId,
      `Ada & Co\r\nReply-To: eve@evil.example`,
    ]);
    await mia.call('POST', '/organization/invitations', {
      body: { email: 'kim@example.org', role: 'member' },
    });
    const mail = await eventually('the invitation', () => sink.mails[0]);
    expect([
      mail.to,
      mail.parsed.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'reply-to'),
    ]).toEqual([['kim@example.org'], []]);
    expect(mail.parsed.subject).not.toMatch(/[\r\n]/);
    expect(mail.parsed.html).not.toContain('<script');
    await sql(crier, "update organization set name = 'Ada & Co' where id = $1", [crier.organizationId]);
  });

  it.each(injected)('is returned encoded in `state`, within the URL: %s', async (_, state) => {
    for (const action of ['approve', 'deny']) {
      const answer = await ada.call<{ redirect: string }>('POST', '/oauth/authorize', {
        body: { client_id: app.clientId, state, action },
      });
      expect([answer.status, new URL(answer.body.redirect).searchParams.get('state')]).toEqual([201, state]);
      expect(answer.body.redirect).toMatch(/^[\x21-\x7e]+$/);
      clean(answer);
    }
    const shown = await callApp(crier, {
      method: 'GET',
      path: `/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, response_type: 'token', state })}`,
    });
    clean(shown);
  });

  it.each(injected)('cannot be the Redirect URL or the name of an app: %s', async (_, text) => {
    const register = (fields: object): Promise<Answer<ErrorBody>> =>
      ada.call<ErrorBody>('POST', '/user/oauth-apps', {
        body: { name: 'Bot', redirectUrl: 'https://app.example/', ...fields },
      });
    expect(refusal(await register({ redirectUrl: `https://app.example/${text}` }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['redirectUrl'],
    });
    expect(refusal(await register({ name: text }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['name'],
    });
    expect((await register({})).status).toBe(201);
  });

  it('is not repeated in a refusal of the token endpoint, whether as a code or as an id', async () => {
    const response = await fetch(`${crier.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=x%0d%0aSet-Cookie:planted=1&code=x%0d%0aLocation:x&client_id=pca_%0d%0aX:y&client_secret=x',
    });
    expect([response.status, response.headers.get('set-cookie'), response.headers.get('location')]).toEqual([
      400,
      null,
      null,
    ]);
    expect(await response.text()).not.toMatch(/planted|Location/);
  });

  it.each([
    'name\r\nX-Planted: 1.png',
    '"; filename="x.html',
    '../../etc/passwd',
    "=cmd|' /C calc'!A0.png",
    '\u202egnp.exe',
  ])('as the name of an uploaded file stays out of the headers it is served with: %j', async (name) => {
    const { status, body } = await upload<{ path: string }>(crier, png(), { name });
    expect(status).toBe(201);
    const served = await fetch(body.path.replace(/^https?:\/\/[^/]+/, crier.url));
    expect([
      served.status,
      served.headers.get('x-planted'),
      served.headers.get('content-disposition')?.includes('passwd') ?? false,
    ]).toEqual([200, null, false]);
    expect(new URL(body.path, crier.url).pathname).toMatch(/^\/uploads\/[\w./-]+\.png$/);
  });

  it("as a request id is ignored, so that no log has a line of the caller's", async () => {
    const token = await authorize(crier, ada, app);
    const answer = await crier.call('GET', '/is-connected', {
      key: token,
      headers: { 'x-request-id': 'planted {"level":60}' },
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await approve(ada, app)).length).toBe(32);
  });
});
