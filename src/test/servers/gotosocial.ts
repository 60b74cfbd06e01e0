/**
 * GoToSocial: a server of the Fediverse with pages of its own, which speaks Mastodon's API. CRIER_GOTOSOCIAL
 * names the folder of an unpacked release (`gotosocial` and `web/`), as it is in no registry of packages.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { endProcess, run, Unavailable, type RealServer } from './server.ts';

/** A running server with one account. */
export interface RunningGotosocial {
  readonly url: string;
  /** As it states it, such as "0.20.0". */
  readonly version: string;
  /** An access token of the account, which a person approves in a browser. */
  approve(browser: Browser, scopes: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

const ACCOUNT = { username: 'ada', email: 'ada@example.test' };
const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';

export const gotosocial: RealServer<object, RunningGotosocial> = {
  name: 'gotosocial',
  async ensure() {
    const parts = ['gotosocial', join('web', 'assets', 'dist')].map((part) => join(folder(), part));
    if (parts.every((part) => existsSync(part))) return;
    throw new Unavailable(
      'CRIER_GOTOSOCIAL does not name the folder of an unpacked release of GoToSocial (https://gotosocial.org)',
    );
  },
  async start() {
    const data = await mkdtemp(join(tmpdir(), 'crier-gotosocial-'));
    const port = await freePort();
    const env = envOf(data, port);
    const password = `Aa1!${randomBytes(12).toString('hex')}`;
    const command = join(folder(), 'gotosocial');
    let child: ChildProcess | undefined;
    const stop = async (): Promise<void> => {
      if (child) await endProcess(child);
      await rm(data, { recursive: true, force: true });
    };
    const url = `http://localhost:${port}`;
    const launch = (): Promise<string> => {
      child = spawn(command, ['server', 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      return untilAnswering(child, url);
    };
    try {
      // The first start makes the database, and the next one knows the account.
      await launch();
      if (child) await endProcess(child);
      const { username, email } = ACCOUNT;
      const account = ['--username', username, '--email', email, '--password', password];
      await run(command, ['admin', 'account', 'create', ...account], { env });
      const version = await launch();
      return {
        url,
        version,
        stop,
        approve: (browser, scopes) => approve(browser, { url, password, scope: scopes.join(' ') }),
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

const folder = (): string => resolve(process.env.CRIER_GOTOSOCIAL || '/nonexistent');

const envOf = (data: string, port: number): NodeJS.ProcessEnv =>
  childEnv({
    GTS_LOG_LEVEL: 'error',
    GTS_HOST: `localhost:${port}`,
    GTS_PROTOCOL: 'http',
    GTS_BIND_ADDRESS: '127.0.0.1',
    GTS_PORT: String(port),
    GTS_DB_TYPE: 'sqlite',
    GTS_DB_ADDRESS: join(data, 'gotosocial.sqlite'),
    GTS_STORAGE_LOCAL_BASE_PATH: join(data, 'storage'),
    GTS_WEB_TEMPLATE_BASE_DIR: `${join(folder(), 'web', 'template')}/`,
    GTS_WEB_ASSET_BASE_DIR: `${join(folder(), 'web', 'assets')}/`,
    GTS_WAZERO_COMPILATION_CACHE: join(data, 'compiled'),
    GTS_LETSENCRYPT_ENABLED: 'false',
    GTS_ADVANCED_RATE_LIMIT_REQUESTS: '0',
  });

/** Resolves with its version; rejects with what it said when it ends before it answers. */
async function untilAnswering(child: ChildProcess, url: string): Promise<string> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => void said.splice(20, 1, chunk.toString()));
  for (;;) {
    const answer = await fetch(`${url}/api/v2/instance`).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { version: string }).version;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`GoToSocial ended: ${said.join('').slice(-2000)}`);
    }
    await sleep(200);
  }
}

/** Registers an app, signs in and approves it, as people do (docs.gotosocial.org: Authentication with the
 * API). */
async function approve(
  browser: Browser,
  { url, password, scope }: { url: string; password: string; scope: string },
): Promise<string> {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const app = await post<{ client_id: string; client_secret: string }>('/api/v1/apps', {
    client_name: 'Crier',
    redirect_uris: OUT_OF_BAND,
    scopes: scope,
  });
  const asked = { client_id: app.client_id, redirect_uri: OUT_OF_BAND, response_type: 'code', scope };
  const page = await browser.newPage();
  try {
    await page.goto(`${url}/oauth/authorize?${new URLSearchParams(asked)}`);
    await page.locator('[name=username]').fill(ACCOUNT.email);
    await page.locator('[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: /allow/i }).click();
    const code = (await page.locator('code').first().innerText()).trim();
    const { client_id, client_secret } = app;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: OUT_OF_BAND };
    return (await post<{ access_token: string }>('/oauth/token', { client_id, client_secret, ...grant }))
      .access_token;
  } finally {
    await page.close();
  }
}
