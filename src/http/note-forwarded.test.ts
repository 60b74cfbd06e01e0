import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkProxies } from '../run/cli/doctor/check-url.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { describeUntrustedProxy, readUntrustedProxy } from './note-forwarded.ts';

describe('forwarded headers of a sender who is not in TRUSTED_PROXIES', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
  });
  afterAll(() => crier?.stop());

  const doctor = (TRUSTED_PROXIES: string[]): ReturnType<typeof checkProxies> =>
    checkProxies({ ...crier.context, config: { ...crier.context.config, TRUSTED_PROXIES } });

  it('are reported once in the log, and by doctor until the proxy is trusted', async () => {
    const { url } = await crier.startApiProcess();
    await fetch(`${url}/api/health`);
    expect(await doctor([])).toEqual([]);
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-for']) {
      await fetch(`${url}/api/health`, { headers: { [header]: '203.0.113.9' } });
    }
    await eventually('it is noted', async () => readUntrustedProxy(crier.context.database));
    const warnings = crier
      .logs()
      .split('\n')
      .filter((line) => line.includes('X-Forwarded headers'));
    expect(warnings.map((line) => (JSON.parse(line) as { variable: string }).variable)).toEqual([
      'TRUSTED_PROXIES',
    ]);
    expect(warnings[0]).toContain('set TRUSTED_PROXIES=127.0.0.1 and restart Crier');
    expect(warnings[0]).not.toContain('203.0.113.9');
    expect(await doctor([])).toEqual([
      {
        check: 'Reverse proxy',
        status: 'warn',
        detail: expect.stringContaining('127.0.0.1 sends X-Forwarded headers'),
        fix: 'If that is your reverse proxy, set TRUSTED_PROXIES=127.0.0.1 and restart Crier',
      },
    ]);
    expect(await doctor(['127.0.0.0/8'])).toEqual([]);
  });

  it('are not reported when the proxy is trusted', async () => {
    await crier.context.database.query({
      name: 'forget-untrusted-proxy',
      text: "delete from instance_state where key = 'untrusted_proxy'",
    });
    const { url } = await crier.startApiProcess({ TRUSTED_PROXIES: '127.0.0.1' });
    const before = crier.logs().split('X-Forwarded headers').length;
    await fetch(`${url}/api/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await fetch(`${url}/api/health`);
    expect(crier.logs().split('X-Forwarded headers').length).toBe(before);
    expect(await readUntrustedProxy(crier.context.database)).toBeNull();
  });

  it('do not lead to trusting an unknown sender', () => {
    expect(describeUntrustedProxy('203.0.113.9').fix).toContain('203.0.113.9');
    expect(describeUntrustedProxy('198.51.100.1').fix).toMatch(/^If that is your reverse proxy/);
    expect(describeUntrustedProxy('8.8.8.8').fix).toContain('if it is an outsider, there is nothing to do');
  });
});
