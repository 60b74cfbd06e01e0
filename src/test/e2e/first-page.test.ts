/** `npm start` on a machine that has no Temporal server yet: the page first, the server behind it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cacheDir } from '../../run/embedded/fixtures/world.ts';
import { temporalFolder } from '../../run/embedded/temporal-binaries.ts';
import { findRunning } from '../../run/embedded/find-running.ts';
import { gatedGo, goIsWarm } from '../../run/embedded/fixtures/go.ts';
import { crierJson } from '../../run/cli/fixtures/run-cli.ts';
import { eventually } from '../instance.ts';
import { THOROUGH } from '../thorough.ts';
import type { PostPage } from './client.ts';
import { makeCacheWithoutTemporal, makeHome, type Home, type Running } from './npm-start.ts';
import { unique } from './scenarios.ts';

// From nothing, Go compiles for minutes: the first `npm start` or `npm test` of a machine did that.
const describeWarm = goIsWarm() ? describe : describe.skip;
const programs = temporalFolder(cacheDir);
// The supervisor's own tests end a build as well, and npm-start.test.ts starts with the server at hand.
const itThorough = THOROUGH ? it : it.skip;
/** A build leaves the processors to everything else, as to other tests. */
const BUILD_MS = 240_000;

/** A post as the API shows it, with why it is not in Temporal yet. */
type PublishedPost = PostPage & {
  readonly scheduling: string;
  readonly schedulingReason: { readonly code: string } | null;
};

interface Ready {
  readonly status: string;
  readonly checks: Record<string, { ok: boolean; detail: string }>;
}

// Each test goes on where the one before it ended.
describeWarm('npm start without a Temporal server', () => {
  let home: Home;
  let folder: string;
  let go: ReturnType<typeof gatedGo>;
  let running: Running;
  let key = '';
  let channel = '';
  const stored: { id: string; text: string }[] = [];

  beforeAll(async () => {
    home = await makeHome();
    folder = mkdtempSync(join(tmpdir(), 'crier-first-page-'));
    await makeCacheWithoutTemporal(join(folder, 'cache'));
    // What this machine has linked before need not be linked again.
    go = gatedGo(folder, existsSync(programs) && !THOROUGH ? programs : undefined);
  });
  afterAll(async () => {
    await home?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 90_000);

  const start = async (more: Record<string, string> = {}): Promise<Running> =>
    home.start({ CRIER_CACHE_DIR: join(folder, 'cache'), ...more });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${home.url}/public/v1${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const publish = async (): Promise<PublishedPost> => {
    const text = unique('Before there is a server');
    const [created] = await call<{ postId: string }[]>('POST', '/posts', {
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: channel }, value: [{ content: text }] }],
    });
    stored.push({ id: created?.postId ?? '', text });
    return call('GET', `/posts/${created?.postId}`);
  };
  const ready = async (): Promise<Ready> => (await (await fetch(`${home.url}/api/ready`)).json()) as Ready;
  const expectStopped = async (): Promise<void> => {
    expect(await running.signal('SIGINT')).toBe(0);
    expect(await home.processes()).toEqual([]);
  };

  it('goes on when a build fails: reports why and what to do, and stores posts', async () => {
    running = await start({
      GOPROXY: 'off',
      GOMODCACHE: join(folder, 'no-modules'),
      // Nobody listens there: the other way to a server is closed as well.
      https_proxy: 'http://127.0.0.1:1',
    });
    key = /^ +(crk_\S+)$/m.exec(running.screen())?.[1] ?? '';
    channel = /"integration":\{"id":"([\w-]+)"\}/.exec(running.screen())?.[1] ?? '';
    await eventually(
      'it says that nothing is published',
      () => running.screen().includes('Nothing is published for now'),
      BUILD_MS,
    );
    expect(running.screen()).toMatch(
      /There is no Temporal server: .*GOPROXY=off; the download of the Temporal CLI failed: .*Start again to go on/,
    );
    expect(await publish()).toMatchObject({ scheduling: 'delayed', schedulingReason: { code: 'failed' } });
    const { findings } = await crierJson<{ findings: { check: string; status: string; detail: string }[] }>(
      home.env,
      'doctor',
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'Temporal',
        status: 'fail',
        detail: expect.stringContaining('GOPROXY'),
      }),
    );
    await expectStopped();
  }, 600_000);

  itThorough(
    'leaves no process behind when Ctrl-C comes in the middle of a build',
    async () => {
      running = await start({ GOCACHE: join(folder, 'cold') });
      await eventually(
        'packages are compiled',
        async () => /[1-9]\d* of .* packages compiled/.test((await ready()).checks.temporal?.detail ?? ''),
        BUILD_MS,
      );
      expect((await home.processes()).filter((line) => /compile|go build/.test(line)).length).toBeGreaterThan(
        0,
      );
      await expectStopped();
    },
    600_000,
  );

  it('answers the first page before the server is built', async () => {
    running = await start({ PATH: go.path });
    expect(running.screen()).toContain("Publishing   starts once Temporal's server is built");
    const page = await fetch(home.url, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('html')]);
    expect((await fetch(`${home.url}/api/health`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${home.env.TEMPORAL_UI_PORT}`)).rejects.toThrow();
    expect(await ready()).toMatchObject({ status: 'not ready', checks: { database: { ok: true } } });
  }, 300_000);

  it('stores posts meanwhile, and shows for each that it is delayed and why', async () => {
    for (let n = 0; n < 2; n++) {
      expect(await publish()).toMatchObject({
        status: 'scheduled',
        scheduling: 'delayed',
        schedulingReason: { code: 'preparing' },
      });
    }
  });

  it('publishes all of them once the server is up, however late it comes', async () => {
    // As if the build had taken most of an hour.
    const instance = findRunning(home.dataDir);
    if (instance === null || instance === 'starting') throw new Error('the instance is not found');
    const client = new pg.Client({ connectionString: instance.databaseUrl ?? '' });
    await client.connect();
    for (const [n, { id }] of stored.entries()) {
      await client.query('update post set publish_at = now() - make_interval(mins => $2) where id = $1', [
        id,
        20 + 10 * n,
      ]);
    }
    await client.end();
    go.open();
    await eventually(
      'the server is up',
      () => running.screen().includes("Temporal's server is up"),
      BUILD_MS,
    );
    const look = async () => {
      const posts = await Promise.all(stored.map(({ id }) => call<PublishedPost>('GET', `/posts/${id}`)));
      return posts.every((post) => post.status === 'published') && posts;
    };
    const published = await eventually('all are published', look, BUILD_MS);
    expect(published.map((post) => post.scheduling)).toEqual(stored.map(() => 'ready'));
    expect((await fetch(`http://127.0.0.1:${home.env.TEMPORAL_UI_PORT}`)).status).toBeLessThan(500);
    await eventually('it is ready', async () => (await ready()).status === 'ready');
    await expectStopped();
  }, 600_000);

  itThorough(
    'has the server at hand the next time, before the screen',
    async () => {
      running = await start({ PATH: go.path });
      expect(running.screen()).not.toContain('Publishing   begins');
      expect((await fetch(`http://127.0.0.1:${home.env.TEMPORAL_UI_PORT}`)).status).toBeLessThan(500);
      await expectStopped();
    },
    300_000,
  );
});
