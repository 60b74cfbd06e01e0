import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimPart, readPart } from '../../../activities/ledger/claim-part.ts';
import { runCrier } from '../../run/cli/fixtures/run-cli.ts';
import { freeze, freezeIfCopied, readFreeze } from '../../platform/freeze.ts';
import { NOTE_RESTORED, readRestored } from '../../platform/restored.ts';
import { buildPost, buildTarget, createOne, setSent, setState, sql } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { planResume, resume, type ResumeChoice } from './resume.ts';

const BACKUP = '2026-11-26T03:00:00.000Z';

/** What the resume of a restored instance does with each kind of row that could be sent again. */
describe('the resume of a restored instance', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    await sql(crier, 'delete from post_group');
    await sql(crier, 'delete from outbox');
    await sql(crier, 'delete from notification');
    await sql(crier, 'update organization set frozen_at = null, frozen_reason = null, moved_at = null');
    await sql(crier, 'update integration set refresh_needed = false');
    await freeze(crier.context.database, {}, { reason: 'restored', waitMs: 0 });
    await sql(crier, NOTE_RESTORED, [BACKUP]);
  });
  afterAll(() => crier?.stop());

  /** A post whose date was so long ago. */
  const due = async (minutesAgo = 5, ...delays: number[]): Promise<string> => {
    const value = [0, ...delays].map((delay, n) => ({
      content: `Part ${n + 1} of ${randomUUID()}`,
      image: [],
      ...(n ? { delay } : {}),
    }));
    const id = await createOne(crier, buildPost([], { posts: [buildTarget(channel, { value })] }));
    await sql(crier, 'update post set publish_at = now() - make_interval(mins => $2) where id = $1', [
      id,
      minutesAgo,
    ]);
    await sql(crier, 'delete from outbox');
    return id;
  };
  const goOn = async (choice: ResumeChoice = { action: 'now' }): Promise<unknown> =>
    resume(crier.context, {}, choice);
  const state = async (id: string): Promise<unknown> =>
    (await sql(crier, 'select state from post where id = $1', [id]))[0]?.state;
  /** Phase, and whether it is presumed, of each part that has an attempt at the revision of its post. */
  const attempts = async (id: string): Promise<unknown[]> =>
    (
      await sql<{ line: unknown }>(
        crier,
        `select jsonb_build_array(i.position + 1, a.phase, a.presumed) as line
        from publish_attempt a join post_item i on i.id = a.post_item_id
        join post p on p.id = i.post_id and p.revision = a.revision
        where p.id = $1 order by i.position`,
        [id],
      )
    ).map(({ line }) => line);
  const claim = async (id: string, position = 0): Promise<unknown> =>
    (
      await claimPart(
        crier.context.database,
        { postId: id, position },
        { id: randomUUID(), attemptId: randomUUID(), direct: true },
      )
    )?.verdict;

  it('claims nothing of what is due: it is looked for first, from the moment of the backup on', async () => {
    const id = await due();
    expect(await planResume(crier.context, {})).toMatchObject({
      overdue: 1,
      doubtful: 1,
      backupAt: new Date(BACKUP),
    });
    await goOn();
    expect([await state(id), await attempts(id), await claim(id)]).toEqual([
      'publishing',
      [[1, 'sent', true]],
      'sent',
    ]);
    const row = await readPart(crier.context.database, { postId: id, position: 0 });
    expect([row?.sentAtMs, row?.callEndedAtMs]).toEqual([Date.parse(BACKUP), expect.any(Number)]);
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'wake_post' },
    ]);
    const { body } = await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${id}`);
    expect(JSON.stringify(body)).toContain('Restored from a backup of 2026-11-26 03:00 UTC, since which');
  });

  it.each(['intent', 'repeat', 'sent'])(
    'presumes what the backup knows as %s to have been sent again since, and trusts no key of it',
    async (phase) => {
      const id = await due();
      await setState(crier, id, 'publishing');
      await sql(
        crier,
        `update publish_attempt set phase = $2, prepared = '{"text": "ours"}', resend_until = now() + interval '1 hour',
          earlier_sent_at = case when $2 = 'repeat' then '2026-11-26T02:59:00Z'::timestamptz end
        where post_item_id in (select id from post_item where post_id = $1)`,
        [id, phase],
      );
      await goOn();
      const row = await readPart(crier.context.database, { postId: id, position: 0 });
      expect(row).toMatchObject({ verdict: 'sent', presumed: true, prepared: { text: 'ours' } });
      expect(row?.sentAtMs).toBe(Date.parse(phase === 'repeat' ? '2026-11-26T02:59:00Z' : BACKUP));
      expect(row?.earlierSentAtMs).toBeNull();
    },
  );

  it('leaves what it presumes to the look when a claim began before it and waited for it', async () => {
    const [id, other] = [await due(6), await due()];
    const waiting = async (count: number): Promise<unknown> =>
      eventually(`${count} wait for a row`, async () => {
        const rows = await sql(
          crier,
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length === count;
      });
    const under = await crier.context.database.fork().transactional(async (tx) => {
      await tx.execute('select 1 from post where id = ? for update', [other]);
      const resumed = goOn();
      await waiting(1);
      const claimed = claim(id);
      await waiting(2);
      return { resumed, claimed };
    });
    await under.resumed;
    expect(await under.claimed).toBe('busy');
    expect([await state(id), await attempts(id), await claim(id)]).toEqual([
      'publishing',
      [[1, 'sent', true]],
      'sent',
    ]);
  });

  it('asks on about what the network had accepted before the backup', async () => {
    const id = await due();
    await setState(crier, id, 'processing');
    await sql(crier, "update publish_attempt set phase = 'processing'");
    await goOn();
    expect([await state(id), await attempts(id)]).toEqual(['processing', [[1, 'processing', false]]]);
  });

  it('presumes of a thread the parts whose time has come, and no later ones', async () => {
    const id = await due(120, 30, 30, 600);
    await sql(crier, "update post set state = 'publishing' where id = $1", [id]);
    await sql(
      crier,
      "update post_item set published_at = now() - interval '2 hours', release_id = '1' where post_id = $1 and position = 0",
      [id],
    );
    await goOn();
    expect(await attempts(id)).toEqual([
      [2, 'sent', true],
      [3, 'sent', true],
    ]);
    expect(await claim(id, 1)).toBe('sent');
  });

  it('leaves alone what is due later, has ended or waits for a person, and does it once', async () => {
    const later = await due(-60);
    const states = ['draft', 'cancelled', 'published', 'failed', 'missed', 'unconfirmed'];
    const ended = await Promise.all(
      states.map(async (to) => {
        const id = await due();
        await setState(crier, id, to);
        return id;
      }),
    );
    await goOn();
    expect(await Promise.all([later, ...ended].map(attempts))).toEqual([[], [], [], [], [], [], []]);
    expect(await Promise.all(ended.map(state))).toEqual(states);
    expect(await readRestored(crier.context.database)).toBeUndefined();
    await freeze(crier.context.database, {}, { reason: 'again', waitMs: 0 });
    const id = await due();
    await goOn();
    expect([await state(id), await attempts(id), await claim(id)]).toEqual(['scheduled', [], 'claimed']);
  });

  it('presumes it of an organisation that stays frozen too, and not of one that was moved away before', async () => {
    const id = await due();
    await sql(crier, "update organization set frozen_at = now(), frozen_reason = 'ours', moved_at = now()");
    expect(await planResume(crier.context, {})).toMatchObject({ doubtful: 0 });
    await sql(crier, 'update organization set moved_at = null');
    await goOn();
    expect(await attempts(id)).toEqual([[1, 'sent', true]]);
    await sql(crier, 'delete from publish_attempt');
    await sql(crier, "update post set state = 'scheduled'");
    expect(await claim(id)).toBe('held');
  });

  it('gives new dates without a new key, and looks for the posts at these', async () => {
    const ids = [await due(9), await due(8)];
    await goOn({ action: 'respread', minutes: 60 });
    const dates = await sql<{ minutes: number; revision: number }>(
      crier,
      `select round(extract(epoch from publish_at - now()) / 60)::int as minutes, revision from post
      where id = any($1) order by publish_at`,
      [ids],
    );
    expect(dates).toEqual([
      { minutes: 0, revision: 1 },
      { minutes: 30, revision: 1 },
    ]);
    expect(await Promise.all(ids.map(attempts))).toEqual([[[1, 'sent', true]], [[1, 'sent', true]]]);
  });

  it('ends what is dropped as what may be published does: a person decides whether it is', async () => {
    const id = await due();
    await sql(crier, 'delete from notification');
    await goOn({ action: 'drop' });
    expect(await state(id)).toBe('unconfirmed');
    expect(await sql(crier, 'select kind from notification')).toEqual([{ kind: 'unconfirmed' }]);
    const { status } = await crier.call('POST', `/posts/${id}/resolve`, { body: { decision: 'resend' } });
    expect([status, await claim(id)]).toEqual([201, 'claimed']);
  });

  it('waits with the look until a channel is reconnected, and lets nobody change the post meanwhile', async () => {
    const id = await due();
    await sql(crier, 'update integration set refresh_needed = true');
    await goOn();
    expect([await claim(id), await state(id)]).toEqual(['held', 'publishing']);
    expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(409);
    await sql(crier, 'update integration set refresh_needed = false');
    expect(await claim(id)).toBe('sent');
  });

  it('counts from the older of two backups, one of which was restored and never resumed', async () => {
    await sql(crier, NOTE_RESTORED, ['2026-11-27T03:00:00Z']);
    expect(await readRestored(crier.context.database)).toEqual(new Date(BACKUP));
    await sql(crier, NOTE_RESTORED, ['2026-11-25T03:00:00Z']);
    expect(await readRestored(crier.context.database)).toEqual(new Date('2026-11-25T03:00:00Z'));
  });

  it('counts from the moment that a person names, of files that were put back in their place', async () => {
    await sql(crier, "delete from instance_state where key in ('frozen', 'restored')");
    const args = ['freeze', '--all', '--reason', 'a snapshot of the disk', '--put-back-to'];
    expect((await runCrier(crier.env, ...args, 'yesterday')).code).not.toBe(0);
    expect((await runCrier(crier.env, ...args, '2026-11-24T03:00Z')).code).toBe(0);
    expect(await readRestored(crier.context.database)).toEqual(new Date('2026-11-24T03:00:00Z'));
  });

  it('freezes a copy although its worker was killed at any step before that', async () => {
    const { database } = crier.context;
    await freezeIfCopied(database);
    /** The database until this many statements were executed; the process is killed then. */
    const killedAfter = (statements: number): typeof database => {
      let left = statements;
      const query = async (...args: Parameters<typeof database.query>): Promise<object[]> => {
        if (left-- === 0) throw new Error('killed');
        return database.query(...args);
      };
      return new Proxy(database, {
        get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
      });
    };
    let killed = true;
    for (let statements = 0; killed; statements += 1) {
      await sql(
        crier,
        'update instance_state set value = value || \'{"folder": "/old"}\' where key = \'database\'',
      );
      await sql(crier, "delete from instance_state where key in ('frozen', 'restored')");
      killed = await freezeIfCopied(killedAfter(statements)).then(
        () => false,
        () => true,
      );
      // It is started again.
      const again = killed ? await freezeIfCopied(database) : false;
      expect([
        statements,
        again || !killed,
        await readFreeze(database, {}),
        await readRestored(database),
      ]).toEqual([statements, true, expect.objectContaining({ scope: 'instance' }), expect.any(Date)]);
    }
    // Once is enough: a person resumes it.
    expect(await freezeIfCopied(database)).toBe(false);
  });

  it('counts, of a copy without a recorded moment, from the last sign of a worker in it', async () => {
    const { database } = crier.context;
    await sql(crier, "delete from instance_state where key in ('frozen', 'restored', 'database')");
    expect(await freezeIfCopied(database)).toBe(false);
    await setSent(crier, await due());
    await sql(
      crier,
      "insert into post_event (post_id, kind, at) select id, 'claimed', '2026-11-20' from post",
    );
    const copied = async (): Promise<unknown> => {
      await sql(
        crier,
        'update instance_state set value = value || \'{"folder": "/old"}\' where key = \'database\'',
      );
      await sql(crier, "delete from instance_state where key in ('frozen', 'restored')");
      expect(await freezeIfCopied(database)).toBe(true);
      return readRestored(database);
    };
    expect(await copied()).toEqual(new Date('2026-11-20T00:00:00Z'));
    await sql(
      crier,
      "insert into instance_state values ('worker:a', 'true', '2026-11-21'), ('worker:b', 'true', '2026-11-19')",
    );
    expect(await copied()).toEqual(new Date('2026-11-21T00:00:00Z'));
    await sql(crier, "delete from instance_state where key like 'worker:%'");
  });
});
