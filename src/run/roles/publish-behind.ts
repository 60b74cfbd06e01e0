/**
 * What starts behind the first screen when Temporal's server has to be built: the server, then the worker.
 * Until then posts are stored; without the server, only publishing fails.
 */
import type { Config } from '../../platform/config/config.ts';
import type { ChildSpec } from '../embedded/child.ts';
import { startTemporalFor, type Databases, type Supervisor } from '../embedded/index.ts';
import {
  begin,
  noteTemporalStart,
  type TemporalProgress,
  type TemporalStart,
} from '../../platform/temporal-start.ts';
import type { Screen } from './screen.ts';
import { ensureBundle } from './workflow-bundle.ts';

export interface Behind {
  readonly config: Config;
  readonly supervisor: Supervisor;
  readonly screen: Screen;
  readonly postgres: Databases['postgres'];
  readonly worker: ChildSpec;
}

/** The note is for people, who do not need it more often than this. */
const NOTE_EVERY_MS = 1000;

/** Announces to the API that posts will wait. Call it before the API starts. */
export function announceBuild({ CRIER_DATA_DIR }: Pick<Config, 'CRIER_DATA_DIR'>): void {
  noteTemporalStart(CRIER_DATA_DIR, { state: 'preparing', progress: begin('looking') });
}

/** Gets and starts the server, then starts the worker. Never rejects; the outcome appears on the screen. */
export async function publishBehind(behind: Behind): Promise<void> {
  const { config, supervisor, screen, postgres, worker } = behind;
  const { say } = screen;
  const note = (start: TemporalStart | null): void => takeNote(behind, start);
  let noted = 0;
  let step = '';
  const tell = (progress: TemporalProgress): void => {
    screen.progress(progress);
    if (progress.step === step && Date.now() - noted < NOTE_EVERY_MS) return;
    [noted, step] = [Date.now(), progress.step];
    note({ state: 'preparing', progress });
  };
  // The worker would make it, once the server is up. It does so if this fails, and reports why it cannot.
  const bundled = ensureBundle(config).catch(() => undefined);
  try {
    const notes = await startTemporalFor(config, { supervisor, say, postgres, binaries: null, tell });
    await bundled;
    await supervisor.start(worker);
    note(null);
    screen.progress(null);
    say("Temporal's server is up: posts are published from now on, those that are due first");
    for (const line of notes) say(`  Note         ${line}`);
  } catch (error) {
    screen.progress(null);
    if (supervisor.signal.aborted) return;
    const reason = (error as Error).message;
    note({ state: 'failed', reason });
    say(`Nothing is published for now: ${reason}`);
    say(
      'Crier keeps running: posts are stored, and published as soon as Temporal is up. See also: npm run crier -- doctor',
    );
  }
}

/** A full disk keeps the note from being written, and must prevent nothing else. */
function takeNote({ config, screen }: Behind, start: TemporalStart | null): void {
  try {
    noteTemporalStart(config.CRIER_DATA_DIR, start);
  } catch (error) {
    screen.say((error as Error).message);
  }
}
