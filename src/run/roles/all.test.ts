import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../platform/config/config.ts';
import { buildWorld, until } from '../embedded/fixtures/world.ts';
import { startInstance } from '../../test/instance.ts';
import { SMALL_PROCESS, environmentOf, programs } from './all.ts';

describe('the environment of the processes of npm start', () => {
  const sandboxOf = (env: Record<string, string>): string | undefined =>
    environmentOf({ ...loadConfig(env), PORT: 5000 }, { databaseUrl: 'x', temporalAddress: 'x' })
      .CRIER_SANDBOX;

  it('has the sandbox unless CRIER_SANDBOX=false', () => {
    expect(sandboxOf({})).toBe('true');
    expect(sandboxOf({ CRIER_SANDBOX: 'true' })).toBe('true');
    expect(sandboxOf({ CRIER_SANDBOX: 'false' })).toBe('false');
  });
});

describe('the processes of npm start', () => {
  const config = { ...loadConfig({}), PORT: 5000 };

  it('are small, the supervisor too', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    for (const { args } of programs(config, {}, { dev: false })) {
      expect(args).toEqual(expect.arrayContaining([...SMALL_PROCESS.flags]));
    }
    expect(scripts.start).toContain(` exec node ${SMALL_PROCESS.flags.join(' ')} src/run/main.ts all`);
    const { MALLOC_ARENA_MAX: _, ...thresholds } = SMALL_PROCESS.env;
    for (const [name, value] of Object.entries(thresholds)) {
      expect(scripts.start).toContain(` ${name}=${value} `);
    }
  });

  it('are all watched: one that has been silent for a minute is replaced', () => {
    expect(
      programs(config, {}, { dev: false }).map(({ name, aliveWithinMs }) => [name, aliveWithinMs]),
    ).toEqual([
      ['api', 60_000],
      ['worker', 60_000],
    ]);
  });

  it('include an API that is replaced when it hangs, and answers again', async () => {
    const crier = await startInstance({ temporal: false, api: false });
    const world = buildWorld();
    const supervisor = await world.open();
    const health = (): Promise<number> =>
      fetch(`${crier.url}/api/health`, { signal: AbortSignal.timeout(500) }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      const env = { ...crier.env, NODE_OPTIONS: `--require ${resolve('src/test/hang-on-signal.ts')}` };
      const [api] = programs(config, env, { dev: false });
      await supervisor.start({ ...api, aliveWithinMs: 1000 });
      const first = supervisor.pid('api') ?? 0;
      expect(await health()).toBe(200);
      // Longer than it may keep silent: it does not.
      await sleep(1500);
      expect([world.said, supervisor.pid('api')]).toEqual([[], first]);
      process.kill(first, 'SIGUSR2');
      await until(() => world.said.includes('api runs again'));
      expect(world.said[0]).toBe('api has not been heard of for 1 s: it hangs, and is ended');
      expect([supervisor.pid('api') === first, await health()]).toEqual([false, 200]);
    } finally {
      await world.dispose();
      await crier.stop();
    }
  });
});
