import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { credentialsBinding } from '../../platform/secrets.ts';
import { png, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { AGES } from '../test/schema.ts';
import { openSource, type SourceDatabase } from '../source/open-source.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import type { CopyDeps } from './kind.ts';
import { BEGIN, copyBatch, runPass, type BatchReport, type PassOptions } from './run-pass.ts';

let crier: TestInstance;
beforeAll(async () => {
  const limits = { channels: null, postsPerMonth: null, members: null, webhooks: null, storageMb: null };
  const plans = { free: { label: 'Free', ...limits }, pro: { label: 'Pro', ...limits } };
  crier = await startInstance({ temporal: false, env: { CRIER_PLANS: JSON.stringify(plans) } });
});
afterAll(() => crier?.stop());

/** An instance of v1, and the copy of it here. */
interface Copied {
  readonly deps: CopyDeps;
  readonly v1: V1Source;
  readonly source: SourceDatabase;
  pass(options?: PassOptions): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** The folder of uploads of v1: every file but the one that is missing. */
async function makeUploads(v1: V1Source): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-v1-uploads-'));
  const rows = await v1.query<{ path: string }>(`select path from "Media" where path not like '%never-was%'`);
  for (const { path } of rows) {
    const file = join(folder, path.replace(/^.*\/uploads\//, ''));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png());
  }
  return folder;
}

async function startCopy(age: (typeof AGES)[number]): Promise<Copied> {
  const v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
    age,
    organizations: 2,
    posts: 30,
    waiting: 10,
    seed: randomUUID(),
  });
  const uploads = await makeUploads(v1);
  const source = await openSource(v1.url);
  const sourceId = randomUUID();
  await sql(crier, 'insert into v1_source (id, fingerprint, version) values ($1, $2, $3)', [
    sourceId,
    source.fingerprint,
    source.version,
  ]);
  const deps: CopyDeps = {
    context: crier.context,
    source,
    sourceId,
    open: openerOf(v1.jwtSecret),
    env: { TELEGRAM_TOKEN: '1:telegram' },
    uploads,
    rate: null,
  };
  return {
    deps,
    v1,
    source,
    async pass(options) {
      const reports: BatchReport[] = [];
      await runPass(deps, options, (batch) => reports.push(batch));
      const sum = (count: (batch: BatchReport) => number): number =>
        reports.reduce((n, one) => n + count(one), 0);
      return { written: sum((one) => one.written), removed: sum((one) => one.removed) };
    },
    async stop() {
      await source.close();
      await v1.drop();
      rmSync(uploads, { recursive: true });
    },
  };
}

const count = async (v1: V1Source, text: string): Promise<number> =>
  Number((await v1.query<{ n: string }>(`select count(*) as n from ${text}`))[0]?.n);

describe.each(AGES)('A copy of %s', (age) => {
  let copied: Copied;
  beforeAll(async () => {
    copied = await startCopy(age);
    await copied.pass();
  });
  afterAll(() => copied?.stop());
  it('reads no more rows a second than it may', async () => {
    const began = performance.now();
    const { read } = await copyBatch({ ...copied.deps, rate: 10 }, BEGIN);
    // A lower bound: a slow machine only takes longer. A timer may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual((1000 * read) / 10 - 2);
  });

  const organizationIds = (): string[] => copied.v1.organizations.map(({ id }) => id);

  it('has every live post with all its parts, and says which release it came from', async () => {
    const roots = await count(copied.v1, '"Post" where "parentPostId" is null and "deletedAt" is null');
    const parts = await count(copied.v1, '"Post" where "deletedAt" is null');
    const [here] = await sql<{ posts: number; items: number }>(
      crier,
      `select count(distinct p.id)::int as posts, count(*)::int as items
        from post p join post_item i on i.post_id = p.id where p.organization_id = any($1)`,
      [organizationIds()],
    );
    expect(here).toEqual({ posts: roots, items: parts });
    const releases = {
      'v1.6': 'before v1.8.1',
      'v1.35': 'v1.35.1 or later, before v1.36.1',
      'v1.65.7': 'v1.62.1 or later, before v2.1.0',
      'v2.11.3': 'v2.10.0 or later, before v2.12.0',
      'v2.20': 'v2.20.0 or later, before v2.21.3',
    };
    expect(copied.source.version).toBe(releases[age]);
  });

  it('writes nothing when it is repeated', async () => {
    expect(await copied.pass()).toEqual({ written: 0, removed: 0 });
  });

  it('gives each organisation an owner and its choice about short links, and leaves publishing to v1', async () => {
    const rows = await sql(
      crier,
      `select o.name, o.short_links as links, w.publishes, w.phase,
          (select count(*)::int from membership m where m.organization_id = o.id and m.role = 'owner') as owners
        from organization o join v1_organization w on w.organization_id = o.id where o.id = any($1) order by 1`,
      [organizationIds()],
    );
    expect(rows).toEqual([
      { name: 'Café Nord 🥐', links: 'ask', publishes: 'v1', phase: 'copying', owners: 1 },
      {
        name: 'Organisation 1',
        links: age === 'v2.20' ? 'always' : 'ask',
        publishes: 'v1',
        phase: 'copying',
        owners: 1,
      },
    ]);
  });

  it('opens its channels with our key, and says which have to be reconnected', async () => {
    const rows = await sql<{
      id: string;
      organization: string;
      provider: string;
      credentials: string;
      problem: string;
    }>(
      crier,
      `select i.id, i.organization_id as organization, provider, credentials, l.problem from integration i
        join legacy_id l on l.id = i.id and l.kind = 'integration' where i.organization_id = $1`,
      [organizationIds()[0]],
    );
    const stateOf = (provider: string): unknown => {
      const row = rows.find((one) => one.provider === provider);
      return (
        row?.problem ??
        (row &&
          JSON.parse(
            crier.context.secrets.open(row.credentials, credentialsBinding(row.organization, row.id)),
          ))
      );
    };
    expect(['linkedin', 'bluesky', 'medium', 'nostr', 'vk', 'telegram'].map(stateOf)).toEqual([
      { token: 'access', refreshToken: 'refresh' },
      { service: 'https://pds.example', identifier: 'cafe.example', password: 'app-pass' },
      { token: 'medium-key' },
      { key: '7f'.repeat(32) },
      { accessToken: 'access', refreshToken: 'refresh', deviceId: 'device' },
      { token: '1:telegram', chat: '-1001234' },
    ]);
    expect([stateOf('x'), stateOf('ghost-network'), stateOf('discord')]).toEqual([
      'v1 used OAuth 1.0a with X, and Crier uses OAuth 2.0',
      'Crier does not have this network',
      'give DISCORD_BOT_TOKEN_ID of the old instance',
    ]);
  });

  it('has the files of the library, names those that are missing, and serves them', async () => {
    const rows = await sql<{ path: string | null; problem: string | null }>(
      crier,
      `select m.path, l.problem from legacy_id l left join media m on m.id = l.id
        where l.kind = 'media' and l.organization_id = $1 order by l.problem`,
      [organizationIds()[0]],
    );
    expect(rows.map(({ path, problem }) => [path !== null, problem])).toEqual([
      [false, 'the file 2025/03/01/never-was.png is not in the folder of uploads'],
      [true, null],
      [true, null],
    ]);
    expect((await fetch(`${crier.url}/uploads/${rows[1]?.path}`)).status).toBe(200);
  });

  it('has pictures without private data once a post uses them, also when copied again; v1 keeps its own', async () => {
    const [taken] = await sql<{ id: string }>(
      crier,
      `select l.legacy_id as id from legacy_id l join media m on m.id = l.id
        where l.kind = 'media' and l.problem is null and m.organization_id = any($1) limit 1`,
      [organizationIds()],
    );
    const [file] = await copied.v1.query<{ id: string; path: string }>(
      'select id, path from "Media" where id = $1',
      [taken?.id],
    );
    const made = readFileSync(
      join(import.meta.dirname, '../../platform/media/fixtures/elsewhere/body-serial.png'),
    );
    const ofV1 = join(String(copied.deps.uploads), file?.path.replace(/^.*\/uploads\//, '') ?? '');
    rmSync(ofV1);
    writeFileSync(ofV1, made);
    for (const name of ['once', 'again']) {
      await copied.v1.query('update "Media" set name = $2 where id = $1', [file?.id, name]);
      expect(await copied.pass()).toEqual({ written: 1, removed: 0 });
      const [row] = await sql<{ id: string; path: string; owner: string }>(
        crier,
        `select m.id, m.path, m.organization_id as owner from legacy_id l join media m on m.id = l.id
          where l.kind = 'media' and l.legacy_id = $1 and m.organization_id = any($2)`,
        [file?.id, organizationIds()],
      );
      expect(await crier.context.storage.find(row?.owner ?? '', row?.id ?? '')).toMatchObject({ width: 48 });
      const here = readFileSync(join(crier.context.uploadFolder, row?.path ?? ''));
      expect([here.includes('4711'), readFileSync(ofV1).equals(made)]).toEqual([false, true]);
    }
  });

  it('has the plan of that name, or the default plan where this instance has no such plan', async () => {
    const plans = await sql(crier, 'select plan from organization where id = any($1) order by name', [
      organizationIds(),
    ]);
    expect(plans).toEqual([{ plan: 'pro' }, { plan: null }]);
    const problems = await sql(
      crier,
      "select problem from legacy_id where kind = 'subscription' and organization_id = any($1) order by problem",
      [organizationIds()],
    );
    expect(problems).toEqual([
      { problem: 'CRIER_PLANS has no plan "ultimate": the organisation has the default plan' },
      { problem: null },
    ]);
  });

  it('has its notifications, and from v2.20 on its apps with the access that people gave them', async () => {
    const [notes] = await sql<{ n: number }>(
      crier,
      "select count(*)::int as n from notification where kind = 'from_v1' and organization_id = $1",
      [organizationIds()[0]],
    );
    const tokens = await sql(
      crier,
      `select a.name, u.email from oauth_token t join oauth_app a on a.id = t.app_id
        join user_account u on u.id = t.user_id where t.organization_id = $1`,
      [organizationIds()[0]],
    );
    const expected = [{ name: 'Menu board', email: expect.stringMatching(/@v1.invalid$/) }];
    expect([notes, tokens]).toEqual([{ n: 1 }, age === 'v2.20' ? expected : []]);
  });

  it('has its webhooks, which get what v1 sent them, and nothing while v1 still does', async () => {
    const here = await sql(
      crier,
      `select w.name, w.url, w.events, w.format, cardinality(w.channels) as channels
      from webhook w join legacy_id l on l.id = w.id where l.source_id = $1`,
      [copied.deps.sourceId],
    );
    const webhook = {
      name: 'Dashboard',
      url: 'https://dashboard.example/hook',
      events: ['post.published'],
      format: 'postiz',
      channels: 1,
    };
    expect(here).toEqual(copied.source.shape.has('Webhooks') ? [webhook] : []);
    await sql(crier, 'update webhook set events = null, channels = null');
    const change =
      "update post set publish_at = publish_at + interval '1 millisecond' where state = 'scheduled'";
    await sql(crier, change);
    expect(await sql(crier, 'select 1 from webhook_event')).toEqual([]);
  });

  it('keeps what could be read of odd posts, and says what could not', async () => {
    const rows = await sql<{ problem: string }>(
      crier,
      `select distinct problem from legacy_id l where kind = 'post' and organization_id = $1 and problem is not null
        order by problem`,
      [organizationIds()[0]],
    );
    expect(rows.map(({ problem }) => problem)).toEqual([
      'Crier does not have its network',
      'its list of media could not be read',
      'its settings could not be read',
      'settings.title is required',
    ]);
  });
});

describe('A copy of a v1 that goes on working', () => {
  let copied: Copied;
  beforeAll(async () => {
    copied = await startCopy('v2.11.3');
    await copied.pass();
  });
  afterAll(() => copied?.stop());
  const post = async (content: string): Promise<{ state: string; items: number } | undefined> =>
    (
      await sql<{ state: string; items: number }>(
        crier,
        `select p.state, (select count(*)::int from post_item i where i.post_id = p.id) as items
          from post p join post_item first on first.post_id = p.id and first.position = 0
          where first.content = $1 and p.deleted_at is null
            and p.organization_id = any($2)`,
        [content, copied.v1.organizations.map(({ id }) => id)],
      )
    )[0];

  it('takes over what was published, changed and added since', async () => {
    const since = new Date(Date.now() - 1000);
    const [waiting] = await copied.v1.query<{ id: string; content: string }>(
      `select id, content from "Post" where state = 'QUEUE' order by "publishDate" limit 1`,
    );
    await copied.v1.query(
      `update "Post" set state = 'PUBLISHED', content = '<p>Now out</p>', "updatedAt" = now() at time zone 'utc' where id = $1`,
      [waiting?.id],
    );
    expect(await copied.pass({ since })).toEqual({ written: 1, removed: 0 });
    expect(await post('<p>Now out</p>')).toEqual({ state: 'published', items: 1 });
  });

  it('drops a part that v1 took off the end of a thread', async () => {
    expect(await post('<p>Part 1 of 12</p>')).toEqual({ state: 'scheduled', items: 12 });
    await copied.v1.query(`delete from "Post" where content = '<p>Part 12 of 12</p>'`);
    expect(await copied.pass()).toEqual({ written: 1, removed: 0 });
    expect(await post('<p>Part 1 of 12</p>')).toEqual({ state: 'scheduled', items: 11 });
  });

  it('removes what v1 deleted, marked or permanently', async () => {
    await copied.v1.query(
      `update "Post" set "deletedAt" = now() where content = '<p onclick="x()">Hello<script>alert(1)</script></p>'`,
    );
    await copied.v1.query(`delete from "Sets" where name = 'Monday menu'`);
    expect(await post('<p>Hello</p>')).toBeDefined();
    expect(await copied.pass()).toEqual({ written: 0, removed: 2 });
    expect(await post('<p>Hello</p>')).toBeUndefined();
  });

  it('leaves an organisation alone for which Crier publishes by now', async () => {
    const [first] = copied.v1.organizations;
    await sql(
      crier,
      "update v1_organization set publishes = 'crier', phase = 'cut_over', cut_over_at = now() where organization_id = $1",
      [first?.id],
    );
    await copied.v1.query(`update "Post" set content = 'changed', "updatedAt" = now()`);
    await copied.pass();
    const rows = await sql(
      crier,
      `select distinct p.organization_id = $1 as first from post_item i join post p on p.id = i.post_id
        where i.content = 'changed' and p.organization_id = any($2)`,
      [first?.id, copied.v1.organizations.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ first: false }]);
  });
});

describe('A copy with a wrong JWT_SECRET', () => {
  it('says what it did not open, and the right one opens it', async () => {
    const copied = await startCopy('v2.20');
    const closed = async (): Promise<object[]> =>
      sql(
        crier,
        `select kind, count(*)::int as n from legacy_id where source_id = $1 and problem like 'this JWT_SECRET%'
          group by kind order by kind`,
        [copied.deps.sourceId],
      );
    await runPass({ ...copied.deps, open: openerOf('a wrong one') });
    expect(await closed()).toEqual([
      { kind: 'integration', n: 7 },
      { kind: 'oauth_app', n: 1 },
      { kind: 'oauth_authorization', n: 1 },
    ]);
    await copied.pass();
    expect(await closed()).toEqual([]);
    await copied.stop();
  });
});
