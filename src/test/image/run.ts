/**
 * `npm run image`: builds the image, runs Crier from it against the embedded servers, publishes a post, and
 * prints size and times. `--official-base` refuses a stand-in for the base image. Exit code 1 when the image
 * is too large, holds what it should not, or the post is not published.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readCompose } from '../compose-stack.ts';
import { startSharedServers, type SharedServers } from '../shared-servers.ts';
import { ensureBase } from './base.ts';
import { checkContents, checkPackages, SIZE_LIMIT_MB } from './contents.ts';
import { findEngine } from './find-engine.ts';
import { endPrograms } from './programs.ts';
import { proveImage } from './proof.ts';

const { values } = parseArgs({ options: { 'official-base': { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;
/** What was started last stops first; once, however often it is called. */
const stopAll = (): Promise<void> =>
  (stopping ??= (async () => {
    await endPrograms();
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => say(`could not be stopped: ${String(error)}`));
    }
  })());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping …');
    void stopAll().finally(() => process.exit(130));
  });
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await work();
  say(`${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

async function emptyDatabase({ databaseUrl }: SharedServers, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function main(): Promise<void> {
  const image = readCompose().services.app?.image ?? '';
  const engine = await findEngine(say);
  stops.push(() => engine.close());
  const base = await timed('Base', () => ensureBase(engine, { official: values['official-base'], say }));
  say(`Building ${image} with ${engine.name} on ${base.words}`);
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const certificates = authorities && existsSync(authorities) ? authorities : undefined;
  await timed('Build', () => engine.build(image, base.name, certificates));
  await engine.use(image);

  const sizes = await checkContents(engine);
  const mb = (bytes: number): string => `${bytes.toFixed(0)} MB`;
  say(
    `Size: ${mb(sizes.all)} of at most ${SIZE_LIMIT_MB} MB (packages ${mb(sizes.packages)}, Crier ${mb(sizes.crier)}, the rest is Debian and Node.js)`,
  );
  if (sizes.all > SIZE_LIMIT_MB) throw new Error('The image is too large');
  say(`Packages that load in it: ${await checkPackages(engine)}`);

  const servers = await startSharedServers(say);
  stops.unshift(servers.stop);
  process.env.CRIER_TEST_TEMPORAL_ADDRESS = servers.temporalAddress;
  const name = `image_${randomBytes(5).toString('hex')}`;
  const databaseUrl = await emptyDatabase(servers, name);
  const times = await proveImage(engine, { databaseUrl, namespace: name });
  say(
    `From the empty database: migrated after ${times.migrated.toFixed(1)} s, app and worker healthy after ${times.healthy.toFixed(1)} s, a post published after ${times.published.toFixed(1)} s`,
  );
}

let failed = false;
try {
  await timed('All', main);
} catch (error) {
  failed = true;
  if (!stopping) say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  await stopAll();
}
process.exit(failed ? 1 : 0);
