import { describe, expect, it } from '@jest/globals';
import { withPostgres } from '../../platform/postgres-client.ts';
import { sql } from '../../test/factories.ts';
import { holdTable } from '../../test/hold-table.ts';
import { eventually } from '../../test/instance.ts';
import type { V1Source } from '../test/make-source.ts';
import { runPass } from '../copy/run-pass.ts';
import { renewedChannels } from './renewed-channels.ts';
import { rollBack } from './roll-back.ts';
import {
  crier,
  here,
  inV1,
  makeDue,
  migration,
  organization,
  run,
  starts,
  useCutoverWorld,
  v1,
} from '../test/cutover-world.ts';

useCutoverWorld();

/** As if a post of the organisation had been sent from here. */
const noteSent = (): Promise<unknown> =>
  sql(
    crier,
    `insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
      select gen_random_uuid(), i.id, 1, 'sent', gen_random_uuid(), now() from post_item i
      join post p on p.id = i.post_id where p.organization_id = $1 and p.state = 'scheduled' limit 1`,
    [v1.organizations[1]?.id],
  );
/** Cancels what waits for a lock in v1, once something does. */
const cancelWaiting = async (source: V1Source): Promise<boolean> =>
  (
    await source.query(`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).length > 0;

describe('A rollback', () => {
  it('puts everything back as it was, and the next cutover takes the same', async () => {
    await makeDue([1, 90]);
    await run();
    expect(await rollBack(migration, await organization())).toBe(5);
    expect([await inV1(), await starts(), (await organization()).publishes]).toEqual([
      { QUEUE: 5, PUBLISHED: 10 },
      0,
      'v1',
    ]);
    await runPass(migration);
    expect(await here()).toEqual({ scheduled: 5, published: 10 });
    expect(await run()).toEqual({ waiting: 3, overdue: 1, found: 0, doubtful: 1 });
  });

  it('names the channels whose tokens were renewed here; the next cutover has these, unless v1 has newer ones', async () => {
    await run();
    // A refresh token may be used once.
    const renewed = await sql(
      crier,
      `update integration set credentials = 'renewed', credentials_version = 2
        where organization_id = $1 and provider in ('linkedin', 'linkedin-page', 'sandbox') returning id`,
      [v1.organizations[1]?.id],
    );
    expect(renewed).toHaveLength(3);
    const { id } = await organization();
    expect(await renewedChannels(migration, { id })).toHaveLength(2);
    await rollBack(migration, await organization());
    await v1.query(
      `update "Integration" set token = 'newer', "updatedAt" = now() where "organizationId" = $1 and "providerIdentifier" = 'linkedin-page'`,
      [v1.organizations[1]?.id],
    );
    await runPass(migration);
    expect(
      await sql(
        crier,
        `select provider, credentials = 'renewed' as kept from integration
          where organization_id = $1 and provider in ('linkedin', 'linkedin-page', 'sandbox') order by 1`,
        [id],
      ),
    ).toEqual([
      { provider: 'linkedin', kept: true },
      { provider: 'linkedin-page', kept: false },
      { provider: 'sandbox', kept: true },
    ]);
  });

  it('ends a cutover that was interrupted', async () => {
    await makeDue([1]);
    const stop = new AbortController();
    const say = (line: string): void => void (line.includes('stopped ') && stop.abort());
    await expect(run({ graceMs: 600_000, signal: stop.signal, say })).rejects.toThrow();
    expect(await inV1()).toEqual({ STOPPED: 5, PUBLISHED: 10 });
    expect(await rollBack(migration, await organization())).toBe(5);
    expect([await inV1(), (await organization()).phase]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying']);
  });

  it.each([
    ['is refused when a cutover takes over at this moment, and changes nothing', 'commit'],
    ['ends a cutover whose takeover has failed at this moment', 'rollback'],
  ])('%s', async (_, ends) => {
    const stop = new AbortController();
    const say = (line: string): void => void (line.includes('reading') && stop.abort());
    await expect(run({ signal: stop.signal, say })).rejects.toThrow();
    const typed = await organization();
    const outcome = await withPostgres(crier.env.DATABASE_URL ?? '', async (takingOver) => {
      await takingOver.query('begin');
      await takingOver.query(
        `update v1_organization set publishes = 'crier', phase = 'cut_over', cut_over_at = now() where organization_id = $1`,
        [typed.id],
      );
      const back = rollBack(migration, typed).catch((error: Error) => error);
      await eventually(
        'the rollback waits for the cutover',
        async () =>
          (
            await sql(
              crier,
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length === 1,
      );
      await takingOver.query(ends);
      return back;
    });
    const { publishes, phase } = await organization();
    expect([outcome, publishes, phase, await inV1()]).toEqual(
      ends === 'commit'
        ? [
            expect.objectContaining({
              code: 'invalid_request',
              message: 'Crier has taken "Organisation 1" over at this moment: type the rollback again',
            }),
            'crier',
            'cut_over',
            { STOPPED: 5, PUBLISHED: 10 },
          ]
        : [5, 'v1', 'copying', { QUEUE: 5, PUBLISHED: 10 }],
    );
    // As the refusal says.
    if (ends === 'commit') expect(await rollBack(migration, await organization())).toBe(5);
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
  });

  it('that was interrupted goes on: v1 gets its posts back', async () => {
    await run();
    const release = await holdTable(v1.url, '"Post"');
    // v1 cannot be written to: its statement is cancelled, as a server that is shut down does.
    const interrupted = expect(rollBack(migration, await organization())).rejects.toThrow(
      /canceling statement/,
    );
    await eventually('the rollback waits for v1', () => cancelWaiting(v1));
    await interrupted;
    await release();
    expect([await inV1(), (await organization()).phase]).toEqual([{ STOPPED: 5, PUBLISHED: 10 }, 'stopping']);
    expect(await rollBack(migration, await organization())).toBe(5);
    expect([await inV1(), (await organization()).phase]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying']);
  });

  it('that was killed before it knew what was sent from here finds out when it is repeated', async () => {
    await run();
    await sql(
      crier,
      `update v1_organization set publishes = 'v1', phase = 'stopping', cut_over_at = null,
          detail = jsonb_build_object('cutOverMs', extract(epoch from cut_over_at) * 1000) where publishes = 'crier'`,
    );
    await noteSent();
    await expect(rollBack(migration, await organization())).rejects.toMatchObject({ code: 'no_way_back' });
    expect([await inV1(), await organization()]).toEqual([
      { STOPPED: 5, PUBLISHED: 10 },
      expect.objectContaining({ publishes: 'crier', phase: 'cut_over' }),
    ]);
  });

  it('is refused once something was sent from here, and changes nothing', async () => {
    await run();
    await noteSent();
    await expect(rollBack(migration, await organization())).rejects.toMatchObject({
      code: 'no_way_back',
      message: expect.stringContaining('1 of its posts were sent from here'),
    });
    expect([await inV1(), (await organization()).publishes]).toEqual([
      { STOPPED: 5, PUBLISHED: 10 },
      'crier',
    ]);
  });
});
