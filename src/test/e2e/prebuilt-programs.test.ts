/** `npm start` with Temporal programs that were built elsewhere, on a machine without Go. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { childEnv, loadConfig } from '../../platform/config/config.ts';
import { packTemporal, type TemporalPackage } from '../../run/embedded/pack-temporal.ts';
import { Supervisor } from '../../run/embedded/index.ts';
import { temporalFolder } from '../../run/embedded/temporal-binaries.ts';
import { PROGRAMS, type Target } from '../../run/embedded/temporal-versions.ts';
import { eventually } from '../instance.ts';
import { THOROUGH } from '../thorough.ts';
import { makeCacheWithoutTemporal, makeHome, refusedStart, type Home, type Running } from './npm-start.ts';

const { CRIER_CACHE_DIR: cacheDir } = loadConfig();
// Built once per machine by `npm start`; four minutes of compiling are no test. Every push tries what is
// unpacked and refused (src/run/embedded/temporal-package.test.ts), and a start with the same programs
// (npm-start.test.ts); every night does the two together.
const built = existsSync(join(temporalFolder(cacheDir), PROGRAMS.server.file));
const describeBuilt = built && THOROUGH ? describe : describe.skip;
/** What npm, the install and the embedded servers call; Go is not among it. */
const TOOLS = ['node', 'npm', 'npx', 'env', 'sh', 'bash', 'tar', 'gzip', 'ps', 'curl'];

describeBuilt('npm start with programs that were built elsewhere', () => {
  let home: Home;
  let folder: string;
  let made: TemporalPackage;
  let running: Running;
  let env: Record<string, string>;

  beforeAll(async () => {
    home = await makeHome();
    folder = mkdtempSync(join(tmpdir(), 'crier-given-'));
    await makeCacheWithoutTemporal(join(folder, 'cache'));
    const supervisor = await Supervisor.open({ dataDir: join(folder, 'pack'), say: () => undefined });
    const target = { os: process.platform, arch: process.arch } as Target;
    made = await packTemporal({
      target,
      out: join(folder, 'out'),
      cacheDir,
      supervisor,
      say: () => undefined,
    });
    await supervisor.stopAll();
    env = { PATH: pathWithoutGo(), CRIER_CACHE_DIR: join(folder, 'cache'), CRIER_TEMPORAL_BIN: made.archive };
  }, 240_000);
  afterAll(async () => {
    await home?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 90_000);

  /** Links to what is needed, so that the folders with Go in them are not on the PATH. */
  function pathWithoutGo(): string {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const places = (childEnv().PATH ?? '').split(delimiter);
    for (const tool of TOOLS) {
      const place = places.find((dir) => !dir.includes('node_modules') && existsSync(join(dir, tool)));
      if (place) symlinkSync(join(place, tool), join(bin, tool));
    }
    return bin;
  }

  it('refuses an archive that does not match its checksum, in one line', async () => {
    const changed = join(folder, 'changed.tar.gz');
    copyFileSync(made.archive, changed);
    copyFileSync(made.checksum, `${changed}.sha256`);
    appendFileSync(changed, 'x');
    const { code, lines } = await refusedStart({ ...home.env, ...env, CRIER_TEMPORAL_BIN: changed });
    expect([code, lines.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^CRIER_TEMPORAL_BIN: .*changed\.tar\.gz is not what its checksum says/),
    ]);
    expect(await home.processes()).toEqual([]);
  }, 120_000);

  it('has everything up at its screen without Go, and publishes', async () => {
    running = await home.start(env);
    expect(running.screen()).not.toMatch(/Building|dev server|Publishing {3}begins/);
    expect((await fetch(`http://127.0.0.1:${home.env.TEMPORAL_UI_PORT}`)).status).toBeLessThan(500);
    const screen = running.screen();
    const key = /^ +(crk_\S+)$/m.exec(screen)?.[1] ?? '';
    const channel = /"integration":\{"id":"([\w-]+)"\}/.exec(screen)?.[1] ?? '';
    const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const headers = { authorization: key, 'content-type': 'application/json' };
      const init = { method, headers, body: body && JSON.stringify(body) };
      const answer: unknown = await (await fetch(`${home.url}/public/v1${path}`, init)).json();
      return (Array.isArray(answer) ? answer[0] : answer) as Record<string, unknown>;
    };
    const { postId } = await call('POST', '/posts', {
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: channel }, value: [{ content: 'Built elsewhere' }] }],
    });
    const isPublished = async (): Promise<boolean> =>
      (await call('GET', `/posts/${String(postId)}`)).status === 'published';
    await eventually('the post is published', isPublished, 120_000);
    expect(await running.signal('SIGINT')).toBe(0);
    expect(await home.processes()).toEqual([]);
  }, 300_000);
});
