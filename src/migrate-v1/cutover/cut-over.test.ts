import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { repeatPosts } from '../../../activities/repeat-posts.ts';
import { sql } from '../../test/factories.ts';
import { eventually } from '../../test/instance.ts';
import { openSandboxAccount } from '../test/sandbox-account.ts';
import { idHere } from '../id-here.ts';
import { STOPPED_AT } from '../map/post.ts';
import { rollBack } from './roll-back.ts';
import {
  crier,
  here,
  inV1,
  makeDue,
  migration,
  organization,
  run,
  starts,
  useCutoverWorld,
  v1,
} from '../test/cutover-world.ts';

useCutoverWorld();
const UNNAMED = `select 1 from pg_stat_activity where datname = current_database() and application_name = ''
  and backend_type = 'client backend'`;

const failAtStop = (line: string): void => {
  if (line.includes('stopped ')) throw new Error('killed');
};

describe('A cutover', () => {
  it('stops the posts that wait in v1, and gives each a run here', async () => {
    expect([await inV1(), await starts()]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 0]);
    expect(await run()).toEqual({ waiting: 5, overdue: 0, found: 0, doubtful: 0 });
    expect([await inV1(), await here(), await starts()]).toEqual([
      { STOPPED: 5, PUBLISHED: 10 },
      { scheduled: 5, published: 10 },
      5,
    ]);
  });

  it('has a post once that v1 made a part of another, and again when v1 takes it back; a thread counts as one', async () => {
    const [{ id = '' } = {}] = await v1.query<{ id: string }>(
      `update "Post" set "parentPostId" = (select min(id) from "Post" where "organizationId" = $1 and state = 'QUEUE')
        where id = (select max(id) from "Post" where "organizationId" = $1 and state = 'QUEUE') returning id`,
      [v1.organizations[1]?.id],
    );
    const said: string[] = [];
    expect(await run({ say: (line) => void said.push(line) })).toMatchObject({ waiting: 4 });
    expect(said).toContain('Organisation 1: stopped 4 waiting posts in v1');
    expect([await inV1(), await here()]).toEqual([
      { STOPPED: 5, PUBLISHED: 10 },
      { scheduled: 4, published: 10 },
    ]);
    expect(await rollBack(migration, await organization())).toBe(4);
    await v1.query('update "Post" set "parentPostId" = null where id = $1', [id]);
    expect([await run(), await here()]).toMatchObject([{ waiting: 5 }, { scheduled: 5, published: 10 }]);
  });

  it('goes on with a series at the date that came after v1 was stopped, even if it has passed', async () => {
    await v1.query(
      `update "Post" set "intervalInDays" = 1,
          "publishDate" = date_trunc('second', now() at time zone 'UTC') - interval '24 hours 30 minutes'
        where id = (select id from "Post" where "organizationId" = $1 and state = 'PUBLISHED' limit 1)`,
      [v1.organizations[1]?.id],
    );
    await run();
    // The grace was an hour.
    const { id } = await organization();
    await sql(
      crier,
      `update v1_organization
        set detail = detail || jsonb_build_object('stoppedMs', (detail ->> 'stoppedMs')::float8 - 3600000)
        where organization_id = $1`,
      [id],
    );
    await repeatPosts(crier.context.database, 10);
    const minutes = `round(extract(epoch from now() - n.publish_at) / 60)::int as minutes`;
    const next = (): Promise<object[]> =>
      sql(crier, `select n.state, ${minutes} from post n where n.repeat_of is not null order by 2`);
    expect(await next()).toEqual([{ state: 'scheduled', minutes: 30 }]);
    // The date after it has not come.
    await repeatPosts(crier.context.database, 10);
    expect(await next()).toEqual([
      { state: 'scheduled', minutes: 30 - 24 * 60 },
      { state: 'scheduled', minutes: 30 },
    ]);
  });

  it('does nothing when it is repeated, and leaves the other organisation to v1', async () => {
    await run();
    expect(await run()).toBeNull();
    expect(await starts()).toBe(5);
    expect((await organization(0)).publishes).toBe('v1');
  });

  it('takes along what v1 published and added after the last copy', async () => {
    await v1.query(
      `update "Post" set state = 'PUBLISHED' where id in
        (select id from "Post" where "organizationId" = $1 and state = 'QUEUE' limit 1)`,
      [v1.organizations[1]?.id],
    );
    expect(await run()).toEqual({ waiting: 4, overdue: 0, found: 0, doubtful: 0 });
    expect(await here()).toEqual({ scheduled: 4, published: 11 });
  });

  it('asks about a post that was due just when v1 was stopped: it may be published', async () => {
    await makeDue([1]);
    expect(await run()).toEqual({ waiting: 4, overdue: 0, found: 0, doubtful: 1 });
    expect(await here()).toEqual({ scheduled: 4, published: 10, unconfirmed: 1 });
  });

  it.each([
    ['ask', { missed: 2, scheduled: 3, published: 10 }, 3],
    ['draft', { draft: 2, scheduled: 3, published: 10 }, 3],
    ['send', { scheduled: 5, published: 10 }, 5],
  ] as const)('does with posts that were long overdue what was chosen: %s', async (overdue, states, runs) => {
    await makeDue([90, 4000]);
    expect(await run({ overdue })).toEqual({ waiting: runs, overdue: 2, found: 0, doubtful: 0 });
    expect(await here()).toEqual(states);
  });

  it('waits for what v1 may be sending, and goes on there after an interruption', async () => {
    await makeDue([1]);
    const stop = new AbortController();
    const said: string[] = [];
    const interrupted = run({
      graceMs: 600_000,
      signal: stop.signal,
      say: (line) => {
        said.push(line);
        if (line.includes('waiting')) stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow(/abort/);
    expect(said[2]).toMatch(/waiting (599|600) s for what v1 may be sending/);
    expect([(await organization()).phase, await starts()]).toEqual(['waiting', 0]);
    const goesOn: string[] = [];
    expect(await run({ say: (line) => void goesOn.push(line) })).toMatchObject({ waiting: 4, doubtful: 1 });
    // What holds, and once.
    expect([said, goesOn].map((lines) => lines.filter((line) => line.includes('stopped ')))).toEqual([
      ['Organisation 1: stopped 5 waiting posts in v1'],
      ['Organisation 1: 5 posts of v1 were stopped before'],
    ]);
  });

  it('has no doubt about posts of the future, although it was killed before it noted when v1 was stopped', async () => {
    await makeDue([-1]);
    await expect(run({ say: failAtStop })).rejects.toThrow('killed');
    // What a stop notes first: the time at which it is done at the latest.
    await sql(crier, `update v1_stopped_post set stopped_at = now() + interval '2 minutes'`);
    expect(await run()).toMatchObject({ waiting: 5, doubtful: 0 });
  });

  it('stops and waits for what v1 was given while it was waited for', async () => {
    await makeDue([1]);
    const waits: string[] = [];
    const addLate = (): Promise<unknown> =>
      v1.query(
        `update "Post" set state = 'QUEUE', "publishDate" = now() at time zone 'UTC' where id in
          (select id from "Post" where "organizationId" = $1 and state = 'PUBLISHED' limit 1)`,
        [v1.organizations[1]?.id],
      );
    let added: Promise<unknown> | undefined;
    const taken = await run({
      graceMs: 1500,
      say(line) {
        if (!line.includes('waiting ')) return;
        if (/waiting \d+ s/.test(line)) waits.push(line);
        added ??= addLate();
      },
    });
    await added;
    expect([waits.length, taken]).toEqual([2, { waiting: 4, overdue: 0, found: 0, doubtful: 2 }]);
  });

  it('sends what was due while v1 was stopped: nobody else has', async () => {
    await makeDue([1]);
    let moved: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (!line.includes('stopped ')) return;
      moved ??= v1.query(
        `update "Post" set "publishDate" = now() at time zone 'UTC' + interval '1 second' where id =
          (select id from "Post" where "organizationId" = $1 and "publishDate" > now() at time zone 'UTC' + interval '1 hour'
            and state = 'QUEUE' limit 1)`,
        [v1.organizations[1]?.id],
      );
    };
    expect(await run({ graceMs: 2500, say })).toMatchObject({ waiting: 4, overdue: 0, doubtful: 1 });
    await moved;
    const meanwhile = `select state from post where publish_at between now() - interval '50 seconds' and now()
      and decided_at is not null and organization_id = $1`;
    expect(await sql(crier, meanwhile, [v1.organizations[1]?.id])).toEqual([{ state: 'scheduled' }]);
  });

  it('is refused by a database that may only be read, and says what to do', async () => {
    await v1.query(
      `alter database "${new URL(v1.url).pathname.slice(1)}" set default_transaction_read_only = on`,
    );
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /role may update "Post", or stop the containers of v1 .*--frozen-source/,
      ),
    });
    expect((await organization()).publishes).toBe('v1');
  });

  it('writes nothing into a v1 that is stopped, and is refused while that still works', async () => {
    await v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' where state = 'PUBLISHED'`);
    await expect(run({ frozenSource: true })).rejects.toThrow(/v1 is still working/);
    await v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' - interval '3 minutes'`);
    const open = new pg.Client({ connectionString: v1.url });
    await open.connect();
    await expect(run({ frozenSource: true })).rejects.toThrow(/1 connection without a name, as those of v1/);
    await open.end();
    await eventually('v1 is gone', async () => (await v1.query(UNNAMED)).length === 0);
    expect(await run({ frozenSource: true })).toMatchObject({ waiting: 5 });
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
  });

  it('is refused without anything that says what v1 is sending, and says what to type', async () => {
    await expect(run({ withoutRedis: false })).rejects.toThrow(/--redis .*--frozen-source.*--without-redis/);
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
  });

  it('tries the channels on their networks while v1 still publishes: one that hangs costs no time after it', async () => {
    const order: string[] = [];
    const network = crier.context.providers.get('linkedin-page');
    if (!network) throw new Error('no such network');
    const { recent } = network;
    const noted = { recent: async () => (order.push('network'), []) };
    Object.assign(network, noted);
    const say = (line: string): void => {
      if (line.includes('stopped ')) order.push('stop');
    };
    try {
      await run({ say });
    } finally {
      Object.assign(network, { recent });
    }
    expect(order).toEqual(['network', 'stop']);
  });

  it('stops series as well, and v1 sends none of what it left: the row is marked', async () => {
    const [{ id = '' } = {}] = await v1.query<{ id: string }>(
      `update "Post" set "intervalInDays" = 7 where id =
        (select id from "Post" where "organizationId" = $1 and state = 'PUBLISHED' limit 1) returning id`,
      [v1.organizations[1]?.id],
    );
    await run();
    expect(await inV1()).toEqual({ STOPPED: 6, PUBLISHED: 9 });
    // As a run of v2.21.8 does that finds it deleted.
    await v1.query(`update "Post" set state = 'ERROR', error = 'No Post' where "deletedAt" is not null`);
    await rollBack(migration, await organization());
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
    expect(await v1.query('select state, error from "Post" where id = $1', [id])).toEqual([
      { state: 'PUBLISHED', error: null },
    ]);
  });

  it('stops the feeds of v1 that post by themselves, which a rollback lets go on', async () => {
    const feed = (n: number, state: { active: boolean; deleted?: boolean }): Promise<unknown> =>
      v1.query(
        `insert into "AutoPost" (id, "organizationId", title, "onSlot", "syncLast", url, "lastUrl", active, "addPicture",
            "generateContent", integrations, "deletedAt", "createdAt", "updatedAt")
          values (gen_random_uuid()::text, $1, 'feed', true, false, 'https://a.example/rss', '', $2, false, false, '[]',
            case when $3 then now() end, now(), now())`,
        [v1.organizations[n]?.id, state.active, state.deleted ?? false],
      );
    await feed(1, { active: true });
    await feed(1, { active: false });
    await feed(1, { active: true, deleted: true });
    await feed(0, { active: true });
    // As v1 reads one each hour (autopost.repository.ts, getAutopost; autopost.service.ts, startAutopost).
    const active = async (): Promise<number[]> =>
      Promise.all(
        [1, 0].map(
          async (n) =>
            (
              await v1.query(
                `select 1 from "AutoPost" where "organizationId" = $1 and "deletedAt" is null and active`,
                [v1.organizations[n]?.id],
              )
            ).length,
        ),
      );
    await run();
    expect(await active()).toEqual([0, 1]);
    await rollBack(migration, await organization());
    expect(await active()).toEqual([1, 1]);
  });

  it('takes along as waiting what a run of v1 has found deleted, and has not tried', async () => {
    const say = (line: string): void => {
      if (!line.includes('stopped ')) return;
      changed ??= v1.query(
        `update "Post" set state = 'ERROR', error = 'No Post' where "deletedAt" = '${STOPPED_AT}'`,
      );
    };
    let changed: Promise<unknown> | undefined;
    await run({ say });
    await changed;
    expect(await here()).toEqual({ scheduled: 5, published: 10 });
  });
});

describe('A post that v1 sent just before it was stopped, and did not note', () => {
  /** Makes posts of v1's sandbox channel due a minute ago, each with its text, and copies them. */
  const due = async (texts: readonly string[]): Promise<string[]> => {
    const channel = await v1.query<{ id: string }>(
      `select id from "Integration" where "organizationId" = $1 and "providerIdentifier" = 'sandbox'`,
      [v1.organizations[1]?.id],
    );
    const rows = await v1.query<{ id: string }>(
      `update "Post" p set "publishDate" = now() at time zone 'UTC' - interval '1 minute', content = m.text,
          "integrationId" = $2, settings = '{"__type":"sandbox"}', image = '[]'
        from (select id, ($3::text[])[row_number() over (order by id)] as text from "Post"
          where "organizationId" = $1 and state = 'QUEUE' order by id limit $4) m where m.id = p.id returning p.id`,
      [v1.organizations[1]?.id, channel[0]?.id, texts, texts.length],
    );
    channelId = idHere(migration.sourceId, 'integration', channel[0]?.id ?? '');
    return rows.map(({ id }) => id);
  };
  let channelId = '';
  const send = async (...texts: string[]): Promise<string[]> => {
    const organizationId = v1.organizations[1]?.id ?? '';
    const sandbox = await openSandboxAccount(crier, v1, { organizationId });
    return Promise.all(texts.map((text) => sandbox.post(text, { postId: randomUUID(), channelId })));
  };
  const seen = (): Promise<object[]> =>
    sql(
      crier,
      `select p.state, p.release_id as "releaseId", p.error from post p join post_item i on i.post_id = p.id
        where p.organization_id = $1 and i.content like '%Brötchen%' order by i.content`,
      [v1.organizations[1]?.id],
    );

  it('is found on the network by its text, and v1 is notified if it gets the organisation back', async () => {
    const [postId] = await due(['<p>Frische Brötchen!</p>', 'Brötchen, zum Zweiten']);
    const [releaseId] = await send('Frische Brötchen!');
    expect(await run()).toEqual({ waiting: 3, overdue: 0, found: 1, doubtful: 1 });
    expect(await seen()).toEqual([
      { state: 'published', releaseId, error: null },
      {
        state: 'unconfirmed',
        releaseId: null,
        error: expect.stringMatching(
          /^v1 was stopped just .* may have sent it. The account has published 1 since: http.*\/sandbox#/,
        ),
      },
    ]);
    await rollBack(migration, await organization());
    const inOldOne = 'select state, "releaseId", "releaseURL" as url from "Post" where id = $1';
    expect(await v1.query(inOldOne, [postId])).toEqual([
      { state: 'PUBLISHED', releaseId, url: expect.stringContaining(String(releaseId)) },
    ]);
  });

  it('is left to a person if the network shows nothing, or several that it may be', async () => {
    await due(['Brötchen von heute', 'Brötchen, wie immer']);
    await send('Brötchen, wie immer', 'Brötchen: wie immer!');
    expect(await run()).toMatchObject({ found: 0, doubtful: 2 });
    expect(await seen()).toMatchObject([{ state: 'unconfirmed' }, { state: 'unconfirmed' }]);
  });

  it('is left to a person if the network cannot be asked', async () => {
    const asked = (message: string): object[] => [
      { state: 'unconfirmed', error: expect.stringContaining(message) },
    ];
    await due(['Brötchen von heute']);
    expect(await run()).toMatchObject({ found: 0, doubtful: 1 });
    // The network refuses the token of v1.
    expect(await seen()).toMatchObject(asked('has to be connected again before the network can be asked'));
  });
});
