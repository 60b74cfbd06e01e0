import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';

describe('what a release without the column left behind', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  /** A post whose attempt was put back after a look with this verdict, as a rate limit then left it. */
  async function putBack(verdict: string): Promise<string> {
    const id = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      `insert into publish_attempt (id, post_item_id, revision, phase, fence, evidence)
      select gen_random_uuid(), i.id, p.revision, 'intent', gen_random_uuid(), $2::jsonb
      from post p
      join post_item i on i.post_id = p.id
      where p.id = $1`,
      [id, JSON.stringify([{ part: 1, verdict }, { reason: 'slow down' }])],
    );
    return id;
  }

  it('may be published if its repeat was allowed, and is as it was if it is absent', async () => {
    const { migrator } = crier.context.database.orm;
    const [repeated, absent] = [await putBack('repeatable'), await putBack('absent')];
    await migrator.down({ migrations: ['20261122210000-may-be-out'] });
    await migrator.up();
    const stateOf = async (id: string): Promise<unknown> =>
      (
        await sql(
          crier,
          `select p.state, a.earlier_sent_at is not null as sent
          from post p
          join post_item i on i.post_id = p.id
          join publish_attempt a on a.post_item_id = i.id
          where p.id = $1`,
          [id],
        )
      )[0];
    expect(await stateOf(repeated)).toEqual({ state: 'publishing', sent: true });
    expect(await stateOf(absent)).toEqual({ state: 'scheduled', sent: false });
  });
});
