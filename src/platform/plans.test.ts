import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config/config.ts';
import { hasPlans, planNamed } from './plans.ts';

const free = { label: 'Free', channels: 3, postsPerMonth: 50, members: 2, webhooks: 1 };
const team = {
  label: 'Team',
  channels: null,
  postsPerMonth: 5000,
  members: null,
  webhooks: 20,
  stripePrice: 'price_team',
};
const both = JSON.stringify({ free, team });

describe('the configured plans', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-plans-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are none when nothing is set, and then nothing is limited', () => {
    const config = loadConfig({});
    expect([hasPlans(config), planNamed(config, 'team')]).toEqual([false, undefined]);
  });

  it('are read from JSON text or from a named file', () => {
    writeFileSync(join(folder, 'plans.json'), both);
    const plans = [
      {
        name: 'free',
        label: 'Free',
        limits: { channels: 3, postsPerMonth: 50, members: 2, webhooks: 1, storageMb: null },
        stripePrice: null,
      },
      {
        name: 'team',
        label: 'Team',
        limits: { channels: null, postsPerMonth: 5000, members: null, webhooks: 20, storageMb: null },
        stripePrice: 'price_team',
      },
    ];
    expect(loadConfig({ CRIER_PLANS: both }).CRIER_PLANS).toEqual(plans);
    expect(loadConfig({ CRIER_PLANS: join(folder, 'plans.json') }).CRIER_PLANS).toEqual(plans);
  });

  it('give an organisation its own plan, or the default one, even when its plan was removed', () => {
    const config = loadConfig({ CRIER_PLANS: both });
    expect([
      planNamed(config, 'team')?.name,
      planNamed(config, null)?.name,
      planNamed(config, 'gone')?.name,
    ]).toEqual(['team', 'free', 'free']);
    expect(planNamed(loadConfig({ CRIER_PLANS: both, CRIER_DEFAULT_PLAN: 'team' }), null)?.name).toBe('team');
  });

  it.each([
    ['{"free": {"label": "Free"}}', 'free.channels is required'],
    [JSON.stringify({ free: { ...free, channels: '3' } }), 'free.channels must be a whole number or null'],
    [JSON.stringify({ free: { ...free, posts: 3 } }), 'free.posts is not a known field'],
    [JSON.stringify({ free: { ...free, members: -1 } }), 'free.members must be at least 0'],
    [JSON.stringify({ Free: free }), 'has a field whose name is not allowed: Free'],
    [JSON.stringify({ team, also: team }), 'also.stripePrice is price_team again'],
    ['{}', 'must have at least 1 field'],
    ['{"free": ', 'is not JSON'],
    ['/nowhere/plans.json', 'must be JSON text or the path of a JSON file'],
  ])('are refused when they are invalid: %s', (text, message) => {
    expect(() => loadConfig({ CRIER_PLANS: text })).toThrow(message);
  });

  it('must include the default plan', () => {
    expect(() => loadConfig({ CRIER_PLANS: both, CRIER_DEFAULT_PLAN: 'gold' })).toThrow(
      'CRIER_DEFAULT_PLAN must be one of free, team',
    );
    expect(() => loadConfig({ CRIER_DEFAULT_PLAN: 'free' })).toThrow('CRIER_PLANS has none');
  });
});
