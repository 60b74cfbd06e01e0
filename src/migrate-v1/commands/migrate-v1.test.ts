import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { noteRestored } from '../../platform/restored.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson } from '../../test/person.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { runCrier, type CliRun } from '../../run/cli/fixtures/run-cli.ts';

// The steps of docs/migrate-v1.md in their order, each as an operator types it.
describe('The migration from v1 on the command line', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let access: string[];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 2,
      posts: 30,
      waiting: 10,
    });
    // The others would be tried on their networks.
    await v1.query(
      `update "Integration" set disabled = true where "providerIdentifier" not in ('sandbox', 'x', 'linkedin')`,
    );
    await v1.query(
      `update "Integration" set "internalId" = 'shared' where "providerIdentifier" = 'linkedin'`,
    );
    const secret = join(crier.dataDir, 'old-secret');
    writeFileSync(secret, `${v1.jwtSecret}\n`);
    access = ['--source', v1.url, '--jwt-secret-file', secret];
  });
  afterAll(async () => {
    await crier?.stop();
    await v1?.drop();
  });
  const ran: string[] = [];
  const said: string[] = [];
  const step = async (...args: string[]): Promise<CliRun> => {
    const run = await runCrier(crier.env, 'migrate-v1', ...args);
    ran.push(args[0] ?? '');
    said.push(...`${run.stdout}\n${run.stderr}`.split('\n'));
    return run;
  };
  const json = async <T>(...args: string[]): Promise<T> => {
    const run = await step(...args, '--json');
    if (run.code !== 0) throw new Error(run.stderr || run.stdout);
    return JSON.parse(run.stdout) as T;
  };
  const keyWorks = async (n: number): Promise<number> =>
    (
      await fetch(`${crier.url}/public/v1/integrations`, {
        headers: { authorization: v1.organizations[n]?.apiKey ?? '' },
      })
    ).status;

  const withKey = async (n: number, path: string, method: string): Promise<unknown> => {
    const headers = { authorization: v1.organizations[n]?.apiKey ?? '', 'content-type': 'application/json' };
    const answer = await fetch(`${crier.url}/public/v1/${path}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    return answer.json();
  };

  it('says what is missing before anything is copied', async () => {
    expect(await step('plan')).toMatchObject({ code: 2, stderr: expect.stringContaining('--source') });
    expect(await step('status')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No migration is under way: begin with "copy"'),
    });
    expect(await step('copy', '--source', v1.url)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--jwt-secret-file'),
    });
  });

  // Node has an option of this name, and looks for it behind the name of the script too.
  it('says itself that a file which it is given is not there, in the command that people type', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const PATH = [dirname(process.execPath), crier.env.PATH].join(delimiter);
    for (const option of ['--env-file=no-such.env', '--jwt-secret-file=no-such']) {
      const run = spawnSync('sh', ['-c', `${scripts['migrate:v1']} plan ${option}`], {
        env: { ...crier.env, PATH, NODE_OPTIONS: '' },
        encoding: 'utf8',
      });
      const [name] = option.split('=');
      expect([run.status, run.stderr]).toEqual([2, expect.stringMatching(`^crier: ${name}: .*no-such`)]);
    }
  });

  it('says of a file that is not the .env of v1 that it is none, also while a migration is under way', async () => {
    const other = join(crier.dataDir, 'other.env');
    writeFileSync(other, 'GREETING=hello\n\0\u0001');
    for (const name of ['plan', 'copy']) {
      expect(await step(name, '--env-file', other)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('sets neither DATABASE_URL nor JWT_SECRET'),
      });
    }
  });

  it('plans: what is copied, what is not and why, and what the old variables mean', async () => {
    const old = join(crier.dataDir, 'old.env');
    writeFileSync(old, 'FRONTEND_URL=https://old.example\nREDIS_URL=redis://x\nX_API_KEY=k\nNO_SUCH=1\n');
    const { stdout, code } = await step('plan', ...access, '--env-file', old);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        'v1 is v2.10.0 or later, before v2.12.0, scheduled by a queue on Redis.',
      ),
    });
    for (const message of [
      'Café Nord 🥐',
      '1 × ghost-network: this instance does not have the network',
      '2 × x: v1 used OAuth 1.0a with X, and Crier uses OAuth 2.0',
      '1 × automations after publishing: Crier has none; a cutover ends those that wait in v1',
      'person0@organisation0.example (GOOGLE, LOCAL): are these accounts one person?',
      '2 × linkedin linkedin of 0: is a channel of several organisations, and becomes one of each',
      '2 keys, of Café Nord 🥐, Organisation 1: good here as before.',
      `give the programs ${crier.context.publicUrl} in place of the URL of v1.`,
      'Nothing was changed.',
    ]) {
      expect(stdout).toContain(message);
    }
    expect(stdout).toMatch(/FRONTEND_URL +the same here/);
    expect(stdout).toMatch(/REDIS_URL +not needed: .* that of a v1 up to v2.11.3 belongs to --redis/);
    expect(stdout).toMatch(/X_API_KEY +of another kind: v1 has the keys of OAuth 1.0a/);
    expect(stdout).toMatch(/NO_SUCH +unknown here: not needed/);
  });

  it('names the secrets that a wrong JWT_SECRET does not open', async () => {
    const wrong = join(crier.dataDir, 'wrong-secret');
    writeFileSync(wrong, 'another');
    const { stdout } = await step('plan', '--source', v1.url, '--jwt-secret-file', wrong);
    expect(stdout).toContain('bluesky: this JWT_SECRET does not open its credentials');
  });

  it('copies, and is complete by its own comparison', async () => {
    const { stdout, code } = await step('copy', ...access);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('v1 still publishes') });
    expect(stdout).toContain('1 × post: its settings could not be read');
    // What another copy may complete is here as well.
    expect(stdout).toMatch(/user +8 +8 +0\n/);
    expect(stdout).toMatch(/integration +40 +40 +0\n/);
    expect((await step('verify')).stdout).toContain('The copy is complete.');
  });

  it('says which keys of v1 are good here, which are shared, and whether a program has come with them', async () => {
    expect((await step('status')).stdout).toContain('Organisation 1: no program has come here with it yet');
    expect(await keyWorks(1)).toBe(200);
    const { stdout } = await step('status');
    expect(stdout).toMatch(/Organisation 1: a program last came here with it \d{4}-/);
    expect(stdout).toContain('Café Nord 🥐: no program has come here with it yet');
    const keys = v1.organizations.map(({ apiKey }) => apiKey);
    await v1.query('update "Organization" set "apiKey" = $1', [keys[0]]);
    expect((await step('plan', ...access)).stdout).toContain(
      '1 key for Café Nord 🥐, Organisation 1 together: good here for one of them',
    );
    await v1.query('update "Organization" set "apiKey" = $1 where id = $2', [
      keys[1],
      v1.organizations[1]?.id,
    ]);
  });

  it('watches: what v1 changes is copied, and the difference was seen before', async () => {
    await v1.query(`update "Post" set content = '<p>Changed</p>', "updatedAt" = now() at time zone 'UTC'
      where id in (select id from "Post" where state = 'QUEUE' and "parentPostId" is null limit 1)`);
    expect(await step('verify')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Different or missing: 1.'),
    });
    expect(await step('watch', '--rounds', '2', '--every', '1')).toMatchObject({
      code: 0,
      stdout: '1 change copied.\n',
    });
    expect((await step('verify')).code).toBe(0);
  });

  it('cuts one organisation over only when asked to, and says what it would write', async () => {
    const one = ['--organization', 'Organisation 1', '--grace', '0', '--without-redis'];
    expect(await step('cutover', ...one.slice(0, -1), '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Repeat "copy" with --redis .*--frozen-source.*--without-redis/),
    });
    expect(await step('cutover', ...one)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /1 organisation with 5 waiting posts.*update "Post" set "deletedAt" = .*--yes/,
      ),
    });
    expect(await step('cutover', ...one, '--yes')).toMatchObject({ code: 0 });
    const { stdout } = await step('status');
    expect(stdout).toMatch(/Café Nord 🥐 +v1 +copying/);
    expect(stdout).toMatch(/Organisation 1 +Crier +cut_over/);
  });

  it('says in the status what to type after a cutover that was interrupted, or failed', async () => {
    const set = (phase: string, detail: object): Promise<unknown> =>
      crier.context.database.query(
        {
          name: 'test-phase',
          text: `update v1_organization set phase = $1, detail = $2::jsonb where legacy_id = '${v1.organizations[0]?.id}'`,
        },
        [phase, JSON.stringify(detail)],
      );
    await set('waiting', { stoppedMs: 1 });
    expect((await step('status')).stdout).toMatch(
      /Café Nord 🥐: its cutover .* v1 is stopped\. Type "migrate-v1 cutover --organization .*"migrate-v1 rollback --organization .* --yes"/,
    );
    await set('copying', { problem: 'The database of v1 does not answer' });
    expect((await step('status')).stdout).toContain('Café Nord 🥐: The database of v1 does not answer');
    await set('copying', {});
  });

  it('rolls it back, and cuts all of them over', async () => {
    expect(await step('rollback', '--organization', 'Organisation 1', '--yes')).toMatchObject({ code: 0 });
    expect(await json('finish', '--yes').catch((error: Error) => error.message)).toContain(
      'v1 still publishes for',
    );
    await json('copy');
    expect(await json('cutover', '--grace', '0', '--without-redis', '--yes')).toMatchObject({
      organizations: [
        { name: 'Café Nord 🥐', waiting: 13 },
        { name: 'Organisation 1', waiting: 5, overdue: 0, found: 0, doubtful: 0 },
      ],
    });
  });

  it('asks v1 who publishes after a restore, and takes no other step before, from any endpoint', async () => {
    await noteRestored(crier.context.database, new Date());
    const operator = await addPerson(crier, { operator: true });
    const refused = { code: 1, stderr: expect.stringContaining('type "migrate-v1 after-restore') };
    for (const name of ['cutover', 'rollback', 'finish']) {
      expect(await step(name, '--yes')).toMatchObject(refused);
      expect(await operator.call('POST', '/instance/migration/steps', { body: { do: name } })).toMatchObject({
        status: 409,
        body: { code: 'publisher_in_doubt' },
      });
    }
    expect((await step('status')).stdout).toContain('type "migrate-v1 after-restore');
    for (const [path, method] of [
      ['posts', 'POST'],
      ['integrations/none', 'DELETE'],
    ] as const) {
      expect(await withKey(1, path, method)).toMatchObject({ code: 'publisher_in_doubt' });
    }
    const look = (body: object) => operator.call('POST', '/instance/migration/after-restore', { body });
    const all = [
      { name: 'Café Nord 🥐', outcome: 'crier', refused: null },
      { name: 'Organisation 1', outcome: 'crier', refused: null },
    ];
    // A look alone changes nothing.
    expect((await look({})).body).toMatchObject({ organizations: all });
    expect((await look({})).body).toMatchObject({ organizations: all });
    const member = await addPerson(crier, { role: 'owner' });
    expect((await member.call('POST', '/instance/migration/after-restore', { body: {} })).status).toBe(403);
    expect(await step('after-restore')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Add --yes'),
    });
    expect(await step('after-restore', '--yes')).toMatchObject({ code: 0 });
    expect((await step('status')).stdout).not.toContain('after-restore');
  });

  it('finishes, forgets the secrets of v1, and old keys go on working', async () => {
    expect(await step('finish', '--yes')).toMatchObject({ code: 0 });
    const rows = await crier.context.database.query<{ sealed: string | null }>({
      name: 'test-sealed',
      text: 'select sealed from v1_source',
    });
    expect(rows).toEqual([{ sealed: null }]);
    expect(await step('status')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The migration was finished on .+ UTC\. Crier publishes for all/),
    });
    expect(await step('cutover', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The migration was finished on .+ Another v1 begins with "copy"/),
    });
    expect(await keyWorks(1)).toBe(200);
  });

  it('has run every command of the guide, and said what the guide shows of it', () => {
    const guide = readFileSync('docs/migrate-v1.md', 'utf8');
    const commands = [...guide.matchAll(/^npm run migrate:v1 -- ([\w-]+)/gm)].map(([, name = '']) => name);
    expect(commands.filter((name) => !ran.includes(name))).toEqual([]);
    const shown = [...guide.matchAll(/^```text\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
      block.split('\n').filter(Boolean),
    );
    expect([commands.length > 7, shown.length > 15]).toEqual([true, true]);
    expect(shown.filter((line) => !said.some((one) => like(line).test(one)))).toEqual([]);
  });
});

/** Numbers and the width of columns are another matter each time; a minute is written without seconds. */
const like = (line: string): RegExp =>
  new RegExp(
    `^${line
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/\d+/g, '\\d+')
      .replace(/:\\d\+ UTC/, '(:\\d+)? UTC')
      .replaceAll(/ {2,}/g, ' +')}$`,
  );
