import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../platform/config/config.ts';
import { clientIp, networkOf } from './client-ip.ts';

const PROXIES = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'];
const from = (peer: string, forwarded = '', proxies: readonly string[] = PROXIES): string =>
  clientIp({ req: { socket: { remoteAddress: peer } }, get: () => forwarded } as never, {
    TRUSTED_PROXIES: [...proxies],
  });

describe('the client IP address', () => {
  it('is that of the connection when no proxy is trusted, with any header', () => {
    expect(from('203.0.113.5', '198.51.100.1', [])).toBe('203.0.113.5');
    expect(from('::ffff:203.0.113.5', '', [])).toBe('203.0.113.5');
  });

  it('is what a trusted proxy reports, and nothing to the left of it, which anybody can forge', () => {
    expect(from('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    expect(from('10.1.2.3', '127.0.0.1, 10.9.9.9, 198.51.100.1')).toBe('198.51.100.1');
    expect(from('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5');
  });

  it('is found behind several trusted proxies', () => {
    expect(from('10.1.2.3', '198.51.100.1, 192.0.2.7, 2001:db8:1::9')).toBe('198.51.100.1');
    expect(from('10.1.2.3', '10.4.4.4')).toBe('10.4.4.4');
  });

  it.each([
    ['', '10.1.2.3'],
    ['unknown', '10.1.2.3'],
    ['198.51.100.1, unknown', '10.1.2.3'],
    ['0x7f000001', '10.1.2.3'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['  198.51.100.1  ', '198.51.100.1'],
  ])('with X-Forwarded-For "%s" is %s', (header, expected) => {
    expect(from('10.1.2.3', header)).toBe(expected);
  });

  it('refuses a malformed list of proxies', () => {
    expect(() => loadConfig({ TRUSTED_PROXIES: '10.0.0.0/8, nginx' })).toThrow(
      'TRUSTED_PROXIES must hold addresses or ranges such as 10.0.0.0/8; "nginx" is neither',
    );
    expect(loadConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8,192.0.2.7 ' }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      '192.0.2.7',
    ]);
  });

  it("counts a customer's whole network as one", () => {
    expect(networkOf('203.0.113.5')).toBe('203.0.113.5');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2:ffff::')).toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('')).toBe('');
  });
});
