/** What every command has: --json, an example in its help, and an instance to work on, here or over HTTP. */
import { Option, type Command } from 'commander';
import type { Context } from '../context.ts';
import { CliError } from './errors.ts';
import type { Instance } from './instance/instance.ts';
import { asksForApi, withInstance } from './instance/open.ts';
import type { ChosenOrganization } from './organization.ts';
import { printAnswer, type Answer } from './output.ts';

/** How it is called in examples and in the help. */
export const PROGRAM = 'npm run crier --';

/** `name` as commander takes it, with its arguments: `show <id>`. `example` without the program's name. */
export interface CommandText {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
}

/** What a command works with that needs the machine of the instance. */
export interface Session {
  readonly context: Context;
  readonly json: boolean;
  /** The organisation of --organization, else the only one. */
  organization(): Promise<ChosenOrganization>;
}

/** What was typed: arguments in order, options by name. */
export interface Typed {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A group of commands. Called without one of them, it says which there are. */
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
      throw new CliError(
        'usage',
        `${typed ? `There is no "${pathOf(group)} ${typed}"` : `"${pathOf(group)}" needs a command`}: ${known}. See ${PROGRAM} ${pathOf(group)} --help`,
      );
    });
  return group;
}

/**
 * A command that needs the machine of the instance; `run` gets what was typed and answers. With --api it says
 * so.
 */
export function addCommand(
  parent: Command,
  text: CommandText,
  run: (typed: Typed) => Promise<Answer>,
): Command {
  const command = addAnswering(parent, text, async (typed) => {
    if (asksForApi(typed.options.api)) {
      throw new CliError(
        'needs_machine',
        `"${pathOf(command)}" needs the machine of the instance: run it there, without --api and CRIER_API_URL`,
      );
    }
    return run(typed);
  });
  return command.addOption(new Option('--api [url]').hideHelp());
}

/** A command that also works over HTTP: on the instance of this machine, or with --api on any. */
export function addApiCommand(
  parent: Command,
  text: CommandText,
  run: (instance: Instance, typed: Typed) => Promise<Answer>,
): Command {
  const command = addAnswering(parent, text, (typed) =>
    withInstance(typed.options, (instance) => run(instance, typed)),
  );
  // Known to the parser only to be refused in words; the value goes nowhere.
  for (const flag of KEY_FLAGS) {
    command.addOption(new Option(`--${flag} [key]`).argParser(() => true).hideHelp());
  }
  command.hook('preAction', () => {
    const { apiKey, key } = command.opts<Record<string, unknown>>();
    if (apiKey ?? key) {
      throw new CliError(
        'secret_in_arguments',
        "A key is never an argument: what is typed there stays in the shell's history and is seen by every user of the machine. Set CRIER_API_KEY, or leave it out and be asked",
      );
    }
  });
  return command
    .option('--organization <name or id>', 'needed only where the instance of this machine has several')
    .option(
      '--api <url>',
      'work on the instance at this address over HTTP, with the key in CRIER_API_KEY; default: CRIER_API_URL, else the instance of this machine',
    );
}

const KEY_FLAGS = ['api-key', 'key'] as const;

function addAnswering(parent: Command, text: CommandText, run: (typed: Typed) => Promise<Answer>): Command {
  const command = parent
    .command(text.name)
    .description(text.summary)
    .option('--json', 'print one JSON document and nothing else')
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
 * A command that works on the instance of this machine. What it needs is loaded when it runs: --help and a
 * mistyped option answer at once.
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
          organization: () => chooseOrganization(context, wanted),
        },
        typed,
      );
    } finally {
      await context.dispose();
    }
  });
  return command.option('--organization <name or id>', 'needed only where the instance has several');
}

/** An option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
