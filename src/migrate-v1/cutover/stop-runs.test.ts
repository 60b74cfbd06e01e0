import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { repeatPosts } from '../../../activities/repeat-posts.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startOrchestrator, type V1Temporal } from '../test/orchestrator.ts';
import {
  accessOf,
  copyV1,
  makeTemporalSource,
  openTestTemporal,
  organizationOf,
  type TemporalSource,
} from '../test/temporal-source.ts';
import { runPass } from '../copy/run-pass.ts';
import { STOPPED_AT } from '../map/post.ts';
import { registerSource, type Migration } from '../v1-source.ts';
import { cutOver, type CutoverOptions } from './cut-over.ts';
import type { MigratedOrganization } from './organizations.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

describe('A cutover from a v1 whose Temporal was given', () => {
  let crier: TestInstance;
  let temporal: V1Temporal;
  let v1: TemporalSource;
  let migration: Migration;
  /** The posts that wait in the organisation. */
  let posts: string[];
  beforeAll(async () => {
    [crier, temporal] = await Promise.all([startInstance({ temporal: false }), openTestTemporal()]);
  });
  afterAll(async () => {
    await temporal?.close();
    await crier?.stop();
  });
  beforeEach(async () => {
    v1 = await makeTemporalSource({ temporal });
    migration = await copyV1(crier.context, v1.access);
    const rows = await v1.query<{ id: string }>(
      `select id from "Post" where "organizationId" = $1 and state = 'QUEUE' order by "publishDate"`,
      [v1.organizations[1]?.id],
    );
    posts = rows.map(({ id }) => id);
  });
  afterEach(async () => {
    await migration.close();
    await v1.drop();
  });

  const register = (address: string): Promise<Migration> =>
    registerSource(crier.context, { ...v1.access, temporal: address });
  const organization = (): Promise<MigratedOrganization> => organizationOf(migration, v1);
  const said: string[] = [];
  const cut = async (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> =>
    cutOver(migration, await organization(), {
      overdue: 'ask',
      graceMs: 0,
      frozenSource: false,
      say: (line) => void said.push(line),
      ...options,
    });
  const runs = (): Promise<string[]> => Promise.all(posts.map(v1.statusOf));
  const marked = async (): Promise<number> =>
    (await v1.query(`select 1 from "Post" where "deletedAt" = $1`, [STOPPED_AT])).length;

  it('ends the runs of what waits, and a rollback starts them again as v1 had', async () => {
    const argsOf = async (id = ''): Promise<unknown> => {
      const { events } = await temporal.client.workflow.getHandle(`post_${id}`).fetchHistory();
      const { workflowType, taskQueue, input } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
      return [workflowType?.name, taskQueue?.name, JSON.parse(String(input?.payloads?.[0]?.data))];
    };
    const before = await argsOf(posts[0]);
    expect(await cut()).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect([await runs(), await marked()]).toEqual([Array(3).fill('TERMINATED'), 3]);
    expect(said).toContain('Organisation 1: ended 3 runs in the Temporal of v1');
    expect(await rollBack(migration, await organization())).toBe(3);
    expect([await runs(), await marked(), await argsOf(posts[0])]).toEqual([
      Array(3).fill('RUNNING'),
      0,
      before,
    ]);
  });

  it('ends a run that v1 has left behind: of a deleted post, of a first part that became a comment', async () => {
    const [deleted, moved, first] = posts;
    const [theirs] = await v1.query<{ id: string }>(
      `update "Post" set "deletedAt" = now() where id = (select min(id) from "Post"
        where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null and "deletedAt" is null) returning id`,
      [v1.organizations[0]?.id],
    );
    await v1.query(`update "Post" set "deletedAt" = now() where id = $1`, [deleted]);
    await v1.query(`update "Post" set "parentPostId" = $2 where id = $1`, [moved, first]);
    expect(await cut()).toMatchObject({ waiting: 1, doubtful: 0 });
    expect(await runs()).toEqual(Array(3).fill('TERMINATED'));
    expect(await v1.statusOf(theirs?.id)).toBe('RUNNING');
  });

  it('goes on with a series half an interval after v1 has sent a date of it, whose days count otherwise', async () => {
    const rows = await v1.query<{ id: string }>(
      `select id from "Post" where "organizationId" = $1 and state = 'PUBLISHED' order by id limit 2`,
      [v1.organizations[1]?.id],
    );
    // Daily, six hours from now by its date; v1 has sent it one hour ago, or twenty.
    for (const [n, hours] of [1, 20].entries()) {
      await v1.query(
        `update "Post" set "intervalInDays" = 1, image = '[]',
          "publishDate" = date_trunc('second', now() at time zone 'UTC') - interval '66 hours',
          "updatedAt" = now() at time zone 'UTC' - make_interval(hours => $2)
        where id = $1`,
        [rows[n]?.id, hours],
      );
    }
    await cut();
    await repeatPosts(crier.context.database, 10);
    expect(
      await sql(
        crier,
        `select round(extract(epoch from n.publish_at - now()) / 3600)::int as hours from post n
        where n.repeat_of is not null and n.organization_id = $1 order by 1`,
        [(await organization()).id],
      ),
    ).toEqual([{ hours: 6 }, { hours: 30 }]);
  });

  /** v1 works, and begins to send the first post, which is due. */
  const beginFirst = async (): Promise<{ end(release: string): void; stop(): Promise<void> }> => {
    await v1.query(
      `update "Post" set "publishDate" = (now() at time zone 'UTC') - interval '1 second' where id = $1`,
      [posts[0]],
    );
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const note = async (id: string, release: string): Promise<void> =>
      void (await v1.query(`update "Post" set state = 'PUBLISHED', "releaseId" = $2 where id = $1`, [
        id,
        release,
      ]));
    const send = ({ id }: { id: string }): Promise<string> => {
      if (id !== posts[0]) throw new Error(`${id} is not due`);
      begun.resolve();
      return ended.promise;
    };
    const running = await startOrchestrator(v1, temporal, { publisher: { send, note }, repairMs: 3_600_000 });
    await begun.promise;
    return { end: ended.resolve, stop: () => running.stop() };
  };
  const first = async (): Promise<object[]> =>
    v1.query('select state, error from "Post" where id = $1', [posts[0]]);

  it('leaves the run of a post that v1 is sending, waits for it, and takes along what came of it', async () => {
    const v1Runs = await beginFirst();
    const say = (line: string): void => void (line.includes('that v1 is sending') && v1Runs.end('r1'));
    expect(await cut({ graceMs: 60_000, say })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 0 });
    await v1Runs.stop();
    // Of that one only what follows was ended, if it had not ended before.
    expect(await runs()).toEqual([expect.stringMatching('COMPLETED|TERMINATED'), 'TERMINATED', 'TERMINATED']);
  });

  const setError = (error: string) =>
    v1.query(`update "Post" set state = 'ERROR', error = $2 where id = $1`, [posts[0], error]);

  // What the later runs of v2.21.8 write, which its hourly repair starts.
  it.each<[string, { meanwhile?: string; afterwards?: string }]>([
    ['it notes nothing', {}],
    ['a later run finds it deleted', { meanwhile: 'No Post' }],
    ['a later run finds that it does not wait', { afterwards: 'Already posted' }],
  ])('ends the run of a post that v1 sends for too long, and asks about it: %s', async (_, errors) => {
    const v1Runs = await beginFirst();
    await v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' - interval '3 minutes'`);
    await expect(cut({ frozenSource: true })).rejects.toThrow(
      /v1 is still working: 1 process of it took tasks from its Temporal/,
    );
    expect(await cut({ graceMs: 1 })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 1 });
    expect(await runs()).toEqual(Array(3).fill('TERMINATED'));
    if (errors.meanwhile) await setError(errors.meanwhile);
    await rollBack(migration, await organization());
    // It may be published: v1 does not send it again.
    expect([await runs(), await first()]).toEqual([
      ['TERMINATED', 'RUNNING', 'RUNNING'],
      [{ state: 'ERROR', error: expect.stringContaining('look at the account before it is sent again') }],
    ]);
    // Nor is it forgotten: it is asked about again.
    if (errors.afterwards) await setError(errors.afterwards);
    await runPass(migration);
    expect(await cut({ graceMs: 1 })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 1 });
    v1Runs.end('too late');
    await v1Runs.stop();
  });

  it('sends what v1 was late with, and had not begun: its run says so', async () => {
    await v1.query(
      `update "Post" set "publishDate" = (now() at time zone 'UTC') - interval '1 minute' where id = $1`,
      [posts[0]],
    );
    expect(await cut()).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
  });

  it('is refused without it, and says what to type; nothing was changed', async () => {
    await migration.close();
    await sql(crier, 'update v1_source set sealed = null');
    migration = await registerSource(crier.context, accessOf(v1));
    await expect(cut()).rejects.toThrow(/--temporal HOST:7233\/NAMESPACE, .*--frozen-source/);
    expect([await marked(), await runs()]).toEqual([0, Array(3).fill('RUNNING')]);
  });

  it('is not taken from another namespace, and none that does not answer', async () => {
    await expect(register(`${temporal.address}/no-such-one`)).rejects.toThrow(
      /^The Temporal of v1 \(--temporal .*\/no-such-one\) cannot be used: .*no-such-one/,
    );
    await expect(register('127.0.0.1:1')).rejects.toThrow(
      'The Temporal of v1 (--temporal 127.0.0.1:1) does not answer',
    );
    await expect(register('http://127.0.0.1:7233')).rejects.toThrow('must be HOST:PORT');
    await v1.query(`update "Post" set id = id || 'x' where "parentPostId" is null and state = 'QUEUE' and id not in
      (select "parentPostId" from "Post" where "parentPostId" is not null)
      and id not in (select "postId" from "TagsPosts")`);
    await v1.query(`update "Post" set "deletedAt" = now() where state = 'QUEUE' and id not like '%x'`);
    await expect(register(`${temporal.address}/${temporal.namespace}`)).rejects.toThrow(
      /is that of another v1, or its namespace another one/,
    );
  });
});
