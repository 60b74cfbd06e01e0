/**
 * Packages that are only for pictures: clients of networks for web pages, and Bluesky's development
 * network.
 */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { childEnv } from '../../platform/config/config.ts';
import type { MediaHost } from '../../uploads/fixtures/media-host.ts';
import { cacheFolder, run } from '../servers/server.ts';

const MANIFEST = readFileSync(fileURLToPath(new URL('modules.json', import.meta.url)), 'utf8');

/** Installs them into the cache, once; resolves with their folder. */
export async function installModules(say: (line: string) => void): Promise<string> {
  const folder = cacheFolder('network-pictures');
  if ((await readFile(join(folder, 'installed.json'), 'utf8').catch(() => '')) === MANIFEST) return folder;
  say('Installing the packages of the pictures (about 500 MB, once)');
  await mkdir(dirname(folder), { recursive: true });
  const building = await mkdtemp(`${folder}.building-`);
  await writeFile(join(building, 'package.json'), MANIFEST);
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], {
    cwd: building,
    env: childEnv(),
  });
  await writeFile(join(building, 'installed.json'), MANIFEST);
  await rm(folder, { recursive: true, force: true });
  await rename(building, folder);
  return folder;
}

/** The version of an installed package. */
export function versionOf(folder: string, name: string): string {
  const file = join(folder, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** A package of several files as one script for a web page. */
export async function bundle(folder: string, name: string): Promise<string> {
  const { build } = await import('vite');
  const built = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: createRequire(join(folder, 'package.json')).resolve(name), formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

/** A page with a network's client, 600 pixels wide as on a phone; resolves with its URL. */
export const serveHtml = (viewers: MediaHost, path: string, body: string): string =>
  viewers.serve(path, (_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><body style="width: 600px; margin: 16px">${body}`),
  );

export const serveScript = (viewers: MediaHost, path: string, script: string | Uint8Array): string =>
  viewers.serve(path, (_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script),
  );

/** What a server answers, for what no client shows. */
export const serveJson = (viewers: MediaHost, path: string, answer: unknown): string => {
  const text = JSON.stringify(answer, null, 2).replaceAll('<', '&lt;');
  return serveHtml(viewers, path, `<pre style="white-space: pre-wrap">${text}</pre>`);
};
