import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { takeLease } from '../src/channels/renewal-lease.ts';
import { startGroup } from '../src/platform/outbox/start-group.ts';
import { readInstanceState } from '../src/platform/metrics/instance-state.ts';
import { readStuckPosts } from '../src/posts/read/read-stuck-posts.ts';
import { buildPost, createOne, setState, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { claimPart } from './ledger/claim-part.ts';
import { repeatPosts } from './repeat-posts.ts';

describe('While another instance publishes for an organisation, its posts here', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    const source = randomUUID();
    await sql(crier, "insert into v1_source (id, fingerprint, version) values ($1, 'test', 'v2.11.3')", [
      source,
    ]);
    await sql(
      crier,
      "insert into v1_organization (organization_id, source_id, legacy_id) values ($1, $2, 'old')",
      [crier.organizationId, source],
    );
  });
  afterAll(() => crier?.stop());
  beforeEach(async () => {
    await publishes('crier');
    id = await createOne(crier, buildPost(channel));
    await setDue();
    await publishes('v1');
  });
  afterEach(() => sql(crier, 'delete from post'));

  const publishes = (who: 'v1' | 'crier'): Promise<unknown> =>
    sql(
      crier,
      who === 'v1'
        ? "update v1_organization set publishes = 'v1', phase = 'copying', cut_over_at = null"
        : "update v1_organization set publishes = 'crier', phase = 'cut_over', cut_over_at = now()",
    );
  const setDue = (): Promise<unknown> =>
    sql(crier, "update post set publish_at = now() - interval '3 minutes'");
  const claim = async (): Promise<boolean | undefined> =>
    (
      await claimPart(
        crier.context.database,
        { postId: id, position: 0 },
        { id: randomUUID(), attemptId: randomUUID(), direct: true },
      )
    )?.verdict === 'claimed';
  const inBoth = async <T>(look: () => Promise<T>): Promise<[T, T]> => {
    const before = await look();
    await publishes('crier');
    return [before, await look()];
  };

  it('are not claimed; afterwards they are', async () => {
    expect(await inBoth(claim)).toEqual([false, true]);
  });

  it('get no run', async () => {
    const [post] = await sql<{ group: string }>(crier, 'select post_group_id as group from post');
    const start = startGroup(crier.context, post?.group ?? '', 'a store');
    expect(await start).toBe(false);
  });

  it('are not repeated; afterwards they are', async () => {
    await sql(crier, 'update post set interval_days = 7');
    expect(await inBoth(() => repeatPosts(crier.context.database, 10))).toEqual([0, 1]);
  });

  it('do not count as overdue or waiting; afterwards they do', async () => {
    const look = async (): Promise<number[]> => [
      (await readStuckPosts(crier.context.database)).length,
      (await readInstanceState(crier.context.database)).due,
    ];
    expect(await inBoth(look)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('do not count as missed; afterwards they do', async () => {
    await setState(crier, id, 'missed');
    const look = async (): Promise<number> => (await readInstanceState(crier.context.database)).missed;
    expect(await inBoth(look)).toEqual([0, 1]);
  });

  it('have a channel whose credentials only the other instance renews; afterwards Crier does', async () => {
    const look = async (): Promise<string> =>
      (await takeLease(crier.context.database, { id: channel, credentialsVersion: 1 }, randomUUID())).status;
    expect(await inBoth(look)).toEqual(['failed', 'taken']);
  });
});
