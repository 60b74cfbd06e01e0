import { afterAll, describe, expect, it } from '@jest/globals';
import { makeV1Source, type V1Source } from './make-source.ts';
import { AGES } from './schema.ts';

describe('A database of v1', () => {
  const made: V1Source[] = [];
  afterAll(() => Promise.all(made.map((source) => source.drop())));

  it.each(AGES)('of the age %s has the tables and rows of then', async (age) => {
    const source = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age,
      organizations: 2,
      posts: 20,
      waiting: 5,
    });
    made.push(source);
    const tables = await source.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const names = tables.map(({ name }) => name);
    expect([names.includes('Tags'), names.includes('Sets'), names.includes('OAuthApp')]).toEqual([
      age !== 'v1.6',
      !['v1.6', 'v1.35'].includes(age),
      age === 'v2.20',
    ]);
    const [count] = await source.query<{ n: number }>('select count(*)::int as n from "Post"');
    expect(count?.n).toBe(20 + 31);
  });
});
