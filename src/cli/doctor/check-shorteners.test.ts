import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../config.ts';
import { KEY, KEY_VARIABLES, startShortener } from '../../test/shorteners.ts';
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
      expect(wrong).toMatchObject({ status: 'fail', fix: expect.stringContaining(variable) });
      expect(JSON.stringify(wrong)).not.toContain('a-wrong-key');
      service.fail('away');
      expect(await check({ ...service.env, [variable]: KEY })).toMatchObject([
        { status: 'fail', detail: expect.stringContaining('503') },
      ]);
      expect(service.links).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  it('and says which of several is not used; without one there is nothing to say', async () => {
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
