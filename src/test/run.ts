/**
 * `npm test`: brings what the tests need, runs them, names each skip, and ends with the plain line "N passed,
 * N failed, N skipped". Files that are named, and options of Jest, are handed on; run-options.ts has our own.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv, loadConfig } from '../platform/config/config.ts';
import { ensureTestServer } from '../run/embedded/test-server.ts';
import { changedTests } from './changed.ts';
import { simpleIcons, tabler } from './icon-sets.ts';
import { client3, client4 } from './oracles/lemmy/clients.ts';
import { devtoDocument } from './oracles/devto/document.ts';
import { vkTypings } from './oracles/vk/typings.ts';
import { restliClient } from './oracles/linkedin/restli-client.ts';
import { tables } from './oracles/meta/tables.ts';
import { documents } from './oracles/google/documents.ts';
import { mybusiness4 } from './oracles/google/mybusiness4.ts';
import { recordings } from './oracles/reddit/recordings.ts';
import { chromium } from './servers/chromium.ts';
import { ffmpeg } from './servers/ffmpeg.ts';
import { composeSchema } from './servers/compose-schema.ts';
import { listmonk } from './servers/listmonk.ts';
import { nostrRelay, nostrRelayPython } from './servers/nostr-relay.ts';
import { pds } from './servers/pds.ts';
import { pgbouncer } from './servers/pgbouncer.ts';
import { redis } from './servers/redis.ts';
import { schemathesis } from './servers/schemathesis.ts';
import { stripeMock } from './servers/stripe-mock.ts';
import { faketime } from './faults/libfaketime.ts';
import { versitygw } from './servers/versitygw.ts';
import { openssl } from './servers/tls-front.ts';
import { wordpress } from './servers/wordpress.ts';
import { startSharedServers } from './shared-servers.ts';
import { readOptions } from './run-options.ts';
import { SLOW } from './slow-files.ts';

/** The outcome of one test file, as Jest reports it. */
interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

/** More failing files than this are no stall of the machine. */
const UNSTEADY_AT_MOST = 8;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Fetches each server into the cache; one that is unavailable is named with its reason and its tests are
 * skipped.
 */
async function ensureServers(): Promise<Record<string, string>> {
  const wanted = [
    { name: pds.name, ensure: () => pds.ensure(say) },
    { name: nostrRelay.name, ensure: () => nostrRelay.ensure(say) },
    { name: nostrRelayPython.name, ensure: () => nostrRelayPython.ensure(say) },
    { name: wordpress.name, ensure: () => wordpress.ensure(say) },
    { name: listmonk.name, ensure: () => listmonk.ensure(say) },
    { name: chromium.name, ensure: () => chromium.ensure(say) },
    { name: ffmpeg.name, ensure: () => ffmpeg.ensure(say) },
    { name: redis.name, ensure: () => redis.ensure(say) },
    { name: pgbouncer.name, ensure: () => pgbouncer.ensure(say) },
    { name: openssl.name, ensure: () => openssl.ensure() },
    { name: stripeMock.name, ensure: () => stripeMock.ensure(say) },
    { name: versitygw.name, ensure: () => versitygw.ensure(say) },
    { name: faketime.name, ensure: () => faketime.ensure() },
    { name: schemathesis.name, ensure: () => schemathesis.ensure(say) },
    { name: recordings.name, ensure: () => recordings.ensure(say) },
    { name: tables.name, ensure: () => tables.ensure(say) },
    { name: documents.name, ensure: () => documents.ensure(say) },
    { name: mybusiness4.name, ensure: () => mybusiness4.ensure(say) },
    { name: devtoDocument.name, ensure: () => devtoDocument.ensure(say) },
    { name: restliClient.name, ensure: () => restliClient.ensure() },
    ...[client3, client4, vkTypings, tabler, simpleIcons].map(({ name, ensure }) => ({ name, ensure })),
    { name: composeSchema.name, ensure: () => composeSchema.ensure() },
    { name: 'temporal-test-server', ensure: () => ensureTestServer(loadConfig().CRIER_CACHE_DIR, say) },
  ];
  const unavailable: Record<string, string> = {};
  const ensure = async ({ name, ensure }: (typeof wanted)[number]): Promise<void> => {
    const began = Date.now();
    try {
      await ensure();
      say(`  ${name}: ready (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      unavailable[name] = (error as Error).message;
      say(`  ${name}: not to be had here, its tests are skipped: ${(error as Error).message}`);
    }
  };
  await Promise.all(wanted.map(ensure));
  return unavailable;
}

async function jest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  reportFile: string,
): Promise<FileResult[]> {
  const command = [
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${reportFile}`,
    ...args,
  ];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = await new Promise<string>((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => resolve(signal ?? String(code))),
  );
  if (!existsSync(reportFile)) throw new Error(`Jest ended with ${ended} and left no report`);
  return (JSON.parse(readFileSync(reportFile, 'utf8')) as { testResults: FileResult[] }).testResults;
}

/**
 * Runs the few files that failed once more, by themselves. One that then passes is reported as unsteady, not
 * hidden: two cores that run several instances at once stall for seconds, which reveals something about the
 * machine and rarely about the product.
 */
async function again(
  results: readonly FileResult[],
  run: (files: readonly string[]) => Promise<FileResult[]>,
): Promise<readonly FileResult[]> {
  const failed = results.filter((file) => file.status === 'failed');
  if (failed.length === 0 || failed.length > UNSTEADY_AT_MOST) return results;
  const second = await run(failed.map((file) => file.name));
  for (const file of failed) {
    if (second.some(({ name, status }) => name === file.name && status !== 'failed')) {
      for (const test of named(file, 'failed')) say(`unsteady (failed, and passed by itself): ${test}`);
    }
  }
  return [...results.filter((file) => !failed.includes(file)), ...second];
}

/** The tests of a file with this outcome; the file itself, when it failed without a failing test. */
function named({ name, status: ofFile, message, assertionResults }: FileResult, status: string): string[] {
  const tests = assertionResults.filter((test) => test.status === status).map((test) => test.fullName);
  return status === 'failed' && ofFile === 'failed' && tests.length === 0
    ? [`${name} did not run: ${message.slice(0, 500)}`]
    : tests;
}

function summarize(results: readonly FileResult[]): boolean {
  const all = (...statuses: string[]): string[] =>
    statuses.flatMap((status) => results.flatMap((file) => named(file, status)));
  const [passed, failed, skipped] = [all('passed'), all('failed'), all('pending', 'todo')];
  for (const test of skipped) say(`skipped: ${test}`);
  for (const test of failed) say(`failed: ${test}`);
  say(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  return failed.length === 0 && passed.length > 0;
}

/** The files that the changes reach, as arguments for Jest. Ends the process when there are none. */
async function reachedTests(): Promise<string[]> {
  const files = await changedTests();
  if (files === null) return [];
  say(`${files.length} test files are reached by what has changed`);
  if (files.length > 0) return ['--runTestsByPath', ...files];
  say('0 passed, 0 failed, 0 skipped');
  process.exit(0);
}

const options = readOptions(process.argv.slice(2));
if (options.shuffle) say(`Files run in a random order; --shuffle=${options.shuffle} repeats it`);
const wanted = options.changed ? await reachedTests() : [];
const short = options.short && wanted.length === 0;
if (short) say(`Without ${SLOW.length} slow files, which npm test -- --all and CI run too`);
const ignored = short ? ['/node_modules/', ...SLOW.map((file) => `^<rootDir>/${file}$`)] : [];
const folder = mkdtempSync(join(tmpdir(), 'crier-test-run-'));
say('Bringing the servers that the tests run against (once; kept in the cache folder)');
// Fetching waits for the network, building Temporal's server for the processor.
const [unavailable, servers] = await Promise.all([ensureServers(), startSharedServers(say)]);
let stopping: Promise<void> | undefined;
const stop = (): Promise<void> =>
  (stopping ??= servers.stop().finally(() => rmSync(folder, { recursive: true, force: true })));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(130)));
}

let green = false;
try {
  const env = childEnv({
    CRIER_TEST_DATABASE_URL: servers.databaseUrl,
    CRIER_TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
    CRIER_TEST_TEMPORAL_UI_URL: servers.temporalUiUrl ?? undefined,
    CRIER_TEST_UNAVAILABLE: JSON.stringify(unavailable),
    CRIER_TEST_SHUFFLE: options.shuffle,
    // Programs that tests start, and that do not do it themselves.
    NODE_COMPILE_CACHE: join(loadConfig().CRIER_CACHE_DIR, 'compile'),
  });
  const first = await jest(
    [...options.jest, ...wanted, ...ignored.map((pattern) => `--testPathIgnorePatterns=${pattern}`)],
    env,
    join(folder, 'all.json'),
  );
  green = summarize(
    await again(first, (files) =>
      jest(['--maxWorkers=1', '--runTestsByPath', ...files], env, join(folder, 'again.json')),
    ),
  );
} finally {
  await stop();
}
process.exit(green ? 0 : 1);
