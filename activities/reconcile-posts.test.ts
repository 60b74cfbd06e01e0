import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { reconcile } from './reconcile.ts';

describe('while workers are too busy to answer, a pass of the reconciler', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance(); // without a worker: nobody answers
  });
  afterAll(() => crier?.stop());

  it('gives up asking after ten runs, and does all the rest', async () => {
    const { id } = await crier.connect('sandbox');
    for (let n = 0; n < 15; n++) {
      const date = new Date(Date.now() + 1000).toISOString();
      const posts = [{ integration: { id }, value: [{ content: `Soup ${n}` }] }];
      await crier.call('POST', '/posts', { body: { type: 'schedule', date, posts } });
    }
    await sql(crier, "update post set publish_at = now() - interval '1 minute'");
    await sql(crier, "update post_group set run_started_at = now() - interval '1 minute', checked_at = null");
    let unanswered = 0;
    const log = crier.context.log.child({});
    log.info = (_facts: unknown, message?: string) => {
      if (message === 'a run could not be asked what it does') unanswered++;
    };
    const { providerEnv } = crier.context.config;
    expect(await reconcile({ ...crier.context, log, providerEnv })).toMatchObject({
      checked: 15,
      revived: 0,
    });
    expect(unanswered).toBe(10);
  }, 60_000);
});
