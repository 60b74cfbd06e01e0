import { describe, expect, it } from '@jest/globals';
import { checkSafety } from './check-settings.ts';

describe('doctor', () => {
  it('warns of settings that are unsafe on a public server', () => {
    expect(
      checkSafety({ CRIER_SANDBOX: true, DISABLE_SSRF_PROTECTION: false, NODE_ENV: 'development' }),
    ).toEqual([expect.objectContaining({ status: 'ok' })]);
    expect(
      checkSafety({ CRIER_SANDBOX: true, DISABLE_SSRF_PROTECTION: true, NODE_ENV: 'production' }).map(
        (f) => f.fix,
      ),
    ).toEqual(['Unset CRIER_SANDBOX', expect.stringContaining('SSRF_ALLOW_CIDRS')]);
  });
});
