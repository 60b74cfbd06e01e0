import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../test/factories.ts';
import { eventually } from '../../test/instance.ts';
import { crier, useCutoverWorld } from '../test/cutover-world.ts';
import { startOrchestrator, type RunningOrchestrator } from '../test/orchestrator.ts';
import { copyV1, makeTemporalSource, organizationOf, type TemporalSource } from '../test/temporal-source.ts';
import type { Migration } from '../v1-source.ts';
import { cutOver, type CutoverOptions } from './cut-over.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

useCutoverWorld();
const quiet = { overdue: 'ask', graceMs: 0, frozenSource: false, say: () => undefined } as const;

describe('A run of v1 whose row is ERROR because a try has failed', () => {
  it('sends nothing after Crier has taken over', async () => {
    const sent: string[] = [];
    const dueMs = Date.now() + 35_000;
    let id = '';
    const later = await makeTemporalSource({
      async prepare(v1) {
        const [failing] = await v1.query<{ id: string }>(
          `update "Post" set "publishDate" = now() at time zone 'UTC' + interval '35 seconds',
              "integrationId" = (select id from "Integration" where "providerIdentifier" = 'sandbox' and "organizationId" = $1 limit 1)
            where id = (select min(id) from "Post" where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null) returning id`,
          [v1.organizations[1]?.id],
        );
        id = failing?.id ?? '';
      },
    });
    const { temporal } = later;
    const orchestrator = await startOrchestrator(later, temporal, {
      publisher: { send: async (post) => (sent.push(post.id), 'r1'), note: async () => undefined },
      repairMs: 3_600_000,
    });
    try {
      const handle = temporal.client.workflow.getHandle(`post_${id}`);
      await eventually('the run has read the row and waits for its next try', async () =>
        ((await handle.fetchHistory()).events ?? []).some((event) => event.timerStartedEventAttributes),
      );
      // Here the timer stands for the two minutes until the next attempt (retry: maximumAttempts 3,
      // initialInterval 2 minutes, and the loop of five around it): changeState(…, 'ERROR') came before it.
      await later.query(
        `update "Post" set state = 'ERROR', error = 'ECONNRESET', "updatedAt" = now() at time zone 'UTC' where id = $1`,
        [id],
      );
      const source = await copyV1(crier.context, later.access);
      await cutOver(source, await organizationOf(source, later), quiet);
      const before = [...sent];
      await source.close();
      while (Date.now() < dueMs + 5000 && !sent.includes(id)) await sleep(1000);
      const [post] = await sql<{ state: string }>(
        crier,
        `select p.state from post p join legacy_id l on l.id = p.id and l.kind = 'post' where l.legacy_id = $1`,
        [id],
      );
      expect({ before, after: sent.filter((one) => one === id), here: post }).toEqual({
        before: [],
        after: [],
        here: post,
      });
    } finally {
      await orchestrator.stop();
      await later.drop();
    }
  }, 120_000);
});

describe('The run of a later date of a series in v1', () => {
  let later: TemporalSource;
  let migration: Migration;
  let orchestrator: RunningOrchestrator | undefined;
  /** A series whose date has come. */
  let series: string;
  beforeEach(async () => {
    later = await makeTemporalSource({
      async prepare(v1) {
        const [row] = await v1.query<{ id: string }>(
          `update "Post" set "intervalInDays" = 1, image = '[]',
              "publishDate" = date_trunc('second', now() at time zone 'UTC') - interval '24 hours',
              "integrationId" = (select id from "Integration" where "providerIdentifier" = 'sandbox' and "organizationId" = $1 limit 1)
            where id = (select min(id) from "Post" where "organizationId" = $1 and state = 'PUBLISHED' and "parentPostId" is null)
            returning id`,
          [v1.organizations[1]?.id],
        );
        series = row?.id ?? '';
      },
    });
    migration = await copyV1(crier.context, later.access);
  });
  afterEach(async () => {
    await orchestrator?.stop();
    orchestrator = undefined;
    await migration.close();
    await later.drop();
  });

  const cut = async (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> =>
    cutOver(migration, await organizationOf(migration, later), { ...quiet, ...options });
  /** As the run of the date before starts it. @returns its id, once it is listed */
  const startDate = async (): Promise<string> => {
    const workflowId = await later.temporal.repeat(series, later.organizations[1]?.id ?? '');
    await eventually('its run is listed', async () => (await openDates()).includes(workflowId));
    return workflowId;
  };
  const openDates = async (): Promise<string[]> => {
    const open: string[] = [];
    for await (const run of later.temporal.client.workflow.list({ query: 'ExecutionStatus="Running"' })) {
      if (run.workflowId.startsWith(`post_${series}_`)) open.push(run.workflowId);
    }
    return open;
  };
  /** v1 works: the network gets the date. @returns once it was asked */
  const sendDate = async (answer: () => Promise<string>): Promise<void> => {
    const asked = Promise.withResolvers<void>();
    const send = (): Promise<string> => {
      asked.resolve();
      return answer();
    };
    const publisher = { send, note: async () => undefined };
    orchestrator = await startOrchestrator(later, later.temporal, { publisher, repairMs: 3_600_000 });
    await asked.promise;
  };
  const statusOf = async (workflowId: string): Promise<string> =>
    (await later.temporal.client.workflow.getHandle(workflowId).describe()).status.name;
  const row = async (): Promise<unknown> =>
    (await later.query('select state, error, "deletedAt" from "Post" where id = $1', [series]))[0];
  const notifications = async (): Promise<unknown[]> =>
    (
      await sql<{ content: string }>(
        crier,
        `select n.content from notification n join legacy_id l on l.id = n.post_id and l.kind = 'post' where l.legacy_id = $1`,
        [series],
      )
    ).map(({ content }) => content);

  it('is ended while it tries again, and a person is asked to look; nor does v1 send it after a rollback', async () => {
    const date = await startDate();
    await sendDate(() => Promise.reject(new Error('ECONNRESET')));
    expect(await cut({ graceMs: 1 })).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 1 });
    expect([await statusOf(date), await notifications()]).toEqual([
      'TERMINATED',
      [expect.stringContaining('a date of this series')],
    ]);
    await rollBack(migration, await organizationOf(migration, later));
    expect([await statusOf(date), await row()]).toEqual([
      'TERMINATED',
      { state: 'ERROR', error: expect.stringContaining('look at the account'), deletedAt: null },
    ]);
  });

  it('is waited for, and then ended: it waits for the date after it, with which v1 goes on after a rollback', async () => {
    const date = await startDate();
    const sent = Promise.withResolvers<string>();
    await sendDate(() => sent.promise);
    const say = (line: string): void => void (line.includes('that v1 is sending') && sent.resolve('r2'));
    expect(await cut({ graceMs: 60_000, say })).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect([await statusOf(date), await notifications()]).toEqual(['TERMINATED', []]);
    await rollBack(migration, await organizationOf(migration, later));
    expect(await row()).toEqual({ state: 'PUBLISHED', error: null, deletedAt: null });
    await eventually('the date after it is listed', async () => (await openDates()).length === 1);
    expect(await openDates()).not.toContain(date);
  });

  it('is ended before it has begun, and a rollback starts it again', async () => {
    const date = await startDate();
    expect(await cut()).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 1 });
    expect(await statusOf(date)).toBe('TERMINATED');
    await rollBack(migration, await organizationOf(migration, later));
    expect([await statusOf(date), await row()]).toEqual([
      'RUNNING',
      { state: 'PUBLISHED', error: null, deletedAt: null },
    ]);
  });
});
