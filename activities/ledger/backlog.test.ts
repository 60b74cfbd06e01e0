import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { buildPost, createOne, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { claimPart, type ClaimRow } from './claim-part.ts';

const WITHIN_MS = 50_000;

describe('a backlog of one channel', () => {
  let crier: TestInstance;
  let channel: string;
  let model: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    channel = (await crier.connect('sandbox')).id;
    model = await createOne(crier, buildPost(channel));
  });
  afterAll(() => crier?.stop());

  /** Posts like the model, the oldest first: one for each minute before the last ten. */
  const addOverdue = async (count: number): Promise<string[]> => {
    const rows = await sql<{ id: string }>(
      crier,
      `with
        made as (
          insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings, short_link)
          select gen_random_uuid(), p.post_group_id, p.organization_id, p.integration_id, gen_random_uuid(),
            'scheduled', now() - interval '10 minutes' - n * interval '4 seconds', p.settings, false
          from post p, generate_series(1, $2::int) n
          where p.id = $1
          returning id, publish_at
        ),
        items as (
          insert into post_item (id, post_id, position, content)
          select gen_random_uuid(), id, 0, 'Spring menu'
          from made
        )
      select id from made order by publish_at`,
      [model, count],
    );
    await sql(crier, 'analyze post');
    return rows.map((r) => r.id);
  };
  const claim = async (postId: string): Promise<ClaimRow & { claimed: boolean; paceMs: number }> => {
    const row = await claimPart(
      crier.context.database,
      { postId, position: 0 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
    if (!row) throw new Error('no such post');
    return { ...row, claimed: row.verdict === 'claimed', paceMs: row.turnMs ?? 0 };
  };
  /** What the timers of the runs would do. */
  const turnsCome = (): Promise<unknown> =>
    sql(crier, "update post set turn_at = turn_at - interval '51 seconds' where turn_at > now()");

  it('of ten thousand leaves within the bound: each post asks twice, at any place', async () => {
    const ids = await addOverdue(10_000);
    const places = [0, 1, 2, 500, 999, 1000, 1001, 2500, 5000, 7500, 9000, 9998, 9999];
    const began = performance.now();
    for (const place of places.toReversed()) {
      const { paceMs } = await claim(ids[place] ?? '');
      const turn = Math.round((WITHIN_MS / 10_000) * place);
      // At its place among all, within 50 s; by as much earlier as the younger ones asked before it.
      expect(paceMs).toBeLessThanOrEqual(turn);
      expect(paceMs).toBeGreaterThanOrEqual(turn - Math.ceil(performance.now() - began));
    }
    await turnsCome();
    for (const place of places) {
      const row = await claim(ids[place] ?? '');
      expect({ place, claimed: row.claimed || row.published !== null || row.phase === 'sent' }).toEqual({
        place,
        claimed: true,
      });
    }
  }, 120_000);

  it('lets a post go whose turn has come, although older ones were never taken', async () => {
    const [never = '', dead = '', mine = '', next = ''] = await addOverdue(4);
    expect((await claim(dead)).paceMs).toBe(1000); // behind the one that nobody takes
    expect((await claim(mine)).paceMs).toBe(2000);
    await turnsCome();
    // Neither the one without a run nor the one that let its turn pass is waited for.
    expect((await claim(mine)).claimed).toBe(true);
    expect((await claim(next)).paceMs).toBe(1000);
    await turnsCome();
    expect((await claim(next)).claimed).toBe(true);
    expect((await claim(never)).claimed).toBe(true);
  });

  it('leaves oldest first, also when an older post reaches its worker a little later', async () => {
    const [first = '', second = '', third = ''] = await addOverdue(3);
    expect([(await claim(third)).paceMs, (await claim(second)).paceMs]).toEqual([2000, 1000]);
    expect((await claim(first)).claimed).toBe(true);
    await sql(crier, "update post set turn_at = now() - interval '1 second' where id = any($1)", [
      [second, third],
    ]);
    expect((await claim(third)).paceMs).toBe(500);
    expect((await claim(second)).claimed).toBe(true);
    expect((await claim(third)).claimed).toBe(true);
  });

  it('leaves oldest first, also when an older post asks long after a younger one', async () => {
    const [first = '', second = '', third = ''] = await addOverdue(3);
    expect((await claim(first)).claimed).toBe(true);
    expect((await claim(third)).paceMs).toBe(1000);
    await sql(crier, "update post set turn_at = now() + interval '300 milliseconds' where id = $1", [third]);
    expect((await claim(second)).paceMs).toBeLessThanOrEqual(300);
  });

  it('waits a little for an older post that has not asked yet, and then goes', async () => {
    const [older = '', younger = ''] = await addOverdue(2);
    expect((await claim(younger)).paceMs).toBe(1000);
    await sql(crier, "update post set turn_at = now() - interval '1 second' where id = $1", [younger]);
    expect((await claim(younger)).paceMs).toBe(500);
    expect((await claim(older)).claimed).toBe(true);
    expect((await claim(younger)).claimed).toBe(true);
    const [never = '', next = ''] = await addOverdue(2);
    expect([(await claim(next)).paceMs, never]).toEqual([1000, expect.any(String)]);
    await sql(crier, "update post set turn_at = now() - interval '4 seconds' where id = $1", [next]);
    expect((await claim(next)).claimed).toBe(true);
  });

  it('does not wait for an older post that is between two tries', async () => {
    const [older = '', younger = ''] = await addOverdue(2);
    expect((await claim(older)).claimed).toBe(true);
    await sql(crier, "update publish_attempt set phase = 'intent', sent_at = null");
    await sql(crier, "update post set state = 'scheduled' where id = $1", [older]);
    expect((await claim(younger)).claimed).toBe(true);
  });

  it('keeps a turn that was given, however often the post is looked at', async () => {
    const [, second = ''] = await addOverdue(2);
    const first = (await claim(second)).paceMs;
    const [turn] = await sql<{ turn: string }>(
      crier,
      'select turn_at::text as turn from post where id = $1',
      [second],
    );
    const again = await claim(second);
    expect([again.claimed, again.paceMs > 0, again.paceMs <= first]).toEqual([false, true, true]);
    expect(await sql(crier, 'select turn_at::text as turn from post where id = $1', [second])).toEqual([
      turn,
    ]);
  });

  describe('that has waited for a limit of its account', () => {
    /** Due a minute ago, so in no backlog by their age. */
    const addDue = async (count: number): Promise<string[]> => {
      const ids = await addOverdue(count);
      await sql(
        crier,
        "update post set publish_at = publish_at + interval '9 minutes 30 seconds' where integration_id = $1",
        [channel],
      );
      return ids;
    };
    const limitEnded = (): Promise<unknown> =>
      sql(
        crier,
        `insert into channel_limit (integration_id, until, reason) values ($1, clock_timestamp(), 'Slow down')
        on conflict (integration_id) do update set until = excluded.until`,
        [channel],
      );

    it('leaves oldest first, a quarter of a second apart, and without a limit all at once', async () => {
      const [first = '', second = '', third = ''] = await addDue(3);
      await limitEnded();
      expect([(await claim(third)).paceMs, (await claim(second)).paceMs]).toEqual([500, 250]);
      expect((await claim(first)).claimed).toBe(true);
      await turnsCome();
      await sql(crier, 'delete from channel_limit');
      for (const id of [third, second]) expect((await claim(id)).claimed).toBe(true);
    });

    it('leaves in turn again after the next limit, also what was refused for it', async () => {
      const [first = '', second = ''] = await addDue(2);
      await limitEnded();
      for (const id of [first, second]) {
        await turnsCome();
        await claim(id);
      }
      await sql(crier, "update publish_attempt set phase = 'intent', sent_at = null");
      await sql(crier, "update post set state = 'scheduled' where id = any($1)", [[first, second]]);
      // A second try that no limit came before needs no turn.
      expect((await claim(second)).claimed).toBe(true);
      await sql(crier, "update publish_attempt set phase = 'intent', sent_at = null");
      await sql(crier, "update post set state = 'scheduled' where id = any($1)", [[first, second]]);
      await limitEnded();
      expect((await claim(second)).paceMs).toBe(250);
      expect((await claim(second)).claimed).toBe(false);
      expect((await claim(first)).claimed).toBe(true);
    });

    it('leaves in turn also where it is the next part of a thread', async () => {
      const ids = await addDue(2);
      const part = { content: 'Dessert', position: 1 };
      await sql(
        crier,
        `insert into post_item (id, post_id, position, content)
        select gen_random_uuid(), id, $2::int, $3 from unnest($1::uuid[]) id`,
        [ids, part.position, part.content],
      );
      await sql(
        crier,
        `update post_item set published_at = now() - interval '30 seconds', release_id = id::text
        where post_id = any($1) and position = 0`,
        [ids],
      );
      await sql(crier, "update post set state = 'publishing' where id = any($1)", [ids]);
      await limitEnded();
      const [, second = ''] = ids;
      const row = await claimPart(
        crier.context.database,
        { postId: second, position: 1 },
        { id: randomUUID(), attemptId: randomUUID(), direct: true },
      );
      expect(row?.verdict).toBe('turn');
    });

    it('does not keep a post waiting that is due after the limit', async () => {
      const [first = '', second = ''] = await addDue(2);
      await limitEnded();
      await sql(crier, 'update post set publish_at = clock_timestamp() where id = $1', [second]);
      expect((await claim(second)).claimed).toBe(true);
      expect((await claim(first)).claimed).toBe(true);
    });
  });

  it('paces a post again that was given a later date and missed that as well', async () => {
    const [, second = ''] = await addOverdue(2);
    await claim(second);
    await sql(crier, "update post set turn_at = publish_at - interval '1 day' where id = $1", [second]);
    expect((await claim(second)).paceMs).toBe(1000);
  });
});
