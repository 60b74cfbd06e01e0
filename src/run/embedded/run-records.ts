/** The processes of a data folder, on disk: so that the next start can end what a killed one left behind. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endForeignProcess, identify, stillRuns, type ProcessIdentity } from '../../platform/processes.ts';

interface RunRecord extends ProcessIdentity {
  readonly name: string;
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
  /** Place in the order of starting; what was started last is ended first. */
  readonly order: number;
}

/** The records of one data folder, one file per program. */
export class RunRecords {
  readonly #dir: string;
  #order = 0;

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  }

  /** Notes a program that was just launched. */
  add(child: {
    readonly name: string;
    readonly pid: number;
    readonly signal: NodeJS.Signals;
    readonly graceMs: number;
  }): void {
    const record: RunRecord = { ...child, ...identify(child.pid), order: this.#order++ };
    writeFileSync(this.#path(child.name), JSON.stringify(record), { mode: 0o600 });
  }

  /** Forgets a program that ended. */
  remove(name: string): void {
    rmSync(this.#path(name), { force: true });
  }

  /** Ends the programs of an earlier run that still run, in the reverse order of their start. */
  async endStale(say: (line: string) => void): Promise<void> {
    const records = this.#read().toSorted((a, b) => b.order - a.order);
    for (const record of records) {
      if (stillRuns(record)) {
        say(`Ending ${record.name} (process ${record.pid}), left behind by an earlier run`);
        await endForeignProcess(record, record.signal, record.graceMs);
      }
      this.remove(record.name);
    }
  }

  #read(): RunRecord[] {
    return readdirSync(this.#dir)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        try {
          return [JSON.parse(readFileSync(join(this.#dir, file), 'utf8')) as RunRecord];
        } catch {
          // Written while the machine went down: its process went down too.
          rmSync(join(this.#dir, file), { force: true });
          return [];
        }
      });
  }

  #path(name: string): string {
    return join(this.#dir, `${name}.json`);
  }
}
