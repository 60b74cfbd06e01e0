import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKey, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { rawRequest } from '../test/raw-request.ts';

describe('a request to the Public API', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const connected = (authorization: string | null): ReturnType<TestInstance['call']> =>
    crier.call('GET', '/is-connected', { key: authorization });

  it('is accepted with the raw key', async () => {
    expect(await connected(crier.apiKey)).toMatchObject({ status: 200, body: { connected: true } });
  });

  it.each(['Bearer ', 'bearer ', 'BEARER ', 'Bearer   ', '  Bearer  ', '  '])(
    'is accepted with the key after %j',
    async (scheme) => {
      expect(
        (
          await rawRequest(
            crier.url,
            `GET /public/v1/is-connected HTTP/1.1\r\nHost: x\r\nAuthorization: ${scheme}${crier.apiKey}\r\nConnection: close\r\n\r\n`,
          )
        ).status,
      ).toBe(200);
    },
  );

  it('is refused without a key, with how to authenticate', async () => {
    const answer = (await connected(null)) as unknown as Parameters<typeof refusal>[0];
    expect(refusal(answer)).toEqual({ status: 401, code: 'no_api_key' });
    expect(answer.body.msg).toMatch(
      /^No API Key found in the Authorization header\. .*Settings, API keys.*"Authorization: crk_…"$/,
    );
    const challenge = async (path: string, key?: string): Promise<string | null> =>
      (await fetch(`${crier.url}${path}`, key ? { headers: { authorization: key } } : {})).headers.get(
        'www-authenticate',
      );
    const wrong = 'Bearer realm="Crier", error="invalid_token"';
    expect([
      await challenge('/public/v1/is-connected'),
      await challenge('/api/public/v1/posts'),
      await challenge('/public/v1/is-connected', 'crk_unknown'),
      await challenge('/public/v1/is-connected', 'pos_unknown'),
      await challenge('/api/user/self'),
      await challenge('/public/v1/is-connected', crier.apiKey),
    ]).toEqual(['Bearer realm="Crier"', 'Bearer realm="Crier"', wrong, wrong, 'Cookie realm="Crier"', null]);
  });

  it.each([
    ['an unknown key', 'crk_unknown'],
    ['the word Bearer alone', 'Bearer'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['letters outside of ASCII', 'schl\u00fcssel'],
    ['a quote and a semicolon', "' or 1=1; --"],
  ])('is refused with %s', async (_, key) => {
    expect(refusal((await connected(key)) as never)).toEqual({ status: 401, code: 'invalid_api_key' });
  });

  it('is refused with a key that differs in its last letter', async () => {
    const altered = `${crier.apiKey.slice(0, -1)}${crier.apiKey.endsWith('a') ? 'b' : 'a'}`;
    expect(refusal((await connected(altered)) as never)).toEqual({ status: 401, code: 'invalid_api_key' });
  });

  it('is refused with a revoked key, at once', async () => {
    const key = await addKey(crier, "name = 'leaves'");
    expect((await connected(key)).status).toBe(200);
    await sql(crier, "update api_key set revoked_at = now() where name = 'leaves'");
    expect(refusal((await connected(key)) as never)).toEqual({ status: 401, code: 'invalid_api_key' });
  });

  it('is accepted until the key expires and refused afterwards', async () => {
    expect((await connected(await addKey(crier, "expires_at = now() + interval '1 hour'"))).status).toBe(200);
    expect(
      refusal((await connected(await addKey(crier, "expires_at = now() - interval '1 second'"))) as never),
    ).toEqual({ status: 401, code: 'invalid_api_key' });
  });

  it('may only read with a read-only key', async () => {
    const key = await addKey(crier, "scopes = '{read}'");
    expect((await crier.call('GET', '/integrations', { key })).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/posts'],
      ['POST', '/upload'],
      ['PATCH', '/posts/x'],
      ['DELETE', '/posts/x'],
      ['POST', '/posts/x/retry'],
    ] as const) {
      expect(refusal(await crier.call<ErrorBody>(method, path, { key, body: {} }))).toEqual({
        status: 403,
        code: 'insufficient_scope',
      });
    }
    // A GET that begins to connect a channel.
    expect(refusal(await crier.call<ErrorBody>('GET', '/social/sandbox', { key }))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    expect(refusal(await crier.call<ErrorBody>('GET', '/social/nowhere'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['provider'],
    });
  });

  it('with a header of 64 KB is refused by the server before the key is checked', async () => {
    const answer = await rawRequest(
      crier.url,
      `GET /public/v1/is-connected HTTP/1.1\r\nHost: x\r\nAuthorization: ${'k'.repeat(65_536)}\r\n\r\n`,
    );
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 431, message: 'The headers are over 16 KB' });
    expect((await rawRequest(crier.url, 'nonsense\r\n\r\n')).status).toBe(400);
  });

  it('uses the first of two Authorization headers, as HTTP servers do', async () => {
    const twice = (first: string, second: string): Promise<{ status: number }> =>
      rawRequest(
        crier.url,
        `GET /public/v1/is-connected HTTP/1.1\r\nHost: x\r\nAuthorization: ${first}\r\nAuthorization: ${second}\r\nConnection: close\r\n\r\n`,
      );
    expect((await twice(crier.apiKey, 'crk_unknown')).status).toBe(200);
    expect((await twice('crk_unknown', crier.apiKey)).status).toBe(401);
  });

  it('queries the database once', async () => {
    const seen: string[] = [];
    const { query } = crier.context.database;
    Object.assign(crier.context.database, {
      query: (statement: { name: string }, values: unknown[]) => {
        seen.push(statement.name);
        return query(statement as never, values);
      },
    });
    await connected(crier.apiKey);
    Object.assign(crier.context.database, { query });
    expect(seen.filter((name) => name.startsWith('authenticate'))).toEqual(['authenticate']);
  });

  it('records when the key was last used, at most once a minute', async () => {
    const key = await addKey(crier, "name = 'used'");
    await connected(key);
    const used = async (): Promise<unknown> =>
      (await sql(crier, "select last_used_at as at from api_key where name = 'used'"))[0]?.at;
    const first = await used();
    expect(first).not.toBeNull();
    await connected(key);
    expect(await used()).toEqual(first);
  });
});
