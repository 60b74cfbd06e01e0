/** What a check found, and what it works with. */
import type { Client } from '@temporalio/client';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import type { RunningInstance } from '../../embedded/find-running.ts';

/** One line of the report. `fix` says what to do; it is null only when all is well. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly fix: string | null;
}

/** What checks look at; each takes the part that it needs. */
export interface DoctorDeps {
  readonly config: Config;
  /** null for an instance that was not started with `npm start` on this machine. */
  readonly running: RunningInstance | null;
  readonly database: Database;
  readonly temporal: Client;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail, fix: null });
/** It works, and will not under some circumstance; `fix` = what to do. */
export const warn = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: 'warn',
  detail,
  fix,
});
/** It does not work; `fix` = what to do. */
export const fail = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: 'fail',
  detail,
  fix,
});

/** Milliseconds that one call to Temporal or to the API may take. */
export const DEADLINE_MS = 5000;
