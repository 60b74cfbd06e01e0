import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../platform/config/config.ts';
import { startInstance } from '../../../test/instance.ts';
import { KEY, KEY_VARIABLES, startShortener } from '../../../test/shorteners.ts';
import { checkShorteners } from './check-shorteners.ts';

describe('doctor checks the service that makes links short', () => {
  const check = (env: Record<string, string>) =>
    checkShorteners({ config: loadConfig({ SSRF_ALLOW_CIDRS: '127.0.0.0/8', ...env }) });

  it.each(KEY_VARIABLES)('with the key in %s, without making a link', async (variable) => {
    const service = await startShortener(variable);
    try {
      expect(await check({ ...service.env, [variable]: KEY })).toMatchObject([
        { check: 'Short links', status: 'ok' },
      ]);
      const [wrong] = await check({ ...service.env, [variable]: 'a-wrong-key' });
      expect(wrong).toMatchObject({
        status: 'fail',
        fix: expect.stringMatching(new RegExp(`new API key at .* set it as ${variable}`)),
      });
      expect(JSON.stringify(wrong)).not.toContain('a-wrong-key');
      service.fail('away');
      expect(await check({ ...service.env, [variable]: KEY })).toMatchObject([
        { status: 'fail', detail: expect.stringContaining('503'), fix: expect.stringContaining('later') },
      ]);
      service.fail('limits');
      expect(await check({ ...service.env, [variable]: KEY })).toMatchObject([
        { status: 'fail', fix: expect.stringContaining('in a minute') },
      ]);
      const [endpoint = ''] = Object.keys(service.env).filter((name) => name.endsWith('ENDPOINT'));
      const nowhere = { ...service.env, [endpoint]: 'http://127.0.0.1:1' };
      expect(await check({ ...nowhere, [variable]: KEY })).toMatchObject([
        { status: 'fail', fix: expect.stringContaining(`correct ${endpoint}`) },
      ]);
      service.fail('none');
      const elsewhere = { ...service.env, [endpoint]: new URL('/elsewhere', service.env[endpoint]).href };
      expect(await check({ ...elsewhere, [variable]: KEY })).toMatchObject([
        {
          status: 'fail',
          detail: expect.stringMatching(/^\S+ answers 404/),
          fix: expect.stringContaining(`Correct ${endpoint}`),
        },
      ]);
      expect(service.links).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  it.each([
    ['SHORT_IO_SECRET_KEY', 'SHORT_IO_DOMAIN', 'go.short.example'],
    ['DUB_TOKEN', 'DUB_SHORT_LINK_DOMAIN', 'dub.example, dub.sh'],
    ['KUTT_API_KEY', 'KUTT_SHORT_LINK_DOMAIN', 'kutt.example'],
  ] as const)(
    'and names the domains of the account of %s where %s is none of them',
    async (key, name, own) => {
      const service = await startShortener(key);
      try {
        const env = { ...service.env, [key]: KEY, [name]: 'short.io' };
        expect(await check(env)).toMatchObject([
          {
            status: 'fail',
            detail: expect.stringContaining(`it has ${own}`),
            fix: expect.stringContaining(name),
          },
        ]);
      } finally {
        await service.stop();
      }
    },
  );

  it('or whether the domain of its own links leads to this instance', async () => {
    const crier = await startInstance({ temporal: false });
    const other = await startShortener('DUB_TOKEN');
    try {
      expect(await check({ SHORT_LINK_DOMAIN: crier.url })).toMatchObject([{ status: 'ok' }]);
      for (const SHORT_LINK_DOMAIN of [other.env.DUB_API_ENDPOINT ?? '', 'http://127.0.0.1:1']) {
        expect(await check({ SHORT_LINK_DOMAIN })).toMatchObject([
          { status: 'fail', fix: expect.stringContaining('SHORT_LINK_DOMAIN') },
        ]);
      }
    } finally {
      await other.stop();
      await crier.stop();
    }
  });

  it('and reports which of several is not used; without one there is nothing to report', async () => {
    const service = await startShortener('DUB_TOKEN');
    try {
      const found = await check({
        ...service.env,
        DUB_TOKEN: KEY,
        KUTT_API_KEY: KEY,
        KUTT_API_ENDPOINT: 'http://127.0.0.1:1',
      });
      expect(found.map(({ status }) => status)).toEqual(['ok', 'fail', 'warn']);
      expect(found.at(-1)?.detail).toBe('Kutt is not used: Dub comes first');
      expect(await check({})).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
