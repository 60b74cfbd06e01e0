import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../test/factories.ts';
import { eventually } from '../../test/instance.ts';
import { crier, useCutoverWorld } from '../../test/v1/cutover-world.ts';
import { startOrchestrator } from '../../test/v1/orchestrator.ts';
import { copyV1, makeTemporalSource, organizationOf } from '../../test/v1/temporal-source.ts';
import { cutOver } from './cut-over.ts';

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
