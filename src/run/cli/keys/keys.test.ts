import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';
import { chooseOrCreateOrganization } from './first-organization.ts';

interface MadeKey {
  key: string;
  id: string;
  name: string;
  organization: { id: string; name: string };
}
interface Refusal {
  error: { code: string; message: string; issues?: { path: string; message: string }[] };
}

describe('the keys command', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('creates a key that the API accepts until it is revoked', async () => {
    const made = await crierJson<MadeKey>(crier.env, 'keys', 'create', '--name', 'ci');
    expect(made).toMatchObject({ name: 'ci', organization: { id: crier.organizationId, name: 'Ada & Co' } });
    expect((await crier.call('GET', '/integrations', { key: made.key })).status).toBe(200);
    const revoked = await runCrier(crier.env, 'keys', 'revoke', made.id);
    expect(revoked).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'The key "ci" is revoked and no longer works\n',
    });
    expect((await crier.call('GET', '/integrations', { key: made.key })).status).toBe(401);
    expect((await runCrier(crier.env, 'keys', 'revoke', made.id)).stdout).toContain(
      'had already been revoked',
    );
    expect(
      await sql(crier, 'select kind, user_id as person from audit_event where subject_id = $1 order by id', [
        made.id,
      ]),
    ).toEqual([
      { kind: 'api_key_created', person: null },
      { kind: 'api_key_revoked', person: null },
    ]);
  });

  it('shows a key once; the list has its name, never the key', async () => {
    const made = await runCrier(crier.env, 'keys', 'create', '--name', 'laptop');
    const key = made.stdout.split('\n')[0] ?? '';
    expect(key).toMatch(/^crk_/);
    const listed = await runCrier(crier.env, 'keys', 'list');
    expect(listed.stdout).toMatch(/active .* laptop/);
    expect(listed.stdout + JSON.stringify(await crierJson(crier.env, 'keys', 'list'))).not.toContain('crk_');
  });

  it('creates keys that only read or that expire, and lists when each was last used', async () => {
    const made = await crierJson<MadeKey>(
      crier.env,
      'keys',
      'create',
      '--name',
      'reports',
      '--scopes',
      'read',
      '--expires',
      '2031-12-31',
    );
    expect(made).toMatchObject({ scopes: ['read'], expiresAt: '2031-12-31T00:00:00.000Z' });
    expect((await crier.call('GET', '/integrations', { key: made.key })).status).toBe(200);
    expect(
      (await crier.call<{ code: string }>('POST', '/posts', { key: made.key, body: {} })).body.code,
    ).toBe('insufficient_scope');
    const { keys } = await crierJson<{ keys: Record<string, unknown>[] }>(crier.env, 'keys', 'list');
    expect(keys.find((k) => k.id === made.id)).toMatchObject({
      scopes: ['read'],
      expiresAt: '2031-12-31T00:00:00.000Z',
      lastUsedAt: expect.any(String),
      status: 'active',
    });
    expect((await runCrier(crier.env, 'keys', 'list')).stdout).toMatch(
      /active .*2031-12-31 00:00 UTC +read +reports/,
    );
    expect(
      (
        await crierJson<MadeKey & { scopes: string[] }>(
          crier.env,
          'keys',
          'create',
          '--name',
          'both',
          '--scopes',
          'write, read',
        )
      ).scopes,
    ).toEqual(['read', 'write']);
  });

  it.each([
    ['soon', 'must be ISO 8601'],
    ['2031-13-01', 'must be ISO 8601'],
    ['2031-05-04T11:30:00+05:00[Europe/Berlin]', 'by its offset'],
  ])('rejects a key that expires %s', async (expires, message) => {
    expect(await runCrier(crier.env, 'keys', 'create', '--name', 'x', '--expires', expires)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it.each([
    [['--scopes', 'write'], 'read, or read,write'],
    [['--scopes', 'admin'], 'read, or read,write'],
    [['--expires', '2020-01-01'], 'must be in the future'],
  ])('rejects a key with %j as wrong usage', async (options, message) => {
    expect(await runCrier(crier.env, 'keys', 'create', '--name', 'x', ...options)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it('cannot revoke a key that does not exist', async () => {
    expect(await runCrier(crier.env, 'keys', 'revoke', randomUUID())).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('npm run crier -- keys list'),
    });
  });

  it('rejects a key without a name as wrong usage', async () => {
    expect(await runCrier(crier.env, 'keys', 'create')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("'--name <name>' not specified"),
    });
    expect(await runCrier(crier.env, 'keys', 'create', '--name', ' ')).toMatchObject({
      code: 2,
      stderr: 'crier: --name must have 1 to 100 characters\n',
    });
  });

  it('asks for the organisation if there are several, and lists them', async () => {
    const empty = await startInstance({ temporal: false });
    try {
      const other = await empty.anotherOrganization('Bo & Co');
      const refused = await runCrier(empty.env, 'keys', 'list', '--json');
      const { error } = JSON.parse(refused.stdout) as Refusal;
      expect(refused.code).toBe(1);
      expect(error).toMatchObject({
        code: 'organization_ambiguous',
        message: expect.stringContaining(`"Bo & Co" (${other.id})`),
      });
      expect(
        (await crierJson<MadeKey>(empty.env, 'keys', 'create', '--name', 'x', '--organization', 'Bo & Co'))
          .organization.id,
      ).toBe(other.id);
      expect(
        (
          await crierJson<{ keys: { name: string }[] }>(empty.env, 'keys', 'list', '--organization', other.id)
        ).keys.map((k) => k.name),
      ).toEqual(['test', 'x']);
      expect(
        (await crierJson<Refusal>(empty.env, 'keys', 'list', '--organization', 'Nobody')).error.code,
      ).toBe('organization_not_found');
    } finally {
      await empty.stop();
    }
  });

  it('creates the first organisation of an empty instance together with its first key, and none beside one that another process is creating', async () => {
    const empty = await startInstance({ temporal: false });
    try {
      await empty.context.database.query({ name: 'empty-instance', text: 'delete from organization' });
      expect((await crierJson<Refusal>(empty.env, 'keys', 'list')).error).toMatchObject({
        code: 'organization_not_found',
        message: expect.stringContaining('keys create'),
      });
      const made = await crierJson<MadeKey>(empty.env, 'keys', 'create', '--name', 'first');
      expect((await empty.call('GET', '/integrations', { key: made.key })).status).toBe(200);

      await empty.context.database.query({ name: 'empty-instance', text: 'delete from organization' });
      // Another process is just creating it.
      const { database } = empty.context;
      const [theirs, chosen] = await database
        .fork()
        .transactional(async (tx) => {
          await tx.execute("update instance_state set value = value where key = 'first_run'");
          const [made] = await tx.execute<{ id: string }[]>(
            "insert into organization (id, name, time_zone) values (gen_random_uuid(), 'Ada & Co', 'UTC') returning id",
          );
          const choosing = chooseOrCreateOrganization(empty.context);
          const waits = eventually('it waits', async () => {
            const [row] = await sql<{ n: number }>(
              empty,
              "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            );
            return (row?.n ?? 0) > 0;
          });
          await Promise.race([choosing, waits]);
          return [made, choosing.then(({ id }) => id)] as const;
        })
        .then(async ([made, id]) => [made?.id, await id]);
      expect(chosen).toBe(theirs);
    } finally {
      await empty.stop();
    }
  });
});
