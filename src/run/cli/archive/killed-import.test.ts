import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fillOrganization } from '../../../transfer/archive/fixtures/full-organization.ts';
import { openArchive } from '../../../transfer/archive/open-archive.ts';
import { childEnv } from '../../../platform/config/config.ts';
import { sql } from '../../../test/factories.ts';
import { holdTable } from '../../../test/hold-table.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { endProcess } from '../../../test/servers/server.ts';
import { runCrier } from '../fixtures/run-cli.ts';

const MAIN = resolve('src/run/cli/main.ts');

describe('An import that is killed', () => {
  let source: TestInstance;
  let target: TestInstance;
  let files: string[];
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    [source, target] = await Promise.all([
      startInstance({ temporal: false }),
      startInstance({ temporal: false, api: false }),
    ]);
    ({ files } = await fillOrganization(source));
    writeFileSync(path('passphrase'), 'correct horse battery staple\n');
    const options = ['--organization', source.organizationId, '--passphrase-file', path('passphrase')];
    await runCrier(source.env, 'export', path('moved.zip'), ...options, '--move');
  });
  afterAll(async () => {
    if (child) await endProcess(child);
    await Promise.all([source?.stop(), target?.stop()]);
  });

  const path = (name: string): string => join(source.dataDir, name);
  const args = (): string[] => [
    'import',
    path('moved.zip'),
    '--yes',
    '--publish',
    '--passphrase-file',
    path('passphrase'),
  ];
  const uploads = (): string => join(target.dataDir, 'uploads');
  /** Files that rows may name, without what came in and was not finished. */
  const stored = (): string[] =>
    existsSync(uploads())
      ? readdirSync(uploads(), { recursive: true, encoding: 'utf8' })
          .filter((file) => !file.startsWith('.incoming') && statSync(join(uploads(), file)).isFile())
          .toSorted()
      : [];
  const rowsThere = async (): Promise<number> =>
    (await sql(target, 'select 1 from organization where id = $1', [source.organizationId])).length;
  const waits = (): Promise<boolean> =>
    sql(
      target,
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    ).then((found) => found.length > 0);
  const digests = async (name: string): Promise<unknown> => {
    const archive = await openArchive(path(name));
    archive.close();
    return archive.manifest.entries
      .filter((entry) => entry.name !== 'secrets.ndjson')
      .map(({ name: entry, sha256 }) => [entry, sha256]);
  };
  /** The command, until `there`; then it is gone as by a power cut. */
  const killWhen = async (there: () => Promise<boolean> | boolean): Promise<void> => {
    child = spawn(process.execPath, [MAIN, ...args()], {
      env: { ...childEnv(target.env), NODE_OPTIONS: '' },
      stdio: 'ignore',
    });
    const gone = once(child, 'exit');
    await eventually('the import has come so far', there);
    child.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
  };

  it.each([
    ['organization', 'has placed its files and written nothing'],
    ['post_item', 'has written half of its rows'],
    ['audit_event', 'has written all but the last of its rows'],
  ])('while it waits for the table %s and %s leaves no row', async (table) => {
    const release = await holdTable(target.env.DATABASE_URL ?? '', table);
    try {
      await killWhen(waits);
    } finally {
      await release();
    }
    await eventually('the server has noticed', async () => !(await waits()));
    expect([await rowsThere(), stored()]).toEqual([0, files.toSorted()]);
  });

  it('while it unpacks leaves nothing that anybody is served', async () => {
    await killWhen(
      () => existsSync(join(uploads(), '.incoming')) && readdirSync(join(uploads(), '.incoming')).length > 3,
    );
    expect(await rowsThere()).toBe(0);
  });

  it('at any of these, and is started again, ends as if nothing had happened', async () => {
    const { stdout } = await runCrier(target.env, ...args());
    expect(stdout).toMatch(/7 waiting posts published from here\nImported\.\n/);
    const options = ['--organization', source.organizationId, '--passphrase-file', path('passphrase')];
    await runCrier(target.env, 'export', path('back.zip'), ...options);
    expect([await digests('back.zip'), stored()]).toEqual([await digests('moved.zip'), files.toSorted()]);
    expect(await sql(target, "select count(*)::int as n from outbox where kind = 'start_group'")).toEqual([
      { n: 7 },
    ]);
    expect((await runCrier(target.env, ...args())).stdout).toMatch(/imported from this archive before/);
  });
});
