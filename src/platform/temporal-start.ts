/**
 * Where the start of the embedded Temporal server is, while it is not there yet: written by the supervisor,
 * read by the API and by `doctor`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText, writePrivate } from './folders.ts';
import { identify, stillRuns, type ProcessIdentity } from './processes.ts';

/** The steps of a start of Temporal. `waiting`: for another start, which builds the same programs. */
export type TemporalStep =
  | 'looking'
  | 'waiting'
  | 'fetching'
  | 'building'
  | 'linking'
  | 'downloading'
  | 'starting';

export interface TemporalProgress {
  readonly step: TemporalStep;
  /** Modules while `fetching`, packages while `building`: how many are done, and all of them. 0 otherwise. */
  readonly done: number;
  readonly total: number;
  /** Seconds that the rest of the step takes at the pace so far; null = not known yet. */
  readonly secondsLeft: number | null;
}

/** A step of which nothing can be counted, or nothing was yet. */
export const begin = (step: TemporalStep): TemporalProgress => ({
  step,
  done: 0,
  total: 0,
  secondsLeft: null,
});

/** A start that is not over. `reason`: why it failed and what to do, in one line. */
export type TemporalStart =
  | { readonly state: 'preparing'; readonly progress: TemporalProgress }
  | { readonly state: 'failed'; readonly reason: string };

type Note = TemporalStart & { readonly supervisor: ProcessIdentity };

const noteFile = (dataDir: string): string => join(dataDir, 'temporal-start.json');

/** Notes where the start is; null = it is over, and the server is there. @throws StartError with the fix */
export function noteTemporalStart(dataDir: string, start: TemporalStart | null): void {
  if (!start) return rmSync(noteFile(dataDir), { force: true });
  const note: Note = { ...start, supervisor: identify(process.pid) };
  writePrivate(noteFile(dataDir), `${JSON.stringify(note)}\n`);
}

/**
 * The progress of the start; null when the server is there, belongs to another process, or is not being
 * started. What a killed supervisor recorded counts for nothing.
 */
export function readTemporalStart(dataDir: string): TemporalStart | null {
  const text = readText(noteFile(dataDir));
  if (!text) return null;
  // Written whole or not at all.
  const { supervisor, ...start } = JSON.parse(text) as Note;
  return stillRuns(supervisor) ? start : null;
}

/** "412 of 1,790 packages compiled, about 4 minutes left" */
export function describeProgress({ step, done, total, secondsLeft }: TemporalProgress): string {
  const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const left = secondsLeft === null ? '' : `, ${minutesLeft(secondsLeft)}`;
  return {
    looking: 'looking at what has to be built',
    waiting: 'another start is building it',
    fetching: `${count} modules fetched${left}`,
    building: `${count} packages compiled${left}`,
    linking: 'linking, nearly done',
    downloading: 'downloading',
    starting: 'starting',
  }[step];
}

function minutesLeft(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'less than a minute left' : `about ${minutes} minutes left`;
}
