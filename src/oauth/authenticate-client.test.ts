import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database, Statement } from '../platform/database.ts';
import { hashToken } from '../platform/secrets.ts';
import { authenticateClient, isSecret } from './authenticate-client.ts';
import { readCredentials } from './client-credentials.ts';
import { redirectUrlProblem, withParameters } from './redirect-url.ts';

const SECRET = 'pcs_secret';
const APP = {
  id: '01900000-0000-7000-8000-0000000000a1',
  organizationId: '01900000-0000-7000-8000-0000000000b1',
  name: 'Menu Bot',
};

describe('client authentication (case 27)', () => {
  /** Every step that an attempt takes, in order. */
  const steps = async (
    clientId: string,
    secret: string | undefined,
  ): Promise<{ steps: string[]; outcome: string }> => {
    const taken: string[] = [];
    const database = {
      query: (statement: Statement, [id]: readonly unknown[]) => {
        taken.push(statement.name);
        return Promise.resolve(id === 'pca_known' ? [{ ...APP, secretHash: hashToken(SECRET) }] : []);
      },
    } as unknown as Database;
    const throttle = { count: (whose: string) => (taken.push(`count ${whose}`), Promise.resolve()) };
    const outcome = await authenticateClient(
      { database, throttle },
      { clientId, secret, basic: false },
      '192.0.2.1',
    ).then(
      ({ name }) => name,
      (error: { code: string }) => error.code,
    );
    return { steps: taken, outcome };
  };

  it('takes the same steps for an unknown app and a wrong secret: one query, one comparison, one count', async () => {
    expect(await steps('pca_known', 'wrong')).toEqual({
      steps: ['oauth-client', `count ${APP.id}|192.0.2.1`],
      outcome: 'invalid_client',
    });
    for (const id of ['pca_other', 'x', '\0', '']) {
      expect(await steps(id, SECRET)).toEqual({
        steps: ['oauth-client', 'count unknown|192.0.2.1'],
        outcome: 'invalid_client',
      });
    }
    expect((await steps('pca_known', undefined)).outcome).toBe('invalid_client');
  });

  it('does not count a success against the limit', async () => {
    expect(await steps('pca_known', SECRET)).toEqual({ steps: ['oauth-client'], outcome: 'Menu Bot' });
  });

  it('compares 32 bytes of SHA-256 in constant time, so timing reveals nothing about the secret', () => {
    expect([
      isSecret(SECRET, hashToken(SECRET)),
      isSecret('', hashToken(SECRET)),
      isSecret(`${SECRET}x`, hashToken(SECRET)),
      isSecret('', '0'.repeat(64)),
    ]).toEqual([true, false, false, false]);
    const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();
    // A guess that is right in all but its last character shares nothing with the secret after hashing.
    const [right, almost] = [bytesOf(SECRET), bytesOf(`${SECRET.slice(0, -1)}x`)];
    expect(right.filter((byte, n) => byte === almost[n]).length).toBeLessThan(8);
    const source = readFileSync('src/oauth/authenticate-client.ts', 'utf8');
    expect(source).toMatch(
      /timingSafeEqual\(Buffer\.from\(hashToken\(secret\), 'hex'\), Buffer\.from\(storedHash, 'hex'\)\)/,
    );
    // The comparison stands before the question whether there is such an app, and is not skipped by it.
    expect(source.indexOf('isSecret(secret')).toBeLessThan(source.indexOf('if (app && isRight)'));
  });
});

describe('credentials by HTTP Basic', () => {
  const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it('are form-encoded before they are joined (RFC 6749, section 2.3.1), so a secret may hold a colon', () => {
    expect(readCredentials(header('a%3Ab:c+d%2B:e'), {})).toEqual({
      clientId: 'a:b',
      secret: 'c d+:e',
      basic: true,
    });
    expect(readCredentials(header('a:b').replace('Basic', 'bAsIc  '), { client_id: 'a' })).toEqual({
      clientId: 'a',
      secret: 'b',
      basic: true,
    });
  });

  it('are taken from the body when the header uses another scheme', () => {
    expect(readCredentials('Bearer x', { client_id: 'a', client_secret: 'b' })).toEqual({
      clientId: 'a',
      secret: 'b',
      basic: false,
    });
    expect(() => readCredentials('Bearer x', {})).toThrow('client_id is required');
  });
});

describe('a Redirect URL', () => {
  it('keeps its own query; the answer is appended to it and arrives unchanged', () => {
    const state = 'a b+c%&=#é';
    const url = withParameters('https://a.example/?x=%7e', { code: 'y', state, error: undefined });
    expect(url.startsWith('https://a.example/?x=%7e&code=y&state=')).toBe(true);
    expect(new URL(url).searchParams.get('state')).toBe(state);
    expect(new URL(url).searchParams.has('error')).toBe(false);
  });

  it.each(['http://2130706433/', 'http://127.1/', 'http://0x7f.1/'])(
    '%s is loopback, however it is written',
    (url) => {
      expect(redirectUrlProblem(url)).toBeUndefined();
    },
  );

  it.each([
    'http://0.0.0.0/',
    'http://[::]/',
    'http://localhost./',
    'http://a.localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://128.0.0.1/',
  ])('%s is not loopback', (url) => {
    expect(redirectUrlProblem(url)?.message).toContain('https://');
  });
});
