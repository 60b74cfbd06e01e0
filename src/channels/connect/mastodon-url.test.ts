/** The URLs of Mastodon servers that are called when a channel is connected. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

describe('the URL of a Mastodon server', () => {
  let guarded: TestInstance;
  let ben: TestPerson;
  beforeAll(async () => {
    guarded = await startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '10.255.255.0/24' } });
    ben = await addPerson(guarded);
  });
  afterAll(() => guarded?.stop());
  const ask = async (externalUrl: string): Promise<{ status: number; code: string }> =>
    refusal(await ben.call<ErrorBody>('GET', `/social/mastodon?${new URLSearchParams({ externalUrl })}`));

  it.each([
    'http://127.0.0.1:3000',
    'http://2130706433',
    'https://127.1',
    'https://0x7f000001',
    'https://0',
    'https://[::1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://①②⑦.0.0.1',
    'https://localhost',
  ])('is not called when it is %s', async (url) => {
    expect(await ask(url)).toEqual({ status: 400, code: 'blocked_address' });
  });

  it.each([
    'http://mastodon.example',
    'ftp://mastodon.example',
    'javascript:alert(1)',
    'https://',
    'not a URL',
  ])('is refused when it is %s', async (url) => {
    expect(await ask(url)).toEqual({ status: 400, code: 'connect_denied' });
  });

  it('creates no state and no client registration when it is refused', async () => {
    await ask('https://10.0.0.1');
    expect([
      await sql(guarded, 'select 1 from connect_state'),
      await sql(guarded, 'select 1 from provider_app'),
    ]).toEqual([[], []]);
  });
});
