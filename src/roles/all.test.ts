import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config.ts';
import { environmentOf } from './all.ts';

describe('the environment of the processes of npm start', () => {
  const sandboxOf = (given: Record<string, string>): string | undefined =>
    environmentOf({ ...loadConfig(given), PORT: 5000 }, { databaseUrl: 'x', temporalAddress: 'x' })
      .CRIER_SANDBOX;

  it('has the sandbox unless CRIER_SANDBOX=false', () => {
    expect(sandboxOf({})).toBe('true');
    expect(sandboxOf({ CRIER_SANDBOX: 'true' })).toBe('true');
    expect(sandboxOf({ CRIER_SANDBOX: 'false' })).toBe('false');
  });
});
