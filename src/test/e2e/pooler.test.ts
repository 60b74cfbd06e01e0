/** An instance behind PgBouncer in transaction mode. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createContext } from '../../run/create-context.ts';
import { loadConfig } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { checkDatabase } from '../../run/cli/doctor/check-database.ts';
import { checkPooler } from '../../run/cli/doctor/check-pooler.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { pgbouncer, type RunningPgBouncer } from '../servers/pgbouncer.ts';
import { describeWith } from '../servers/server.ts';
import { clientOf, eventsOf, inSeconds } from './client.ts';
import { openSandbox } from './networks.ts';
import { unique } from './scenarios.ts';

describeWith([pgbouncer], 'an instance behind PgBouncer in transaction mode', () => {
  let crier: TestInstance;
  let pooler: RunningPgBouncer;
  let pooled: Record<string, string>;
  const contexts: Context[] = [];

  beforeAll(async () => {
    crier = await startInstance();
    const direct = crier.env.DATABASE_URL ?? '';
    pooler = await pgbouncer.start({
      server: direct,
      connections: 3,
      settings: 'set statement_timeout = 30000',
    });
    pooled = { DATABASE_URL: pooler.urlOf(new URL(direct).pathname.slice(1)), DATABASE_DIRECT_URL: direct };
  }, 60_000);

  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.dispose()));
    await crier?.stop();
    await pooler?.stop();
  }, 60_000);

  const contextWith = async (changes: Record<string, string>): Promise<Context> => {
    const config = { ...loadConfig({ ...crier.env, ...changes }), LOG_LEVEL: 'silent' as const };
    const context = await createContext(config, 'test');
    contexts.push(context);
    return context;
  };

  it('publishes each post once, with three connections for everything', async () => {
    const { id } = await crier.connect('sandbox');
    await crier.startWorker(pooled);
    const client = clientOf(crier, await crier.startApi(pooled));
    const texts = Array.from({ length: 30 }, (_, n) => unique(`Number ${n}`));
    const date = inSeconds(2);
    const ids = await Promise.all(
      texts.map((content) => client.create({ channels: [id], parts: [{ content }], date })),
    );
    for (const post of ids.flat()) {
      expect(eventsOf(await client.reaches(post, 'published'))).toEqual([
        'accepted',
        'claimed',
        'request_sent',
        'published',
      ]);
    }
    const seen = (await openSandbox(crier).seen()).filter((post) => texts.includes(post.text));
    expect(seen.map((post) => post.text).toSorted()).toEqual(texts.toSorted());
  }, 120_000);

  it('hears of changes past the pooler', async () => {
    const context = await contextWith(pooled);
    const heard: string[] = [];
    const stop = await context.changes.watch({
      organizationId: crier.organizationId,
      sessionId: '00000000-0000-4000-8000-000000000000',
      onChanges: (changes) => void heard.push(...(changes ?? []).map((change) => change.kind)),
      onEnd: () => undefined,
    });
    await crier.connect('sandbox', { name: 'Another' });
    await eventually('a change is heard', () => heard.length > 0);
    stop();
  });

  it('is sound for doctor, which sees a time limit and a direct connection that are missing', async () => {
    const { config, database } = await contextWith(pooled);
    expect(await checkPooler({ config, database })).toMatchObject([{ status: 'ok', check: 'Pooler' }]);
    expect(
      await checkPooler({
        config: { ...config, DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/none' },
        database,
      }),
    ).toMatchObject([
      { status: 'fail', detail: expect.stringContaining('DATABASE_DIRECT_URL does not answer') },
    ]);
  });

  it('is named as the cause where DATABASE_DIRECT_URL is missing', async () => {
    const { config, database } = await contextWith({ DATABASE_URL: pooled.DATABASE_URL ?? '' });
    expect(await checkDatabase({ config, database })).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('Set DATABASE_DIRECT_URL'),
    });
  });
});
