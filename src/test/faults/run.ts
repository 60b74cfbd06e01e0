/**
 * `npm run faults -- F3 F12 | all | --list`, with `--seed S`, `--short`, `--long` (the full times of the
 * matrix: an hour and more), `--jobs N`; `npm run faults -- soak`, with `--minutes N`; F44 with `--runs N`.
 * Prints one table; exit code 1 when a promise did not hold.
 */
import { cpus } from 'node:os';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startSharedServers } from '../shared-servers.ts';
import { faults } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { startLanes } from './lanes.ts';
import { renderBroken, renderTable } from './report.ts';
import type { Outcome } from './run-fault.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    seed: { type: 'string' },
    short: { type: 'boolean' },
    long: { type: 'boolean' },
    minutes: { type: 'string' },
    runs: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    logs: { type: 'boolean' },
  },
});

function chosen(): readonly Fault[] {
  if (positionals.includes('all')) return faults.filter((f) => !f.byName && (!f.onlyLong || values.long));
  const unknown = positionals.filter((id) => !faults.some((f) => isMeant(f, id)));
  if (unknown.length) throw new Error(`There is no fault ${unknown.join(', ')}: npm run faults -- --list`);
  return faults.filter((f) => positionals.some((id) => isMeant(f, id)));
}

/** M2 means all of M2.queue, M2.workflow and M2.workflow-later. */
function isMeant(fault: Fault, typed: string): boolean {
  return (
    fault.id.toLowerCase() === typed.toLowerCase() ||
    fault.id.toLowerCase().startsWith(`${typed.toLowerCase()}.`)
  );
}

/** The running servers that the environment names, otherwise new ones. */
async function sharedServers(): Promise<{
  databaseUrl: string;
  temporalAddress: string;
  stop(): Promise<void>;
}> {
  const { CRIER_TEST_DATABASE_URL: databaseUrl, CRIER_TEST_TEMPORAL_ADDRESS: temporalAddress } = process.env;
  return databaseUrl && temporalAddress
    ? { databaseUrl, temporalAddress, stop: async () => undefined }
    : startSharedServers(say);
}

async function runAll(selected: readonly Fault[]): Promise<Outcome[]> {
  const seed = values.seed ?? randomUUID().slice(0, 8);
  say(`seed ${seed} (repeat with --seed ${seed}); ${cpus().length} processors; ${selected.length} faults`);
  const running = new Set<() => Promise<void>>();
  // Stops what was started last first: a fault before the servers beneath it.
  const stopAll = async (): Promise<void> => {
    for (const stop of [...running].toReversed()) {
      await stop().catch((error: unknown) => say(`could not be stopped: ${String(error)}`));
    }
  };
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      say('Stopping …');
      abort.abort();
      void stopAll().finally(() => process.exit(130));
    });
  }
  const servers = selected.some((f) => !f.breaksServers) ? await sharedServers() : undefined;
  if (servers) running.add(servers.stop);
  const lanes = startLanes(selected, {
    seed,
    servers,
    running,
    signal: abort.signal,
    short: values.short ?? false,
    long: values.long ?? false,
    ...(values.minutes ? { minutes: Number(values.minutes) } : {}),
    ...(values.runs ? { runs: Number(values.runs) } : {}),
    jobs: Number(values.jobs),
    say: () => undefined,
  });
  const outcomes = await Promise.all(
    selected.map(async ({ id }) => {
      const outcome = await lanes.get(id);
      if (!outcome) throw new Error(`no lane for ${id}`);
      if (abort.signal.aborted) return new Promise<never>(() => undefined); // the process is about to end
      say(
        `${id} ${outcome.skipped !== null ? 'skipped' : outcome.broken.length ? 'BROKEN' : outcome.late.length ? 'late' : 'held'} (${outcome.seconds.toFixed(0)} s): ${outcome.fault.promise}`,
      );
      for (const line of [...renderBroken(outcome), ...outcome.notes]) say(`  ${line}`);
      if (values.logs) for (const line of [...outcome.slowest, outcome.logs ?? '']) say(line);
      return outcome;
    }),
  );
  await stopAll();
  return outcomes;
}

if (values.list || positionals.length === 0) {
  for (const fault of faults) say(`${fault.id.padEnd(4)} ${fault.title}`);
} else {
  const outcomes = await runAll(chosen());
  for (const line of ['', ...renderTable(outcomes)]) say(line);
  process.exitCode = outcomes.some((o) => o.broken.length || o.late.length) ? 1 : 0;
  process.exit();
}
