import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EARLY_MS } from '../../../temporal/contract/bounds.ts';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { FUTURE, buildPost, countRows, createOne, setState, sql } from '../../test/factories.ts';
import { signalsOf } from '../../test/history.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import type { Database } from '../database.ts';
import { reconcile } from '../../../activities/reconcile.ts';
import { recordStart } from './record-starts.ts';
import { startGroup, type GroupTarget } from './start-group.ts';
import { startGroups } from './start-groups.ts';
import { syncPost } from './notify-run.ts';
import { leaseMessages, relayOnce, runRelay } from './relay.ts';

describe('the outbox', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(() => sql(crier, 'delete from post_group'));
  afterAll(() => crier?.stop());

  const runOf = async (id: string): Promise<ReturnType<typeof crier.context.temporal.workflow.getHandle>> =>
    crier.context.temporal.workflow.getHandle(publishWorkflowId(await groupOf(id)));
  const groupOf = async (id: string): Promise<string> =>
    (await sql<{ g: string }>(crier, 'select post_group_id as g from post where id = $1', [id]))[0]?.g ?? '';
  const status = async (id: string): Promise<string> => (await (await runOf(id)).describe()).status.name;
  /** Whether a worker has something to do for the run. */
  const hasBegun = async (id: string): Promise<boolean> =>
    Boolean(
      (await (await runOf(id)).fetchHistory()).events?.some(
        (one) => one.workflowTaskScheduledEventAttributes,
      ),
    );
  const events = async (id: string): Promise<unknown[]> =>
    (await sql(crier, 'select kind from post_event where post_id = $1 order by id', [id])).map((e) => e.kind);
  /** A post whose start inline did not happen, as after a crash between commit and start. */
  const forgotten = async (): Promise<string> => {
    const id = await createOne(crier, buildPost(channel, { type: 'draft' }));
    await setState(crier, id, 'scheduled');
    await sql(
      crier,
      "insert into outbox (id, kind, post_group_id) select gen_random_uuid(), 'start_group', post_group_id from post where id = $1",
      [id],
    );
    return id;
  };

  /** Delivers what an inline delivery on a busy machine did not within its half second. */
  const settle = (): Promise<unknown> =>
    eventually('the outbox is empty', async () => {
      await sql(crier, 'update outbox set available_at = now()');
      await relayOnce(crier.context);
      return (await countRows(crier, 'outbox')) === 0;
    });
  const started = async (): Promise<string> => {
    const id = await createOne(crier, buildPost(channel));
    await settle();
    return id;
  };

  it('is empty once the run of a create request was started, inline or by the relay', async () => {
    const id = await started();
    expect(await status(id)).toBe('RUNNING');
    expect(await events(id)).toEqual(['accepted', 'workflow_started']);
    expect(await sql(crier, 'select run_store_id from post_group')).toEqual([
      { run_store_id: await crier.context.storeId() },
    ]);
  });

  it('starts what the inline start did not', async () => {
    const id = await forgotten();
    expect(await relayOnce(crier.context)).toBe(1);
    expect([await status(id), await countRows(crier, 'outbox'), await events(id)]).toEqual([
      'RUNNING',
      0,
      ['accepted', 'workflow_started'],
    ]);
    expect(await relayOnce(crier.context)).toBe(0);
  });

  it('is delivered once by two relays at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, forgotten));
    const taken = await Promise.all([relayOnce(crier.context), relayOnce(crier.context)]);
    expect((taken[0] ?? 0) + (taken[1] ?? 0)).toBe(12);
    for (const id of ids) expect(await events(id)).toEqual(['accepted', 'workflow_started']);
    expect(await countRows(crier, 'outbox')).toBe(0);
  });

  it('leaves alone messages that are not available yet, or that another relay holds', async () => {
    await forgotten();
    await sql(crier, "update outbox set available_at = now() + interval '10 seconds'");
    expect(await relayOnce(crier.context)).toBe(0);
  });

  it('is taken in the order of the dates, whichever was created first', async () => {
    const ids = [await forgotten(), await forgotten(), await forgotten()];
    const [later = '', sooner = '', overdue = ''] = ids;
    const dates = [
      [later, '2 hours'],
      [sooner, '1 hour'],
      [overdue, '-1 hour'],
    ] as const;
    for (const [id, after] of dates) {
      await sql(crier, 'update post set publish_at = now() + $2::interval where id = $1', [id, after]);
    }
    const taken = await leaseMessages(crier.context.database);
    const groups = [await groupOf(overdue), await groupOf(sooner), await groupOf(later)];
    expect(taken.map((message) => message.groupId)).toEqual(groups);
  });

  it('drops a start that nothing waits for any more', async () => {
    const id = await forgotten();
    await setState(crier, id, 'cancelled');
    expect(await relayOnce(crier.context)).toBe(1);
    expect(await countRows(crier, 'outbox')).toBe(0);
    await expect(status(id)).rejects.toThrow(/not found/i);
  });

  it('starts a request once, however many messages ask for it', async () => {
    const id = await forgotten();
    const [group, store] = [await groupOf(id), await crier.context.storeId()];
    expect(await startGroups(crier.context, [group, group, group], store)).toBe(3);
    expect(await events(id)).toEqual(['accepted', 'workflow_started']);
  });

  it('records many starts together, each with its line of the timeline once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, forgotten));
    const started = await Promise.all(
      ids.map(async (id) => ({
        groupId: await groupOf(id),
        storeId: await crier.context.storeId(),
        posts: [{ postId: id, revision: 1 }],
      })),
    );
    let statements = 0;
    const database: Database = {
      ...crier.context.database,
      query: (...asked) => (statements++, crier.context.database.query(...asked)),
    };
    await Promise.all([...started, ...started].map((one) => recordStart(database, one)));
    expect(statements).toBe(2);
    for (const id of ids) expect(await events(id)).toEqual(['accepted', 'workflow_started']);
    expect(await countRows(crier, 'outbox')).toBe(0);
  });

  it('keeps the message of a start while another transaction holds its post, and records the others', async () => {
    const [held, free] = [await forgotten(), await forgotten()];
    const store = await crier.context.storeId();
    await crier.context.database.fork().transactional(async (tx) => {
      await tx.execute('select 1 from post where id = ? for update', [held]);
      for (const id of [held, free]) await startGroup(crier.context, await groupOf(id), store);
    });
    expect([await events(held), await events(free)]).toEqual([
      ['accepted'],
      ['accepted', 'workflow_started'],
    ]);
    await settle();
    expect(await events(held)).toEqual(['accepted', 'workflow_started']);
  });

  it('notifies a run of a post that was changed before it was there', async () => {
    const signals: unknown[] = [];
    for (const isDeleted of [false, true]) {
      const id = await forgotten();
      const [known] = await sql<GroupTarget>(
        crier,
        `select id as "postId", organization_id as "organizationId", 'sandbox' as provider, revision,
          extract(epoch from publish_at)::float8 * 1000 as "dueMs", false as "atOnce",
          '' as organization, '' as channel, null as content from post where id = $1`,
        [id],
      );
      if (isDeleted) await crier.call('DELETE', `/posts/${id}`);
      await settle();
      const start = startGroup(crier.context, await groupOf(id), 'another store', {
        known: [known as never],
      });
      expect(await start).toBe(true);
      await settle();
      signals.push(signalsOf(await (await runOf(id)).fetchHistory()).length);
    }
    expect(signals).toEqual([0, 1]);
  });

  it('starts a new run when the old one was closed and the post still waits', async () => {
    const id = await started();
    await (await runOf(id)).terminate('by hand');
    await crier.call('PATCH', `/posts/${id}`, { body: { date: '2031-06-01' } });
    await settle();
    expect([await status(id), await countRows(crier, 'outbox')]).toEqual(['RUNNING', 0]);
  });

  it('starts no run when the post no longer waits', async () => {
    const id = await started();
    await (await runOf(id)).terminate('by hand');
    await crier.call('DELETE', `/posts/${id}`);
    await settle();
    expect([await status(id), await countRows(crier, 'outbox')]).toEqual(['TERMINATED', 0]);
  });

  it('leaves a run to Temporal until its date, and begins it when its post is changed or deleted', async () => {
    const [moved, deleted] = [await started(), await started()];
    expect([await hasBegun(moved), await hasBegun(deleted)]).toEqual([false, false]);
    // By Temporal's clock, which is this machine's.
    const { executionTime } = await (await runOf(moved)).describe();
    const early = Date.parse(FUTURE) - (executionTime?.getTime() ?? 0);
    expect(Math.abs(early - EARLY_MS)).toBeLessThan(2000);
    await crier.call('PATCH', `/posts/${moved}`, { body: { date: '2031-06-01' } });
    await crier.call('DELETE', `/posts/${deleted}`);
    await settle();
    expect([await hasBegun(moved), await hasBegun(deleted)]).toEqual([true, true]);
    expect(await countRows(crier, 'outbox')).toBe(0);
  });

  it('has the reconciler begin a run whose post is overdue, as after a message that was lost', async () => {
    const id = await started();
    await sql(crier, "update post set publish_at = now() - interval '10 minutes' where id = $1", [id]);
    await sql(crier, "update post_group set checked_at = null, run_started_at = now() - interval '1 hour'");
    await reconcile({ ...crier.context, providerEnv: crier.context.config.providerEnv });
    expect([await status(id), await hasBegun(id)]).toEqual(['RUNNING', true]);
  });

  it('notifies a run that another process started in the meantime, which may know an older date', async () => {
    const id = await started();
    await startGroup(crier.context, await groupOf(id), await crier.context.storeId(), {
      message: { postId: id },
    });
    expect(signalsOf(await (await runOf(id)).fetchHistory())).toEqual([{ postId: id }]);
    expect(await hasBegun(id)).toBe(true);
  });

  it('postpones a failed delivery, records why, and goes on with the others', async () => {
    const [bad, good] = [await forgotten(), await forgotten()];
    // A date that is no number of milliseconds, for this post alone: its delivery fails inside Crier.
    await sql(crier, "update post set publish_at = 'infinity' where id = $1", [bad]);
    expect(await relayOnce(crier.context)).toBe(2);
    expect(
      await sql(
        crier,
        "select post_group_id as group, attempts, last_error, available_at > created_at + interval '1 second' as later from outbox",
      ),
    ).toEqual([
      { group: await groupOf(bad), attempts: 1, last_error: expect.stringMatching(/.+/), later: true },
    ]);
    expect(await status(good)).toBe('RUNNING');
  });

  it('keeps the message of a change that was made while an older one was delivered', async () => {
    const id = await started();
    const note = (): Promise<unknown> =>
      sql(
        crier,
        "insert into outbox (id, kind, post_group_id, post_id, available_at) select gen_random_uuid(), 'sync_post', post_group_id, id, now() + interval '1 hour' from post where id = $1",
        [id],
      );
    await note();
    // The row changes between the reading and the tidying up.
    const { query } = crier.context.database;
    const raced = {
      ...crier.context.database,
      query: (async (statement: { name: string }, values: unknown[]) => {
        if (statement.name === 'dispatch-delivered') await note();
        return query(statement as never, values);
      }) as typeof query,
    };
    await syncPost({ ...crier.context, database: raced }, id, await crier.context.storeId());
    expect(await countRows(crier, 'outbox')).toBe(1);
  });

  it('notifies a run of the new date of a post of which nothing is published, and of any other that it has changed', async () => {
    const id = await started();
    const date = '2126-11-22T12:00:00.000Z';
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { date } })).status).toBe(200);
    await settle();
    const begun = await started();
    await sql(crier, 'update post_item set published_at = now() where post_id = $1', [begun]);
    await syncPost(crier.context, begun, await crier.context.storeId());
    const signals = async (postId: string): Promise<unknown[]> =>
      signalsOf(await (await runOf(postId)).fetchHistory());
    expect(await signals(id)).toEqual([{ postId: id, waits: { dueMs: Date.parse(date), revision: 2 } }]);
    expect(await signals(begun)).toEqual([{ postId: begun }]);
  });

  it('schedules a draft again in the run that the post has had', async () => {
    const id = await started();
    const before = await runOf(id);
    for (const status of ['draft', 'schedule']) {
      expect((await crier.call('PUT', `/posts/${id}/status`, { body: { status } })).status).toBe(200);
    }
    await settle();
    expect((await runOf(id)).workflowId).toBe(before.workflowId);
    expect(await status(id)).toBe('RUNNING');
  });
});

describe('the relay', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance();
  });
  afterAll(() => crier?.stop());

  it('delivers until it is stopped, and survives a database error', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const stop = new AbortController();
    await sql(crier, 'alter table outbox rename to outbox_away');
    const running = runRelay(crier.context, stop.signal);
    await sql(crier, 'alter table outbox_away rename to outbox');
    const id = await createOne(crier, buildPost(channel, { type: 'draft' }));
    await setState(crier, id, 'scheduled');
    await sql(
      crier,
      "insert into outbox (id, kind, post_group_id) select gen_random_uuid(), 'start_group', post_group_id from post where id = $1",
      [id],
    );
    await eventually('delivered', async () => (await countRows(crier, 'outbox')) === 0);
    stop.abort();
    await running;
  });
});

describe('a change of a post', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());

  const shown = async (id: string): Promise<{ status: string; timeline: { event: string }[] }> =>
    (await crier.call<{ status: string; timeline: { event: string }[] }>('GET', `/posts/${id}`)).body;

  it('reaches its run: a post of 2031 that is moved to now is published now', async () => {
    const id = await createOne(crier, buildPost(channel));
    await eventually('its run was started', async () => (await shown(id)).timeline.length === 2);
    expect(
      (
        await crier.call('PATCH', `/posts/${id}`, {
          body: { date: new Date().toISOString(), content: 'Moved' },
        })
      ).status,
    ).toBe(200);
    const post = await eventually(
      'published',
      async () => {
        const now = await shown(id);
        return now.status === 'published' && now;
      },
      120_000,
    );
    expect(post.timeline.map((t) => t.event)).toEqual([
      'accepted',
      'workflow_started',
      'rescheduled',
      'edited',
      'claimed',
      'request_sent',
      'published',
    ]);
    for (const refused of [
      await crier.call('PATCH', `/posts/${id}`, { body: { content: 'Too late' } }),
      await crier.call('POST', `/posts/${id}/retry`),
    ]) {
      expect(refused.status).toBe(409);
    }
  }, 180_000);

  it('that deletes it ends its run', async () => {
    const id = await createOne(crier, buildPost(channel));
    const [row] = await sql<{ g: string }>(crier, 'select post_group_id as g from post where id = $1', [id]);
    await eventually('its run was started', async () => (await shown(id)).timeline.length === 2);
    await crier.call('DELETE', `/posts/${id}`);
    const result = await crier.context.temporal.workflow.getHandle(publishWorkflowId(row?.g ?? '')).result();
    expect(result).toMatchObject({ summary: '1 cancelled' });
    await eventually('its message is delivered', async () => (await countRows(crier, 'outbox')) === 0);
  });
});
