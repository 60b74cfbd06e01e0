import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInstance, type TestInstance } from '../test/instance.ts';

describe('a page in a browser', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { FRONTEND_URL: 'https://crier.example/', MAIN_URL: 'https://main.example' },
    });
  });
  afterAll(() => crier?.stop());

  const from = (origin: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${crier.url}/public/v1/is-connected`, {
      method,
      headers: { authorization: crier.apiKey, origin, ...headers },
    });

  it.each(['https://crier.example', 'https://main.example'])('from %s may call and read', async (origin) => {
    const response = await from(origin);
    expect([
      response.status,
      response.headers.get('access-control-allow-origin'),
      response.headers.get('access-control-allow-credentials'),
      response.headers.get('vary'),
    ]).toEqual([200, origin, 'true', expect.stringContaining('Origin')]);
  });

  it('from the instance itself may call', async () => {
    expect((await from(crier.url)).status).toBe(200);
  });

  it.each([
    'https://evil.example',
    'https://crier.example.evil.example',
    'https://evilcrier.example',
    'http://crier.example',
    'https://crier.example:8443',
    'https://sub.crier.example',
    'https://crier.example.',
    'https://crier.example%2eevil.example',
    'https://crier.example\\t.evil.example',
    'https://crier.example/',
    'HTTPS://EVIL.EXAMPLE',
    '*',
    'null',
    'file://',
    'nonsense',
    'https://crier.example@evil.example',
  ])('from %s is refused before anything happens, and cannot read why', async (origin) => {
    const response = await from(origin);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(await response.json()).toMatchObject({
      code: 'origin_not_allowed',
      message: 'Origin not allowed',
    });
    expect((await from(origin, 'OPTIONS', { 'access-control-request-method': 'DELETE' })).status).toBe(403);
  });

  it('sends a preflight and learns which methods and headers it may use', async () => {
    const response = await from('https://crier.example', 'OPTIONS', {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,idempotency-key',
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'X-CSRF-Token']),
    );
    expect(response.headers.get('access-control-allow-headers')).not.toContain('*');
  });

  it.each(['/oauth/token', '/api/oauth/token', '/oauth/revoke', '/api/auth/login', '/api/auth/me'])(
    'from another site can neither call %s nor read its answer, and no wildcard is ever sent',
    async (path) => {
      for (const origin of ['https://evil.example', 'null']) {
        const refused = await fetch(`${crier.url}${path}`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: '{}',
        });
        expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
        const preflight = await fetch(`${crier.url}${path}`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
        expect([
          preflight.status,
          preflight.headers.get('access-control-allow-origin'),
          preflight.headers.get('access-control-allow-credentials'),
        ]).toEqual([403, null, null]);
      }
      const program = await fetch(`${crier.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(program.headers.get('access-control-allow-origin')).toBeNull();
      const own = await fetch(`${crier.url}${path}`, {
        method: 'POST',
        headers: { origin: 'https://crier.example', 'content-type': 'application/json' },
        body: '{}',
      });
      expect(own.headers.get('access-control-allow-origin')).toBe('https://crier.example');
    },
  );

  it('can read error answers too', async () => {
    const response = await from('https://crier.example', 'GET', { authorization: 'crk_unknown' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'https://crier.example',
    ]);
  });

  it('is different from a program: without Origin there is nothing to check', async () => {
    const response = await fetch(`${crier.url}/public/v1/is-connected`, {
      headers: { authorization: crier.apiKey },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
