import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, buildPost, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { operations } from '../run/operations.ts';

describe('every operation of the Public API', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { FRONTEND_URL: 'https://crier.example' } });
  });
  afterAll(() => crier?.stop());

  const declared = operations().map(
    (operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const,
  );
  const ask = (base: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${crier.url}${base}${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`, init);

  it.each(declared)(
    '%s answers 201 if it is a POST, else 200, and always with a body',
    (_, { method, answer }) => {
      expect(answer.status).toBe(method === 'post' ? 201 : 200);
      expect(Object.keys(answer.schema)).not.toEqual([]);
    },
  );

  it.each(declared)(
    '%s exists below /public/v1, /api/public/v1, and for a base URL that ends in a slash',
    async (_, { method, path, access }) => {
      // Without a key each of them answers 401, and nothing else happens; a path that does not exist answers
      // 404.
      for (const base of ['/public/v1', '/api/public/v1', '/api//public/v1', '//public/v1']) {
        for (const ending of ['', '/']) {
          expect((await ask(base, `${path}${ending}`, { method: method.toUpperCase() })).status).toBe(
            access === 'open' ? 200 : 401,
          );
        }
      }
    },
  );

  it.each(declared)(
    '%s answers JSON to a client that asks for a page, and never a page',
    async (_, { method, path }) => {
      const response = await ask('/public/v1', path, {
        method: method.toUpperCase(),
        headers: { accept: 'text/html' },
      });
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(typeof (await response.json())).toBe('object');
    },
  );

  it.each(declared)(
    '%s can be called from a page of the instance, after a preflight',
    async (_, { method, path }) => {
      const response = await ask('/public/v1', path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://crier.example',
          'access-control-request-method': method.toUpperCase(),
          'access-control-request-headers': 'authorization,content-type,idempotency-key,if-match',
        },
      });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(response.headers.get('access-control-allow-methods')?.split(',')).toContain(
        method.toUpperCase(),
      );
      expect(response.headers.get('access-control-allow-headers')).toBe(
        'Content-Type,Authorization,Idempotency-Key,If-Match,X-CSRF-Token,X-Organization',
      );
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    },
  );

  it('lets a page read the headers that carry information', async () => {
    const response = await ask('/public/v1', '/is-connected', {
      headers: { origin: 'https://crier.example', authorization: crier.apiKey },
    });
    expect(response.headers.get('access-control-expose-headers')?.split(',').toSorted()).toEqual([
      'ETag',
      'Idempotency-Replayed',
      'Retry-After',
      'WWW-Authenticate',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ]);
  });

  it.each(declared.filter(([, { method }]) => method === 'get' || method === 'delete'))(
    '%s accepts a content type without a body, and an empty object as one',
    async (_, { method, path }) => {
      const answers = await Promise.all(
        [undefined, '', '{}'].map((body) => sendBody(method.toUpperCase(), path, body)),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).not.toBe(415);
    },
  );

  /** fetch sends no body with GET. */
  async function sendBody(method: string, path: string, body: string | undefined): Promise<number> {
    const { request } = await import('undici');
    const answer = await request(`${crier.url}/public/v1${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`, {
      method: method as 'GET',
      headers: { authorization: crier.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    await answer.body.dump();
    return answer.statusCode;
  }

  it.each(['/public/v1/posts', '/public/v1/nowhere', '/api/auth/me', '/', '/assets/a.js', '/docs'])(
    'takes no TRACE at %s, and sends nothing back',
    async (path) => {
      const { request } = await import('undici');
      const answer = await request(`${crier.url}${path}`, {
        method: 'TRACE',
        headers: { authorization: 'Bearer a-secret' },
      });
      const text = await answer.body.text();
      expect([answer.statusCode, answer.headers.allow, text.includes('a-secret')]).toEqual([
        405,
        'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        false,
      ]);
      expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed' });
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'POST'])(
    'answers 404 in JSON when the path exists but not the method %s',
    async (method) => {
      const response = await ask('/public/v1', '/integrations', {
        method,
        headers: { authorization: crier.apiKey },
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: 'route_not_found',
        error: 'Not Found',
        message: `Cannot ${method} /public/v1/integrations`,
      });
    },
  );

  it.each(['/generate-video', '/video/function'])(
    'does not include %s: Crier makes no videos',
    async (path) => {
      const answer = await crier.call<ErrorBody>('POST', path, {
        body: { type: 'image-text-slides', output: 'vertical' },
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
    },
  );

  it('is unlimited except for creates: no other answer carries rate-limit headers', async () => {
    const limited = await startInstance({ temporal: false, env: { API_LIMIT: '5' } });
    try {
      const channel = (await limited.connect('sandbox')).id;
      expect(
        (await limited.call('POST', '/posts', { body: buildPost(channel) })).headers.get('x-ratelimit-limit'),
      ).toBe('5');
      // To part a series is to create a post.
      const creates = ['createPost', 'selectOccurrences'];
      for (const { method, path } of operations().filter(({ id }) => !creates.includes(id))) {
        const response = await fetch(`${limited.url}/public/v1${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`, {
          method: method.toUpperCase(),
          headers: { authorization: limited.apiKey },
        });
        expect(
          [...response.headers.keys()].filter(
            (name) => name.startsWith('x-ratelimit') || name === 'retry-after',
          ),
        ).toEqual([]);
      }
    } finally {
      await limited.stop();
    }
  });
});
