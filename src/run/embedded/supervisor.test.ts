import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { ChildSpec } from './child.ts';
import { buildWorld, until, type World } from './fixtures/world.ts';
import type { Job } from './jobs.ts';
import { identify, isAlive, stillRuns } from '../../platform/processes.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
});
afterEach(() => world.dispose());

/** A Node program that runs until it is ended. */
const program = (name: string, more: Partial<ChildSpec> & { code?: string } = {}): ChildSpec => {
  const { code = '', ...spec } = more;
  return { name, command: process.execPath, args: ['-e', `setInterval(() => {}, 1000); ${code}`], ...spec };
};

const sleeper = (name: string, more: Partial<ChildSpec> = {}): ChildSpec => ({
  name,
  command: 'sleep',
  args: ['600'],
  ...more,
});

describe('keeping programs running', () => {
  it('restarts a killed program and reports it', async () => {
    const supervisor = await world.open();
    await supervisor.start(sleeper('worker'));
    const first = supervisor.pid('worker')!;
    process.kill(first, 'SIGKILL');
    await until(() => supervisor.pid('worker') !== undefined && supervisor.pid('worker') !== first);
    await supervisor.settled();
    expect(world.said).toEqual(['worker ended (SIGKILL); starting it again in 0.2 s', 'worker runs again']);
  });

  it('replaces a program that hangs, and leaves one alone that never sends a sign of life', async () => {
    const supervisor = await world.open();
    const spec = { ipc: true, ready: 'message', aliveWithinMs: 1000 } as const;
    const signs = "process.send('alive'); setInterval(() => process.send('alive'), 50);";
    await supervisor.start(program('worker', { ...spec, code: `${signs} process.send('ready')` }));
    await supervisor.start(program('silent', { ...spec, code: "process.send('ready')" }));
    const [worker, silent] = [supervisor.pid('worker')!, supervisor.pid('silent')];
    process.kill(worker, 'SIGSTOP');
    await until(() => world.said.includes('worker runs again'));
    expect(world.said).toEqual([
      'worker has not been heard of for 1 s: it hangs, and is ended',
      'worker ended (SIGKILL); starting it again in 0.2 s',
      'worker runs again',
    ]);
    expect([isAlive(worker), supervisor.pid('silent')]).toEqual([false, silent]);
  });

  it('waits for a program that is slow to start while it sends signs of life, and for no silent one', async () => {
    const supervisor = await world.open();
    const spec = { ipc: true, ready: 'message', readyTimeoutMs: 1000 } as const;
    const late = "setTimeout(() => process.send('ready'), 2500);";
    const signs = "setInterval(() => process.send('alive'), 50);";
    await supervisor.start(program('busy', { ...spec, code: `${signs} ${late}` }));
    expect(supervisor.pid('busy')).toBeDefined();
    await expect(supervisor.start(program('silent', { ...spec, code: late }))).rejects.toThrow(
      'silent does not answer',
    );
  });

  it('restarts the programs that depend on a restarted one, and leaves the others alone', async () => {
    const supervisor = await world.open();
    await supervisor.start(sleeper('store'));
    await supervisor.start(sleeper('engine', { dependsOn: ['store'] }));
    await supervisor.start(sleeper('web'));
    const [engine, web] = [supervisor.pid('engine'), supervisor.pid('web')];
    process.kill(supervisor.pid('store')!, 'SIGKILL');
    await until(() => world.said.includes('engine runs again'));
    expect(supervisor.pid('engine')).not.toBe(engine);
    expect(supervisor.pid('web')).toBe(web);
  });

  it('waits longer each time for a program that keeps dying', async () => {
    const supervisor = await world.open();
    await supervisor.start({ name: 'fragile', command: '/bin/sh', args: ['-c', 'sleep 0.1; exit 3'] });
    await until(() => world.said.filter((line) => line.includes('exit code 3')).length >= 3);
    const waits = world.said.flatMap((line) => /exit code 3.* in ([\d.]+) s/.exec(line)?.[1] ?? []);
    expect(waits.slice(0, 3)).toEqual(['0.2', '0.5', '1']);
  });

  it('gives up on a program that never started, and shows its last output', async () => {
    const supervisor = await world.open();
    const broken = supervisor.start({
      name: 'broken',
      command: '/bin/sh',
      args: ['-c', 'echo "no such table" >&2; exit 1'],
      ready: async () => false,
    });
    await expect(broken).rejects.toThrow('broken did not start: no such table');
    expect(supervisor.pid('broken')).toBeUndefined();
  });

  it("waits for the ready message of Crier's own programs", async () => {
    const supervisor = await world.open();
    const messages: unknown[] = [];
    await supervisor.start(
      program('api', {
        ipc: true,
        ready: 'message',
        onMessage: (m) => messages.push(m),
        code: "process.send('ready')",
      }),
    );
    expect(messages).toEqual(['ready']);
  });

  it("writes a program's output to its log, and echoes only the important lines", async () => {
    const supervisor = await world.open();
    const echo = (line: string): string | null => (line.startsWith('!') ? line.slice(1) : null);
    await supervisor.start(
      program('api', { echo, code: "console.log('detail'); console.log('!listening')" }),
    );
    await until(() => world.said.length > 0);
    expect(world.said).toEqual(['listening']);
    expect(readFileSync(join(world.dataDir, 'logs', 'api.log'), 'utf8')).toBe('detail\n!listening\n');
  });
});

describe('stopping', () => {
  it('stops programs in the reverse order of their start and leaves no process', async () => {
    const supervisor = await world.open();
    const order = join(world.dataDir, 'order');
    const pids: number[] = [];
    for (const name of ['first', 'second', 'third']) {
      const code = `process.on('SIGTERM', () => { fs.appendFileSync('${order}', '${name} '); process.exit(); }); process.send('ready')`;
      await supervisor.start(program(name, { code, ipc: true, ready: 'message' }));
      pids.push(supervisor.pid(name)!, supervisor.watchdogPid!);
    }
    await supervisor.stopAll();
    expect(readFileSync(order, 'utf8')).toBe('third second first ');
    await until(() => !pids.some(isAlive));
    expect(world.said).toEqual([]);
  });

  it('kills a program that ignores the signal after its grace period', async () => {
    const supervisor = await world.open();
    await supervisor.start(
      program('deaf', {
        code: "process.on('SIGTERM', () => {}); process.send('ready')",
        ipc: true,
        ready: 'message',
        graceMs: 200,
      }),
    );
    const pid = supervisor.pid('deaf')!;
    await supervisor.stopAll();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('a program that runs once', () => {
  const shell = (code: string, more: Partial<Job> = {}): Job => ({
    name: 'job',
    command: '/bin/sh',
    args: ['-c', code],
    ...more,
  });

  it('gives what it wrote, line by line and as a whole, and keeps its log', async () => {
    const supervisor = await world.open();
    const lines: string[] = [];
    const job = shell('echo one; echo two >&2', { logged: true, onLine: (line) => lines.push(line) });
    expect((await supervisor.run(job)).split('\n').toSorted()).toEqual(['one', 'two']);
    expect(lines.toSorted()).toEqual(['one', 'two']);
    expect(readFileSync(join(world.dataDir, 'logs', 'job.log'), 'utf8')).toBe('two\n');
  });

  it('rejects with what it wrote when it fails', async () => {
    const supervisor = await world.open();
    await expect(supervisor.run(shell('echo no room >&2; exit 3'))).rejects.toThrow(/^no room$/);
    await expect(supervisor.run(shell('exit 3'))).rejects.toThrow('/bin/sh ended with 3');
    await expect(supervisor.run({ ...shell(''), command: '/nowhere' })).rejects.toThrow('ENOENT');
  });

  it('runs at low priority on request', async () => {
    const supervisor = await world.open();
    const output = await supervisor.run(shell('sleep 0.3; ps -o ni= -p $$', { niceness: 10 }));
    expect(Number(output)).toBe(getPriority() + 10);
  });

  it('ends at a stop, with all that it started', async () => {
    const supervisor = await world.open();
    let child = 0;
    const job = supervisor.run(
      shell('sleep 600 & echo $!; wait', { onLine: (line) => (child = Number(line)) }),
    );
    const ended = expect(job).rejects.toThrow('Crier is stopping');
    await until(() => child > 0);
    await supervisor.stopAll();
    await ended;
    await until(() => !isAlive(child));
    await expect(supervisor.run(shell('true'))).rejects.toThrow('Crier is stopping');
  });

  it('is waited for by a stop when it has to finish, and so is work in the background', async () => {
    const supervisor = await world.open();
    const done = join(world.dataDir, 'done');
    let begun = false;
    const job = shell(`echo begun; sleep 0.5; echo >'${done}'`, {
      finishes: true,
      onLine: () => (begun = true),
    });
    let message = '';
    const work = async (): Promise<void> => {
      await supervisor.run(job);
      await supervisor.run(shell('true')).catch((error: Error) => (message = error.message));
    };
    supervisor.inBackground(work());
    await until(() => begun);
    await supervisor.stopAll();
    expect([existsSync(done), message]).toEqual([true, 'Crier is stopping']);
  });
});

describe('the data folder', () => {
  it('belongs to one Crier at a time', async () => {
    await world.open();
    await expect(world.open()).rejects.toThrow(
      `Crier already runs on ${world.dataDir} (process ${process.pid})`,
    );
  });

  it('is free again after a stop', async () => {
    await (await world.open()).stopAll();
    await expect(world.open()).resolves.toBeDefined();
  });

  it('leaves no orphan when its Crier is killed', async () => {
    const { parent, child } = await startParent();
    parent.kill('SIGKILL');
    await until(() => !stillRuns(child));
  });

  it('is cleared of the programs that a killed Crier left behind', async () => {
    const { parent, child, watchdog } = await startParent();
    process.kill(watchdog, 'SIGKILL');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(stillRuns(child)).toBe(true);
    await world.open();
    expect(stillRuns(child)).toBe(false);
    expect(world.said).toEqual([`Ending sleeper (process ${child.pid}), left behind by an earlier run`]);
  });
});

/** A supervisor in a process of its own. */
async function startParent() {
  const parent = spawn(
    process.execPath,
    [join(import.meta.dirname, 'fixtures', 'parent.ts'), world.dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const [child = 0, watchdog = 0] = line.toString().split(' ').map(Number);
  return { parent, child: identify(child), watchdog };
}
