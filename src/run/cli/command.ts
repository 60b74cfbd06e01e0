/** What commands share: --json, an example in the help, and the instance they work on, here or over HTTP. */
import { Option, type Command } from 'commander';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/database.ts';
import { CliError } from './errors.ts';
import type { Instance, Lists } from './instance/instance.ts';
import { asksForApi, withInstance, withLists } from './instance/open.ts';
import type { ChosenOrganization } from './organization.ts';
import { printAnswer, type Answer } from './output.ts';

/** How the program is called in examples and in the help. */
export const PROGRAM = 'npm run crier --';

/** `name` as commander takes it, with its arguments: `show <id>`. `example` without the program's name. */
export interface CommandText {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
}

/** What a command gets that runs on the machine of the instance. */
export interface Session {
  readonly context: Context;
  readonly json: boolean;
  /** The organisation named by --organization; without it, the only one. */
  organization(): Promise<ChosenOrganization>;
}

/** The arguments in order, and the options by name. */
export interface Typed {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A group of commands. Called without one of them, it lists them. */
export function addGroup(parent: Command, text: CommandText): Command {
  const group = parent
    .command(text.name)
    .description(text.summary)
    .addHelpText('after', `\nExample:\n  ${PROGRAM} ${text.example}`);
  group
    .argument('[command]')
    .allowExcessArguments(true)
    .usage('<command> [options]')
    .action((typed?: string) => {
      const known = group.commands.map((c) => c.name()).join(', ');
      const path = pathOf(group);
      const problem = typed ? `There is no command "${path} ${typed}"` : `"${path}" needs a command`;
      throw new CliError('usage', `${problem}: ${known}. See ${PROGRAM} ${path} --help`);
    });
  return group;
}

/** A command that runs on the machine of the instance only. With --api it fails with an explanation. */
export function addCommand(
  parent: Command,
  text: CommandText,
  run: (typed: Typed) => Promise<Answer>,
): Command {
  const command = addPrinting(parent, text, async (typed) => {
    if (asksForApi(typed.options.api)) {
      throw new CliError(
        'needs_machine',
        `"${pathOf(command)}" works only on the machine of the instance: ` +
          'run it there, without --api and CRIER_API_URL',
      );
    }
    return run(typed);
  });
  return command.addOption(new Option('--api [url]').hideHelp());
}

/**
 * A command that works on the instance on this machine or, with --api, on any instance over HTTP.
 *
 * @param text.instead the alternative without an instance that is chosen like this; null when it does not
 * apply
 */
export function addApiCommand(
  parent: Command,
  text: CommandText & { readonly instead?: (typed: Typed) => Promise<Answer | null> },
  run: (instance: Instance, typed: Typed) => Promise<Answer>,
): Command {
  return addOverHttp(
    addPrinting(
      parent,
      text,
      async (typed) =>
        (await text.instead?.(typed)) ?? withInstance(typed.options, (instance) => run(instance, typed)),
    ),
  );
}

/** An API command that only reads: on this machine it answers without loading what writing needs. */
export function addListCommand(
  parent: Command,
  text: CommandText,
  run: (lists: Lists, typed: Typed) => Promise<Answer>,
): Command {
  return addOverHttp(
    addPrinting(parent, text, (typed) => withLists(typed.options, (lists) => run(lists, typed))),
  );
}

function addOverHttp(command: Command): Command {
  // The parser knows these options only to reject them with an explanation; the value is dropped.
  for (const flag of KEY_FLAGS) {
    command.addOption(new Option(`--${flag} [key]`).argParser(() => true).hideHelp());
  }
  command.hook('preAction', () => {
    const { apiKey, key } = command.opts<Record<string, unknown>>();
    if (apiKey ?? key) {
      throw new CliError(
        'secret_in_arguments',
        'An API key cannot be passed as an argument: it would stay in the history of your shell, ' +
          'and other users of this machine could see it. Set CRIER_API_KEY, or wait to be asked for it',
      );
    }
  });
  return command
    .option('--organization <name or id>', ORGANIZATION_HELP)
    .option(
      '--api <url>',
      'Work on the instance at this URL over HTTP, with the API key in CRIER_API_KEY; ' +
        'default: CRIER_API_URL, or else the instance on this machine',
    );
}

const KEY_FLAGS = ['api-key', 'key'] as const;
export const ORGANIZATION_HELP = 'Needed only if the instance has several organisations';

function addPrinting(parent: Command, text: CommandText, run: (typed: Typed) => Promise<Answer>): Command {
  const command = parent
    .command(text.name)
    .description(text.summary)
    .option('--json', 'Print one JSON document and nothing else')
    .addHelpText('after', `\nExample:\n  ${PROGRAM} ${text.example}`);
  command.action(async () => {
    const options = command.opts<Record<string, unknown>>();
    const answer = await run({ args: command.args, options });
    await printAnswer(answer, { json: options.json === true });
    if (answer.failed) process.exitCode = 1;
  });
  return command;
}

/**
 * A command that works on the instance on this machine. Its dependencies are loaded when it runs, so that
 * --help and a mistyped option answer at once.
 */
export function addInstanceCommand(
  parent: Command,
  text: CommandText,
  run: (session: Session, typed: Typed) => Promise<Answer>,
): Command {
  const command = addCommand(parent, text, async (typed) => {
    const [{ connectInstance }, { chooseOrganization }] = await Promise.all([
      import('./connect-instance.ts'),
      import('./organization.ts'),
    ]);
    const context = await connectInstance();
    try {
      const wanted = typed.options.organization as string | undefined;
      return await run(
        {
          context,
          json: typed.options.json === true,
          organization: () => chooseOrganization(context.database, wanted),
        },
        typed,
      );
    } finally {
      await context.dispose();
    }
  });
  return command.option('--organization <name or id>', ORGANIZATION_HELP);
}

/** What else a command that reads may need. */
export interface ReadMore {
  readonly args: readonly string[];
  readonly config: Config;
}

/** As addInstanceCommand, for what statements alone can read: far less is loaded. */
export function addReadCommand(
  parent: Command,
  text: CommandText,
  run: (reader: Reader, organization: string | undefined, more: ReadMore) => Promise<Answer>,
): Command {
  return addCommand(parent, text, async ({ args, options }) =>
    (await import('./with-reader.ts')).withReader((reader, config) =>
      run(reader, options.organization as string | undefined, { args, config }),
    ),
  );
}

/** Parser of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
