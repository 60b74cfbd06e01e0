import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { copySource, type CopiedSource } from '../test/copy-source.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';

/** `ShortLinkPreference` of v1's schema.prisma, since v2.13.0. */
const CHOICES = ['ASK', 'YES', 'NO'];

describe('What an organisation of v1 has chosen about short links', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let copied: CopiedSource;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.20',
      organizations: CHOICES.length,
      posts: 0,
      waiting: 0,
      seed: randomUUID(),
    });
    copied = await copySource(crier, v1);
  });
  afterAll(async () => {
    await copied?.close();
    await v1?.drop();
    await crier?.stop();
  });

  const choose = (choice: string, n: number): Promise<unknown> =>
    v1.query('update "Organization" set shortlink = $1::"ShortLinkPreference" where id = $2', [
      choice,
      v1.organizations[n]?.id,
    ]);
  const here = async (): Promise<unknown[]> => {
    const rows = await sql<{ id: string; choice: string }>(
      crier,
      'select organization_id as id, o.short_links as choice from organization o join v1_organization w on w.organization_id = o.id',
    );
    return v1.organizations.map(({ id }) => rows.find((row) => row.id === id)?.choice);
  };

  it('holds here: to ask, always, never', async () => {
    for (const [n, choice] of CHOICES.entries()) await choose(choice, n);
    await copied.pass();
    expect(await here()).toEqual(['ask', 'always', 'never']);
  });

  it('is copied when it is changed while v1 still publishes', async () => {
    for (const [n, choice] of CHOICES.toReversed().entries()) await choose(choice, n);
    await copied.pass();
    expect(await here()).toEqual(['never', 'always', 'ask']);
  });
});
