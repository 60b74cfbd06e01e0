import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../../platform/database.ts';
import { freezeIfCopied, readFreeze } from '../../../platform/freeze.ts';
import { withPostgres } from '../../../platform/postgres-client.ts';
import { readRestored } from '../../../platform/restored.ts';
import { setState, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';
import { Sites, claim, type Printed } from './fixtures/sites.ts';
import { placesIn } from './first-site.ts';

describe('a second site with a standby', () => {
  let sites: Sites;
  let [published, sentUnseen, due, later, ended] = ['', '', '', '', ''];
  beforeAll(async () => {
    sites = await Sites.open();
    published = await sites.post();
    await setState(sites.first, published, 'published');
    [sentUnseen, due, later, ended] = [
      await sites.post(3),
      await sites.post(2),
      await sites.post(-600),
      await sites.post(),
    ];
    await setState(sites.first, ended, 'failed');
    await sites.beat();
    await sites.pair.caughtUp();
  }, 120_000);
  afterAll(() => sites?.stop(), 60_000);

  it('does not take over while the first site answers, nor with another database', async () => {
    expect((await sites.promote()).error).toMatchObject({
      code: 'first_site_answers',
      message: expect.stringContaining('its PostgreSQL answers at 127.0.0.1:'),
    });
    const own = await crierJson<Printed>(sites.first.env, 'promote', '--first-site-is-stopped');
    expect(own.error).toMatchObject({
      code: 'not_a_standby',
      message: expect.stringContaining('set DATABASE_URL to the standby'),
    });
  });

  it('does not take over before a person says that the first site is stopped, nor with other keys', async () => {
    sites.pair.link.cut();
    // The last that the first site does: nobody here learns of it.
    expect(await claim(sites.first.context.database, sentUnseen)).toBe('claimed');
    await sites.pair.killPrimary();
    const silent = await runCrier(sites.env(), 'promote');
    expect([silent.code, silent.stderr]).toEqual([1, expect.stringContaining('--first-site-is-stopped')]);
    const key = `test:${Buffer.alloc(32, 7).toString('base64')}`;
    const other = sites.env({ ENCRYPTION_KEY: key });
    expect((await crierJson<Printed>(other, 'promote', '--first-site-is-stopped')).error).toMatchObject({
      code: 'key_missing',
    });
    expect(await sites.read('select pg_is_in_recovery() as standby')).toEqual([{ standby: true }]);
  });

  it('does not believe that nothing is missing where that is not so', async () => {
    const refused = async (...more: string[]): Promise<unknown> => (await sites.promote(...more)).error;
    const message = (words: string): object => ({
      code: 'not_complete',
      message: expect.stringContaining(words),
    });
    expect(await refused('--synchronous')).toMatchObject(message('synchronous_standby_names was empty'));
    expect(await refused('--ended-at', '0/1000028')).toMatchObject(message('goes on after 0/1000028'));
    expect(await refused('--ended-at', 'tomorrow')).toMatchObject({ code: 'usage' });
  });

  it('takes over, and looks first for what came due and may have been published', async () => {
    const printed = await sites.promote();
    expect(printed).toMatchObject({ complete: false, frozen: null, later: 1 });
    expect(printed.doubtful.toSorted()).toEqual([sentUnseen, due].toSorted());
    const [beat] = await sites.read<{ at: Date }>(
      "select updated_at as at from instance_state where key = 'worker:a'",
    );
    expect(printed.knownUntil).toBe(new Date(beat?.at ?? 0).toISOString());
    const second = await sites.second();
    expect(await Promise.all([sentUnseen, due, later].map((id) => claim(second, id)))).toEqual([
      'sent',
      'sent',
      'not_due',
    ]);
    expect(
      await sites.read('select id, state from post where id = any($1) order by state', [[published, ended]]),
    ).toEqual([
      { id: ended, state: 'failed' },
      { id: published, state: 'published' },
    ]);
    const [event] = await sites.read<{ detail: object }>(
      "select detail from post_event where post_id = $1 and kind = 'outcome_unknown'",
      [due],
    );
    expect(event?.detail).toMatchObject({ why: 'promoted', backupAt: expect.any(String) });
  });

  it('publishes at once: it is not frozen, and its worker takes the database for its own', async () => {
    const second = await sites.second();
    expect(await freezeIfCopied(second)).toBe(false);
    expect([await readFreeze(second, {}), await readRestored(second)]).toEqual([undefined, undefined]);
  });

  it('says the same when the command is typed again, and does nothing once more', async () => {
    const before = await sites.read('select count(*)::int as n from post_event');
    expect((await sites.promote()).doubtful).toHaveLength(2);
    const { stdout } = await runCrier(sites.env(), 'promote', '--first-site-is-stopped');
    expect(stdout).toContain(`  ${due}\n`);
    expect(stdout).toContain('each is looked up on its network before anything is sent');
    expect(await sites.read('select count(*)::int as n from post_event')).toEqual(before);
  });

  it('is frozen by its worker when it was promoted in another way, and waits for a resume', async () => {
    await sites.read("delete from instance_state where key = 'promoted'");
    await sites.read(
      `update instance_state set value = value || '{"timeline": "00000001"}' where key = 'server'`,
    );
    const second = await sites.second();
    expect(await freezeIfCopied(second)).toBe(true);
    expect([await readFreeze(second, {}), await readRestored(second)]).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('a promoted standby') }),
      expect.any(Date),
    ]);
    expect((await sites.promote()).error).toMatchObject({
      code: 'not_a_standby',
      message: expect.stringContaining('resume --all'),
    });
  });
});

describe('a planned change to the second site', () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await Sites.open();
  }, 120_000);
  afterAll(() => sites?.stop(), 60_000);

  it('holds nothing when its standby has the end of the first site, and is not taken in by an earlier end', async () => {
    const due = await sites.post();
    const early = await sites.pair.shutDownPrimary();
    await sites.pair.startPrimary();
    const another = await sites.post();
    await sites.pair.caughtUp();
    const end = await sites.pair.shutDownPrimary();
    expect((await sites.promote('--ended-at', early)).error).toMatchObject({ code: 'not_complete' });
    expect(await sites.promote('--ended-at', end)).toMatchObject({
      complete: true,
      knownUntil: null,
      doubtful: [],
      frozen: null,
    });
    const second = await sites.second();
    expect([await claim(second, due), await claim(second, another)]).toEqual(['claimed', 'claimed']);
    expect(await freezeIfCopied(second)).toBe(false);
  }, 120_000);
});

describe('a second site with a synchronous standby', () => {
  let sites: Sites;
  let untouched = '';
  beforeAll(async () => {
    sites = await Sites.open();
    await sites.pair.setSynchronous(true);
    await eventually('the primary waits for it', async () => {
      await sites.beat();
      const rows = await sql(sites.first, "select 1 from pg_stat_replication where sync_state = 'sync'");
      return rows.length === 1;
    });
    await sites.beat();
  }, 120_000);
  afterAll(() => sites?.stop(), 60_000);

  /** What is written on the first site, whose commit waits for the standby. */
  const mustWait = async (writing: Promise<unknown>, ms = 500): Promise<void> => {
    let ended = false;
    void writing.then(
      () => (ended = true),
      () => (ended = true),
    );
    await eventually('its commit waits', () =>
      withPostgres(sites.pair.primary.adminUrl, async (client) => {
        const { rows } = await client.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'");
        return rows.length > 0;
      }),
    );
    await sleep(ms);
    expect(ended).toBe(false);
  };

  it('holds nothing: without the standby, the first site sent nothing, and no time limit of statements ends the wait', async () => {
    const [known, unseen] = [await sites.post(2), await sites.post()];
    untouched = await sites.post();
    expect(await claim(sites.first.context.database, known)).toBe('claimed');
    sites.pair.link.cut();
    await mustWait(claim(sites.first.context.database, unseen));
    await mustWait(
      withPostgres(sites.first.env.DATABASE_URL ?? '', async (client) => {
        await client.query("set statement_timeout = '100ms'");
        await client.query("update organization set name = 'Late'");
      }),
    );
    // Nor is its connection given up, as one is that has fallen silent.
    const url = sites.first.env.DATABASE_URL ?? '';
    const hasty = await connectDatabase({ url, poolSize: 1, applicationName: 'hasty', statementMs: 500 });
    await mustWait(hasty.query({ name: 'hasty', text: 'create table hasty ()' }), 2000);
    await sites.pair.killPrimary();
    await hasty.close();
    // The command was cut off when it had promoted the standby.
    await sites.read('select pg_promote()');
    expect(await sites.promote('--synchronous')).toMatchObject({ complete: true, doubtful: [] });
    const second = await sites.second();
    expect([await claim(second, known), await claim(second, unseen)]).toEqual(['sent', 'claimed']);
  }, 120_000);

  it('keeps a first site that comes back from sending anything', async () => {
    await sites.pair.startPrimary();
    await mustWait(claim(sites.first.context.database, untouched));
  }, 120_000);
});

describe('the address of the first site', () => {
  it.each([
    ["host=10.0.0.1 port=5433 user='o''b'", [{ host: '10.0.0.1', port: 5433 }]],
    [
      'host=a,b hostaddr=10.0.0.1,10.0.0.2 port=5433,5434',
      [
        { host: '10.0.0.1', port: 5433 },
        { host: '10.0.0.2', port: 5434 },
      ],
    ],
    ["host = 'db.example' password='x y'", [{ host: 'db.example', port: 5432 }]],
    ['postgres://u:p@db.example/crier?x=1', [{ host: 'db.example', port: 5432 }]],
    [
      'postgresql://u@[::1]:5433,b:5434/crier',
      [
        { host: '::1', port: 5433 },
        { host: 'b', port: 5434 },
      ],
    ],
    ['host=/var/run/postgresql', []],
    ['', []],
  ])('is found in %s', (conninfo, places) => {
    expect(placesIn(conninfo)).toEqual(places);
  });
});
