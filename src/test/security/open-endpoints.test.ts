/**
 * Untrusted input (case 116): to each operation and route that needs no credentials, bodies, queries, headers
 * and paths of the largest size that is read, of the shapes that are worst for parsers. The work for them
 * grows no faster than they do. The server runs in this process, so its work is what is measured.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { approve, authorize, exchangeOf, registerApp, type TestApp } from '../../oauth/fixtures/flow.ts';
import { MAX_EVENT_BYTES, MAX_FORM_FIELDS, MAX_OPEN_BYTES } from '../../http/parse-body.ts';
import { assertReasonable, assertStorable } from '../../http/check-json.ts';
import type { Operation } from '../../http/operation.ts';
import { appOperations, operations } from '../../run/operations.ts';
import { png, upload } from '../factories.ts';
import { overgrown, repeated, type Overgrown } from '../growth.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';

/** Node.js reads 16 KB of headers, including the URL; what else a request has takes some of them. */
const HEADER_SIZES = [3600, 14_400];
const sizesUpTo = (bytes: number): number[] => [bytes / 16, bytes / 4, bytes];

const PATTERNS = [
  'a',
  ' ',
  ',',
  ';',
  '=',
  ':',
  '/',
  '"',
  '\\',
  '-',
  '@',
  '%',
  '%41',
  '0',
  '::',
  '; ',
  'a,',
  'a=;',
  ';q=',
  'a/b;c=d,',
  '"a",',
  '0-0,',
  '../',
  '1.',
  'a b ',
];

const names = (n: number, nameOf: (i: number) => string): string[] =>
  Array.from({ length: Math.ceil(n / (nameOf(0).length + 6)) }, (_, i) => nameOf(i));
const six = (i: number): string => String(i).padStart(6, '0');

/** JSON, or nearly, of about this many characters. */
const JSON_SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'different names': (n) => `{${names(n, six).map((name) => `"${name}":1`)}}`,
  'names of one length': (n) =>
    `{${Array.from({ length: Math.ceil(n / 17_000) }, (_, i) => `"${'x'.repeat(17_000)}${six(i)}":1`)}}`,
  'names that are escaped': (n) => `{${names(n, (i) => `\\u0041${six(i)}`).map((name) => `"${name}":1`)}}`,
  'a name before many colons': (n) => `{"${'x'.repeat(900)}":[${repeated('{:},')(n - 900)}`,
  colons: (n) => `{"a"${':'.repeat(n)}`,
  'open lists': (n) => '['.repeat(n),
  'objects in objects': repeated('{"a":'),
  'lists that are closed': (n) => `[${repeated('[],')(n)}0]`,
  commas: (n) => `[${','.repeat(n)}`,
  digits: (n) => '9'.repeat(n),
  'digits after a point': (n) => `1.${'9'.repeat(n)}e1`,
  'an exponent': (n) => `1e${'9'.repeat(n)}`,
  backslashes: (n) => `{"a":"${'\\'.repeat(n)}"}`,
  'escaped letters': (n) => `{"a":"${repeated('\\u0041')(n)}"}`,
  'half surrogate pairs': (n) => `[${repeated('"\\ud800",')(n)}0]`,
  'quotation marks': (n) => '"'.repeat(n),
  'white space': (n) => ' '.repeat(n),
  'no JSON': repeated('a'),
};

const FORM_SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'different names': (n) => names(n, (i) => `${six(i)}=&`).join(''),
  'one name again': repeated('a=&'),
  'a parameter again': repeated('code=1&'),
  ampersands: repeated('&'),
  'equals signs': repeated('='),
  'escaped letters': repeated('%41'),
  'broken escapes': repeated('%'),
  spaces: repeated('+'),
  'one long value': (n) => `code=${'a'.repeat(n)}`,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

describe('an outsider', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  let file: string;
  const agent = new http.Agent({ keepAlive: true });
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        CRIER_PLANS: JSON.stringify({
          free: { label: 'Free', channels: null, postsPerMonth: null, members: null, webhooks: null },
        }),
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_SIGNING_KEY: 'whsec_1',
      },
    });
    ada = await addPerson(crier);
    app = await registerApp(ada);
    file = new URL((await upload<{ path: string }>(crier, png())).body.path).pathname;
  });
  afterAll(async () => {
    agent.destroy();
    await crier?.stop();
  });

  const send = ({ method, path, headers = {}, body }: Sent): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = http.request(`${crier.url}/`, { agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });

  /** The shapes for which the work grows faster than they do. */
  async function growing(
    shapes: Readonly<Record<string, (n: number) => Sent>>,
    sizes: readonly number[],
  ): Promise<Record<string, Overgrown>> {
    const found: Record<string, Overgrown> = {};
    for (const [name, sentOf] of Object.entries(shapes)) {
      const grown = await overgrown(
        (n) => String(n),
        (n) => send(sentOf(Number(n))),
        sizes,
      );
      if (grown) found[name] = grown;
    }
    return found;
  }
  const mapped = <A>(
    shapes: Readonly<Record<string, (n: number) => string>>,
    sentOf: (text: string) => A,
  ): Record<string, (n: number) => A> =>
    Object.fromEntries(Object.entries(shapes).map(([name, textOf]) => [name, (n) => sentOf(textOf(n))]));
  const byPattern = Object.fromEntries(PATTERNS.map((pattern) => [pattern, repeated(pattern)]));

  const open = [
    ...operations().map((operation) => ['/public/v1', operation] as const),
    ...appOperations().map((operation) => ['/api', operation] as const),
  ].filter(([, { access }]) => access === 'open');
  const withBody = open
    .filter(([, { body }]) => body)
    .map(
      ([prefix, operation]) =>
        [`${prefix}${operation.path.replace('{provider}', 'mastodon')}`, operation] as const,
    );
  const json = { 'content-type': 'application/json' };

  it.each(withBody)(
    'sends JSON of any shape to %s, which is read in linear time',
    async (path, operation) => {
      const shapes = mapped(JSON_SHAPES, (body) => ({
        method: operation.method.toUpperCase(),
        path,
        headers: json,
        body,
      }));
      expect(await growing(shapes, sizesUpTo(MAX_OPEN_BYTES))).toEqual({});
    },
  );

  it.each(withBody)(
    'sends texts of any shape to %s, which are checked in linear time',
    async (path, operation) => {
      const fields = Object.keys((operation.body as { properties: object }).properties);
      const shapes = mapped(byPattern, (text) => {
        const body = Object.fromEntries(
          fields.map((name) => [name, text.slice(0, text.length / fields.length)]),
        );
        return { method: operation.method.toUpperCase(), path, headers: json, body: JSON.stringify(body) };
      });
      expect(await growing(shapes, sizesUpTo(MAX_OPEN_BYTES / 2))).toEqual({});
    },
  );

  it.each(withBody.filter(([, { form }]: readonly [string, Operation]) => form).map(([path]) => [path]))(
    'sends forms of any shape to %s, which are read in linear time',
    async (path) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const shapes = mapped(FORM_SHAPES, (body) => ({ method: 'POST', path, headers, body }));
      expect(await growing(shapes, sizesUpTo(MAX_OPEN_BYTES))).toEqual({});
    },
  );

  it.each([
    ['/api/billing/webhook', MAX_EVENT_BYTES],
    ['/sandbox/api/token', MAX_OPEN_BYTES],
  ])('sends JSON of any shape to %s, up to %s bytes, which is read in linear time', async (path, bytes) => {
    const shapes = mapped(JSON_SHAPES, (body) => ({ method: 'POST', path, headers: json, body }));
    expect(await growing(shapes, sizesUpTo(bytes))).toEqual({});
  });

  const consent: Sent = { method: 'GET', path: '/api/oauth/authorize' };
  const token: Sent = { method: 'POST', path: '/oauth/token', headers: json, body: '{}' };
  const stored = (): Sent => ({ method: 'GET', path: file });
  it.each<[string, () => Sent]>([
    ['accept', () => consent],
    ['auth', () => consent],
    ['cookie', () => consent],
    ['forwarded', () => consent],
    ['origin', () => consent],
    ['sec-fetch-site', () => consent],
    ['x-forwarded-for', () => ({ method: 'GET', path: '/api/auth/setup' })],
    ['x-forwarded-host', () => consent],
    ['x-forwarded-proto', () => consent],
    ['authorization', () => token],
    ['content-type', () => token],
    ['authorization', () => ({ method: 'GET', path: '/public/v1/posts' })],
    ['idempotency-key', () => ({ method: 'POST', path: '/public/v1/posts' })],
    ['x-csrf-token', () => ({ method: 'POST', path: '/api/auth/logout', headers: { cookie: ada.cookie } })],
    ['accept-encoding', stored],
    ['if-match', stored],
    ['if-modified-since', stored],
    ['if-none-match', stored],
    ['if-range', stored],
    ['range', stored],
    ['stripe-signature', () => ({ method: 'POST', path: '/api/billing/webhook', body: '{}' })],
  ])('sends the header %s in any shape, which is read in linear time', async (header, endpointOf) => {
    const endpoint = endpointOf();
    const shapes = mapped(byPattern, (text) => ({
      ...endpoint,
      headers: { ...endpoint.headers, [header]: before(header) + text },
    }));
    expect(await growing(shapes, HEADER_SIZES)).toEqual({});
  });

  it('sends queries of any shape, which are read in linear time', async () => {
    const queries = { ...byPattern, ...FORM_SHAPES };
    for (const path of ['/api/oauth/authorize', '/api/auth/setup', '/sandbox/api/posts', file, '/nowhere']) {
      const shapes = mapped(queries, (text) => ({
        method: 'GET',
        path: `${path}?${text.replaceAll(/[ "\\]/g, '%20')}`,
      }));
      expect([path, await growing(shapes, HEADER_SIZES)]).toEqual([path, {}]);
    }
  });

  it('sends paths of any shape, which are matched in linear time', async () => {
    for (const prefix of [
      '/',
      '/api/',
      '/api/integrations/social/',
      '/public/v1/',
      '/public/v1/posts/',
      '/uploads/',
      '/uploads/signed/',
      '/sandbox/',
      '/docs/',
    ]) {
      const shapes = mapped(byPattern, (text) => ({
        method: 'GET',
        path: `${prefix}${text.replaceAll(/[ "\\]/g, '%20')}`,
      }));
      expect([prefix, await growing(shapes, HEADER_SIZES)]).toEqual([prefix, {}]);
    }
  });

  it('has held nobody up: what apps, people and browsers send is answered as before', async () => {
    const form = new URLSearchParams(exchangeOf(app, await approve(ada, app)) as Record<string, string>);
    for (let n = form.size; n < MAX_FORM_FIELDS; n++) form.append(`more${n}`, 'x');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const exchanged = await send({ method: 'POST', path: '/oauth/token', headers, body: form.toString() });
    expect([exchanged.status, exchanged.text]).toEqual([
      200,
      expect.stringContaining('"access_token":"pos_'),
    ]);
    const token = await authorize(crier, ada, app);
    expect((await crier.call('GET', '/is-connected', { key: token })).status).toBe(200);
    expect((await send({ method: 'GET', path: file, headers: { range: 'bytes=0-3' } })).status).toBe(206);
    const setup = {
      method: 'GET',
      path: '/api/auth/setup',
      headers: { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' },
    };
    expect((await send(setup)).status).toBe(200);
  });
});

/** What makes the parser of a header begin. */
const before = (header: string): string =>
  ({ authorization: 'Basic ', cookie: 'crier_session=x; ', range: 'bytes=', 'stripe-signature': 't=1,' })[
    header
  ] ?? '';

describe('a JSON body', () => {
  it.each(Object.entries(JSON_SHAPES))(
    'with %s is checked and parsed in linear time, up to 8 MB',
    async (_, textOf) => {
      const read = (text: string): void => {
        try {
          assertReasonable(Buffer.from(text));
          assertStorable(JSON.parse(text));
        } catch {
          // Refused, which is what most of them are for.
        }
      };
      expect(await overgrown(textOf, read, sizesUpTo(8 * 1024 * 1024))).toBeUndefined();
    },
  );
});
