/** Token requests against a server whose answers the test sets. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createEgress } from '../../../src/platform/egress.ts';
import type { ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../../_kit/errors.ts';
import { requestTokens, type Grant, type TokenEndpoint, type Tokens } from './token-endpoint.ts';

const NOW = new Date('2031-05-04T09:30:00Z');
const GOOD = {
  token_type: 'Bearer',
  access_token: 'at',
  refresh_token: 'rt',
  expires_in: 7200,
  scope: 'a b',
};
const CODE: Grant = { code: 'c&1', verifier: 'v'.repeat(43), redirectUri: 'https://crier.example/back' };

let server: http.Server;
let url: string;
let answer: { status?: number; body?: unknown; headers?: Record<string, string> };
/** What the server was asked. */
let asked: { authorization: string | undefined; form: Record<string, string> }[];
let context: ProviderContext;
let egress: ReturnType<typeof createEgress>;

beforeEach(async () => {
  [answer, asked] = [{}, []];
  server = http.createServer((request, response) => {
    void request.toArray().then((parts) => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts as Buffer[]).toString()));
      asked.push({ authorization: request.headers.authorization, form });
      const { status = 200, body = GOOD, headers } = answer;
      response
        .writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [url] });
  context = { egress, env: {}, signal: new AbortController().signal, now: () => NOW };
});
afterEach(async () => {
  await egress.close();
  await new Promise((resolve) => server.close(resolve));
});

const request = (grant: Grant = CODE, changes: Partial<TokenEndpoint> = {}): Promise<Tokens> =>
  requestTokens(
    { network: 'Net', url, app: { id: 'id', secret: '-s_1' }, clientAuth: 'basic_plain', ...changes },
    grant,
    context,
  );

describe('a request for tokens', () => {
  it('sends the code with its verifier, and reads what was granted and for how long', async () => {
    expect(await request()).toEqual({
      accessToken: 'at',
      refreshToken: 'rt',
      expiresAt: new Date(NOW.getTime() + 7_200_000),
      scopes: ['a', 'b'],
    });
    expect(asked).toEqual([
      {
        authorization: `Basic ${Buffer.from('id:-s_1').toString('base64')}`,
        form: {
          grant_type: 'authorization_code',
          code: 'c&1',
          code_verifier: 'v'.repeat(43),
          redirect_uri: 'https://crier.example/back',
        },
      },
    ]);
  });

  it('may carry the client in the form', async () => {
    await request({ refreshToken: 'old' }, { clientAuth: 'post' });
    expect(asked).toEqual([
      {
        authorization: undefined,
        form: { grant_type: 'refresh_token', refresh_token: 'old', client_id: 'id', client_secret: '-s_1' },
      },
    ]);
  });

  it('reads scopes that are a list, and none from an empty one', async () => {
    answer = { body: { ...GOOD, scope: ['a:read', 'b'] } };
    expect((await request()).scopes).toEqual(['a:read', 'b']);
    answer = { body: { ...GOOD, scope: [] } };
    expect((await request()).scopes).toEqual([]);
  });

  it('leaves open what the network leaves out', async () => {
    answer = { body: { token_type: 'bearer', access_token: 'at' } };
    expect(await request()).toEqual({ accessToken: 'at', refreshToken: null, expiresAt: null, scopes: null });
  });

  it.each([false, null])('takes an id_token that is %j for none, wherever it stands', async (none) => {
    for (const body of [
      { id_token: none, ...GOOD },
      { ...GOOD, id_token: none },
    ]) {
      answer = { body };
      expect(await request()).toMatchObject({ accessToken: 'at', refreshToken: 'rt' });
    }
  });

  it.each([
    [
      'a refusal',
      { status: 400, body: { error: 'invalid_grant', error_description: 'It has ended.' } },
      Rejected,
      'Net: It has ended. (invalid_grant)',
    ],
    [
      'a refusal under 200',
      { body: { error: 'invalid_grant', error_description: 'Authorization code is expired.', log_id: '1' } },
      Rejected,
      'Net: Authorization code is expired. (invalid_grant)',
    ],
    ['an unknown app', { status: 401, body: { error: 'invalid_client' } }, Rejected, 'invalid_client'],
    [
      'an unknown app with a challenge',
      {
        status: 401,
        body: { error: 'invalid_client' },
        headers: { 'www-authenticate': 'Basic realm="net"' },
      },
      Rejected,
      'invalid_client',
    ],
    ['a limit', { status: 429, body: {} }, RateLimited, 'HTTP 429'],
    ['trouble', { status: 503, body: 'busy' }, OutcomeUnknown, 'HTTP 503'],
    ['a page', { body: '<html>' }, OutcomeUnknown, 'without tokens'],
    ['no token', { body: { token_type: 'bearer' } }, OutcomeUnknown, 'without tokens'],
    ['a token of another kind', { body: { ...GOOD, token_type: 'mac' } }, OutcomeUnknown, 'without tokens'],
  ] as const)('ends with a typed error after %s', async (_, reply, expected, message) => {
    answer = reply;
    const failed = request();
    await expect(failed).rejects.toBeInstanceOf(expected);
    await expect(failed).rejects.toThrow(message);
  });

  it('is never sent unencrypted beyond this machine', async () => {
    await expect(request(CODE, { url: 'http://net.example/token' })).rejects.toThrow(/HTTPS/i);
    expect(asked).toEqual([]);
  });
});
