/**
 * The headers of pages for a browser, over HTTP: pages cannot be framed, their URL stays private, nothing
 * foreign runs in them (cases 8, 13). The same in a real browser: src/web.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerApp } from '../../oauth/fixtures/flow.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';

/** Values that occur in the URL of a page, and must stay there. */
const CODE = 'code-of-the-network-5e1f';

describe('a page of the web app', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let clientId: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    ({ clientId } = await registerApp(ada));
  }, 120_000);
  afterAll(() => crier?.stop());

  const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${crier.url}${path}`, {
      redirect: 'manual',
      headers: { accept: 'text/html,application/xhtml+xml', ...headers },
    });
  const pages = (): Readonly<Record<string, string>> => ({
    'of consent': `/oauth/authorize?client_id=${clientId}&response_type=code&state=x`,
    'of consent for an unknown app': '/oauth/authorize?client_id=pca_unknown&response_type=code',
    'that a network comes back to': `/integrations/social/mastodon?code=${CODE}&state=x`,
    'that a network comes back to with a refusal':
      '/integrations/social/mastodon?error=access_denied&error_description=%3Cscript%3Ealert(1)%3C/script%3E',
    'for signing in': '/sign-in?next=//evil.example',
    'of a link in a mail': '/reset',
    'that there is not': '/no/such/page',
  });

  it.each([
    'of consent',
    'of consent for an unknown app',
    'that a network comes back to',
    'that a network comes back to with a refusal',
    'for signing in',
    'of a link in a mail',
    'that there is not',
  ])(
    "%s cannot be framed, sends no referrer, is not stored, and runs only Crier's own code",
    async (which) => {
      const path = pages()[which] ?? '';
      for (const cookie of ['', ada.cookie]) {
        const response = await open(path, cookie ? { cookie } : {});
        const policy = Object.fromEntries(
          (response.headers.get('content-security-policy') ?? '')
            .split(';')
            .map((part): [string, string] => [
              part.trim().split(' ')[0] ?? '',
              part.trim().split(' ').slice(1).join(' '),
            ]),
        );
        expect(response.status).toBe(200);
        expect(
          Object.fromEntries(
            [
              'content-type',
              'x-frame-options',
              'referrer-policy',
              'cache-control',
              'x-content-type-options',
              'cross-origin-opener-policy',
              'location',
            ].map((name) => [name, response.headers.get(name)]),
          ),
        ).toEqual({
          'content-type': 'text/html; charset=utf-8',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          location: null,
        });
        expect(policy).toMatchObject({
          'default-src': "'none'",
          'script-src': "'self'",
          'connect-src': "'self'",
          'frame-ancestors': "'none'",
          'base-uri': "'none'",
          'form-action': "'self'",
        });
      }
    },
  );

  it.each([
    'of consent',
    'that a network comes back to',
    'that a network comes back to with a refusal',
    'for signing in',
  ])('%s is the same with any query: nothing of its URL is written into the page', async (which) => {
    const path = pages()[which] ?? '';
    const bare = async (url: string): Promise<string> => {
      const response = await open(url);
      const nonce = /'nonce-([\w-]+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
      return (await response.text()).replaceAll(nonce, 'NONCE');
    };
    const asked = await bare(path);
    expect(asked).toBe(await bare('/'));
    for (const text of [CODE, 'alert(1)', 'evil.example', clientId]) expect(asked).not.toContain(text);
    // Scripts and styles come from files and with a nonce; the page itself contains none.
    expect(asked.match(/<script\b(?![^>]*\bsrc=)|\son\w+=|javascript:/g)).toBeNull();
  });

  it('cannot redirect to another site by its URL', async () => {
    for (const path of [
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/sign-in?next=https://evil.example',
      '/oauth/authorize?redirect_uri=https://evil.example',
      '/https://evil.example',
    ]) {
      const response = await open(path);
      expect([response.status < 300 || response.status === 404, response.headers.get('location')]).toEqual([
        true,
        null,
      ]);
    }
  });

  it('is for clients that ask for HTML; a program at the same URL gets JSON, with the same headers', async () => {
    const response = await open(`/oauth/authorize?client_id=${clientId}&response_type=code`, {
      accept: 'application/json',
    });
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('referrer-policy'),
      response.headers.get('x-frame-options'),
      response.headers.get('content-security-policy'),
    ]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-referrer',
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  });

  it('has a new nonce each time', async () => {
    const nonces = await Promise.all(
      [1, 2].map(
        async () =>
          /'nonce-([\w-]+)'/.exec((await open('/sign-in')).headers.get('content-security-policy') ?? '')?.[1],
      ),
    );
    expect(nonces).toEqual([expect.stringMatching(/^[\w-]{22}$/), expect.stringMatching(/^[\w-]{22}$/)]);
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});
