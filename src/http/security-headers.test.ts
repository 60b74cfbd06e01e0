import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi } from '../run/roles/api.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

describe('the security headers', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { FRONTEND_URL: 'https://crier.example' } });
  });
  afterAll(() => crier?.stop());

  const headersOf = async (path: string, init: RequestInit = {}, url = crier.url): Promise<Headers> =>
    (await fetch(`${url}${path}`, { redirect: 'manual', ...init })).headers;

  it.each<[string, RequestInit]>([
    ['/public/v1/is-connected', {}],
    ['/api/health', {}],
    ['/api/auth/me', {}],
    ['/nowhere', {}],
    ['/docs', {}],
    ['/public/v1/posts', { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ['/oauth/token', { method: 'POST' }],
    ['/oauth/authorize', {}],
  ])('of %s %j allow no frame, no referrer and no script, and https only from now on', async (path, init) => {
    const headers = await headersOf(path, init);
    expect(
      Object.fromEntries(
        ['x-frame-options', 'referrer-policy', 'x-content-type-options', 'strict-transport-security'].map(
          (name) => [name, headers.get(name)],
        ),
      ),
    ).toEqual({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src [^;]*(?:'unsafe-|\*|https:)/);
  });

  it.each([
    ['a URL without TLS', 'http://localhost:5000', false, null],
    ['an https name that some reach without TLS', 'https://crier.example', true, null],
    ['an https URL', 'https://crier.example', false, 'max-age=31536000'],
  ])('hold browsers to https for %s where that applies', async (_, publicUrl, notSecured, expected) => {
    const api = await startApi({
      ...crier.context,
      publicUrl,
      config: { ...crier.context.config, PORT: 0, NOT_SECURED: notSecured },
    });
    expect(
      (await headersOf('/api/health', {}, `http://127.0.0.1:${api.port}`)).get('strict-transport-security'),
    ).toBe(expected);
    await api.stop();
  });
});
