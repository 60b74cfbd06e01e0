/**
 * A real WordPress for the tests: Debian's package on PHP's own web server, with SQLite instead of a database
 * server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { endProcess, run, type RealServer } from './server.ts';
import { installWordPress, wordPressFiles, type WordPressFiles } from './wordpress/install.ts';

/** A user of the site; `password` is an application password. */
export interface SiteUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

/** The user of each role that a site starts with. */
export type SiteUsers = Readonly<Record<'administrator' | 'author' | 'contributor' | 'subscriber', SiteUser>>;

/** One REST call, `body` as JSON. Without `as` it is anonymous. */
export interface RestCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly as?: SiteUser;
}

/** A running site with data of its own. */
export interface RunningWordPress {
  readonly url: string;
  readonly users: SiteUsers;
  /** Calls a REST route (`/wp/v2/posts?search=x`); throws the site's message when it refuses. */
  rest<T>(route: string, call?: RestCall): Promise<T>;
  /**
   * Everything of a collection, oldest first, as the administrator sees it (`/wp/v2/posts?status=publish`).
   */
  all<T>(route: string): Promise<T[]>;
  stop(): Promise<void>;
}

/**
 * `plugin` = PHP code that runs at every request of the site (a must-use plugin), without the opening tag.
 */
export interface WordPressOptions {
  readonly plugin?: string;
}

const here = (file: string): string => fileURLToPath(new URL(`wordpress/${file}`, import.meta.url));

/** WordPress 6.8 (Debian trixie) with application passwords over http, without outbound calls. */
export const wordpress: RealServer<WordPressOptions, RunningWordPress> = {
  name: 'wordpress',
  ensure: installWordPress,
  async start({ plugin } = {}) {
    const files = await wordPressFiles();
    const folder = await mkdtemp(join(tmpdir(), 'crier-wordpress-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = childEnv({
      CRIER_TEST_WORDPRESS: files.program,
      CRIER_TEST_SITE_CONFIG: here('config.php'),
      CRIER_TEST_SITE_FOLDER: folder,
      CRIER_TEST_SITE_URL: url,
    });
    let child: ChildProcess | undefined;
    const stop = async (): Promise<void> => {
      if (child) await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await fillFolder(folder, files, plugin);
      const { command, args } = files.php;
      const users = JSON.parse(await run(command, [...args, here('setup.php')], { env })) as SiteUsers;
      child = spawn(command, [...args, '-S', new URL(url).host, '-t', folder, here('router.php')], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env,
      });
      await untilAnswering(child, url);
      return { url, users, stop, ...clientOf(url, users.administrator) };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

async function fillFolder(folder: string, files: WordPressFiles, plugin: string | undefined): Promise<void> {
  const content = join(folder, 'wp-content');
  for (const name of ['database', 'uploads', 'plugins', 'mu-plugins', 'themes']) {
    await mkdir(join(content, name), { recursive: true });
  }
  const driver = await readFile(join(files.sqlite, 'db.copy'), 'utf8');
  await writeFile(
    join(content, 'db.php'),
    driver.replaceAll('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', files.sqlite),
  );
  if (plugin) await writeFile(join(content, 'mu-plugins', 'test.php'), `<?php\n${plugin}\n`);
}

/** Rejects with PHP's output when it ends before it answers. */
async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    said.push(chunk.toString());
    said.splice(0, said.length - 20);
  });
  while (
    !(await fetch(`${url}/?rest_route=/`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PHP ended: ${said.join('').slice(-2000)}`);
    }
    await sleep(50);
  }
}

const PAGE = 100;

function clientOf(url: string, administrator: SiteUser): Pick<RunningWordPress, 'rest' | 'all'> {
  async function rest<T>(route: string, { method = 'GET', body, as }: RestCall = {}): Promise<T> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    if (as) {
      headers.authorization = `Basic ${Buffer.from(`${as.username}:${as.password}`).toString('base64')}`;
    }
    // This form works with any structure of URLs.
    const response = await fetch(`${url}/?rest_route=${route.replace('?', '&')}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  return {
    rest,
    async all<T>(route: string) {
      const found: T[] = [];
      const query = `per_page=${PAGE}&context=edit&orderby=id&order=asc`;
      for (let page = 1; found.length === (page - 1) * PAGE; page++) {
        found.push(
          ...(await rest<T[]>(
            `${route}${route.includes('?') ? '&' : '?'}${query}&offset=${(page - 1) * PAGE}`,
            { as: administrator },
          )),
        );
      }
      return found;
    },
  };
}
