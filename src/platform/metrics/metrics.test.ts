import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTimelineTotals } from './timeline-totals.ts';
import { buildPost, createOne, setState, sql } from '../../test/factories.ts';
import { armFault } from '../../test/sandbox-fault.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { parseExposition, type Exposition } from './fixtures/parse-exposition.ts';
import { checkMetricsConfig } from './listen.ts';

const TOKEN = 'metrics-canary-4711';

describe('the metrics', () => {
  let crier: TestInstance;
  let channel: string;
  let api: string;
  let worker: string;
  beforeAll(async () => {
    crier = await startInstance({ env: { METRICS_TOKEN: TOKEN } });
    channel = (await crier.connect('sandbox')).id;
    api = (await crier.startApiProcess()).url;
    const port = await freePort();
    worker = `http://127.0.0.1:${port}`;
    await crier.startWorkerProcess({ METRICS_PORT: String(port) });
  });
  afterAll(() => crier?.stop());

  const get = (base: string, token: string | null = TOKEN): Promise<Response> =>
    fetch(`${base}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const scrape = async (base: string): Promise<Exposition> => {
    const response = await get(base);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
    return parseExposition(await response.text());
  };
  const publishNow = (content: string): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type: 'now',
        date: new Date().toISOString(),
        posts: [{ integration: { id: channel }, value: [{ content }], settings: { __type: 'sandbox' } }],
      }),
    );

  it('are shown to nobody without the token, at the API or at the worker', async () => {
    for (const base of [api, worker]) {
      expect([
        (await get(base, null)).status,
        (await get(base, 'wrong')).status,
        (await get(base)).status,
      ]).toEqual([401, 401, 200]);
      expect((await get(base)).headers.get('content-type')).toContain('text/plain');
    }
    expect((await fetch(`${worker}/`, { headers: { authorization: TOKEN } })).status).toBe(404);
  });

  it('are off on an API without a token, and on a worker on a public address', async () => {
    const url = await crier.startApi({ METRICS_TOKEN: '' });
    expect([(await get(url)).status, (await get(url, null)).status]).toEqual([404, 404]);
    expect(() =>
      checkMetricsConfig({ METRICS_PORT: 9464, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: undefined }),
    ).toThrow('METRICS_TOKEN');
    for (const host of ['127.0.0.1', '::1', 'localhost']) {
      expect(() =>
        checkMetricsConfig({ METRICS_PORT: 9464, METRICS_HOST: host, METRICS_TOKEN: undefined }),
      ).not.toThrow();
    }
    expect(() =>
      checkMetricsConfig({ METRICS_PORT: 9464, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'x' }),
    ).not.toThrow();
  });

  it("contain what the instance knows at both, and what Temporal's SDK measures at the worker", async () => {
    const [ofApi, ofWorker] = await Promise.all([scrape(api), scrape(worker)]);
    expect(ofWorker.value('crier_workers')).toBe(1);
    expect(ofApi.value('crier_channels', { state: 'connected' })).toBe(1);
    expect(ofApi.names().filter((name) => name.startsWith('temporal_'))).toEqual([]);
    expect(ofWorker.names()).toEqual(
      expect.arrayContaining([
        'temporal_worker_task_slots_available',
        'temporal_num_pollers',
        'crier_post_lateness_seconds',
      ]),
    );
    const missing = ofApi.names().filter((name) => !ofWorker.names().includes(name));
    expect(missing).toEqual([]);
  });

  it('count a post that is published, and one that the network refuses', async () => {
    const before = await scrape(worker);
    await publishNow('Counted');
    await eventually(
      'the first is out',
      async () => (await sql(crier, "select 1 from post where state = 'published'")).length === 1,
    );
    await armFault(crier, channel, { kind: 'rejected' });
    await publishNow('Counted too');
    const after = await eventually('both are counted', async () => {
      const now = await scrape(worker);
      return (
        now.value('crier_posts_finished_total', { state: 'failed' }) === 1 &&
        now.value('crier_posts_finished_total', { state: 'published' }) === 1 &&
        now
      );
    });
    expect([
      before.value('crier_posts_finished_total', { state: 'published' }),
      before.value('crier_posts_finished_total', { state: 'failed' }),
    ]).toEqual([0, 0]);
    expect([
      after.value('crier_attempts_total', { outcome: 'published' }),
      after.value('crier_attempts_total', { outcome: 'rejected' }),
      after.value('crier_attempts_total', { outcome: 'unsent' }),
    ]).toEqual([1, 1, 0]);
    expect(after.value('crier_post_lateness_seconds_count')).toBe(1);
    expect(after.value('crier_post_lateness_seconds_bucket', { le: '+Inf' })).toBe(1);
    expect(after.value('crier_post_lateness_seconds_sum')).toBeGreaterThan(0);
  });

  it('are the same at every process and after a restart, and count nothing twice', async () => {
    const total = async (base: string): Promise<number | undefined> =>
      (await scrape(base)).value('crier_post_events_total', { kind: 'accepted' });
    const restarted = (await crier.startApiProcess()).url;
    const seen = await Promise.all([api, worker, restarted, api, worker].map(total));
    expect(new Set(seen)).toEqual(new Set([2]));
    const [first, second] = await Promise.all([
      readTimelineTotals(crier.context.database),
      readTimelineTotals(crier.context.database),
    ]);
    expect(first).toEqual(second);
  });

  it('show what waits: due posts, the outbox, decisions for people, channels', async () => {
    const ids = await Promise.all(
      ['unconfirmed', 'missed', 'scheduled'].map(async (state) => {
        const id = await createOne(crier, buildPost(channel));
        await setState(crier, id, state);
        return id;
      }),
    );
    await sql(crier, "update post set publish_at = now() - interval '5 minutes' where id = $1", [ids[2]]);
    await sql(
      crier,
      "insert into outbox (id, kind, post_group_id, available_at, created_at) select gen_random_uuid(), 'start_group', post_group_id, now() + interval '1 hour', now() - interval '90 seconds' from post where id = $1",
      [ids[2]],
    );
    await sql(crier, 'update integration set refresh_needed = true');
    const now = await scrape(api);
    expect({
      unconfirmed: now.value('crier_posts_needing_person', { state: 'unconfirmed' }),
      missed: now.value('crier_posts_needing_person', { state: 'missed' }),
      due: now.value('crier_posts_due'),
      gone: now.value('crier_channels', { state: 'disconnected' }),
      outbox: now.value('crier_outbox_rows'),
    }).toEqual({ unconfirmed: 1, missed: 1, due: 1, gone: 1, outbox: 1 });
    expect(now.value('crier_posts_due_oldest_seconds')).toBeGreaterThanOrEqual(300);
    expect(now.value('crier_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
  });

  it('count organisations that stand still, without those that have moved elsewhere', async () => {
    const frozen = async (): Promise<unknown> => {
      const now = await scrape(api);
      return ['organization', 'instance'].map((scope) => now.value('crier_frozen', { scope }));
    };
    const before = await frozen();
    await sql(crier, "update organization set frozen_at = now(), frozen_reason = 'a test'");
    const alone = await frozen();
    await sql(crier, 'update organization set moved_at = now()');
    const moved = await frozen();
    await sql(crier, 'update organization set frozen_at = null, frozen_reason = null, moved_at = null');
    await sql(crier, `insert into instance_state (key, value) values ('frozen', '{}')`);
    const all = await frozen();
    await sql(crier, `delete from instance_state where key = 'frozen'`);
    expect({ before, alone, moved, all }).toEqual({
      before: [0, 0],
      alone: [1, 0],
      moved: [0, 0],
      all: [0, 1],
    });
  });

  it("include the reconciler's last pass", async () => {
    const now = await eventually('a pass', async () => {
      const seen = await scrape(worker);
      return seen.value('crier_reconciler_last_pass_seconds') !== undefined && seen;
    });
    expect(now.value('crier_reconciler_repairs_total', { kind: 'revived' })).toBe(0);
  });

  it('name no organisation, channel or post', async () => {
    const text = await (await get(worker)).text();
    expect([crier.organizationId, channel, TOKEN].filter((id) => text.includes(id))).toEqual([]);
    const own = parseExposition(text)
      .labels()
      .filter(([name]) => name.startsWith('crier_'))
      .map(([, label]) => label);
    expect([...new Set(own)].sort()).toEqual(['kind', 'le', 'outcome', 'scope', 'state']);
  });

  it('report that the database is away instead of failing', async () => {
    await sql(crier, 'alter table outbox rename to outbox_away');
    const away = await scrape(api);
    await sql(crier, 'alter table outbox_away rename to outbox');
    expect([away.value('crier_database_up'), away.value('crier_outbox_rows')]).toEqual([0, undefined]);
    expect((await scrape(api)).value('crier_database_up')).toBe(1);
  });
});
