import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';
import { AWKWARD, fillOrganization } from '../../../transfer/archive/fixtures/full-organization.ts';
import { KINDS } from '../../../transfer/archive/kinds.ts';
import { openArchive } from '../../../transfer/archive/open-archive.ts';
import { openSecrets } from '../../../transfer/archive/open-secrets.ts';
import { childEnv } from '../../../platform/config/config.ts';
import { readSetup } from '../../../accounts/register.ts';
import { readFreezes } from '../../instance/read-freezes.ts';
import { buildPost, sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { checkFreeze } from '../doctor/check-posts.ts';
import { crierJson, runCrier, type CliRun } from '../fixtures/run-cli.ts';

const PASSPHRASE = 'correct horse battery staple';
interface Refused {
  readonly error: { readonly code: string; readonly message: string };
}

interface Explained {
  readonly next: string;
  readonly youCan: readonly string[];
}

describe('An organisation', () => {
  let source: TestInstance;
  let target: TestInstance;
  let emails: string[];
  let files: string[];
  beforeAll(async () => {
    [source, target] = await Promise.all([
      startInstance({ temporal: false }),
      startInstance({ temporal: false, api: false }),
    ]);
    ({ emails, files } = await fillOrganization(source));
    writeFileSync(path('passphrase'), `${PASSPHRASE}\n`);
    writeFileSync(path('wrong'), 'incorrect horse battery\n');
  });
  afterAll(() => Promise.all([source?.stop(), target?.stop()]));

  const path = (name: string): string => join(source.dataDir, name);
  const secretly = (): string[] => ['--passphrase-file', path('passphrase')];
  const exported = (from: TestInstance, name: string, ...args: string[]): Promise<CliRun> =>
    runCrier(from.env, 'export', path(name), '--organization', source.organizationId, ...args);
  const imported = (name: string, ...args: string[]): Promise<CliRun> =>
    runCrier(target.env, 'import', path(name), ...args);
  const refused = async (name: string, ...args: string[]): Promise<string> =>
    (await crierJson<Refused>(target.env, 'import', path(name), ...args)).error.code;
  const isThere = async (): Promise<boolean> =>
    (await sql(target, 'select 1 from organization where id = $1', [source.organizationId])).length === 1;
  const stored = (instance: TestInstance): string[] =>
    readdirSync(join(instance.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(join(instance.dataDir, 'uploads', file)).isFile(),
    );
  /** All bytes of an archive, unpacked. */
  const unpack = async (name: string): Promise<string> => {
    const zip = await openPromise(path(name));
    const chunks: Buffer[] = [];
    for await (const entry of zip.eachEntry()) {
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString('latin1');
  };
  const forget = async (): Promise<void> => {
    await sql(target, 'delete from organization where id = $1', [source.organizationId]);
    await sql(target, 'delete from user_account');
  };
  /** Every entry but the manifest and the secrets, with its digest. */
  const entries = async (name: string): Promise<Record<string, string>> => {
    const archive = await openArchive(path(name));
    archive.close();
    return Object.fromEntries(
      archive.manifest.entries
        .filter((entry) => entry.name !== 'secrets.ndjson')
        .map((entry) => [entry.name, entry.sha256]),
    );
  };
  const secrets = async (
    instance: TestInstance,
    name: string,
  ): Promise<(table: string, key: string) => string> => {
    const archive = await openArchive(path(name));
    const opened = await openSecrets(instance.context, archive, PASSPHRASE);
    archive.close();
    return (table, key) => opened.of(table, key) ?? '';
  };

  it('is exported into one private file, which appears when it is complete', async () => {
    const run = await exported(source, 'copy.zip', ...secretly());
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/"Ada & Co" as of .*, with 13 posts, 5 channels, 2 members, 3 files\n/);
    expect(statSync(path('copy.zip')).mode & 0o777).toBe(0o600);
    expect(readdirSync(source.dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('has something of every kind in this test, and its secrets never in the clear', async () => {
    const { manifest, close } = await openArchive(path('copy.zip'));
    close();
    const empty = KINDS.filter(({ table }) => !manifest.rows[table]).map(({ table }) => table);
    expect([empty, manifest.movedAt, manifest.secrets?.kdf]).toEqual([[], null, 'scrypt']);
    const unpacked = await unpack('copy.zip');
    const [key] = await sql<{ hash: string }>(source, 'select hash from api_key limit 1');
    expect(unpacked).toContain('Guests');
    for (const secret of [key?.hash ?? '', 'argon2id', 'own-app-secret', PASSPHRASE]) {
      expect(unpacked).not.toContain(secret);
    }
  });

  it('is not exported over a file, or over HTTP, or with a short passphrase', async () => {
    writeFileSync(path('short'), 'hunter2');
    const args = [path('copy.zip'), '--organization', source.organizationId];
    const error = async (...more: string[]): Promise<string> =>
      (await crierJson<Refused>(source.env, 'export', ...args, ...more)).error.code;
    expect(await error()).toBe('file_exists');
    expect(await error('--api', source.url)).toBe('needs_machine');
    expect(await error('--passphrase-file', path('short'))).toBe('usage');
  });

  it('is only checked without --yes', async () => {
    const run = await imported('copy.zip', ...secretly());
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /2 new accounts, 0 who have an account here already[\s\S]*Nothing was stored: add --yes\.\n$/,
    );
    expect([await isThere(), stored(target)]).toEqual([false, []]);
  });

  it('is not imported without its passphrase, with another one, or to be published twice', async () => {
    expect(await refused('copy.zip', '--yes')).toBe('passphrase_needed');
    expect(await refused('copy.zip', '--yes', '--passphrase-file', path('wrong'))).toBe('passphrase_wrong');
    expect(await refused('copy.zip', '--yes', ...secretly(), '--publish')).toBe('archive_not_moved');
    expect(await refused('copy.zip', '--yes', ...secretly(), '--api', source.url)).toBe('needs_machine');
    expect(await refused('copy.zip', '--yes', ...secretly(), '--draft')).toBe('usage');
    expect([await isThere(), stored(target)]).toEqual([false, []]);
  });

  it('that another instance still publishes is imported with drafts, and nothing that would be sent', async () => {
    expect((await imported('copy.zip', '--yes', ...secretly())).stdout).toMatch(
      /7 waiting posts as drafts: none of them is published[\s\S]*Imported\.\n/,
    );
    const states = await sql(target, 'select state, count(*)::int as n from post group by 1 order by 1');
    expect(states).toEqual([
      { state: 'draft', n: 8 },
      { state: 'failed', n: 1 },
      { state: 'missed', n: 1 },
      { state: 'published', n: 2 },
      { state: 'unconfirmed', n: 1 },
    ]);
    expect(await sql(target, 'select 1 from outbox')).toEqual([]);
    expect(await sql(target, 'select 1 from post_item where content = $1', [AWKWARD])).toHaveLength(1);
    expect(stored(target).toSorted()).toEqual(files.toSorted());
  });

  it('is imported once: the same archive again changes nothing, another one is refused', async () => {
    expect((await imported('copy.zip', '--yes', ...secretly())).stdout).toMatch(
      /imported from this archive before/,
    );
    await exported(source, 'again.zip', ...secretly());
    expect(await refused('again.zip', '--yes', ...secretly())).toBe('organization_exists');
    await forget();
  });

  it('without secrets is imported with channels to be reconnected and people who choose a password', async () => {
    await exported(source, 'plain.zip');
    const run = await imported('plain.zip', '--yes');
    expect(run.stdout).toMatch(/Channels have to be reconnected/);
    expect(await sql(target, 'select distinct refresh_needed from integration')).toEqual([
      { refresh_needed: true },
    ]);
    expect(
      await sql(target, 'select email, password_hash, activated_at, operator from user_account order by 1'),
    ).toEqual(emails.map((email) => ({ email, password_hash: null, activated_at: null, operator: false })));
    expect(
      await sql(target, 'select 1 from api_key where organization_id = $1', [source.organizationId]),
    ).toEqual([]);
    await forget();
  });

  it('makes members of people who are here, whose accounts stay as they are', async () => {
    await sql(
      target,
      `insert into user_account (id, email, name, password_hash, activated_at) values (gen_random_uuid(), 'ADA@example.org', 'Ada L.', 'mine', now())`,
    );
    expect((await imported('copy.zip', '--yes', ...secretly())).stdout).toMatch(/1 new account, 1 who have/);
    expect(
      await sql(
        target,
        'select u.email, u.name, u.password_hash, u.operator, m.role from user_account u join membership m on m.user_id = u.id order by lower(email)',
      ),
    ).toEqual([
      { email: 'ADA@example.org', name: 'Ada L.', password_hash: 'mine', operator: false, role: 'owner' },
      {
        email: 'ben@example.org',
        name: 'Ben',
        password_hash: expect.stringContaining('Ben'),
        operator: false,
        role: 'member',
      },
    ]);
    await forget();
  });

  it('that is moved is imported unchanged: exported again, it is the same byte for byte', async () => {
    const run = await exported(source, 'moved.zip', ...secretly(), '--move');
    expect(run.stdout).toMatch(/Nothing is published for "Ada & Co" here any more/);
    expect((await imported('moved.zip', '--yes', ...secretly(), '--publish')).stdout).toMatch(
      /7 waiting posts published from here\nImported\.\n/,
    );
    expect(await exported(target, 'back.zip', ...secretly())).toMatchObject({ code: 0 });
    const first = await entries('moved.zip');
    expect(await entries('back.zip')).toEqual(first);
    expect(Object.keys(first)).toEqual([
      ...KINDS.map(({ table }) => `rows/${table}.ndjson`),
      ...files.toSorted().map((file) => `media/${file}`),
    ]);
    const named = await sql(
      target,
      `select m.path from snippet s cross join jsonb_path_query(s.media, '$[*][*].id') f
        join media m on m.id = (f #>> '{}')::uuid and m.organization_id = s.organization_id order by m.path`,
    );
    expect(named.map(({ path }) => path)).toEqual(files.toSorted());
    for (const file of files) {
      expect(readFileSync(join(target.dataDir, 'uploads', file))).toEqual(
        readFileSync(join(source.dataDir, 'uploads', file)),
      );
    }
  });

  it('that comes into an instance without an operator shows who can be that, and how; then people sign in', async () => {
    await forget();
    const setUp = async (): Promise<boolean> => (await readSetup(target.context)).needed;
    const { stdout } = await imported('moved.zip', '--yes', ...secretly(), '--publish');
    const command = /To operate it with an account that was imported: npm run crier -- (.+)\n$/.exec(
      stdout,
    )?.[1];
    expect([command, await setUp()]).toEqual(['users make-operator ada@example.org', true]);
    expect((await runCrier(target.env, ...(command ?? '').split(' '))).code).toBe(0);
    expect([await setUp(), await sql(target, 'select email from user_account where operator')]).toEqual([
      false,
      [{ email: 'ada@example.org' }],
    ]);
    expect((await crierJson<Refused>(target.env, 'setup-code')).error.code).toBe('already_set_up');
  });

  it('that is moved has its secrets, sealed with the key of the other instance', async () => {
    const there = await secrets(source, 'back.zip');
    const rows = await sql<{ id: string; credentials: string; hash: string }>(
      source,
      `select i.id, i.credentials from integration i order by 1`,
    );
    const binding = (id: string): string => `integration:${source.organizationId}:${id}`;
    for (const { id, credentials } of rows) {
      expect(source.context.secrets.open(there('integration', id), binding(id))).toBe(
        source.context.secrets.open(credentials, binding(id)),
      );
    }
    for (const [table, column] of [
      ['api_key', 'hash'],
      ['oauth_app', 'secret_hash'],
      ['user_account', 'password_hash'],
    ]) {
      const read = `select ${column} from ${table} order by id`;
      const mine = await sql(
        source,
        table === 'user_account' ? `select ${column} from ${table} where name <> 'Gone' order by id` : read,
      );
      expect(
        await sql(
          target,
          table === 'api_key'
            ? `select hash from api_key where organization_id = '${source.organizationId}' order by id`
            : read,
        ),
      ).toEqual(mine);
    }
  });

  it('that is moved cannot be changed by any endpoint here, publishes nothing, and names where it is published', async () => {
    const [post] = await sql<{ id: string; channel: string }>(
      source,
      `select p.id, i.id as channel from post p join integration i on i.id = p.integration_id
        where p.state = 'scheduled' and i.provider = 'sandbox' limit 1`,
    );
    const { id = '', channel = '' } = post ?? {};
    const moved = { status: 409, body: { code: 'organization_moved' } };
    expect(await source.call('POST', '/posts', { body: buildPost(channel) })).toMatchObject(moved);
    expect(await source.call('DELETE', `/posts/${id}`)).toMatchObject(moved);
    expect(await source.call('DELETE', `/integrations/${channel}`)).toMatchObject(moved);
    expect(await source.call('GET', `/posts/${id}`)).toMatchObject({ status: 200 });
    const scope = ['--organization', source.organizationId];
    const refusal = async (...args: string[]): Promise<string> =>
      (await crierJson<Refused>(source.env, ...args, ...scope)).error.code;
    const create = [
      'posts',
      'create',
      '--text',
      'Here?',
      '--channel',
      channel,
      '--date',
      '2031-05-04T09:30Z',
    ];
    expect([
      await refusal(...create),
      await refusal('posts', 'cancel', id),
      await refusal('channels', 'try', channel, '--publish'),
    ]).toEqual(['organization_moved', 'organization_moved', 'organization_moved']);
    const explained = await crierJson<Explained>(source.env, 'posts', 'explain', id, ...scope);
    expect([explained.next, explained.youCan]).toEqual([
      'nothing happens here: "Ada & Co" was moved to another instance, which publishes for it.',
      [expect.stringMatching(/export --organization "Ada & Co" --undo-move {4}only if no other instance/)],
    ]);
    const instance = await readFreezes(source.context);
    expect([instance, (await checkFreeze(source.context)).fix ?? '']).toEqual([
      [],
      expect.not.stringContaining('resume'),
    ]);
  });

  it('that is moved has a run for every waiting post there, and none here', async () => {
    expect(await sql(target, "select count(*)::int as n from outbox where kind = 'start_group'")).toEqual([
      { n: 7 },
    ]);
    const resume = ['resume', '--organization', source.organizationId, '--plan', 'now', '--yes'];
    expect((await crierJson<Refused>(source.env, ...resume)).error.code).toBe('organization_moved');
    expect(
      (await runCrier(source.env, 'export', '--undo-move', '--organization', source.organizationId)).stdout,
    ).toMatch(/belongs to this instance again/);
    expect(await crierJson(source.env, ...resume)).toMatchObject({ resumed: true });
    expect(
      (await crierJson<Refused>(source.env, 'export', '--undo-move', '--organization', source.organizationId))
        .error.code,
    ).toBe('not_moved');
  });

  it('goes from one instance to the other through a pipe', async () => {
    await forget();
    const command = `"$0" src/run/cli/main.ts export - --organization ${source.organizationId} |
      DATABASE_URL="$1" CRIER_DATA_DIR="$2" ENCRYPTION_KEY="$3" "$0" src/run/cli/main.ts import - --yes`;
    const { DATABASE_URL: database = '', ENCRYPTION_KEY: key = '' } = target.env;
    const { stdout, stderr } = await promisify(execFile)(
      'sh',
      ['-c', command, process.execPath, database, target.dataDir, key],
      { env: childEnv({ ...source.env, NODE_OPTIONS: '' }) },
    );
    expect(stderr).toMatch(/^-: [\d.]+ MB, "Ada & Co"/);
    expect(stdout).toMatch(/7 waiting posts as drafts[\s\S]*Imported\.\n/);
  }, 60_000);
});
