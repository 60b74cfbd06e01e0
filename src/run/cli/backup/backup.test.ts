import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resume } from '../../../posts/decide/resume.ts';
import { connectDatabase, migrate } from '../../../platform/database.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';
import type { SandboxPost } from '../../../../providers/_networks/sandbox/journal.ts';
import { publishWorkflowId } from '../../../../temporal/contract/publish-post.ts';
import { buildPost, createOne, png, sql, upload } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { writeBackup } from '../../../transfer/backup/write-backup.ts';
import { run } from '../../../test/servers/server.ts';

interface Made {
  at: string;
  bytes: number;
  rows: Record<string, number>;
  uploads: { files: number; missing: number } | null;
  keyIds: string[];
  migrations: string[];
}
interface Refused {
  error: { code: string; message: string };
}

// What a careless format would lose: separators, quotes, a backslash, a text like a row.
const AWKWARD = 'Line\nbreak\r\n\u2028\u2029 "quoted" \\back (a,b,"c") \t{} ü 早安 👩‍👩‍👧 ';

describe('a backup', () => {
  let crier: TestInstance;
  let target: TestInstance;
  let [channel, quiet] = ['', ''];
  let acknowledged: string[];
  let made: Made;
  const file = (name: string): string => join(crier.dataDir, name);

  /** Every row of every table, except those of the current processes. */
  const contents = async (instance: TestInstance): Promise<Record<string, string>> => {
    const tables = await sql<{ name: string }>(
      instance,
      `select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'migration'
      order by 1`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const where =
          name === 'instance_state'
            ? " where not (key like 'worker:%' or key in ('ready', 'database', 'frozen'))"
            : '';
        const rows = await sql<{ line: string }>(
          instance,
          `select t::text as line from ${name} t${where} order by 1`,
        );
        return [
          name,
          `${rows.length} rows ${createHash('sha256')
            .update(rows.map((r) => r.line).join('\n'))
            .digest('hex')}`,
        ] as const;
      }),
    );
    return Object.fromEntries(found);
  };
  const empty = async (): Promise<void> => {
    await sql(target, 'drop schema public cascade');
    await sql(target, 'create schema public');
  };
  const restored = (name = 'live.tar', env: NodeJS.ProcessEnv = {}): Promise<unknown> =>
    crierJson({ ...target.env, ...env }, 'restore', file(name));
  const now = (content: string): unknown =>
    buildPost([], {
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: channel }, value: [{ content }], settings: { __type: 'sandbox' } }],
    });
  const ledger = async (): Promise<string[]> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[]).map((p) => p.text);

  beforeAll(async () => {
    crier = await startInstance();
    target = await startInstance({
      api: false,
      env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '', CRIER_SANDBOX_URL: crier.url },
    });
    channel = (await crier.connect('sandbox')).id;
    quiet = (await crier.connect('sandbox')).id;
    await crier.startWorker();
    await upload(crier, png());
    await upload(crier, png(3, 3));
    await createOne(
      crier,
      buildPost([], {
        posts: [
          { integration: { id: channel }, value: [{ content: AWKWARD }], settings: { __type: 'sandbox' } },
        ],
      }),
    );
    await sql(
      crier,
      `with g as (
        insert into post_group (id, organization_id)
        select gen_random_uuid(), $1 from generate_series(1, 3000)
        returning id
      ), p as (
        insert into post (
          id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings
        )
        select gen_random_uuid(), id, $1, $2, gen_random_uuid(), 'draft', now() + interval '1 year', '{}'
        from g
        returning id
      )
      insert into post_item (id, post_id, position, content)
      select gen_random_uuid(), id, 0, repeat('x', 300) from p`,
      [crier.organizationId, channel],
    );
    // Posts are created and published while the backup is made.
    const load = new AbortController();
    const ids: string[] = [];
    const creating = Promise.all(
      [1, 2].map(async (n) => {
        while (!load.signal.aborted) {
          ids.push(await createOne(crier, n === 1 ? now(`Live ${ids.length}`) : buildPost(channel)));
        }
      }),
    );
    await eventually('some are created', () => ids.length > 10);
    acknowledged = [...ids];
    made = await crierJson<Made>(crier.env, 'backup', file('live.tar'));
    load.abort();
    await creating;
  }, 120_000);
  afterAll(async () => {
    await target?.stop();
    await crier?.stop();
  });

  it('is one private file for ordinary tools, with the number of rows and without a key', async () => {
    expect(statSync(file('live.tar')).mode & 0o777).toBe(0o600);
    expect(made).toMatchObject({
      bytes: statSync(file('live.tar')).size,
      uploads: { files: 2, missing: 0 },
      keyIds: ['test'],
      migrations: expect.arrayContaining(['20261121000000-create-core']),
    });
    expect(made.rows).toMatchObject({ media: 2, integration: 2, organization: 1 });
    expect(await run('tar', ['-tf', file('live.tar')])).toMatch(/^manifest\.json\ntables\/\n/);
    expect(readFileSync(file('live.tar')).includes(crier.env.ENCRYPTION_KEY?.split(':')[1] ?? '')).toBe(
      false,
    );
    expect(readdirSync(crier.dataDir).filter((name) => name.startsWith('.crier-backup'))).toEqual([]);
  });

  it('does not overwrite a file', async () => {
    expect((await crierJson<Refused>(crier.env, 'backup', file('live.tar'))).error).toMatchObject({
      code: 'file_exists',
    });
  });

  it('is not written into a folder that does not exist', async () => {
    const { error } = await crierJson<Refused>(crier.env, 'backup', file('missing/live.tar'));
    expect(error).toMatchObject({ code: 'folder_not_found', message: expect.stringContaining('create it') });
  });

  it('is not restored into an instance that is not empty', async () => {
    expect(((await restored()) as Refused).error).toMatchObject({
      code: 'database_not_empty',
      message: expect.stringContaining('restore into a new database'),
    });
  });

  it('that was made under load is complete: nothing acknowledged is missing or torn', async () => {
    await empty();
    expect(await restored()).toMatchObject({ frozen: true, rows: made.rows });
    const [torn] = await sql(
      target,
      `select
        (
          select count(*)::int from post p
          where not exists (select 1 from post_item i where i.post_id = p.id)
        ) as "withoutItem",
        (
          select count(*)::int from post_group g
          where not exists (select 1 from post p where p.post_group_id = g.id)
        ) as "emptyGroup",
        (
          select count(*)::int from post p
          where state = 'published'
            and not exists (select 1 from post_event e where e.post_id = p.id and e.kind = 'published')
        ) as "publishedWithoutEvent"`,
    );
    expect(torn).toEqual({ withoutItem: 0, emptyGroup: 0, publishedWithoutEvent: 0 });
    const found = await sql<{ id: string }>(target, 'select id from post where id = any($1)', [acknowledged]);
    expect(found).toHaveLength(acknowledged.length);
    expect(await sql(target, 'select content from post_item where content = $1', [AWKWARD])).toHaveLength(1);
  });

  it('restores the uploads', () => {
    const paths = readdirSync(join(crier.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' })
      .filter((p) => p.endsWith('.png'))
      .sort();
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      expect(readFileSync(join(target.dataDir, 'uploads', path))).toEqual(
        readFileSync(join(crier.dataDir, 'uploads', path)),
      );
    }
  });

  it('is restored frozen: nothing is published until a person resumes; runs start again', async () => {
    const waiting = await sql<{ id: string; group: string }>(
      target,
      `select p.id, p.post_group_id as "group" from post p
      where p.state = 'scheduled' and p.publish_at > now() + interval '1 year'
      limit 3`,
    );
    expect(waiting).toHaveLength(3);
    const [due] = await sql<{ id: string }>(
      target,
      'update post set publish_at = now(), revision = revision + 1, integration_id = $2 where id = $1 returning id',
      [waiting[0]?.id, quiet],
    );
    await sql(target, "update post_item set content = 'Only after the resume' where post_id = $1", [due?.id]);
    await target.startWorker();
    const status = async (n: number): Promise<string> =>
      (
        await target.context.temporal.workflow
          .getHandle(publishWorkflowId(waiting[n]?.group ?? ''))
          .describe()
      ).status.name;
    const statusIfThere = (n: number): Promise<string> => status(n).catch((error: Error) => error.name);
    await eventually('the runs are there again', async () =>
      (await Promise.all([1, 2].map(statusIfThere))).every((s) => s === 'RUNNING'),
    );
    await eventually(
      'the due one is held',
      async () =>
        (await sql(target, "select 1 from post where id = $1 and hold = 'frozen'", [due?.id])).length === 1,
    );
    expect(await ledger()).not.toContain('Only after the resume');
    await resume(target.context, {}, { action: 'now' });
    await eventually(
      'it is out',
      async () =>
        (await sql(target, "select 1 from post where id = $1 and state = 'published'", [due?.id])).length ===
        1,
    );
    expect((await ledger()).filter((text) => text === 'Only after the resume')).toHaveLength(1);
  }, 90_000);

  it('of an idle instance is restored row by row, and identity columns continue', async () => {
    const quiet = await startInstance({
      temporal: false,
      api: false,
      env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '' },
    });
    try {
      await sql(quiet, 'drop schema public cascade');
      await sql(quiet, 'create schema public');
      await restored('live.tar', quiet.env);
      const before = await contents(quiet);
      await crierJson(quiet.env, 'backup', file('quiet.tar'), '--no-uploads');
      await sql(quiet, 'drop schema public cascade');
      await sql(quiet, 'create schema public');
      await restored('quiet.tar', quiet.env);
      expect(await contents(quiet)).toEqual(before);
      expect(Object.keys(before)).toEqual(
        expect.arrayContaining(['post', 'post_event', 'publish_attempt', 'media', 'idempotency_record']),
      );
      const [id] = await sql<{ fresh: boolean }>(
        quiet,
        `with e as (
          insert into post_event (post_id, kind) select id, 'edited' from post limit 1 returning id
        )
        select e.id > (select max(id) from post_event) as fresh from e`,
      );
      expect(id).toEqual({ fresh: true });
    } finally {
      await quiet.stop();
    }
  }, 90_000);

  it('of an older version is restored into its own tables, which are then migrated', async () => {
    const old = await startInstance({ temporal: false, api: false });
    try {
      await sql(old, 'drop schema public cascade');
      await sql(old, 'create schema public');
      const database = await connectDatabase({
        url: old.env.DATABASE_URL ?? '',
        poolSize: 2,
        applicationName: 'test',
      });
      await migrate(database, '20261121000000-create-core').finally(() => database.close());
      await sql(old, "insert into organization (id, name) values (gen_random_uuid(), 'Long ago')");
      await writeBackup({
        databaseUrl: old.env.DATABASE_URL ?? '',
        uploadFolder: null,
        file: file('old.tar'),
      });
      await sql(old, 'drop schema public cascade');
      await sql(old, 'create schema public');
      await restored('old.tar', old.env);
      expect(await sql(old, 'select name, missed_after_minutes as minutes from organization')).toEqual([
        { name: 'Long ago', minutes: 1440 },
      ]);
      await sql(old, 'delete from organization');
      await sql(old, 'delete from instance_state');
      expect(((await restored('old.tar', old.env)) as Refused).error).toMatchObject({
        code: 'database_newer',
      });
    } finally {
      await old.stop();
    }
  });

  describe('is rejected, and leaves the database empty,', () => {
    const rowsLeft = async (): Promise<unknown> =>
      (
        await sql(
          target,
          `select to_regclass('public.post') is not null as tables,
            (select count(*)::int from pg_class where relname = 'post' and reltuples > 0) as rows`,
        )
      )[0];
    beforeAll(async () => {
      await sql(target, 'select 1');
      await empty();
    });

    it('without its encryption key, unless --no-key accepts that channels need reconnecting', async () => {
      const other = { ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}` };
      expect(((await restored('live.tar', other)) as Refused).error).toMatchObject({
        code: 'key_missing',
        message: expect.stringContaining('--no-key'),
      });
      expect(await sql(target, 'select 1 from post')).toEqual([]);
      expect(
        await crierJson({ ...target.env, ...other }, 'restore', file('live.tar'), '--no-key'),
      ).toMatchObject({ frozen: true });
      expect(await sql(target, 'select 1 from integration where not refresh_needed')).toEqual([]);
      await empty();
    });

    it('when it is not a backup, or is cut off, changed, or of a newer version', async () => {
      writeFileSync(file('text.tar'), 'hello');
      writeFileSync(file('cut.tar'), readFileSync(file('live.tar')).subarray(0, 20_000));
      await repacked('newer.tar', (manifest) =>
        manifest.replace(
          '"20261121000000-create-core"',
          '"20261121000000-create-core", "29990101000000-far-away"',
        ),
      );
      await repacked('changed.tar', (manifest) =>
        manifest.replace(/("name": "post",[\s\S]*?"sha256": ")[0-9a-f]{4}/, '$10000'),
      );
      for (const [name, code] of [
        ['text.tar', 'backup_not_readable'],
        ['cut.tar', 'backup_not_readable'],
        ['newer.tar', 'backup_newer'],
        ['changed.tar', 'backup_damaged'],
      ] as const) {
        expect([name, ((await restored(name)) as Refused).error?.code]).toEqual([name, code]);
      }
      expect(await rowsLeft()).toEqual({ tables: true, rows: 0 });
      expect(await runCrier(target.env, 'restore', file('nothing.tar'))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no file'),
      });
    });

    it("when the database has tables that are not Crier's", async () => {
      await empty();
      await sql(target, 'create table theirs (id int)');
      expect(((await restored()) as Refused).error).toMatchObject({
        code: 'database_not_empty',
        message: expect.stringContaining("not Crier's (theirs)"),
      });
    });
  });

  async function repacked(name: string, change: (manifest: string) => string): Promise<void> {
    const folder = file(`${name}.d`);
    await run('mkdir', ['-p', folder]);
    await run('tar', ['-xf', file('live.tar'), '-C', folder]);
    const changed = change(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(changed).not.toBe(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    writeFileSync(join(folder, 'manifest.json'), changed);
    await run('tar', [
      '-cf',
      file(name),
      '-C',
      folder,
      'manifest.json',
      'tables',
      ...(existsSync(join(folder, 'uploads')) ? ['uploads'] : []),
    ]);
  }
});
