/**
 * The first account of an instance that an outsider reaches first: it needs the setup code, except from the
 * machine itself (case 92); and no foreign page speaks to the instance under a name of its own (case 93).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { crierJson, runCrier } from '../../run/cli/fixtures/run-cli.ts';
import { startApi, type RunningApi } from '../../run/roles/api.ts';
import type { Config } from '../../platform/config/config.ts';
import { countRows, sql } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';

const ADA = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  organization: 'Ada & Co',
  timeZone: 'UTC',
};

interface Answered {
  readonly status: number;
  readonly body: { code?: unknown; needed?: boolean; message?: string; issues?: { path: string }[] };
}

/** With every header as it is given, the Host too. */
function ask(
  port: number,
  { path, headers = {}, body }: { path: string; headers?: Record<string, string>; body?: object },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        agent: false,
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (response) => {
        let text = '';
        response
          .on('data', (chunk: Buffer) => (text += chunk.toString()))
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(text) : {},
            }),
          );
      },
    );
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

describe('the first account', () => {
  let crier: TestInstance;
  let api: RunningApi | undefined;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterEach(async () => {
    await api?.stop();
    api = undefined;
    await sql(crier, "delete from instance_state where key in ('set_up', 'setup_code')");
    await sql(crier, 'delete from user_account');
    await sql(crier, 'delete from rate_limit');
  });
  afterAll(() => crier?.stop());

  /** An API with these settings on a port of its own. */
  const listen = async (config: Partial<Config> = {}): Promise<number> => {
    api = await startApi({ ...crier.context, config: { ...crier.context.config, PORT: 0, ...config } });
    return api.port;
  };
  const setUp = (port: number, headers: Record<string, string>, more: object = {}): Promise<Answered> =>
    ask(port, { path: '/api/auth/setup', headers, body: { ...ADA, ...more } });

  it.each(['localhost', '127.0.0.1', '[::1]', 'crier.localhost'])(
    'needs nothing more in a browser on the machine, at %s',
    async (host) => {
      const port = await listen();
      const headers = { host: `${host}:${port}`, origin: `http://${host}:${port}` };
      expect((await ask(port, { path: '/api/auth/setup', headers })).body).toMatchObject({ code: false });
      expect((await setUp(port, headers)).status).toBe(201);
    },
  );

  it.each<[string, Record<string, string>, Partial<Config>]>([
    ['an address of this machine in its network', { host: '192.168.1.5:5000' }, {}],
    ['a name without a dot', { host: 'crier:5000' }, {}],
    ['a proxy that says whom it asks for', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }, {}],
    ['a proxy that says so by the standard', { host: 'localhost', forwarded: 'for=203.0.113.9' }, {}],
    ['a proxy of another kind', { host: 'localhost', 'x-real-ip': '203.0.113.9' }, {}],
    ['a proxy that names only itself', { host: '127.0.0.1', via: '1.1 proxy' }, {}],
    [
      'a trusted proxy',
      { host: 'localhost', 'x-forwarded-host': 'localhost' },
      { TRUSTED_PROXIES: ['127.0.0.1'] },
    ],
    ['the public URL', { host: 'crier.example' }, { FRONTEND_URL: 'https://crier.example' }],
    [
      'a silent proxy before the public URL',
      { host: '127.0.0.1:5000' },
      { FRONTEND_URL: 'https://crier.example' },
    ],
  ])('needs the setup code under %s', async (_, headers, config) => {
    const port = await listen(config);
    expect((await ask(port, { path: '/api/auth/setup', headers })).body).toMatchObject({
      needed: true,
      code: true,
    });
    for (const code of [undefined, '', 'ABCD-EFGH-2345', 'x'.repeat(100)]) {
      const { status, body } = await setUp(port, headers, { code });
      expect([status, body.code, body.issues?.[0]?.path]).toEqual([403, 'setup_code_required', 'code']);
    }
    const { code } = await crierJson<{ code: string }>(crier.env, 'setup-code');
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    expect((await setUp(port, headers, { code: ` ${code.toLowerCase().replaceAll('-', '')} ` })).status).toBe(
      201,
    );
    expect(await countRows(crier, 'user_account')).toBe(1);
  });

  it('has one code, however often it is shown, and none once there is an account', async () => {
    const shown = async (): Promise<string> =>
      (await crierJson<{ code: string }>(crier.env, 'setup-code')).code;
    const code = await shown();
    expect(await shown()).toBe(code);
    // The database does not show it.
    const rows = await sql<{ value: string }>(
      crier,
      "select value::text from instance_state where key = 'setup_code'",
    );
    expect([rows.length, rows[0]?.value.includes(code)]).toEqual([1, false]);
    const port = await listen();
    expect((await setUp(port, { host: 'localhost' })).status).toBe(201);
    expect(await sql(crier, "select 1 from instance_state where key = 'setup_code'")).toEqual([]);
    const { status, body } = await setUp(port, { host: '192.168.1.5' }, { code });
    expect([status, body.code]).toEqual([409, 'already_set_up']);
    expect(await runCrier(crier.env, 'setup-code')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already set up'),
    });
  });

  it('stops guesses of the code', async () => {
    const port = await listen();
    const guess = (): Promise<Answered> =>
      setUp(port, { host: 'crier', 'x-forwarded-for': '203.0.113.9' }, { code: 'ABCD-EFGH-2345' });
    for (let n = 0; n < 20; n++) expect((await guess()).status).toBe(403);
    expect((await guess()).status).toBe(429);
  });
});

describe('a page elsewhere that has its own name lead to the instance', () => {
  const PAGES = ['evil.example', 'evil.example:5000', 'crier.example.evil.example', 'localhost.evil.example'];
  let crier: TestInstance;
  let port: number;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { FRONTEND_URL: 'https://crier.example', MAIN_URL: 'https://main.example' },
    });
    port = Number(new URL(crier.url).port);
  });
  afterAll(() => crier?.stop());

  const code = async (path: string, host: string, body?: object): Promise<unknown> => {
    const answer = await ask(port, {
      path,
      headers: { host, origin: `http://${host}` },
      ...(body ? { body } : {}),
    });
    return answer.body.code ?? answer.status;
  };

  it.each(PAGES)("cannot use the web app's operations or the sandbox as %s", async (host) => {
    expect(await code('/api/auth/setup', host)).toBe('host_not_allowed');
    expect(await code('/api/auth/setup', host, ADA)).toBe('host_not_allowed');
    expect(await code('/api/auth/login', host, { email: 'a@b.example', password: 'x' })).toBe(
      'host_not_allowed',
    );
    for (const path of ['/sandbox', '/sandbox/posts.json', '/sandbox/calls.json', '/api/openapi.json']) {
      expect([path, await code(path, host)]).toEqual([path, 'host_not_allowed']);
    }
    expect(await code('/api/../api/auth/setup', host)).toBe('host_not_allowed');
    for (const path of ['//api/auth/setup', '/API/auth/setup', '/auth/setup', '/api/auth/setup/']) {
      expect([path, await code(path, host)]).toEqual([path, 'host_not_allowed']);
    }
  });

  it('gets the variable to set, if it is the URL of the instance after all', async () => {
    const { body } = await ask(port, { path: '/api/auth/setup', headers: { host: 'crier.lan:5000' } });
    expect(body.message).toMatch(
      /^"crier\.lan:5000" is not an address of this instance\..* set FRONTEND_URL /,
    );
  });

  it.each([
    'crier.example',
    'CRIER.example:443',
    'main.example',
    'localhost:5000',
    'crier.localhost',
    '127.0.0.1',
    '[::1]:5000',
    '192.168.1.5:5000',
    'app:5000',
  ])('is distinguished from %s', async (host) => {
    expect((await ask(port, { path: '/api/auth/setup', headers: { host } })).status).toBe(200);
  });

  it('does not matter to programs, which have credentials and know other names', async () => {
    const headers = { host: 'crier.internal.example', authorization: crier.apiKey };
    for (const path of ['/public/v1/is-connected', '/api/public/v1/is-connected', '/api/health']) {
      expect([path, (await ask(port, { path, headers })).status]).toEqual([path, 200]);
    }
  });
});
