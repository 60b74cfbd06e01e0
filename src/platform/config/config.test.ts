import { describe, expect, it } from '@jest/globals';
import { ConfigError, childEnv, loadConfig, variables } from './config.ts';

describe('the environment', () => {
  it('can be empty', () => {
    expect(loadConfig({})).toMatchObject({
      PORT: 0,
      HOST: '127.0.0.1',
      TEMPORAL_PORT: 7233,
      TEMPORAL_NAMESPACE: 'default',
      CRIER_SANDBOX: undefined,
      SSRF_ALLOW_CIDRS: [],
      FRONTEND_URL: undefined,
      LOG_LEVEL: 'info',
    });
  });

  it.each([
    ['PORT', '8080', 8080],
    ['PORT', ' 8080 ', 8080],
    ['CRIER_SANDBOX', 'true', true],
    ['CRIER_SANDBOX', '1', true],
    ['CRIER_SANDBOX', '0', false],
    ['CRIER_SANDBOX', '', undefined],
    ['FRONTEND_URL', 'https://crier.example//', 'https://crier.example'],
    ['SSRF_ALLOW_CIDRS', '10.0.0.0/8, 192.168.0.0/16,', ['10.0.0.0/8', '192.168.0.0/16']],
    ['DATABASE_URL', '', undefined],
    ['CRIER_HIDDEN_NETWORKS', 'skool, MeWe,', ['skool', 'mewe']],
  ] as const)('reads %s=%j as %j', (name, text, value) => {
    expect(loadConfig({ [name]: text })[name]).toEqual(value);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['TEMPORAL_PORT', '0'],
    ['CRIER_SANDBOX', 'yes'],
    ['FRONTEND_URL', 'crier.example'],
    ['DISABLE_SSRF_PROTECTION', 'maybe'],
    ['DATABASE_DIRECT_URL', 'postgres://crier@127.0.0.1/crier'],
  ])('refuses %s=%j', (name, text) => {
    expect(() => loadConfig({ [name]: text })).toThrow(ConfigError);
  });

  it.each([
    ['skool,myspace', 'CRIER_HIDDEN_NETWORKS has no network called myspace: must be names out of bluesky, '],
    ['sandbox', 'CRIER_HIDDEN_NETWORKS cannot hide the sandbox: CRIER_SANDBOX=false does'],
  ])('refuses CRIER_HIDDEN_NETWORKS=%s with a message', (names, message) => {
    expect(() => loadConfig({ CRIER_HIDDEN_NETWORKS: names })).toThrow(message);
  });

  it('is refused with every problem at once, each with the meaning of its variable', () => {
    expect(() => loadConfig({ PORT: 'x', CRIER_SANDBOX: 'perhaps', FRONTEND_URL: 'nowhere' })).toThrow(
      /PORT must be a whole number.*\n.*FRONTEND_URL must be a full URL.*\n.*CRIER_SANDBOX must be true or false/,
    );
  });

  it('keeps the variables that providers declare separate, by name', () => {
    expect(loadConfig({ MASTODON_URL: 'https://m.example' }).providerEnv.MASTODON_URL).toBe(
      'https://m.example',
    );
  });

  it('explains every variable', () => {
    for (const [name, { help, default: fallback }] of Object.entries(variables)) {
      expect({ name, explained: help.length > 10 && fallback.length > 0 }).toEqual({ name, explained: true });
    }
  });

  it('for a child process is our own with the changes; undefined removes a variable', () => {
    const env = childEnv({ PATH: undefined, CRIER_EXTRA: 'x' });
    expect([env.PATH, env.CRIER_EXTRA, 'PATH' in env]).toEqual([undefined, 'x', false]);
  });
});
