/**
 * The web app as files: built by Vite into the cache folder, once for each state of its sources, in a
 * separate process.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv, type Config } from '../platform/config/config.ts';
import { apiOrigin } from '../platform/api-origin.ts';
import { StartError } from '../platform/start-error.ts';

/** Where `npm run dev` serves the web app. */
export const WEB_DEV_PORT = 4200;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = join(ROOT, 'src/web');
/**
 * What the web app shares with the server: what the text of a post is, sentences, what
 * notifications are about, and what networks call their settings.
 */
export const SHARED = [
  'providers/_kit/html-tags.ts',
  'providers/_kit/stored-text.ts',
  'providers/_kit/text-of-file.ts',
  'providers/_kit/sentences/fill.ts',
  ...['schema', 'content', 'failures'].map((area) => `providers/_kit/sentences/${area}.ts`),
  ...['requests', 'access', 'channels', 'failures', 'health', 'posts', 'tables', 'uploads'].map(
    (area) => `src/platform/sentences/${area}.ts`,
  ),
  ...['en', 'de'].map((language) => `src/platform/notification-words/${language}.ts`),
  ...readdirSync(join(ROOT, 'providers'))
    .toSorted()
    .flatMap((name) => ['english', 'german', 'sentences'].map((file) => `providers/${name}/${file}.ts`))
    .filter((file) => existsSync(join(ROOT, file))),
];

/** The folder of the built web app; builds it when it is missing. Takes about two seconds and no network. */
export async function ensureWeb(config: Pick<Config, 'CRIER_CACHE_DIR'>): Promise<string> {
  const folder = join(config.CRIER_CACHE_DIR, `web-${sourceDigest()}`);
  if (existsSync(join(folder, 'index.html'))) return folder;
  // Under another NODE_ENV, Vite would bundle the libraries' development builds: half as big again, and
  // slower.
  const child = spawn(process.execPath, [join(ROOT, 'src/run/main.ts'), 'build-web', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnv({ NODE_ENV: 'production' }),
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0 || !existsSync(join(folder, 'index.html'))) {
    throw new Error(`The web app could not be built (exit code ${code})`);
  }
  return folder;
}

/** Builds into `folder`; complete or not at all. */
export async function buildWeb(folder: string): Promise<void> {
  const { build } = await import('vite');
  const partial = `${folder}.${process.pid}`;
  await build({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: partial, emptyOutDir: true },
  });
  // Another process was faster; its files are the same.
  if (existsSync(folder)) rmSync(partial, { recursive: true });
  else renameSync(partial, folder);
}

/**
 * `npm run web:export -- FOLDER`: the web app as static files for another host, with the URL of the API in
 * them.
 *
 * @throws StartError when there is no such URL, or `folder` exists
 */
export async function exportWeb(config: Config, folder: string): Promise<void> {
  const origin = apiOrigin(config);
  if (!origin) {
    throw new StartError(
      'Set FRONTEND_URL to the URL of the web app and NEXT_PUBLIC_BACKEND_URL to that of the API, two ' +
        'URLs of one domain such as https://crier.example and https://api.crier.example',
    );
  }
  if (!folder || existsSync(folder)) {
    throw new StartError(`Name a folder that does not exist yet: npm run web:export -- FOLDER`);
  }
  cpSync(await ensureWeb(config), folder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8').replace(
    '<meta name="crier-api" content="">',
    `<meta name="crier-api" content="${origin}">`,
  );
  writeFileSync(page, html);
}

/**
 * `npm run dev`: the web app on Vite's own server (port 4200), which proxies everything but pages to the API
 * and shows changes at once.
 */
export async function runWebDev({ PORT }: Pick<Config, 'PORT'>): Promise<void> {
  const { createServer } = await import('vite');
  const target = { target: `http://127.0.0.1:${PORT || 3000}` };
  const proxy = Object.fromEntries(
    ['/api', '/public', '/uploads', '/docs', '/sandbox', '/.well-known'].map((path) => [path, target]),
  );
  const server = await createServer({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    server: { port: WEB_DEV_PORT, strictPort: true, host: '127.0.0.1', proxy },
  });
  await server.listen();
  process.send?.('ready');
  await new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop());
  });
  await server.close();
}

/** Pages are also in workspaces that plug in (`src/web/pages/plugged-pages.ts`). */
const webFolders = (): string[] => [
  WEB,
  ...readdirSync(join(ROOT, 'src'))
    .map((name) => join(ROOT, 'src', name, 'web'))
    .filter((folder) => existsSync(folder)),
];

function sourceDigest(): string {
  const hash = createHash('sha256');
  const files = webFolders()
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\.test\.ts$|schema\.d\.ts$/.test(file))
    .sort();
  const others = [...SHARED, 'package-lock.json'].map((file) => join(ROOT, file));
  for (const file of [...files, fileURLToPath(import.meta.url), ...others]) {
    hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
