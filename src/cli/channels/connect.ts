/** `channels connect NETWORK`: what a network needs is what its provider declares in `connection.fields`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import type { ConnectField, Network, Provider } from '../../../providers/_kit/contract.ts';
import { connectChannel } from '../../channels/connect-channel.ts';
import type { Context } from '../../context.ts';
import { Integration } from '../../entities/integration.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { addInstanceCommand, type Session } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Answer } from '../output.ts';
import { canAsk, collectFields } from './ask.ts';

/**
 * Adds the command of one network: an option for each field that is no secret, and a refusal for each that is
 * one.
 */
export function addConnectCommand(parent: Command, provider: Provider): void {
  const fields = fieldsOf(provider);
  const example = `channels connect ${provider.identifier}${fields
    .filter((f) => f.required && !f.secret)
    .map((f) => ` --${f.name} ${f.name.toUpperCase()}`)
    .join('')}`;
  const command = addInstanceCommand(
    parent,
    { name: provider.identifier, summary: `connect an account at ${provider.name}`, example },
    (session, typed) => connect(session, provider, typed.options),
  );
  for (const field of fields) command.addOption(optionOf(field));
  const secrets = fields.filter((f) => f.secret);
  if (secrets.length) {
    command.addHelpText(
      'after',
      [
        '',
        'Secrets are asked for without echo, or read from the environment:',
        ...secrets.map((f) => `  ${f.env}  ${f.label}. ${f.help}`),
      ].join('\n'),
    );
  }
  // A value without an option in front may be the secret itself: it is refused, and not repeated.
  command.allowExcessArguments(true).hook('preAction', () => {
    if (command.args.length) {
      throw new CliError(
        'secret_in_arguments',
        `${provider.name} takes no values without an option in front.${secretWords(secrets)}`,
      );
    }
    const named = secrets.filter((f) => command.opts<Record<string, unknown>>()[f.name] !== undefined);
    if (named.length) {
      throw new CliError('secret_in_arguments', `A secret is never an argument.${secretWords(named)}`);
    }
  });
}

/** A network whose posts can be checked but not published yet: its name is known, and says so. */
export function addRefusal(parent: Command, network: Network): void {
  parent
    .command(network.identifier, { hidden: true })
    .allowExcessArguments(true)
    .allowUnknownOption(true)
    .action(() => {
      throw new CliError(
        'network_not_available',
        `Crier cannot publish to ${network.name} yet, so no account can be connected there`,
      );
    });
}

function fieldsOf(provider: Provider): readonly ConnectField[] {
  return provider.connection.kind === 'credentials' ? provider.connection.fields : [];
}

function optionOf(field: ConnectField): Option {
  if (!field.secret) {
    return new Option(
      `--${field.name} <${field.name}>`,
      `${field.help} (or ${field.env}${field.default ? `; default ${field.default}` : ''})`,
    );
  }
  // Known to the parser only to be refused in words; its value goes nowhere.
  return new Option(`--${field.name} [${field.name}]`).argParser(() => true).hideHelp();
}

function secretWords(fields: readonly ConnectField[]): string {
  if (!fields.length) return '';
  return ` What is typed there stays in the shell's history and is seen by every user of the machine: set ${fields.map((f) => f.env).join(', ')}, or leave it out and be asked`;
}

async function connect(
  session: Session,
  provider: Provider,
  options: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { context, json } = session;
  if (!context.providers.has(provider.identifier)) {
    throw new CliError(
      'channel_not_found',
      `This instance does not offer ${provider.name}: set CRIER_SANDBOX=true for it (npm start does)`,
    );
  }
  const organization = await session.organization();
  const fields = await collectFields(provider, {
    options,
    env: context.config.providerEnv,
    canAsk: canAsk(),
  });
  const mayBeMade = fieldsOf(provider).find((f) => f.secret && !f.required && !fields[f.name]);
  if (mayBeMade && !json && !process.stdout.isTTY) {
    throw new CliError(
      'needs_terminal',
      `${provider.name} would make a new ${mayBeMade.label.toLowerCase()}, which is shown once and only on a terminal or with --json: use one of them, or set ${mayBeMade.env}`,
    );
  }
  const channel = await connectChannel(context, provider, { organizationId: organization.id, fields });
  const generated =
    mayBeMade &&
    (await takeGeneratedKey(context, {
      organizationId: organization.id,
      channelId: channel.id,
      field: mayBeMade.name,
    }));
  return {
    json: { ...channel, organization, ...(generated ? { generatedKey: generated } : {}) },
    lines: [
      `${channel.reconnected ? 'Connected again' : 'Connected'}: ${channel.name} at ${provider.name}${channel.profile ? ` (${channel.profile})` : ''}`,
      `Channel ${channel.id}`,
      ...(generated ? keyLines(mayBeMade, generated) : []),
    ],
  };
}

function keyLines(field: ConnectField, key: string): string[] {
  return [
    '',
    `A new ${field.label.toLowerCase()} was made for this account. It is shown this once:`,
    '',
    `  ${key}`,
    '',
    'Save it now, in a password manager for instance. Whoever has it is the account, and nobody can give you another one.',
  ];
}

/**
 * A key that the provider made and that its person has nowhere else yet; read once, then it counts as shown.
 */
async function takeGeneratedKey(
  context: Context,
  of: { organizationId: string; channelId: string; field: string },
): Promise<string | undefined> {
  const em = context.database.fork();
  const row = await em.findOneOrFail(Integration, { id: of.channelId }, { populate: ['credentials'] });
  if (row.details.generatedKey !== true) return undefined;
  const credentials = JSON.parse(
    context.secrets.open(row.credentials, credentialsBinding(of.organizationId, of.channelId)),
  ) as Record<string, string>;
  row.details = { ...row.details, generatedKey: false };
  await em.flush();
  return credentials[of.field];
}
