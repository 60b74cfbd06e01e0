/** `channels connect NETWORK`. What a network needs is declared by its provider in `connection.fields`. */
import type { Command } from 'commander';
import { Option } from 'commander';
import type { ConnectField, Provider } from '../../../../providers/_kit/contract.ts';
import { connectChannel } from '../../../channels/connect-channel.ts';
import type { Context } from '../../../platform/context.ts';
import { Integration } from '../../../platform/entities/integration.ts';
import { credentialsBinding } from '../../../platform/secrets.ts';
import { addInstanceCommand, type Session } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Answer } from '../output.ts';
import { canAsk, collectFields } from './ask.ts';

/** Adds the command of one network. Fields that are not secret become options; secret ones are rejected. */
export function addConnectCommand(parent: Command, provider: Provider): void {
  const fields = fieldsOf(provider);
  const example = `channels connect ${provider.identifier}${fields
    .filter((f) => f.required && !f.secret)
    .map((f) => ` --${f.name} ${f.name.toUpperCase()}`)
    .join('')}`;
  const command = addInstanceCommand(
    parent,
    { name: provider.identifier, summary: `Connect an account on ${provider.name}`, example },
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
  // A value without an option may be the secret itself: it is rejected without being repeated.
  command.allowExcessArguments(true).hook('preAction', () => {
    if (command.args.length) {
      throw new CliError('secret_in_arguments', `${provider.name} takes options only.${secretHelp(secrets)}`);
    }
    const named = secrets.filter((f) => command.opts<Record<string, unknown>>()[f.name] !== undefined);
    if (named.length) {
      throw new CliError(
        'secret_in_arguments',
        `A secret cannot be passed as an argument.${secretHelp(named)}`,
      );
    }
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
  // The parser knows this option only to reject it with an explanation; the value is dropped.
  return new Option(`--${field.name} [${field.name}]`).argParser(() => true).hideHelp();
}

function secretHelp(fields: readonly ConnectField[]): string {
  if (!fields.length) return '';
  const variables = fields.map((f) => f.env).join(', ');
  return (
    ' It would stay in the history of your shell, and other users of this machine could see it: ' +
    `set ${variables}, or wait to be asked for it`
  );
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
      `This instance does not offer ${provider.name}: set CRIER_SANDBOX=true (npm start does)`,
    );
  }
  if (context.config.CRIER_HIDDEN_NETWORKS.includes(provider.identifier)) {
    throw new CliError(
      'channel_not_found',
      `This instance hides ${provider.name}: take it out of CRIER_HIDDEN_NETWORKS first`,
    );
  }
  const organization = await session.organization();
  const fields = await collectFields(provider, {
    options,
    env: context.config.providerEnv,
    canAsk: canAsk(),
  });
  const generatable = fieldsOf(provider).find((f) => f.secret && !f.required && !fields[f.name]);
  if (generatable && !json && !process.stdout.isTTY) {
    throw new CliError(
      'needs_terminal',
      `${provider.name} would generate a new ${generatable.label.toLowerCase()}, which is shown only once: ` +
        `run this in a terminal or with --json, or set ${generatable.env}`,
    );
  }
  const channel = await connectChannel(context, provider, { organizationId: organization.id, fields });
  const generated =
    generatable &&
    (await takeGeneratedKey(context, {
      organizationId: organization.id,
      channelId: channel.id,
      field: generatable.name,
    }));
  const profile = channel.profile ? ` (${channel.profile})` : '';
  return {
    json: { ...channel, organization, ...(generated ? { generatedKey: generated } : {}) },
    lines: [
      `${channel.reconnected ? 'Reconnected' : 'Connected'}: ${channel.name} on ${provider.name}${profile}`,
      `Channel ${channel.id}`,
      ...(generated ? keyLines(generatable, generated) : []),
    ],
  };
}

function keyLines(field: ConnectField, key: string): string[] {
  return [
    '',
    `A new ${field.label.toLowerCase()} was generated for this account. It is shown only once:`,
    '',
    `  ${key}`,
    '',
    'Save it now, for example in a password manager. Anyone who has it controls the account, ' +
      'and it cannot be replaced.',
  ];
}

/** A key that the provider has generated, and that the person has not seen yet. It can be read once. */
async function takeGeneratedKey(
  context: Context,
  ref: { organizationId: string; channelId: string; field: string },
): Promise<string | undefined> {
  const em = context.database.fork();
  const row = await em.findOneOrFail(Integration, { id: ref.channelId }, { populate: ['credentials'] });
  if (row.details.generatedKey !== true) return undefined;
  const credentials = JSON.parse(
    context.secrets.open(row.credentials, credentialsBinding(ref.organizationId, ref.channelId)),
  ) as Record<string, string>;
  row.details = { ...row.details, generatedKey: false };
  await em.flush();
  return credentials[ref.field];
}
