import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { copySource, type CopiedSource } from '../test/copy-source.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { webhooks } from './webhooks.ts';

describe('A webhook of v1', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let copied: CopiedSource;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.20',
      organizations: 1,
      posts: 0,
      waiting: 0,
      seed: randomUUID(),
    });
    copied = await copySource(crier, v1);
    await copied.pass();
  });
  afterAll(async () => {
    await copied?.close();
    await v1?.drop();
    await crier?.stop();
  });

  /**
   * As it is copied: how many channels it is for (null = all), how many of them are here, and what is said of
   * it.
   */
  const written = async (tags: readonly string[]): Promise<unknown> => {
    const row = {
      name: 'Dashboard',
      url: 'https://dashboard.example/hook',
      organizationId: v1.organizations[0]?.id,
      createdAt: new Date(),
    };
    const [one] = await crier.context.database
      .fork()
      .transactional((tx) =>
        webhooks.write(
          tx,
          copied.deps,
          [{ id: randomUUID(), row, tags } as unknown as Parameters<typeof webhooks.write>[2][number]],
          undefined,
        ),
      );
    const [stored] = await sql<object>(
      crier,
      `select cardinality(channels) as channels,
        (select count(*)::int from integration where id = any(w.channels)) as here
      from webhook w where id = $1`,
      [one?.id],
    );
    return { ...stored, problem: one?.problem };
  };
  const channel = async (): Promise<string> =>
    (await v1.query<{ id: string }>('select "integrationId" as id from "IntegrationsWebhooks" limit 1'))[0]
      ?.id ?? '';

  it('for every channel, or for some that are here, is for these here', async () => {
    expect(await written([])).toEqual({ channels: null, here: 0, problem: null });
    expect(await written([await channel()])).toEqual({ channels: 1, here: 1, problem: null });
    expect(await written([await channel(), 'unknown'])).toEqual({ channels: 2, here: 1, problem: null });
  });

  it('for channels that are not here is for no others, and the report names it', async () => {
    expect(await written(['unknown'])).toEqual({
      channels: 1,
      here: 0,
      problem: 'none of its channels is here: nothing is sent to it until others are chosen',
    });
  });
});
