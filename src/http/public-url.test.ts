import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { checkUrl } from '../run/cli/doctor/check-url.ts';
import {
  checkUrls,
  noteBrowserOrigin,
  readBrowserOrigin,
  type UrlConfig,
  type BrowserOrigin,
} from './public-url.ts';
import { startApi } from '../run/roles/api.ts';
import { buildPost, sql } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';

const settings = (changes: Partial<UrlConfig> = {}): UrlConfig => ({
  FRONTEND_URL: 'https://crier.example',
  MAIN_URL: undefined,
  NEXT_PUBLIC_BACKEND_URL: undefined,
  NOT_SECURED: false,
  PORT: 5000,
  ...changes,
});
const seenAt = (origin: string, seen: BrowserOrigin['seen'] = 'session') => ({
  origin,
  seen,
  at: '2026-11-22T09:00:00Z',
});

describe('the configured URLs', () => {
  it.each([
    ['nothing is set, and nobody was seen', settings({ FRONTEND_URL: undefined }), null],
    [
      'nothing is set, and a browser of this machine was seen',
      settings({ FRONTEND_URL: undefined }),
      seenAt('http://localhost:5000'),
    ],
    [
      'this machine goes by its other name',
      settings({ FRONTEND_URL: 'http://localhost:5000' }),
      seenAt('http://127.0.0.1:5000'),
    ],
    ['browsers use FRONTEND_URL', settings(), seenAt('https://crier.example')],
    [
      'browsers use MAIN_URL',
      settings({ MAIN_URL: 'https://main.example/x' }),
      seenAt('https://main.example'),
    ],
    ['the operator looks through a tunnel', settings(), seenAt('http://localhost:5000')],
    [
      'the API is named under the same origin',
      settings({ NEXT_PUBLIC_BACKEND_URL: 'https://crier.example/api' }),
      null,
    ],
    [
      'the API is named under another URL of the same domain, and somebody read its reference there',
      settings({ NEXT_PUBLIC_BACKEND_URL: 'https://api.crier.example' }),
      seenAt('https://api.crier.example', 'page'),
    ],
    ['plain http is meant', settings({ FRONTEND_URL: 'http://crier.lan', NOT_SECURED: true }), null],
  ])('are right when %s', (_, config, seen) => {
    expect(checkUrls(config, seen)).toEqual([]);
  });

  it('are wrong when people use another URL, and FRONTEND_URL should be set to it', () => {
    expect(
      checkUrls(settings({ FRONTEND_URL: 'http://localhost:5000' }), seenAt('https://crier.example')),
    ).toEqual([
      {
        variable: 'FRONTEND_URL',
        detail: expect.stringMatching(
          /a signed-in person used https:\/\/crier\.example \(2026-11-22T09:00:00Z\), but FRONTEND_URL is http:\/\/localhost:5000/,
        ),
        fix: expect.stringContaining('set FRONTEND_URL=https://crier.example'),
      },
    ]);
    expect(checkUrls(settings({ FRONTEND_URL: undefined }), seenAt('https://crier.example', 'page'))).toEqual(
      [
        expect.objectContaining({
          variable: 'FRONTEND_URL',
          detail: expect.stringMatching(/a browser opened .* FRONTEND_URL is not set/),
        }),
      ],
    );
    expect(checkUrls(settings(), seenAt('http://crier.example'))).toEqual([
      expect.objectContaining({ variable: 'FRONTEND_URL' }),
    ]);
    expect(
      checkUrls(settings({ FRONTEND_URL: 'http://localhost:5000' }), seenAt('http://localhost:8080')),
    ).toEqual([expect.objectContaining({ variable: 'FRONTEND_URL' })]);
  });

  it('are wrong when the API is named under another domain, and the wrong one is named', () => {
    const split = settings({ NEXT_PUBLIC_BACKEND_URL: 'https://crier-api.test' });
    expect(checkUrls(split, seenAt('https://crier.example'))).toEqual([
      {
        variable: 'NEXT_PUBLIC_BACKEND_URL',
        detail: expect.stringContaining('only to URLs of the same domain and scheme'),
        fix: expect.stringContaining('NEXT_PUBLIC_BACKEND_URL=https://crier.example/api'),
      },
    ]);
    const oldFrontend = settings({
      FRONTEND_URL: 'http://localhost:4200',
      NEXT_PUBLIC_BACKEND_URL: 'https://crier.example/api',
    });
    expect(checkUrls(oldFrontend, seenAt('https://crier.example')).map((p) => p.variable)).toEqual([
      'FRONTEND_URL',
    ]);
    expect(checkUrls(oldFrontend, null).map((p) => p.variable)).toEqual(['NEXT_PUBLIC_BACKEND_URL']);
  });

  it('cause a warning when they have a path, or when others can read the traffic', () => {
    expect(checkUrls(settings({ FRONTEND_URL: 'https://example.org/crier' }), null)).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining(
          'FRONTEND_URL has the path /crier, but the web app works only at the root',
        ),
        fix: expect.stringContaining('FRONTEND_URL=https://example.org'),
      }),
    ]);
    expect(checkUrls(settings({ FRONTEND_URL: 'http://crier.lan' }), null)).toEqual([
      expect.objectContaining({ variable: 'FRONTEND_URL', detail: expect.stringContaining('unencrypted') }),
    ]);
    expect(checkUrls(settings({ NOT_SECURED: true }), null)).toEqual([
      expect.objectContaining({ variable: 'NOT_SECURED' }),
    ]);
  });
});

describe('the URL that browsers use', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { FRONTEND_URL: 'https://crier.example', MAIN_URL: 'https://main.example' },
    });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const noted = async (): Promise<string | null> => {
    const seen = await readBrowserOrigin(crier.context.database);
    return seen && `${seen.seen} ${seen.origin}`;
  };
  /** What an API that has seen nobody yet notes of these requests, after one another. */
  const notes = async (
    requests: readonly Headers[],
    { proxies = [], before }: { proxies?: string[]; before?: BrowserOrigin } = {},
  ): Promise<string | null> => {
    await sql(crier, "delete from instance_state where key = 'browser_origin'");
    if (before) await noteBrowserOrigin(crier.context.database, before);
    const pending: Promise<unknown>[] = [];
    const api = await startApi({
      ...crier.context,
      config: { ...crier.context.config, PORT: 0, TRUSTED_PROXIES: proxies },
      inBackground: (work) => void pending.push(work),
    });
    for (const headers of requests) {
      await (headers.cookie ? create(api.port, headers) : open(api.port, headers));
    }
    await api.stop();
    await Promise.allSettled(pending);
    return noted();
  };
  const open = (port: number, headers: Headers): Promise<number> =>
    send({
      port,
      path: '/docs',
      method: 'GET',
      headers: { accept: 'text/html,application/xhtml+xml', ...headers },
    });
  const create = (port: number, headers: Headers): Promise<number> =>
    send(
      {
        port,
        path: '/api/posts',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      },
      JSON.stringify(buildPost(channel)),
    );
  const session = (origin: string, headers: Headers = {}): Headers => ({
    host: 'crier.example',
    cookie: ada.cookie,
    'x-csrf-token': ada.csrfToken,
    origin,
    ...headers,
  });

  it('is learned from a change by a signed-in person', async () => {
    expect(await notes([session('https://crier.example')])).toBe('session https://crier.example');
    expect(await notes([session('http://crier.example')])).toBe('session http://crier.example');
  });

  it('is not learned from a change without a session, without its CSRF header, or from another site', async () => {
    expect(await notes([session('https://crier.example', { cookie: 'crier_session=x' })])).toBeNull();
    expect(await notes([session('https://crier.example', { 'x-csrf-token': 'x' })])).toBeNull();
    expect(
      await notes([
        session('https://evil.example', { 'sec-fetch-site': 'cross-site' }),
        session('https://evil.example'),
      ]),
    ).toBeNull();
  });

  it("is learned from a refused page of Crier's own, when the proxy does not pass its name on", async () => {
    expect(
      await notes([
        session('https://people.example', { host: '127.0.0.1:5000', 'sec-fetch-site': 'same-origin' }),
      ]),
    ).toBe('page https://people.example');
  });

  it.each<[string, Headers, string[], string | null]>([
    [
      'where the name is the expected one, whatever the proxy did to the scheme',
      { host: 'crier.example' },
      [],
      'page https://crier.example',
    ],
    ['under another name', { host: 'other.example' }, [], 'page http://other.example'],
    [
      'under another name, over https as the browser says',
      { host: 'other.example', 'sec-fetch-mode': 'navigate' },
      [],
      'page https://other.example',
    ],
    [
      'behind a trusted proxy',
      { host: '10.0.0.5:5000', 'x-forwarded-host': 'other.example', 'x-forwarded-proto': 'https' },
      ['127.0.0.0/8', '::1'],
      'page https://other.example',
    ],
    [
      'behind a proxy that says plain http',
      { host: 'crier.example', 'x-forwarded-proto': 'http' },
      ['127.0.0.1'],
      'page http://crier.example',
    ],
    [
      'with headers of a proxy that nobody trusts',
      { host: 'crier.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      ['10.0.0.0/8'],
      'page https://crier.example',
    ],
    ['under a name that is none', { host: 'a b' }, [], null],
    ['under a name with a path', { host: 'evil.example/x?' }, [], null],
  ])('is learned from a page %s', async (_, headers, proxies, expected) => {
    expect(await notes([headers], { proxies })).toBe(expected);
  });

  it('is not learned from a page once a signed-in person was seen, but replaces what only a page reported', async () => {
    expect(
      await notes([{ host: 'evil.example' }], {
        before: { origin: 'https://crier.example', seen: 'session' },
      }),
    ).toBe('session https://crier.example');
    expect(
      await notes([{ host: 'evil.example' }], { before: { origin: 'https://crier.example', seen: 'page' } }),
    ).toBe('page http://evil.example');
    expect(
      await notes([session('https://crier.example')], {
        before: { origin: 'http://evil.example', seen: 'page' },
      }),
    ).toBe('session https://crier.example');
  });

  it('is written at most once a minute by each process', async () => {
    expect(await notes([{ host: 'one.example' }, { host: 'two.example' }])).toBe('page http://one.example');
  });

  it('is reported at the next start and by doctor, with the value to set', async () => {
    await sql(crier, "delete from instance_state where key = 'browser_origin'");
    await noteBrowserOrigin(crier.context.database, { origin: 'https://old.example', seen: 'session' });
    await crier.startApiProcess();
    await eventually(
      'the warning is in the log',
      () =>
        /a signed-in person used https:\/\/old\.example/.test(crier.logs()) &&
        crier.logs().includes('set FRONTEND_URL=https://old.example'),
    );
    expect(await checkUrl(crier.context)).toEqual([
      {
        check: 'Public URL',
        status: 'warn',
        detail: expect.stringContaining('https://old.example'),
        fix: expect.stringContaining('set FRONTEND_URL=https://old.example'),
      },
    ]);
    await noteBrowserOrigin(crier.context.database, { origin: 'https://crier.example', seen: 'session' });
    expect(await checkUrl(crier.context)).toEqual([
      {
        check: 'Public URL',
        status: 'ok',
        detail: 'https://crier.example; a browser has used https://crier.example',
        fix: null,
      },
    ]);
  });
});

type Headers = Readonly<Record<string, string>>;

/** With every header as it is given, also those that fetch sets by itself. @returns the status */
function send(options: http.RequestOptions, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject).end(body);
  });
}
