/**
 * What `Authorization` contains, byte for byte, which no HTTP client would send: a key, an access token, the
 * credentials of an app (case 31).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { approve, authorize, registerApp, type TestApp } from '../../oauth/fixtures/flow.ts';
import { sql } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';
import { rawRequest, type RawAnswer } from '../raw-request.ts';

describe('the Authorization header', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    app = await registerApp(ada);
    token = await authorize(crier, ada, app);
  });
  beforeEach(() => sql(crier, 'delete from rate_limit'));
  afterAll(() => crier?.stop());

  /** `lines` = raw header lines, bytes as Latin-1. */
  const get = (path: string, lines: string): Promise<RawAnswer> =>
    rawRequest(
      crier.url,
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
  const exchange = (lines: string, code = 'x'): Promise<RawAnswer> => {
    const body = JSON.stringify({ grant_type: 'authorization_code', code });
    return rawRequest(
      crier.url,
      Buffer.from(
        `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${lines}\r\nConnection: close\r\n\r\n${body}`,
        'latin1',
      ),
    );
  };
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const refused = ({ status, body }: RawAnswer): unknown => {
    const { code, error, message } = JSON.parse(body) as { code?: string; error: string; message?: string };
    return code ? [status, code] : [status, message ?? error];
  };

  describe('at the Public API', () => {
    it.each<[string, (secret: string) => string]>([
      ['raw', (s) => `Authorization: ${s}`],
      ['after Bearer', (s) => `Authorization: Bearer ${s}`],
      ['after a small bearer', (s) => `authorization: bearer ${s}`],
      ['after two blanks', (s) => `Authorization: Bearer  ${s}`],
      ['after a tab', (s) => `Authorization: Bearer\t${s}`],
      ['before blanks and a tab', (s) => `Authorization: ${s} \t `],
      ['without a blank behind the colon', (s) => `Authorization:${s}`],
    ])('accepts a key or a token that stands %s', async (_, line) => {
      for (const secret of [crier.apiKey, token]) {
        expect((await get('/public/v1/is-connected', line(secret))).status).toBe(200);
      }
    });

    it.each<[string, (secret: string) => string, number, string]>([
      ['nothing', () => 'Authorization:', 401, 'no_api_key'],
      ['blanks', () => 'Authorization: \t ', 401, 'no_api_key'],
      ['Bearer alone', () => 'Authorization: Bearer ', 401, 'invalid_api_key'],
      ['Bearer twice', (s) => `Authorization: Bearer Bearer ${s}`, 401, 'invalid_api_key'],
      ['Bearer grown together', (s) => `Authorization: Bearer${s}`, 401, 'invalid_api_key'],
      ['a comma', (s) => `Authorization: ${s},${s}`, 401, 'invalid_api_key'],
      ['quotes', (s) => `Authorization: "${s}"`, 401, 'invalid_api_key'],
      ['Basic', (s) => `Authorization: Basic ${base64(`${s}:`)}`, 401, 'invalid_api_key'],
      ['capitals', (s) => `Authorization: ${s.toUpperCase()}`, 401, 'invalid_api_key'],
      ['bytes outside of ASCII', (s) => `Authorization: ${s}\xff\xfe`, 401, 'invalid_api_key'],
      ['a byte order mark', (s) => `Authorization: \xef\xbb\xbf${s}`, 401, 'invalid_api_key'],
      ['a quote for the database', () => "Authorization: pos_' or true --", 401, 'invalid_oauth_token'],
      ['15 KB', () => `Authorization: pos_${'k'.repeat(15_000)}`, 401, 'invalid_oauth_token'],
    ])('refuses %s', async (_, line, status, code) => {
      expect(refused(await get('/public/v1/is-connected', line(crier.apiKey)))).toEqual([status, code]);
      expect((await get('/public/v1/is-connected', line(token))).status).toBe(status);
    });

    it.each<[string, (secret: string) => string]>([
      ['a line break in it', (s) => `Authorization: ${s.slice(0, 9)}\r\n${s.slice(9)}`],
      ['a folded line', (s) => `Authorization: Bearer\r\n ${s}`],
      ['a bare carriage return', (s) => `Authorization: ${s}\rX: y`],
      ['a bare line feed', (s) => `Authorization: ${s.slice(0, 9)}\n${s.slice(9)}`],
      ['NUL', (s) => `Authorization: ${s}\x00`],
      ['a blank before the colon', (s) => `Authorization : ${s}`],
    ])('with %s is not valid HTTP, and the server refuses it', async (_, line) => {
      for (const secret of [crier.apiKey, token]) {
        const answer = await get('/public/v1/is-connected', line(secret));
        expect([answer.status, answer.body.includes(secret)]).toEqual([400, false]);
      }
    });

    it('of 64 KB is larger than a server reads', async () => {
      expect((await get('/public/v1/is-connected', `Authorization: pos_${'k'.repeat(65_536)}`)).status).toBe(
        431,
      );
    });

    it('is used the first time when it occurs twice, for tokens as for keys', async () => {
      for (const secret of [crier.apiKey, token]) {
        expect(
          (await get('/public/v1/is-connected', `Authorization: ${secret}\r\nAuthorization: x`)).status,
        ).toBe(200);
        expect(
          refused(await get('/public/v1/is-connected', `Authorization: x\r\nAuthorization: ${secret}`)),
        ).toEqual([401, 'invalid_api_key']);
      }
    });
  });

  it('means nothing to the web app, with or without a session', async () => {
    for (const line of [
      `Authorization: ${token}`,
      'Authorization: \xff',
      `Authorization: Basic ${base64('x:y')}`,
    ]) {
      expect(refused(await get('/api/auth/me', line))).toEqual([401, 'not_signed_in']);
      expect((await get('/api/auth/me', `Cookie: ${ada.cookie}\r\n${line}`)).status).toBe(200);
    }
  });

  describe('at the token endpoint', () => {
    const right = (): string => base64(`${app.clientId}:${app.clientSecret}`);
    it.each<[string, () => string]>([
      ['Basic', () => `Authorization: Basic ${right()}`],
      ['a small basic', () => `authorization: basic ${right()}`],
      ['two blanks', () => `Authorization: BASIC  ${right()}`],
      ['a tab, and blanks behind', () => `Authorization: Basic\t${right()}  `],
      ['base64 without its end', () => `Authorization: Basic ${right().replace(/=+$/, '')}`],
    ])('identifies an app by %s', async (_, line) => {
      expect((await exchange(line(), await approve(ada, app))).status).toBe(200);
    });

    it.each<[string, () => string, number, string]>([
      ['nothing', () => 'Authorization:', 400, 'invalid_request'],
      ['another scheme', () => `Authorization: Bearer ${token}`, 400, 'invalid_request'],
      ['a key', () => `Authorization: ${crier.apiKey}`, 400, 'invalid_request'],
      ['Basic grown together', () => `Authorization: Basic${right()}`, 400, 'invalid_request'],
      ['Basic alone', () => 'Authorization: Basic ', 401, 'invalid_client'],
      ['no colon', () => `Authorization: Basic ${base64(app.clientId)}`, 401, 'invalid_client'],
      ['no id', () => `Authorization: Basic ${base64(`:${app.clientSecret}`)}`, 401, 'invalid_client'],
      [
        'a secret with a line break behind it',
        () => `Authorization: Basic ${base64(`${app.clientId}:${app.clientSecret}\r\n`)}`,
        401,
        'invalid_client',
      ],
      [
        'NUL behind the id',
        () => `Authorization: Basic ${base64(`${app.clientId}\x00:${app.clientSecret}`)}`,
        401,
        'invalid_client',
      ],
      [
        'half a percent sign',
        () => `Authorization: Basic ${base64(`${app.clientId}:%E0%A4%A`)}`,
        401,
        'invalid_client',
      ],
      [
        'bytes that are no UTF-8',
        () => `Authorization: Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`,
        401,
        'invalid_client',
      ],
      ['bytes outside of ASCII', () => 'Authorization: Basic \xff\xfe', 401, 'invalid_client'],
      [
        '15 KB',
        () => `Authorization: Basic ${base64(`${app.clientId}:${'k'.repeat(11_000)}`)}`,
        401,
        'invalid_client',
      ],
    ])('refuses %s with an OAuth error', async (_, line, status, error) => {
      const answer = await exchange(line());
      expect(refused(answer)).toEqual([status, error]);
      expect(answer.body).not.toMatch(/pca_|pcs_|pos_/);
    });

    it('uses the first of two headers, and refuses 64 KB and line breaks like any server', async () => {
      const wrong = `Authorization: Basic ${base64(`${app.clientId}:pcs_wrong`)}`;
      expect(
        (await exchange(`Authorization: Basic ${right()}\r\n${wrong}`, await approve(ada, app))).status,
      ).toBe(200);
      expect(refused(await exchange(`${wrong}\r\nAuthorization: Basic ${right()}`))).toEqual([
        401,
        'invalid_client',
      ]);
      expect((await exchange(`Authorization: Basic ${'k'.repeat(65_536)}`)).status).toBe(431);
      expect((await exchange(`Authorization: Basic\r\n ${right()}`)).status).toBe(400);
    });
  });
});
