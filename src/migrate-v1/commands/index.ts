import { Option, type Command } from 'commander';
import { addCommand, addGroup, type CommandText, type Typed } from '../../run/cli/command.ts';
import type { Context } from '../../platform/context.ts';
import type { Answer } from '../../run/cli/output.ts';
import { CliError } from '../../run/cli/errors.ts';
import type { SourceOptions } from './access.ts';
import type { AfterRestoreTyped } from './after-restore.ts';
import type { CutoverTyped } from './cutover.ts';

/** What each step gets: the instance, and the options as they were typed. */
export type Step<Options> = (context: Context, options: Options) => Promise<Answer>;

/** `migrate-v1`: from an instance of v1 to this one, step by step. */
export function addMigrateCommands(program: Command): void {
  const group = addGroup(program, {
    name: 'migrate-v1',
    summary: 'Move from an instance of v1 to this one, with both running side by side',
    example: 'migrate-v1 plan --source postgres://crier_reader@old.example/postiz --jwt-secret-file secret',
  });
  addSource(
    step(
      group,
      {
        name: 'plan',
        summary: 'Show what would be copied, what would not, and how long it takes; changes nothing',
        example:
          'migrate-v1 plan --source postgres://crier_reader@old.example/postiz --jwt-secret-file secret',
      },
      async (context, options: SourceOptions) => (await import('./plan.ts')).planMigration(context, options),
    ),
  );
  addSource(
    step(
      group,
      {
        name: 'copy',
        summary: 'Copy everything, or what has changed since the last time; v1 keeps publishing',
        example:
          'migrate-v1 copy --source postgres://crier_reader@old.example/postiz --jwt-secret-file secret',
      },
      async (context, options: SourceOptions & { json?: boolean }) =>
        (await import('./copy.ts')).copyFromV1(context, options),
    ),
  )
    .option(
      '--rate <rows>',
      'Read at most this many rows a second in v1, also in the steps that follow; default: no limit',
      wholeNumber('--rate', 1, 1_000_000),
    )
    .option(
      '--merge <email>',
      'All accounts with this address in v1 are one person; may be repeated',
      (email: string, before: readonly string[] = []) => [...before, email],
    );
  step(
    group,
    { name: 'verify', summary: 'Compare v1 with the copy, record by record', example: 'migrate-v1 verify' },
    async (context) => (await import('./copy.ts')).verifyCopy(context),
  );
  step(
    group,
    {
      name: 'watch',
      summary: 'Keep copying what changes in v1, until you stop it with Ctrl+C',
      example: 'migrate-v1 watch',
    },
    async (context, options: { json?: boolean; every: number; rounds?: number }) =>
      (await import('./copy.ts')).watchV1(context, options),
  )
    .option('--every <seconds>', 'Seconds between two checks', wholeNumber('--every', 1, 3600), 20)
    .option('--rounds <number>', 'End after this many checks', wholeNumber('--rounds', 1, 1_000_000));
  step(
    group,
    {
      name: 'cutover',
      summary: 'Stop v1 and publish from here, for one organisation or all',
      example: 'migrate-v1 cutover --organization "Café Nord" --overdue ask --yes',
    },
    async (context, options: CutoverTyped) =>
      (await import('./cutover.ts')).cutOverOrganizations(context, options),
  )
    .option('--organization <name or id>', 'Only this one; default: all')
    .addOption(
      new Option(
        '--overdue <rule>',
        'What happens to posts that v1 should have sent more than half an hour ago: send them now, ' +
          'make them drafts, or ask for each',
      )
        .choices(['send', 'draft', 'ask'])
        .default('ask'),
    )
    .option(
      '--grace <seconds>',
      'How long v1 may take to publish one post',
      wholeNumber('--grace', 0, 7200),
      600,
    )
    .option(
      '--frozen-source',
      'The containers of v1 are stopped permanently: write nothing into its database',
    )
    .option(
      '--without-redis',
      'The Redis of v1 up to v2.11.3 cannot be reached: its database alone stops v1, and its jobs stay',
    )
    .option(
      '--without-missing-files',
      'Publish posts without files that were not copied; otherwise these end the cutover',
    )
    .option('--yes', 'Do it without asking');
  step(
    group,
    {
      name: 'rollback',
      summary: 'Give an organisation back to v1, as long as nothing was sent from here',
      example: 'migrate-v1 rollback --organization "Café Nord" --yes',
    },
    async (context, options: { organization?: string; yes?: boolean }) =>
      (await import('./cutover.ts')).rollBackOrganizations(context, options),
  )
    .option('--organization <name or id>', 'Only this one; default: all')
    .option('--yes', 'Do it without asking');
  step(
    group,
    {
      name: 'finish',
      summary: 'End the migration and forget the secrets of v1; there is no way back afterwards',
      example: 'migrate-v1 finish --yes',
    },
    async (context, options: { yes?: boolean }) =>
      (await import('./cutover.ts')).finishMigration(context, options),
  ).option('--yes', 'Do it without asking');
  step(
    group,
    {
      name: 'after-restore',
      summary: 'After a backup was restored: look in v1 who publishes, and act on it',
      example: 'migrate-v1 after-restore --yes',
    },
    async (context, options: AfterRestoreTyped) =>
      (await import('./after-restore.ts')).afterRestore(context, options),
  )
    .option('--organization <name or id>', 'Only this one; default: all')
    .option('--frozen-source', 'The containers of v1 are stopped permanently; its database may be gone')
    .option('--yes', 'Do it without asking');
  step(
    group,
    { name: 'status', summary: 'Who publishes for which organisation', example: 'migrate-v1 status' },
    async (context) => (await import('./cutover.ts')).migrationStatus(context),
  );
}

function addSource(command: Command): Command {
  return command
    .option('--source <url>', 'URL of the database of v1: postgres://…; a role that may read is enough')
    .option('--jwt-secret-file <file>', 'File that holds the JWT_SECRET of v1')
    .option(
      '--redis <url>',
      'URL of the Redis of v1 up to v2.11.3: redis://… or rediss://…; its jobs are removed at the cutover',
    )
    .option(
      '--temporal <address>',
      'Address of the Temporal of v1 from v2.12.0 on: HOST:7233/NAMESPACE; its runs are ended at the cutover',
    )
    .option(
      '--uploads <folder or url>',
      'The folder of uploads of v1 on this machine, or the URL that serves them: https://old.example',
    )
    .option(
      '--env-file <file>',
      'The .env of v1: its JWT_SECRET, its database and the secrets of some networks',
    );
}

function step<Options>(group: Command, text: CommandText, run: Step<Options>): Command {
  return addCommand(group, text, async ({ options }: Typed) => {
    const context = await (await import('../../run/cli/connect-instance.ts')).connectInstance();
    try {
      return await run(context, options as Options);
    } finally {
      await context.dispose();
    }
  });
}

const wholeNumber =
  (flag: string, least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,7}$/.test(text) || value < least || value > most) {
      throw new CliError('usage', `${flag} must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
