/**
 * Forged session tokens: with other algorithms, with keys that they bring along, and with guessed secrets
 * (case 34).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { refusal, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, callApp, type TestPerson } from '../person.ts';

describe('a session token', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
  });
  afterAll(() => crier?.stop());

  const me = (token: string): ReturnType<typeof callApp<ErrorBody>> =>
    callApp<ErrorBody>(crier, { method: 'GET', path: '/auth/me' }, { cookie: `crier_session=${token}` });
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const hmac = (secret: string, header: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({ sid: ada.sessionId }).setProtectedHeader({ alg: 'HS256', ...header }).sign(bytes(secret));
  const secret = (): string => crier.context.sessionSecret();
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const noOne = { status: 401, code: 'not_signed_in' };

  it("is valid with our signature, and contains nothing but the session's id", async () => {
    const token = await hmac(secret());
    expect((await me(token)).status).toBe(200);
    expect(
      Object.keys(JSON.parse(Buffer.from(ada.cookie.split('.')[1] ?? '', 'base64url').toString()) as object),
    ).toEqual(['sid', 'iat']);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])(
    'is refused when it is signed with another key pair (%s), with or without that key; our public key is not our secret',
    async (alg) => {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      const sign = (header: object): Promise<string> =>
        new SignJWT({ sid: ada.sessionId }).setProtectedHeader({ alg, ...header }).sign(privateKey);
      const jwk = await exportJWK(publicKey);
      for (const token of [
        await sign({}),
        await sign({ jwk }),
        await sign({ jku: `${crier.url}/sandbox/keys.json`, kid: '1' }),
        await hmac(await exportSPKI(publicKey)),
        await hmac(JSON.stringify(jwk)),
      ]) {
        expect(refusal(await me(token))).toEqual(noOne);
      }
    },
  );

  it('is refused when its key is named by a path, its extension is unknown, or its secret is empty or well known', async () => {
    const empty = `${part({ alg: 'HS256' })}.${part({ sid: ada.sessionId })}.`;
    const noneInCapitals = `${part({ alg: 'nOnE' })}.${part({ sid: ada.sessionId })}.`;
    const guessed = await Promise.all(
      [
        'secret',
        'changeme',
        '\0',
        crier.env.DATABASE_URL ?? '',
        crier.env.ENCRYPTION_KEY ?? '',
        crier.apiKey,
      ].map((known) => hmac(known, { kid: '../../dev/null' })),
    );
    const unknown = `${part({ alg: 'HS256', crit: ['x'], x: 1 })}.${(await hmac(secret())).split('.').slice(1).join('.')}`;
    for (const token of [empty, noneInCapitals, unknown, ...guessed]) {
      expect(refusal(await me(token))).toEqual(noOne);
    }
  });

  it('is refused when a letter differs, when it is cut short, and when something follows it', async () => {
    const token = await hmac(secret());
    const [head = '', payload = '', signature = ''] = token.split('.');
    const other = part({ sid: (await addPerson(crier, { name: 'Ben' })).sessionId });
    for (const wrong of [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -2)}`,
      `${head}.${payload}`,
      `${token}.x`,
      `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'eyJ',
      '',
    ]) {
      expect(refusal(await me(wrong))).toEqual(noOne);
    }
    expect((await me(token)).status).toBe(200);
  });

  it('is neither an access token nor an API key, and neither of these is a session', async () => {
    const token = await hmac(secret());
    for (const key of [token, `Bearer ${token}`]) {
      expect((await crier.call<ErrorBody>('GET', '/is-connected', { key })).status).toBe(401);
    }
    for (const other of [crier.apiKey, ada.csrfToken]) expect(refusal(await me(other))).toEqual(noOne);
  });
});
