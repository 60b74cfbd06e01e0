import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { eventually } from '../instance.ts';
import { inSeconds, type PostPage } from './client.ts';
import { makeHome, refusedStart, type Home, type Running } from './npm-start.ts';
import { unique } from './scenarios.ts';

// Each test continues where the one before it ended.
describe('npm start', () => {
  let home: Home;
  let running: Running;
  let key = '';
  let channel = '';
  let dueMeanwhile = '';
  let dueLater = '';
  let waiting = '';

  beforeAll(async () => void (home = await makeHome()));
  afterAll(async () => {
    await home?.remove();
  }, 90_000);

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${home.url}/public/v1${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as T;
  };
  const schedule = async (content: string, date: Date): Promise<string> =>
    (
      await call<{ postId: string }[]>('POST', '/posts', {
        type: 'schedule',
        date: date.toISOString(),
        posts: [{ integration: { id: channel }, value: [{ content }] }],
      })
    )[0]?.postId as string;
  const live = async (text: string): Promise<SandboxPost[]> =>
    ((await (await fetch(`${home.url}/sandbox/posts.json`)).json()) as SandboxPost[]).filter(
      (post) => post.text === text,
    );
  const isLive = (text: string): Promise<SandboxPost[]> =>
    eventually(`"${text}" is on the sandbox`, async () => {
      const posts = await live(text);
      return posts.length > 0 && posts;
    });

  it('shows its URLs, a key and a first command', async () => {
    running = await home.start();
    const screen = running.screen();
    const port = new URL(home.url).port;
    expect(screen).toContain(`http://localhost:${port}/public/v1`);
    expect(screen).toContain(`http://localhost:${port}/sandbox`);
    expect(screen).toContain(`http://localhost:${home.env.TEMPORAL_UI_PORT}`);
    expect(screen).toContain(home.dataDir);
    expect(screen.match(/^ +crk_\S+$/gm)).toHaveLength(1);
    key = /^ +(crk_\S+)$/m.exec(screen)?.[1] ?? '';
    channel = /"integration":\{"id":"([\w-]+)"\}/.exec(screen)?.[1] ?? '';
    for (const url of [home.url, `${home.url}/sandbox`, `http://127.0.0.1:${home.env.TEMPORAL_UI_PORT}`]) {
      expect((await fetch(url)).status).toBeLessThan(500);
    }
  }, 150_000);

  it('publishes what that command schedules, at its date', async () => {
    const command = /^ *(curl [\s\S]*?\}\]\}\]\}')$/m.exec(running.screen())?.[1] ?? '';
    expect(command).toContain('Date.now()+60000');
    const asked = Date.now();
    const { stdout } = await promisify(execFile)('bash', ['-c', command.replace('60000', '3000')], {
      env: home.env,
    });
    expect(JSON.parse(stdout)).toEqual([{ postId: expect.any(String), integration: channel }]);
    expect(await live('Hello from Crier')).toEqual([]);
    const [post, ...more] = await isLive('Hello from Crier');
    expect(more).toEqual([]);
    expect(Date.parse(post?.receivedAt ?? '')).toBeGreaterThanOrEqual(asked + 3000);
  });

  it('answers below /api as well', async () => {
    const answer = await fetch(`${home.url}/api/public/v1/is-connected`, { headers: { authorization: key } });
    expect(await answer.json()).toMatchObject({ connected: true, frozen: null });
    expect((await fetch(`${home.url}/api/public/v1/is-connected`)).status).toBe(401);
  });

  it('keeps its secrets readable only by its user, and out of its logs', () => {
    expect(statSync(join(home.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    const { encryptionKey } = JSON.parse(readFileSync(join(home.dataDir, 'secrets.json'), 'utf8')) as {
      encryptionKey: string;
    };
    const logs = readdirSync(join(home.dataDir, 'logs'))
      .map((name) => readFileSync(join(home.dataDir, 'logs', name), 'utf8'))
      .join('\n');
    expect(logs).toContain('listening');
    for (const secret of [key, encryptionKey, encryptionKey.slice(3)]) expect(logs).not.toContain(secret);
    expect(running.screen()).not.toContain(encryptionKey.slice(3));
  });

  it('refuses a port that is in use, in one line that explains what to do', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'crier-second-'));
    const { code, lines } = await refusedStart({ ...home.env, CRIER_DATA_DIR: dataDir });
    rmSync(dataDir, { recursive: true });
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^Port ${home.env.PORT} for the API is in use.*set PORT to another port`),
      ),
    ]);
    expect(code).toBe(1);
  });

  it('refuses a data folder that is in use, in one line that explains what to do', async () => {
    const { code, lines } = await refusedStart({ ...home.env, PORT: String(await freePort()) });
    expect(lines).toEqual([
      expect.stringMatching(/^Crier already runs on .*set CRIER_DATA_DIR to another folder$/),
    ]);
    expect(code).toBe(1);
  });

  it('stops at Ctrl-C, and leaves no process behind', async () => {
    dueMeanwhile = unique('Due while it is away');
    dueLater = unique('Due long after');
    await schedule(dueMeanwhile, inSeconds(2));
    waiting = await schedule(dueLater, inSeconds(3600));
    expect((await home.processes()).length).toBeGreaterThan(5);
    expect(await running.signal('SIGINT')).toBe(0);
    expect(await home.processes()).toEqual([]);
    await expect(fetch(home.url)).rejects.toThrow();
  }, 90_000);

  it('starts again without a new key, and keeps the waiting posts', async () => {
    running = await home.start();
    expect(running.screen()).not.toContain('crk_');
    expect(await call('GET', '/is-connected')).toMatchObject({ connected: true });
    expect(await isLive(dueMeanwhile)).toHaveLength(1);
    expect(await call<PostPage>('GET', `/posts/${waiting}`)).toMatchObject({ status: 'scheduled' });
    await call('PATCH', `/posts/${waiting}`, { date: inSeconds(1).toISOString() });
    expect(await isLive(dueLater)).toHaveLength(1);
  }, 180_000);

  it('leaves no process behind when it is killed, and recovers', async () => {
    const text = unique('Before the crash');
    const id = await schedule(text, inSeconds(3600));
    expect(await running.signal('SIGKILL')).toBe('SIGKILL');
    await eventually(
      'the watchdog has ended everything',
      async () => (await home.processes()).length === 0,
      60_000,
    );

    running = await home.start();
    await call('PATCH', `/posts/${id}`, { date: inSeconds(1).toISOString() });
    expect(await isLive(text)).toHaveLength(1);
  }, 180_000);

  it('also stops when only npm is signalled, as a service manager does', async () => {
    expect(await running.signal('SIGTERM', 'npm')).toBe(0);
    expect(await home.processes()).toEqual([]);
  }, 90_000);
});
