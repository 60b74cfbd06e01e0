import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { startOrchestrator, type RunningOrchestrator, type V1Temporal } from '../test/orchestrator.ts';
import type { V1Source } from '../test/make-source.ts';
import {
  copyV1,
  makeTemporalSource,
  openTestTemporal,
  organizationOf,
  type TemporalSource,
} from '../test/temporal-source.ts';
import type { Migration } from '../v1-source.ts';
import { cutOver } from './cut-over.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

const DAY_MS = 86_400_000;
let crier: TestInstance;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
});
afterAll(() => crier?.stop());

describe.each(['workflow', 'workflow-later'] as const)(
  'What v1 goes on with beside its posts (%s)',
  (age) => {
    let temporal: V1Temporal;
    let v1: TemporalSource;
    let orchestrator: RunningOrchestrator;
    let migration: Migration;
    /** Two posts that v1 publishes before the cutover: one on which others comment, and a series. */
    let post = '';
    let series = '';
    /** What renews the tokens and reminds the people of each organisation. */
    const others: string[][] = [];
    beforeAll(async () => {
      temporal = await openTestTemporal(age);
      v1 = await makeTemporalSource({ temporal, prepare });
      orchestrator = await startOrchestrator(v1, temporal, {
        publisher: {
          send: async ({ id }) => `at-network-${id}`,
          note: async (id, releaseId) =>
            void (await v1.query(`update "Post" set state = 'PUBLISHED', "releaseId" = $2 where id = $1`, [
              id,
              releaseId,
            ])),
        },
        repairMs: 3_600_000,
      });
      for (const { id } of v1.organizations) {
        others.push(await temporal.startRest(id, await channelOf(v1, id)));
      }
      for (const id of [post, series]) {
        await eventually('v1 has published, and waits for its plugs', async () => {
          const { events } = await temporal.client.workflow.getHandle(`post_${id}`).fetchHistory();
          return (events ?? []).some(
            ({ activityTaskScheduledEventAttributes: scheduled }) =>
              scheduled?.activityType?.name === 'globalPlugs',
          );
        });
      }
      const all = [`post_${post}`, `post_${series}`, ...others.flat()];
      await eventually('its runs are listed', async () => {
        const open = await openRuns();
        return all.every((id) => open.includes(id));
      });
      migration = await copyV1(crier.context, v1.access);
    }, 120_000);
    afterAll(async () => {
      await orchestrator?.stop();
      await migration?.close();
      await v1?.drop();
      await temporal?.close();
    });
    const said: string[] = [];
    afterEach(() => void said.splice(0));

    /** Both are due, and the channel has a plug. */
    const prepare = async (source: V1Source): Promise<void> => {
      const organizationId = source.organizations[1]?.id ?? '';
      const channel = await channelOf(source, organizationId);
      const rows = await source.query<{ id: string; n: string }>(
        `update "Post" p set "publishDate" = now() at time zone 'UTC' - interval '1 second', image = '[]', "integrationId" = $2,
          settings = $3, "intervalInDays" = case n when 2 then 7 end
        from (select id, row_number() over (order by id) as n from "Post"
          where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null
            and id not in (select "parentPostId" from "Post" where "parentPostId" is not null) limit 2) w
        where w.id = p.id returning p.id, w.n`,
        [
          organizationId,
          channel,
          JSON.stringify({
            'plug--x-repost-post-users--integrations': [{ id: channel }],
            'plug--x-repost-post-users--delay': String(DAY_MS),
          }),
        ],
      );
      post = rows.find(({ n }) => n === '1')?.id ?? '';
      series = rows.find(({ n }) => n === '2')?.id ?? '';
      await source.query(
        `insert into "Plugs" (id, "organizationId", "plugFunction", data, "integrationId", activated)
      values ('plug-of-1', $1, 'autoRepostPost', '[]', $2, true)`,
        [organizationId, channel],
      );
      await source.query(`update "Integration" set "tokenExpiration" = now() + interval '1 day'`);
    };
    const channelOf = async (source: V1Source, organizationId: string): Promise<string> => {
      const [row] = await source.query<{ id: string }>(
        `select min(id) as id from "Integration" where "providerIdentifier" = 'sandbox' and "organizationId" = $1`,
        [organizationId],
      );
      return row?.id ?? '';
    };
    const openRuns = async (): Promise<string[]> => {
      const open: string[] = [];
      for await (const run of temporal.client.workflow.list({ query: 'ExecutionStatus="Running"' })) {
        open.push(run.workflowId);
      }
      return open;
    };
    const statuses = (ids: readonly string[]): Promise<string[]> =>
      Promise.all(
        ids.map(async (id) => (await temporal.client.workflow.getHandle(id).describe()).status.name),
      );
    const cut = async (): Promise<TakenOver | null> =>
      cutOver(migration, await organizationOf(migration, v1), {
        overdue: 'ask',
        graceMs: 0,
        frozenSource: false,
        say: (line) => void said.push(line),
      });
    /** The runs of later dates of the series, and in how many days they begin. */
    const dates = async (): Promise<number[]> => {
      const ids = (await openRuns()).filter((id) => id.startsWith(`post_${series}_`));
      const runs = await Promise.all(ids.map((id) => temporal.client.workflow.getHandle(id).describe()));
      return runs.map(({ executionTime }) =>
        Math.round(((executionTime?.getTime() ?? 0) - Date.now()) / DAY_MS),
      );
    };

    it('ends with the cutover: nothing reposts, comments, renews tokens or reminds people any more', async () => {
      await cut();
      expect(said).toContain(
        'Organisation 1: ended 4 runs of v1 to repost or comment, renew tokens, or remind people',
      );
      const ours = [`post_${post}`, `post_${series}`, ...(others[1] ?? [])];
      expect(await statuses(ours)).toEqual(Array(4).fill('TERMINATED'));
      expect(await statuses(others[0] ?? [])).toEqual(['RUNNING', 'RUNNING']);
    });

    it('goes on after a rollback with the renewals, and each series with its next date', async () => {
      await rollBack(migration, await organizationOf(migration, v1));
      expect(await statuses([`post_${post}`, ...(others[1] ?? [])])).toEqual([
        'TERMINATED',
        'RUNNING',
        'TERMINATED',
      ]);
      await eventually('the next date of the series is listed', async () => (await dates()).length > 0);
      expect(await dates()).toEqual([7]);
      expect(
        await v1.query('select distinct state, error from "Post" where id = any($1)', [[post, series]]),
      ).toEqual([{ state: 'PUBLISHED', error: null }]);
    });

    it('ends again with the next cutover, which is in no doubt about a date that has not come', async () => {
      expect(await cut()).toMatchObject({ doubtful: 0 });
      await eventually('its end is listed', async () => (await dates()).length === 0);
      await rollBack(migration, await organizationOf(migration, v1));
      await eventually('the next date of the series is listed', async () => (await dates()).length > 0);
      expect(await dates()).toEqual([7]);
    });
  },
);
