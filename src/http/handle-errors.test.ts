import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { rawRequest } from '../test/raw-request.ts';

/** The issues of `?limit=0&state=NEW`. */
const ISSUES = [
  {
    path: 'state',
    message: 'must be one of QUEUE, PUBLISHED, ERROR, DRAFT',
    code: 'not_one_of',
    params: { values: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'] },
  },
  { path: 'limit', message: 'must be at least 1', code: 'too_small', params: { min: 1 } },
];

describe('an error answer', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${crier.url}${path}`, { method, headers: { authorization: crier.apiKey, ...headers } });

  it('has one shape, which every known client can read', async () => {
    const response = await get(`/public/v1/posts/${UNKNOWN_ID}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = (await response.json()) as ErrorBody;
    expect(body).toEqual({
      statusCode: 404,
      error: 'Not Found',
      code: 'post_not_found',
      message: `No post has the id ${UNKNOWN_ID}`,
      msg: `No post has the id ${UNKNOWN_ID}`,
      reason: 'nothing_with_id',
      params: { thing: 'post', id: UNKNOWN_ID },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response.headers.get('x-request-id')).toBe(body.requestId);
  });

  it('names each invalid field, in the message too', async () => {
    const body = (await (await get('/public/v1/posts?limit=0&state=NEW')).json()) as ErrorBody;
    expect(body.issues).toEqual(ISSUES);
    expect(body.message).toBe(
      'The request is not valid: state must be one of QUEUE, PUBLISHED, ERROR, DRAFT; limit must be at least 1',
    );
  });

  it('describes what is wrong with a request as a whole without a gap for a field', async () => {
    await sql(
      crier,
      `insert into webhook_listener (id, organization_id) select gen_random_uuid(), $1 from generate_series(1, 10)`,
      [crier.organizationId],
    );
    const { body } = await crier.call<ErrorBody>('POST', '/webhook-listeners', { body: {} });
    expect(body.message).toBe('The request is not valid: An organisation can have 10 listeners');
  });

  it('is a problem document on request', async () => {
    const response = await get('/public/v1/posts?limit=0&state=NEW', { accept: 'application/problem+json' });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toEqual({
      type: 'urn:crier:error:invalid_request',
      title: 'Bad Request',
      status: 400,
      detail:
        'The request is not valid: state must be one of QUEUE, PUBLISHED, ERROR, DRAFT; limit must be at least 1',
      code: 'invalid_request',
      issues: ISSUES,
      requestId: expect.any(String),
    });
  });

  it.each(['*/*', 'text/html', 'application/*', 'nonsense', 'text/html, application/problem+json;q=0'])(
    'is JSON for Accept: %s',
    async (accept) => {
      expect((await get('/public/v1/nothing', { accept })).headers.get('content-type')).toBe(
        'application/json; charset=utf-8',
      );
    },
  );

  it.each([
    ['POST', '/'],
    ['GET', '/public/v1'],
    ['GET', '/public/v1/nothing'],
    ['GET', '/api/nothing'],
    ['GET', '/public/v2/posts'],
    ['PUT', '/public/v1/posts'],
    ['GET', '/public/v1/upload'],
    ['POST', '/public/v1/integrations'],
    ['DELETE', '/api/health'],
    ['POST', '/public/v1/generate-video'],
    ['GET', '/publicv1/posts'],
    ['OPTIONS', '/public/v1/posts'],
  ])('reports in JSON that %s %s does not exist', async (method, path) => {
    const response = await get(path, {}, method);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'route_not_found',
      message: `Cannot ${method} ${path.replace(/^\/api(?=\/public)/, '')}`,
    });
  });

  it('carries a request id of its own, as every answer does; ids from outside are ignored', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () =>
        (await get('/api/health', { 'x-request-id': 'mine' })).headers.get('x-request-id'),
      ),
    );
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });

  it('reveals nothing internal when it is a 5xx', async () => {
    await sql(crier, 'alter table customer rename to customer_away');
    const response = await get('/public/v1/integrations');
    await sql(crier, 'alter table customer_away rename to customer');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      code: 'internal',
      message: 'Internal server error',
      msg: 'Internal server error',
      requestId: expect.any(String),
    });
    expect((await get('/public/v1/integrations')).status).toBe(200);
  });

  it.each(['/public/v1/posts/%', '/public/v1/posts/%zz', '/%', '/public/v1/posts?startDate=%zz&endDate=%'])(
    'is not a server error for the malformed URL %s',
    async (path) => {
      const { status } = await rawRequest(
        crier.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${crier.apiKey}\r\nConnection: close\r\n\r\n`,
      );
      expect([400, 404]).toContain(status);
    },
  );
});

describe('the paths of the API', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it.each([
    '/public/v1',
    '/api/public/v1',
    '//public/v1',
    '/api//public//v1',
    '/api///public/v1/',
    '//api//public//v1',
  ])('answer below %s', async (base) => {
    for (const path of [
      '/is-connected',
      '/integrations',
      '//is-connected/',
      `/posts?startDate=2031-01-01&endDate=2031-01-02`,
    ]) {
      expect(
        (await fetch(`${crier.url}${base}${path}`, { headers: { authorization: crier.apiKey } })).status,
      ).toBe(200);
    }
  });

  it('ignore case', async () => {
    expect(
      (await fetch(`${crier.url}/Public/V1/Is-Connected`, { headers: { authorization: crier.apiKey } }))
        .status,
    ).toBe(200);
  });

  it('answer HEAD like GET, without a body', async () => {
    const response = await fetch(`${crier.url}/public/v1/is-connected`, {
      method: 'HEAD',
      headers: { authorization: crier.apiKey },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each([
    ['http://crier.example/api/health', 200],
    ['http://[::1/api/health', 400],
    ['http://a:b@c:99999/sandbox', 400],
    ['no-path', 400],
    ['*', 400],
  ])('may be asked for as a proxy is; %s answers %s, and is no defect', async (target, status) => {
    const answer = await rawRequest(
      crier.url,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const { code } = JSON.parse(answer.body) as { code?: string };
    expect([answer.status, code]).toEqual([status, status === 400 ? 'invalid_request' : undefined]);
  });

  it('cannot be changed by a header that overrides the method', async () => {
    const response = await fetch(`${crier.url}/public/v1/integrations`, {
      headers: { authorization: crier.apiKey, 'x-http-method-override': 'DELETE' },
    });
    expect(response.status).toBe(200);
  });
});
