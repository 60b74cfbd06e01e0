import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';

const MIGRATION = '20261127100000-name-attempt-phases';

describe('attempts of a release whose phases had no names', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  /** An attempt as such a release has left it. */
  async function left(phase: string, columns: string, evidence: readonly object[] = []): Promise<string> {
    const id = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      `insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at, settled_at, evidence)
      select gen_random_uuid(), i.id, p.revision, $2, gen_random_uuid(), '2031-05-04 09:30Z',
        case when $2 = 'rejected' then now() end, $3::jsonb
      from post p join post_item i on i.post_id = p.id
      where p.id = $1`,
      [id, phase, JSON.stringify(evidence)],
    );
    await sql(
      crier,
      `update publish_attempt a set ${columns} from post_item i where i.id = a.post_item_id and i.post_id = $1`,
      [id],
    );
    return id;
  }
  const read = async (id: string): Promise<unknown> =>
    (
      await sql(
        crier,
        `select a.phase, a.resends, a.not_ours as "notOurs", a.rejection, a.settled_by as "settledBy",
          to_char(a.call_ended_at at time zone 'UTC', 'HH24:MI') as ended
        from publish_attempt a join post_item i on i.id = a.post_item_id
        where i.post_id = $1`,
        [id],
      )
    )[0];
  const plain = { resends: 0, notOurs: 0, rejection: null, settledBy: null, ended: null };

  it('have them afterwards, and what their evidence decided stands in columns', async () => {
    const { migrator } = crier.context.database.orm;
    await migrator.down({ migrations: [MIGRATION] });
    const rejection = { code: 'rejected', message: 'No', networkCode: null };
    const intent = await left('intent', 'sent_at = null');
    const repeat = await left('intent', "earlier_sent_at = '2031-05-04 09:00Z', sent_at = null", [
      { verdict: 'repeatable', evidence: 'a key' },
    ]);
    const sent = await left('sent', 'tries = 2', [
      { reason: 'reset', endedAt: '2031-05-04T09:00:00Z' },
      { verdict: 'absent', evidence: 'not there' },
      { reason: 'of another', notOurs: true, endedAt: '2031-05-04T09:31:00Z', rejection },
    ]);
    const processing = await left('sent', `provider_ref = '{"job": 1}'`);
    const dropped = await left('rejected', 'tries = 1', [{ by: 'person', decision: 'drop' }]);
    await migrator.up();
    expect(await read(intent)).toEqual({ ...plain, phase: 'intent' });
    expect(await read(repeat)).toEqual({ ...plain, phase: 'repeat', resends: 1 });
    expect(await read(sent)).toEqual({
      ...plain,
      phase: 'sent',
      resends: 1,
      notOurs: 1,
      rejection,
      ended: '09:31',
    });
    expect(await read(processing)).toEqual({ ...plain, phase: 'processing' });
    expect(await read(dropped)).toEqual({ ...plain, phase: 'rejected', settledBy: 'person' });
    await migrator.down({ migrations: [MIGRATION] });
    expect(
      await sql(
        crier,
        `select a.phase from publish_attempt a join post_item i on i.id = a.post_item_id
        where i.post_id = any($1) order by a.phase`,
        [[repeat, processing]],
      ),
    ).toEqual([{ phase: 'intent' }, { phase: 'sent' }]);
    await migrator.up();
  });
});
