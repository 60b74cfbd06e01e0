import type { Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import type { PromoteOptions } from './promote.ts';

/** `promote`: a second site takes over, with a standby of the first site's PostgreSQL. */
export function addPromoteCommand(program: Command): void {
  addInstanceCommand(
    program,
    {
      name: 'promote',
      summary: 'Take over from a first site that has failed: promote the standby that DATABASE_URL names',
      example: 'promote --first-site-is-stopped',
    },
    async (session, { options }) =>
      (await import('./promote.ts')).promote(session, options as PromoteOptions),
  )
    .option('--first-site-is-stopped', 'It is stopped, and cannot start again by itself')
    .option(
      '--ended-at <position>',
      'Where its PostgreSQL ended when it was shut down ("Latest checkpoint location" of pg_controldata); nothing is held then',
    )
    .option(
      '--synchronous',
      'No commit of it ever returned without this standby (synchronous_standby_names); nothing is held then',
    );
}
