import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openArchive } from '../../../transfer/archive/open-archive.ts';
import { childEnv } from '../../../platform/config/config.ts';
import { sql } from '../../../test/factories.ts';
import { holdTable } from '../../../test/hold-table.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { endProcess } from '../../../test/servers/server.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';

const MAIN = resolve('src/run/cli/main.ts');

describe('An export --move that is ended from outside', () => {
  let source: TestInstance;
  let child: ChildProcess | undefined;
  let errors: string;
  const releases: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    source = await startInstance({ temporal: false });
    // More than a pipe holds.
    await sql(
      source,
      `with g as (insert into post_group (id, organization_id) select gen_random_uuid(), $1 returning id),
        i as (insert into integration (id, organization_id, provider, internal_id, name, credentials)
          select gen_random_uuid(), $1, 'sandbox', gen_random_uuid()::text, 'x', 'x' returning id),
        p as (insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
          select gen_random_uuid(), g.id, $1, i.id, gen_random_uuid(), 'draft', now(), '{}' from g, i returning id)
        insert into post_item (id, post_id, position, content)
        select gen_random_uuid(), p.id, 0, (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 40000)) from p`,
      [source.organizationId],
    );
  });
  afterEach(async () => {
    while (releases.length) await releases.pop()?.();
    if (child) await endProcess(child);
    rmSync(file(), { force: true });
    for (const name of parts()) rmSync(join(source.dataDir, name));
    await sql(source, "update post set state = 'draft'");
    await sql(source, 'update organization set moved_at = null, frozen_at = null, frozen_reason = null');
  });
  afterAll(() => source?.stop());

  const file = (): string => join(source.dataDir, 'moved.zip');
  const parts = (): string[] => readdirSync(source.dataDir).filter((name) => name.endsWith('.part'));
  const args = (to: string): string[] => ['export', to, '--move', '--organization', source.organizationId];
  const begin = (to = file()): Promise<unknown[]> => {
    errors = '';
    child = spawn(process.execPath, [MAIN, ...args(to)], {
      env: { ...childEnv(source.env), NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    return once(child, 'exit');
  };
  const hold = async (...args: Parameters<typeof holdTable> extends [string, ...infer R] ? R : never) => {
    const release = await holdTable(source.env.DATABASE_URL ?? '', ...args);
    let done: Promise<void> | undefined;
    const once = (): Promise<void> => (done ??= release());
    releases.push(once);
    return once;
  };
  const blocked = (): Promise<boolean> =>
    sql(
      source,
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    ).then((found) => found.length > 0);
  const state = async () => {
    const [row] = await sql<{ moved: boolean; frozen: boolean; reason: string | null }>(
      source,
      `select moved_at is not null as moved, frozen_at is not null as frozen, frozen_reason as reason
        from organization where id = $1`,
      [source.organizationId],
    );
    return { ...row, archive: existsSync(file()), parts: parts().length };
  };
  const published = { moved: false, frozen: false, reason: null, archive: false, parts: 0 };
  const resumed = async (): Promise<{ code: string; message: string }> =>
    (
      await crierJson<{ error: { code: string; message: string } }>(
        source.env,
        'resume',
        '--organization',
        source.organizationId,
        '--plan',
        'now',
        '--yes',
      )
    ).error;
  /** Until the rows are being written: the organisation is marked by then. */
  const writing = (): Promise<() => Promise<void>> => hold('post_event', 'access exclusive');

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s while it writes leaves no archive, and the organisation published from here',
    async (signal) => {
      await writing();
      const gone = begin();
      await eventually('it is writing', async () => (await state()).parts === 1 && (await blocked()));
      expect((await state()).moved).toBe(true);
      child?.kill(signal);
      await releases.pop()?.();
      expect(await gone).toEqual([1, null]);
      expect([errors, await state()]).toEqual([
        expect.stringContaining('Interrupted: no archive was written, and nothing was moved'),
        published,
      ]);
    },
  );

  it('by Ctrl+C while nobody reads the stream it writes leaves the organisation published from here', async () => {
    const gone = begin('-');
    await eventually('it is moved', async () => (await state()).moved);
    child?.kill('SIGINT');
    expect(await gone).toEqual([1, null]);
    expect([errors, await state()]).toEqual([expect.stringContaining('Interrupted'), published]);
  });

  it('by Ctrl+C while it waits for a post that is being published leaves all as it was', async () => {
    await sql(source, "update post set state = 'processing'");
    const gone = begin();
    await eventually('it is moved', async () => (await state()).moved);
    child?.kill('SIGINT');
    expect(await gone).toEqual([1, null]);
    expect(await state()).toEqual(published);
  });

  it('by a kill before it has marked anything leaves all as it was', async () => {
    await hold('organization');
    const gone = begin();
    await eventually('it wants to mark it', blocked);
    child?.kill('SIGKILL');
    await gone;
    await releases.pop()?.();
    expect(await state()).toEqual(published);
  });

  it('by a kill while it writes leaves no archive, and nothing is published until a person types what it asks for', async () => {
    await writing();
    const gone = begin();
    await eventually('it is writing', async () => (await state()).parts === 1 && (await blocked()));
    child?.kill('SIGKILL');
    await gone;
    await releases.pop()?.();
    const reason = expect.stringMatching(
      /has not written its archive: type "export FILE --move" again, or "export --undo-move"/,
    );
    expect(await state()).toMatchObject({ moved: true, frozen: true, reason, archive: false });
    expect(await resumed()).toEqual({
      code: 'organization_moved',
      message: expect.stringMatching(/before its archive was complete.*"export --undo-move"/),
    });
    // Either of the two goes on.
    expect((await runCrier(source.env, ...args(file()))).code).toBe(0);
    expect(await state()).toMatchObject({
      moved: true,
      archive: true,
      reason: expect.stringMatching(/^Moved to/),
    });
    const undo = ['export', '--undo-move', '--organization', source.organizationId];
    expect((await runCrier(source.env, ...undo)).code).toBe(0);
    expect(await state()).toMatchObject({ moved: false, frozen: true });
  });

  it('by a kill once the archive is there leaves it complete, and the organisation moved', async () => {
    const release = await writing();
    const gone = begin();
    await eventually('it is writing', async () => (await state()).parts === 1 && (await blocked()));
    await hold('organization');
    await release();
    await eventually('the archive is there', async () => (await state()).archive);
    child?.kill('SIGKILL');
    await gone;
    const archive = await openArchive(file());
    archive.close();
    expect(archive.manifest.movedAt).toEqual(expect.any(String));
    expect(await state()).toMatchObject({ moved: true, frozen: true, parts: 0 });
    await releases.pop()?.();
    expect((await resumed()).code).toBe('organization_moved');
  });
});
