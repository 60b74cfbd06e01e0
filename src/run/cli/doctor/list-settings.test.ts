import { describe, expect, it } from '@jest/globals';
import { loadConfig, variables } from '../../../platform/config/config.ts';
import { listSettings, settingLines } from './list-settings.ts';

describe('the settings in the report of doctor', () => {
  const settings = listSettings(
    loadConfig({
      DATABASE_URL: 'postgres://ada:hunter22@db.example/crier',
      CRIER_FAULT_POINT: 'x',
      MASTODON_URL: `https://${'m'.repeat(200)}.example`,
    }),
  );
  const lines = settingLines(settings);

  it('fit on a hundred columns, by what they are about', () => {
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(lines).toEqual(expect.arrayContaining(['Servers', 'Mail', 'Networks']));
    expect(lines.find((line) => line.includes('DATABASE_URL'))).toMatch(
      / postgres:\/\/ada:\*+@db\.example\/crier$/,
    );
    expect(lines.find((line) => line.includes('not set: EMAIL_PROVIDER'))).toBeDefined();
  });

  it('are those that an operator sets', () => {
    expect(lines.join('\n')).not.toMatch(
      /CRIER_FAULT_POINT|CRIER_SANDBOX_KEY|CRIER_SANDBOX_LINKS|STRIPE_API_URL/,
    );
  });

  it('belong to a group, and to Networks only if a network declares them', () => {
    const networks = settings.filter((row) => row.group === 'Networks').map((row) => row.name);
    expect(networks).toContain('MASTODON_URL');
    expect(networks.filter((name) => name in variables)).toEqual([]);
  });
});
