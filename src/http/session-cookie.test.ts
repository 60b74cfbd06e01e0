import { describe, expect, it } from '@jest/globals';
import { sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, callApp } from '../test/person.ts';
import type { Me } from '../accounts/present-me.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';

describe('the session cookie', () => {
  async function cookieAt(
    env: Record<string, string>,
  ): Promise<{ cookie: string; auth: string | null; crier: TestInstance }> {
    const crier = await startInstance({ temporal: false, env });
    const ada = await addWithPassword(crier, { name: 'Ada' });
    const answer = await callApp<Me>(
      crier,
      { method: 'POST', path: '/auth/login' },
      { body: { email: ada.email, password: PASSWORD } },
    );
    return {
      cookie: (answer.headers.get('set-cookie') ?? '').replace(/=eyJ[\w.-]+/, '=TOKEN'),
      auth: answer.headers.get('auth'),
      crier,
    };
  }

  it.each([
    [
      'http',
      { FRONTEND_URL: 'http://localhost:5000' },
      'crier_session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ],
    [
      'https',
      { FRONTEND_URL: 'https://crier.example' },
      '__Host-crier_session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
    ],
    [
      'https without TLS (NOT_SECURED)',
      { FRONTEND_URL: 'https://crier.example', NOT_SECURED: 'true' },
      'crier_session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ],
  ])('over %s has its flags, and is useless to scripts and other sites', async (_, env, expected) => {
    const { cookie, auth, crier } = await cookieAt(env);
    try {
      expect(cookie).toBe(expected);
      expect(typeof auth).toBe('NOT_SECURED' in env ? 'string' : 'object');
      if (auth) {
        expect(
          (await callApp<Me>(crier, { method: 'GET', path: '/auth/me' }, { headers: { auth } })).status,
        ).toBe(200);
      }
    } finally {
      await crier.stop();
    }
  });
});

describe('the key that signs session tokens', () => {
  it('ends every session when it changes, and breaks nothing else', async () => {
    const crier = await startInstance({ temporal: false });
    try {
      const ada = await addPerson(crier);
      await crier.connect('sandbox');
      const [same, other] = [
        await crier.startApi(),
        await crier.startApi({ JWT_SECRET: 'another secret of more than 32 characters' }),
      ];
      const status = async (url: string, path: string, headers: Record<string, string>): Promise<number> =>
        (await fetch(`${url}${path}`, { headers })).status;
      expect(await status(same, '/api/auth/me', { cookie: ada.cookie })).toBe(200);
      expect(await status(other, '/api/auth/me', { cookie: ada.cookie })).toBe(401);
      expect(await status(other, '/public/v1/integrations', { authorization: crier.apiKey })).toBe(200);
      const [{ credentials, binding }] = (await sql<{ credentials: string; binding: string }>(
        crier,
        "select credentials, 'integration:' || organization_id || ':' || id as binding from integration",
      )) as [{ credentials: string; binding: string }];
      // The key of the credentials is another one.
      expect(() => crier.context.secrets.open(credentials, binding)).not.toThrow();
    } finally {
      await crier.stop();
    }
  }, 60_000);
});
