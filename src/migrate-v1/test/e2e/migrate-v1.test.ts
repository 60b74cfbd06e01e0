import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SandboxPost } from '../../../../providers/_networks/sandbox/journal.ts';
import { runPass } from '../../copy/run-pass.ts';
import { cutOver, type CutoverOptions } from '../../cutover/cut-over.ts';
import { readOrganizations, type MigratedOrganization } from '../../cutover/organizations.ts';
import { registerSource, type Migration } from '../../v1-source.ts';
import { idHere } from '../../id-here.ts';
import { sql } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { redis } from '../../../test/servers/redis.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { makeV1Source, type V1Source } from '../make-source.ts';
import { startV1Publisher, type V1Publisher } from '../publisher.ts';
import { SCHEDULERS, startV1Scheduler, type V1Scheduler } from '../scheduler.ts';

/** The number of posts of each organisation. */
const POSTS = 24;
/** A post is due every half second in each, from this long after the start on. */
const FIRST_MS = 1500;
const EVERY_MS = 500;

describeWith([redis], 'While v1 and Crier run side by side, and posts are due every half second', () => {
  describe.each(SCHEDULERS)('with a v1 of the age %s,', sideBySide);
});

function sideBySide(age: (typeof SCHEDULERS)[number]): void {
  let scheduler: V1Scheduler;
  let crier: TestInstance;
  let v1: V1Source;
  let migration: Migration;
  const lives: V1Publisher[] = [];
  /** One that v1 publishes for to the end, and one in whose cutover v1 dies. */
  let organizations: readonly string[];
  beforeAll(async () => {
    crier = await startInstance();
    await crier.startWorker();
    scheduler = await startV1Scheduler(age, {
      databaseUrl: process.env.CRIER_TEST_DATABASE_URL ?? '',
      temporalAddress: process.env.CRIER_TEST_TEMPORAL_ADDRESS ?? '',
    });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: scheduler.tables,
      organizations: 3,
      posts: 3 * POSTS,
      waiting: 3 * POSTS,
    });
    organizations = v1.organizations.slice(1).map(({ id }) => id);
    await Promise.all(organizations.map(addAccount));
    await v1.query(
      `update "Post" p set settings = '{"__type":"sandbox"}', image = '[]',
          content = '<p>Post ' || n.n || ' of ' || p."organizationId" || '</p>',
          "publishDate" = now() at time zone 'UTC' + make_interval(secs => ($2 + n.n * $3) / 1000.0)
        from (select id, row_number() over (partition by "organizationId" order by id) - 1 as n from "Post"
          where "organizationId" = any($1)) n
        where n.id = p.id`,
      [organizations, FIRST_MS, EVERY_MS],
    );
    await scheduler.fill(v1);
    migration = await registerSource(crier.context, {
      source: v1.url,
      jwtSecret: v1.jwtSecret,
      ...scheduler.access,
      uploads: null,
      env: {},
    });
    lives.push(await startV1());
    await runPass(migration);
  });
  afterAll(async () => {
    await Promise.all(lives.map((life) => life.stop()));
    await migration?.close();
    await crier?.stop();
    await scheduler?.stop();
    await v1?.drop();
  });

  const startV1 = (): Promise<V1Publisher> =>
    startV1Publisher(v1, {
      scheduler: scheduler.scheduler,
      sandboxUrl: crier.url,
      channelOf: (id) => idHere(migration.sourceId, 'integration', id),
    });
  /** An account of the sandbox network for v1's channel. */
  const addAccount = async (organizationId: string): Promise<void> => {
    const answer = await fetch(`${crier.url}/sandbox/api/accounts`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${crier.context.config.providerEnv.CRIER_SANDBOX_KEY ?? ''}`,
      },
      body: JSON.stringify({ name: 'Café Nord' }),
    });
    const { id, token } = (await answer.json()) as { id: string; token: string };
    await v1.query(
      `update "Integration" set token = $2, "internalId" = $3 where "organizationId" = $1 and "providerIdentifier" = 'sandbox'`,
      [organizationId, token, id],
    );
  };
  const organization = async (n: number): Promise<MigratedOrganization> => {
    const all = await readOrganizations(crier.context.database, migration.sourceId);
    const found = all.find(({ id }) => id === organizations[n]);
    if (!found) throw new Error('The organisation was not copied');
    return found;
  };
  const cut = async (n: number, options: Partial<CutoverOptions> = {}): Promise<unknown> =>
    cutOver(migration, await organization(n), {
      overdue: 'ask',
      graceMs: 1500,
      frozenSource: false,
      say: () => undefined,
      ...options,
    });
  const published = async (): Promise<SandboxPost[]> =>
    (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[];
  const states = (): Promise<{ text: string; state: string; dueMs: number; organization: string }[]> =>
    sql(
      crier,
      `select regexp_replace(i.content, '<[^<>]*>', '', 'g') as text, p.state, p.organization_id as organization,
          (extract(epoch from p.publish_at) * 1000)::float8 as "dueMs"
        from post p join post_item i on i.post_id = p.id where p.organization_id = any($1) order by p.publish_at`,
      [organizations],
    );
  const sentBy = (n: number): number =>
    lives.flatMap(({ sent }) => sent).filter((text) => text.endsWith(organizations[n] ?? '')).length;

  it('nothing is lost, sent twice or sent early, also if the cutover is interrupted and v1 dies in it', async () => {
    await eventually('v1 publishes', () => Promise.resolve(sentBy(0) >= 4));
    await cut(0);
    const stop = new AbortController();
    const interrupted = cut(1, {
      signal: stop.signal,
      say(line) {
        if (!line.includes('waiting ')) return;
        lives[0]?.kill();
        stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow();
    await cut(1);
    // Its containers are started again: what it has of both is still to do nothing.
    lives.push(await startV1());
    await eventually(
      'everything is published, or asked about',
      async () => (await states()).every(({ state }) => ['published', 'unconfirmed'].includes(state)),
      40_000,
    );
    // What v1 has left would be sent at the same time.
    await sleep(500);
    const rows = await states();
    const arrived = await published();
    const texts = arrived.map(({ text }) => text);
    const dueMs = new Map(rows.map((row) => [row.text, row.dueMs]));
    const early = arrived.filter(({ text, receivedAt }) => Date.parse(receivedAt) < (dueMs.get(text) ?? 0));
    expect(early).toEqual([]);
    const times = (text: string): number => texts.filter((one) => one === text).length;
    expect(rows).toHaveLength(2 * POSTS);
    // Each once, by either of the two; posts in doubt were published at most once.
    expect(rows.filter(({ text, state }) => state === 'published' && times(text) !== 1)).toEqual([]);
    expect(rows.filter(({ text }) => times(text) > 1)).toEqual([]);
    const asked = organizations.map(
      (id) => rows.filter(({ state, organization }) => state === 'unconfirmed' && organization === id).length,
    );
    // What was due just then, and what v1 was sending when it died; a machine that stalls makes it more.
    expect(asked.every((count) => count < POSTS / 2)).toBe(true);
    // Both have published.
    const byV1 = sentBy(0) + sentBy(1);
    expect([sentBy(0) >= 4, byV1 < 2 * POSTS]).toEqual([true, true]);
  }, 90_000);
}
