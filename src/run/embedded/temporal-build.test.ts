import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { checkChecksums } from './checksums.ts';
import { goIsWarm } from './fixtures/go.ts';
import { buildWorld, until, type World } from './fixtures/world.ts';
import type { Job } from './jobs.ts';
import { buildTemporal } from './temporal-build.ts';
import { officialServer } from './temporal-binaries.ts';
import type { TemporalProgress } from '../../platform/temporal-start.ts';
import { FILES, PROGRAMS, SERVER_SOURCE, temporalName, temporalVersions } from './temporal-versions.ts';
import { FOLDER_FORMAT, foldersOf, leaveOut, TRIMMED_PACKAGES } from './leave-out.ts';

/** How many of the reported packages may have been under way when the build was ended. */
const UNDER_WAY = 2 * availableParallelism();
/** A build leaves the processors to everything else. */
const BUILD_MS = 240_000;

// From nothing, Go compiles for minutes: the first `npm start` or `npm test` of a machine did that.
const describeWarm = goIsWarm() ? describe : describe.skip;

let world: World;
let progress: TemporalProgress[];
beforeEach(() => {
  world = buildWorld();
  progress = [];
});
afterEach(() => world.dispose());

/** Runs Go under a supervisor, with these variables. */
async function watched(env: Record<string, string> = {}) {
  const supervisor = await world.open();
  const run = (job: Job): Promise<string> => supervisor.run({ ...job, env: { ...job.env, ...env } });
  return {
    supervisor,
    options: { say: world.say, run, tell: (p: TemporalProgress) => void progress.push(p) },
  };
}

const processes = (): string[] =>
  execFileSync('ps', ['axeww', '-o', 'args='], { encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\n')
    .filter((line) => line.includes(join(world.dataDir, 'cache')) && !line.startsWith('ps '));

// Where the programs are not in the cache, the tests begin with this build; elsewhere, it is a minute of
// linking.
const itNightly = process.env.CRIER_TEST_BUILD ? it : it.skip;

describeWarm('a build of the Temporal server', () => {
  itNightly(
    'makes the three programs by one call of Go, and reports its progress until they are linked',
    async () => {
      const { options } = await watched();
      const { server, sqlTool, ui } = await officialServer(world.dataDir, world.say, options);
      const version = (file: string): string => execFileSync(file, ['--version'], { encoding: 'utf8' });
      const wanted = temporalVersions();
      expect(
        [version(server), version(sqlTool), version(ui)].map((text) => text.split(' ').at(-1)?.trim()),
      ).toEqual([wanted.server, wanted.server, wanted.ui]);
      expect(await checkChecksums(join(world.dataDir, temporalName()), FILES)).toBeNull();
      expect(progress.at(-1)).toMatchObject({ step: 'linking', secondsLeft: null });
      expect(progress.at(-1)?.done).toBe(progress.at(-1)?.total);
      expect(progress.at(-1)?.total).toBeGreaterThan(1000);
      expect(readdirSync(world.dataDir).filter((name) => /\.(new|lock)$/.test(name))).toEqual([]);
      expect(world.said).toEqual([
        expect.stringMatching(/^Building the Temporal server.*: once/),
        expect.stringMatching(/^Temporal server built in \d+ s$/),
      ]);
    },
    300_000,
  );

  it('leaves out clouds and SQLite, and nothing else of Temporal, in a folder of any name', async () => {
    const env = childEnv({ GOFLAGS: '-mod=readonly' });
    const list = (...args: string[]): string[] =>
      execFileSync('go', ['list', ...args], {
        cwd: SERVER_SOURCE,
        env,
        encoding: 'utf8',
        maxBuffer: 64 << 20,
      })
        .trim()
        .split('\n');
    const packages = (...flags: string[]): string[] =>
      list(...flags, '-deps', PROGRAMS.server.package, PROGRAMS.sqlTool.package);
    const folders = foldersOf(list('-find', '-f', FOLDER_FORMAT, ...TRIMMED_PACKAGES));
    const draft = join(world.dataDir, 'a cache');
    mkdirSync(draft);
    const built = new Set(packages(leaveOut(folders, draft)));
    const left = packages().filter((name) => !built.has(name));
    expect(left.length).toBeGreaterThan(300);
    // What only the archive on Google Cloud and the store on SQLite use.
    expect(left.filter((name) => name.startsWith('go.temporal.io/')).toSorted()).toEqual([
      'go.temporal.io/server/common/archiver/gcloud/connector',
      'go.temporal.io/server/schema/sqlite',
    ]);
    const unwanted = /aws-sdk-go-v2\/service\/(ecs|s3)|^k8s\.io|^modernc\.org|^cloud\.google\.com|envoyproxy/;
    expect([...built].filter((name) => unwanted.test(name))).toEqual([]);
  });

  it('ends at once with all that Go started, leaves nothing but its cache, and goes on there', async () => {
    const folder = join(world.dataDir, 'cache', 'programs');
    mkdirSync(join(world.dataDir, 'cache'));
    const env = { GOCACHE: join(world.dataDir, 'cache', 'go') };
    const first = await watched(env);
    const build = buildTemporal(folder, first.options);
    const ended = expect(build).rejects.toThrow('Crier is stopping');
    await until(() => (progress.at(-1)?.done ?? 0) >= 20 + UNDER_WAY, BUILD_MS);
    const before = progress.at(-1)?.done ?? 0;
    // Between two packages, Go has no compiler running for a moment.
    await until(() => processes().length > 1, BUILD_MS);
    await first.supervisor.stopAll();
    expect(processes()).toEqual([]);
    await ended;
    expect(readdirSync(join(world.dataDir, 'cache'))).toEqual(['go']);

    progress = [];
    const second = await watched(env);
    const again = expect(buildTemporal(folder, second.options)).rejects.toThrow('Crier is stopping');
    await until(() => progress.some(({ step }) => step === 'building'), BUILD_MS);
    expect(progress.find(({ step }) => step === 'building')?.done).toBeGreaterThanOrEqual(before - UNDER_WAY);
    await second.supervisor.stopAll();
    await again;
  }, 600_000);
});

const describeGo = existsGo() ? describe : describe.skip;

describeGo('a build that is not possible', () => {
  it("has the reason in Go's message, keeps it in a log, and leaves nothing behind", async () => {
    const { options } = await watched({ GOMODCACHE: join(world.dataDir, 'no-modules'), GOPROXY: 'off' });
    const folder = join(world.dataDir, 'programs');
    await expect(buildTemporal(folder, options)).rejects.toThrow(
      /^The Temporal server could not be built: .*module lookup disabled by GOPROXY=off$/,
    );
    expect([existsSync(folder), existsSync(`${folder}.new`)]).toEqual([false, false]);
    expect(readFileSync(join(world.dataDir, 'logs', 'temporal-build.log'), 'utf8')).toContain('GOPROXY=off');
  });
});

function existsGo(): boolean {
  try {
    execFileSync('go', ['version'], { env: childEnv(), stdio: 'ignore' });
    return true;
  } catch {
    return false; // its tests are skipped
  }
}
