import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, refusal, setState, sql, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';

describe('the deletion of a post only while it waits', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    id = await createOne(crier, buildPost(channel));
  });
  afterAll(() => crier?.stop());

  const remove = () => crier.call<ErrorBody & { status: string }>('DELETE', `/posts/${id}?onlyWaiting=true`);
  const isDeleted = async (): Promise<boolean> =>
    (await sql(crier, 'select 1 from post where id = $1 and deleted_at is not null', [id])).length === 1;

  it.each(['scheduled', 'draft'] as const)('cancels one that waits, however often: %s', async (state) => {
    await setState(crier, id, state);
    expect((await remove()).body).toEqual({ id, status: 'cancelled' });
    expect((await remove()).body).toEqual({ id, status: 'cancelled' });
    expect(await isDeleted()).toBe(true);
  });

  it.each(['publishing', 'processing', 'published', 'failed', 'unconfirmed', 'missed'] as const)(
    'leaves one that waits no more: %s',
    async (state) => {
      await setState(crier, id, state);
      expect(refusal(await remove())).toMatchObject({ status: 409, code: 'post_locked' });
      expect(await isDeleted()).toBe(false);
    },
  );

  it('leaves one that is published at that very moment', async () => {
    const { database } = crier.context;
    let removal: ReturnType<typeof remove> | undefined;
    await database.fork().transactional(async (tx) => {
      await tx.execute("update post set state = 'published', published_at = now() where id = ?", [id]);
      removal = remove();
      await eventually('the deletion waits', async () => {
        const waiting = await sql(
          crier,
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
    });
    expect(refusal((await removal) as never)).toMatchObject({ status: 409, code: 'post_locked' });
    expect(await isDeleted()).toBe(false);
  });

  it('is refused where it is neither true nor false', async () => {
    const answer = await crier.call<ErrorBody>('DELETE', `/posts/${id}?onlyWaiting=yes`);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['onlyWaiting'] });
  });
});
