import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunning, noteRunning } from '../embedded/find-running.ts';
import { tryLock, type Lock } from '../embedded/lock.ts';
import { reach } from '../../test/runtime-imports.ts';
import { runCrier, runCrierProcess } from './fixtures/run-cli.ts';

describe('the command line', () => {
  let dataDir: string;
  // Nothing is set but the data folder.
  const env = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
    DATABASE_URL: undefined,
    TEMPORAL_ADDRESS: undefined,
    CRIER_DATA_DIR: dataDir,
    ...more,
  });
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'crier-cli-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it.each([
    ['--help'],
    ['channels', '--help'],
    ['channels', 'connect', '--help'],
    ['channels', 'connect', 'mastodon', '--help'],
    ['channels', 'list', '--help'],
    ['posts', 'create', '--help'],
    ['posts', 'list', '--help'],
    ['posts', 'show', '--help'],
    ['posts', 'explain', '--help'],
    ['posts', 'cancel', '--help'],
    ['posts', 'retry', '--help'],
    ['keys', 'create', '--help'],
    ['keys', 'list', '--help'],
    ['keys', 'revoke', '--help'],
    ['doctor', '--help'],
    ['setup-code', '--help'],
    ['backup', '--help'],
    ['restore', '--help'],
  ])('has help with an example: %s %s %s', async (...args) => {
    expect(await runCrier(env(), ...args)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Example:\n  npm run crier -- '),
    });
  });

  it.each(['--version', '-V'])('prints its version with %s', async (flag) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runCrierProcess(env(), flag)).toEqual({ code: 0, stderr: '', stdout: `${version}\n` });
  });

  it.each([
    [['nonsense'], 'There is no command "nonsense": channels, posts, keys, users, doctor'],
    [[], 'Name a command'],
    [['posts', 'frob'], 'create, list, show, explain, cancel, retry'],
    [['posts', 'list', '--state', 'lost'], 'Allowed choices are draft, scheduled'],
    [['posts', 'show'], "missing required argument 'id'"],
    [['doctor', '--loud'], "unknown option '--loud'"],
  ])('reports %j as wrong usage, in one line', async (args, message) => {
    const run = await runCrierProcess(env(), ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('lists posts, channels, notifications, keys and people, shows and explains a post without loading the model or a network, and Temporal only to explain', () => {
    const lists = ['posts', 'channels', 'notifications', 'keys', 'users'].map(
      (folder) => `src/run/cli/${folder}/list.ts`,
    );
    const one = ['show', 'explain', 'explain-facts', 'explain-words'].map(
      (name) => `src/run/cli/posts/${name}.ts`,
    );
    const { files, packages } = reach(['src/run/cli/instance/local-lists.ts', ...lists, ...one], {
      later: false,
    });
    expect(packages).toContain('pg');
    expect(packages.filter((name) => /^@(mikro-orm|temporalio|atproto)/.test(name))).toEqual([]);
    // Stored names are no model.
    const model = /^(src\/platform\/entities\/(?!came-over)|providers\/(?!_kit))/;
    expect(files.filter((file) => model.test(file))).toEqual([]);
  });

  it('explains how to start an instance that is not running', async () => {
    expect(await runCrierProcess(env(), 'posts', 'list')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^crier: Crier is not running on .*npm start.*\n$/),
    });
    const json = await runCrierProcess(env(), 'posts', 'list', '--json');
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: 'instance_not_running', message: expect.stringContaining('npm start') },
    });
  });

  it('names the database that does not answer, without its password', async () => {
    const run = await runCrierProcess(
      env({
        DATABASE_URL: 'postgres://crier:hunter22@127.0.0.1:1/crier',
        ENCRYPTION_KEY: `a:${Buffer.alloc(32).toString('base64')}`,
      }),
      'keys',
      'list',
    );
    expect(run).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The database does not answer'),
    });
    expect(run.stderr).not.toContain('hunter22');
  });

  it('names every variable that is wrong', async () => {
    expect(
      await runCrierProcess(env({ PORT: 'many', TEMPORAL_TLS: 'perhaps' }), 'keys', 'list'),
    ).toMatchObject({ code: 1, stderr: expect.stringMatching(/TEMPORAL_TLS must be .*PORT must be/) });
  });

  describe('with an instance on its data folder', () => {
    let lock: Lock;
    beforeAll(async () => {
      lock = (await tryLock(join(dataDir, 'lock'))) as Lock;
    });
    afterAll(() => lock.release());

    it('reports when it is still starting', async () => {
      expect(findRunning(dataDir)).toBe('starting');
      expect(await runCrierProcess(env(), 'keys', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('still starting'),
      });
    });

    it('reads the URLs it has recorded, and adds the password from its own file', () => {
      writeFileSync(join(dataDir, 'postgres.password'), 'p/w');
      noteRunning(
        dataDir,
        {
          DATABASE_URL: 'postgres://crier:p%2Fw@127.0.0.1:5/crier',
          PORT: '5051',
          TEMPORAL_ADDRESS: '127.0.0.1:7',
          ENCRYPTION_KEY: 'secret',
        },
        { ownDatabase: true },
      );
      expect(findRunning(dataDir)).toEqual({
        pid: process.pid,
        databaseUrl: 'postgres://crier:p%2Fw@127.0.0.1:5/crier',
        settings: { PORT: '5051', TEMPORAL_ADDRESS: '127.0.0.1:7' },
      });
    });

    it('keeps the URL of an external database off the disk, and asks for it', async () => {
      noteRunning(
        dataDir,
        { DATABASE_URL: 'postgres://ada:hunter22@db.example/crier', PORT: '5051' },
        { ownDatabase: false },
      );
      expect(findRunning(dataDir)).toEqual({
        pid: process.pid,
        databaseUrl: null,
        settings: { PORT: '5051' },
      });
      expect(await runCrierProcess(env(), 'keys', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('set DATABASE_URL here'),
      });
    });
  });

  it('ignores the records of an instance that has stopped', () => {
    expect(findRunning(dataDir)).toBeNull();
  });
});
