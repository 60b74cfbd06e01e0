import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';

const USER = '01900000-0000-7000-8000-000000000001';

describe('a restored backup', () => {
  let crier: TestInstance;
  let target: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    target = await startInstance({
      temporal: false,
      api: false,
      env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '' },
    });
    await crier.connect('sandbox');
  });
  afterAll(() => Promise.all([crier?.stop(), target?.stop()]));

  it('brings no session, link or code back to life, and reports what else is as it was', async () => {
    await sql(crier, "insert into user_account (id, email, name) values ($1, 'ada@example.org', 'Ada')", [
      USER,
    ]);
    await sql(
      crier,
      "insert into session (id, user_id, expires_at) values (gen_random_uuid(), $1, now() + interval '1 day')",
      [USER],
    );
    await sql(
      crier,
      `insert into user_token (id, user_id, kind, token_hash, expires_at)
      values (gen_random_uuid(), $1, 'reset', 'x', now() + interval '1 day')`,
      [USER],
    );
    const file = join(crier.dataDir, 'signed-in.tar');
    await crierJson(crier.env, 'backup', file, '--no-uploads');
    await sql(target, 'drop schema public cascade');
    await sql(target, 'create schema public');
    const { stdout } = await runCrier(target.env, 'restore', file);
    expect(stdout).toMatch(
      /0 memberships, 1 API key, 0 access tokens, 1 channel\. Everything that was removed/,
    );
    expect([
      await sql(target, 'select 1 from session'),
      await sql(target, 'select 1 from user_token where used_at is null'),
    ]).toEqual([[], []]);
  });

  it('has had its rows counted, by which PostgreSQL plans from the first query on', async () => {
    const counted =
      "select reltuples::int as n from pg_class where oid in ('integration'::regclass, 'api_key'::regclass)";
    expect(await sql(target, counted)).toEqual([{ n: 1 }, { n: 1 }]);
  });
});
