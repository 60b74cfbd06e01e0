/** The result of a check, and what checks work with. */
import type { Client } from '@temporalio/client';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database.ts';
import type { RunningInstance } from '../../embedded/find-running.ts';

/** One line of the report. `fix` explains what to do; it is null only for `ok`. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly fix: string | null;
}

/** Everything that checks look at; each takes what it needs. */
export interface DoctorDeps {
  readonly config: Config;
  /** Null for an instance that was not started with `npm start` on this machine. */
  readonly running: RunningInstance | null;
  readonly database: Database;
  readonly temporal: Client;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail, fix: null });
/** Something that works, but may stop working or be unsafe. */
export const warn = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: 'warn',
  detail,
  fix,
});
export const fail = (check: string, detail: string, fix: string): Finding => ({
  check,
  status: 'fail',
  detail,
  fix,
});

/** Milliseconds that one call to Temporal or to the API may take. */
export const DEADLINE_MS = 5000;
