/** `npm test`: brings what the tests need, runs them all, names each skip, and ends with the plain line "N passed, N failed, N skipped". */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv, loadConfig } from '../config.ts';
import { ensureTestServer } from '../embedded/test-server.ts';
import { chromium } from './servers/chromium.ts';
import { nostrRelay, nostrRelayPython } from './servers/nostr-relay.ts';
import { pds } from './servers/pds.ts';
import { schemathesis } from './servers/schemathesis.ts';
import { wordpress } from './servers/wordpress.ts';
import { startSharedServers } from './shared-servers.ts';

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string; readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[] }[];
}

/** Tests with whole instances run after the others: more than two of them would starve each other on two cores. */
const END_TO_END = 'src/test/e2e/';
/** Tests that kill servers, and count on what they start then coming up at once, run last, one file at a time. */
const ALONE = 'src/(test/faults|embedded)/';

/** More failing files than this are no stall of the machine. */
const UNSTEADY_AT_MOST = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Brings each server into the cache; a server that cannot be had is named with its reason and its tests are skipped. */
async function ensureServers(): Promise<Record<string, string>> {
  const wanted = [
    { name: pds.name, ensure: () => pds.ensure(say) },
    { name: nostrRelay.name, ensure: () => nostrRelay.ensure(say) },
    { name: nostrRelayPython.name, ensure: () => nostrRelayPython.ensure(say) },
    { name: wordpress.name, ensure: () => wordpress.ensure(say) },
    { name: chromium.name, ensure: () => chromium.ensure(say) },
    { name: schemathesis.name, ensure: () => schemathesis.ensure(say) },
    { name: 'temporal-test-server', ensure: () => ensureTestServer(loadConfig().CRIER_CACHE_DIR, say) },
  ];
  const unavailable: Record<string, string> = {};
  for (const server of wanted) {
    const began = Date.now();
    try {
      await server.ensure();
      say(`  ${server.name}: ready (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      unavailable[server.name] = (error as Error).message;
      say(`  ${server.name}: not to be had here, its tests are skipped: ${(error as Error).message}`);
    }
  }
  return unavailable;
}

async function jest(args: readonly string[], env: NodeJS.ProcessEnv, reportFile: string): Promise<JestReport> {
  const command = ['--no-warnings', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${reportFile}`, ...args];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
  return JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
}

/**
 * Runs the few files that failed once more, by themselves. One that passes then is told as unsteady, not hidden: two cores that run
 * several instances at once stall for seconds, which says something of the machine and rarely of the product.
 */
async function again(reports: readonly JestReport[], run: (files: readonly string[]) => Promise<JestReport>): Promise<JestReport[]> {
  const failed = reports.flatMap((r) => r.testResults).filter((r) => r.status === 'failed');
  if (failed.length === 0 || failed.length > UNSTEADY_AT_MOST) return [...reports];
  const second = await run(failed.map((r) => r.name));
  for (const file of second.testResults) {
    const first = failed.find((r) => r.name === file.name);
    for (const test of first?.assertionResults ?? []) if (file.status === 'passed' && test.status === 'failed') say(`unsteady (failed, and passed by itself): ${test.fullName}`);
  }
  return [...reports.map((report) => without(report, failed)), second];
}

function without(report: JestReport, files: JestReport['testResults']): JestReport {
  const gone = report.testResults.filter((r) => files.includes(r)).flatMap((r) => r.assertionResults);
  const count = (...status: string[]): number => gone.filter((test) => status.includes(test.status)).length;
  return {
    numPassedTests: report.numPassedTests - count('passed'), numFailedTests: report.numFailedTests - count('failed'),
    numPendingTests: report.numPendingTests - count('pending'), numTodoTests: report.numTodoTests - count('todo'),
    testResults: report.testResults.filter((r) => !files.includes(r)),
  };
}

function summarize(reports: readonly JestReport[]): boolean {
  const results = reports.flatMap((r) => r.testResults);
  const broken = results.filter((r) => r.status === 'failed' && r.assertionResults.every((a) => a.status !== 'failed'));
  const total = { passed: 0, failed: broken.length, skipped: 0 };
  for (const report of reports) {
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
  }
  for (const status of ['pending', 'todo', 'failed']) {
    for (const result of results) for (const test of result.assertionResults) if (test.status === status) say(`${status === 'failed' ? 'failed' : 'skipped'}: ${test.fullName}`);
  }
  for (const result of broken) say(`failed: ${result.name} did not run: ${result.message.slice(0, 500)}`);
  say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && total.passed > 0;
}

const folder = mkdtempSync(join(tmpdir(), 'crier-test-run-'));
say('Bringing the servers that the tests run against (once; kept in the cache folder)');
const unavailable = await ensureServers();
say('Starting PostgreSQL and Temporal');
const servers = await startSharedServers(say);
let stopping: Promise<void> | undefined;
const stop = (): Promise<void> => (stopping ??= servers.stop().finally(() => rmSync(folder, { recursive: true, force: true })));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().finally(() => process.exit(130)));

let green = false;
try {
  const env = childEnv({
    CRIER_TEST_DATABASE_URL: servers.databaseUrl, CRIER_TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
    CRIER_TEST_TEMPORAL_UI_URL: servers.temporalUiUrl ?? undefined, CRIER_TEST_UNAVAILABLE: JSON.stringify(unavailable),
  });
  const only = process.argv.slice(2);
  const first = only.length
    ? [await jest([...only, '--maxWorkers=1'], env, join(folder, 'only.json'))]
    : [
      await jest([`--testPathIgnorePatterns=${END_TO_END}|${ALONE}`, '--maxWorkers=2'], env, join(folder, 'light.json')),
      await jest([`--testPathPatterns=${END_TO_END}`, '--maxWorkers=2'], env, join(folder, 'end-to-end.json')),
      await jest([`--testPathPatterns=${ALONE}`, '--maxWorkers=1'], env, join(folder, 'alone.json')),
    ];
  green = summarize(await again(first, (files) => jest(['--runTestsByPath', ...files, '--maxWorkers=1'], env, join(folder, 'again.json'))));
} finally {
  await stop();
}
process.exit(green ? 0 : 1);
