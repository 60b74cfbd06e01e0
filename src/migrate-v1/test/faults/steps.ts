/**
 * The steps of a migration as an operator takes them: on the command line, or in the web app, where the
 * worker does the work. Either can be killed, and repeated until it is done.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  readOrganizations,
  type CutoverPhase,
  type MigratedOrganization,
} from '../../cutover/organizations.ts';
import { readRun, startMigration, signalRun } from '../../run.ts';
import { readCurrentSource, type SourceAccess } from '../../v1-source.ts';
import { beginCommand, type BegunCommand, type CommandEnd } from '../../../test/faults/command.ts';
import type { World } from '../../../test/faults/world.ts';

export type Step = 'plan' | 'copy' | 'watch' | 'verify' | 'cutover' | 'rollback' | 'finish';

/** A step that has begun: on the command line, or in the worker. */
export interface BegunStep extends Omit<BegunCommand, 'kill'> {
  /** SIGKILL of the process that does it. */
  kill(): void;
}

/** Who takes the steps. */
export interface Operator {
  readonly by: 'command line' | 'worker';
  begin(step: Step): BegunStep;
  /** How many processes were killed while they worked. */
  kills(): number;
}

/** How long the old instance may take to publish one post. */
export const GRACE_SECONDS = 3;

/** Types the commands of docs/migrate-v1.md. `env`: in addition to the instance's. */
export function onCommandLine(
  world: World,
  access: SourceAccess,
  env: Readonly<Record<string, string>> = {},
): Operator {
  const secret = join(world.instance.dataDir, `old-secret-${randomUUID()}`);
  writeFileSync(secret, access.jwtSecret, { mode: 0o600 });
  const source = ['--source', access.source, '--jwt-secret-file', secret];
  const uploads = access.uploads ? ['--uploads', access.uploads] : [];
  const scheduler = [
    ...(access.redis ? ['--redis', access.redis] : []),
    ...(access.temporal ? ['--temporal', access.temporal] : []),
  ];
  const without = (access.redis ?? access.temporal) ? [] : ['--without-redis'];
  const typed: Readonly<Record<Step, readonly string[]>> = {
    plan: source,
    copy: [...source, ...scheduler, ...uploads, '--rate', String(access.rate ?? 1000)],
    watch: ['--every', '1'],
    verify: [],
    cutover: ['--grace', String(GRACE_SECONDS), ...without, '--yes'],
    rollback: ['--yes'],
    finish: ['--yes'],
  };
  let kills = 0;
  return {
    by: 'command line',
    kills: () => kills,
    begin(step) {
      const begun = beginCommand(world, ['migrate-v1', step, ...typed[step]], env);
      return { ...begun, kill: () => void (kills += begun.kill() ? 1 : 0) };
    },
  };
}

/** Presses the buttons of the web app: a run of Temporal copies and watches, and takes the steps. */
export function byTheWorker(world: World, access: SourceAccess): Operator {
  const { context } = world.instance;
  const commands = onCommandLine(world, access);
  const begun = (ended: Promise<CommandEnd>): BegunStep => ({
    ended,
    kill: () => world.processes.kill('worker'),
    interrupt: () => undefined,
  });
  return {
    by: 'worker',
    kills: () => world.processes.deaths('worker').length,
    begin(step) {
      if (step === 'copy') return begun(followCopy(world, () => startMigration(context, access)));
      if (step === 'cutover' || step === 'rollback') return begun(takeStep(world, access, step));
      // The run watches by itself.
      if (step === 'watch') return begun(Promise.resolve({ ok: true, message: '' }));
      return commands.begin(step);
    },
  };
}

async function followCopy(world: World, start: () => Promise<void>): Promise<CommandEnd> {
  const { context } = world.instance;
  return patiently(async () => {
    await start();
    const sourceId = (await readCurrentSource(context))?.id ?? '';
    for (;;) {
      if ((await readRun(context, sourceId))?.progress?.copiedAtMs) return { ok: true, message: '' };
      await sleep(200);
    }
  });
}

async function takeStep(
  world: World,
  access: SourceAccess,
  step: 'cutover' | 'rollback',
): Promise<CommandEnd> {
  const { context } = world.instance;
  const wanted = step === 'cutover' ? 'crier' : 'v1';
  return patiently(async () => {
    const sourceId = (await readCurrentSource(context))?.id ?? '';
    const all = await organizationsOf(world);
    const included = all.filter(({ publishes, phase }) =>
      step === 'cutover' ? publishes === 'v1' : phase !== 'copying',
    );
    for (const { id } of included) {
      await signalRun(
        context,
        sourceId,
        step === 'rollback'
          ? { do: 'rollback', organizationId: id }
          : {
              do: 'cutover',
              organizationId: id,
              overdue: 'ask',
              graceMs: GRACE_SECONDS * 1000,
              frozenSource: false,
              withoutRedis: !(access.redis ?? access.temporal),
            },
      );
    }
    for (;;) {
      const now = await organizationsOf(world).catch((): null => null);
      if (now?.every(({ publishes }) => publishes === wanted)) return { ok: true, message: '' };
      const problem = now?.find(({ problem: message }) => message)?.problem;
      if (problem) return { ok: false, message: `crier: ${problem}` };
      await sleep(200);
    }
  });
}

/** What the network or a server does not answer is the end of this try. */
async function patiently(work: () => Promise<CommandEnd>): Promise<CommandEnd> {
  return work().catch((error: unknown) => ({ ok: false, message: `crier: ${String(error)}` }));
}

/** The organisations of the migration, as `status` shows them. */
export async function organizationsOf({ instance }: World): Promise<MigratedOrganization[]> {
  const source = await readCurrentSource(instance.context);
  return source ? readOrganizations(instance.context.database, source.id) : [];
}

const TRY_MS = 180_000;

/** Repeats a step, as the operator's page asks, until it is done. */
export async function complete({ begin }: Operator, step: Step): Promise<void> {
  for (const end = Date.now() + TRY_MS; ;) {
    const { ok, message } = await begin(step).ended;
    if (ok) return;
    if (Date.now() > end) throw new Error(`${step} did not come to its end: ${message}`);
    await sleep(500);
  }
}

/**
 * Looks every few milliseconds whether an organisation is in one of these phases. False when the step ended
 * before.
 */
export async function untilPhase(
  world: World,
  phases: readonly CutoverPhase[],
  ended: Promise<CommandEnd>,
): Promise<boolean> {
  const over = new AbortController();
  void ended.then(() => over.abort());
  while (!over.signal.aborted) {
    const all = await organizationsOf(world).catch((): MigratedOrganization[] => []);
    if (all.some(({ phase }) => phases.includes(phase))) return true;
    await sleep(5);
  }
  return false;
}
