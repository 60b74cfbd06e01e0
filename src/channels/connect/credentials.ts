/** Connects with credentials that a person typed into the web app. */
import type { ConnectedAccount } from '../../../providers/_kit/contract.ts';
import type { Person } from '../../http/types.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { completeFields, storeAccount, type ConnectedChannel } from '../connect-channel.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { connectContext, findProvider, findReconnected } from './begin.ts';
import { credentialFields, type PresentedField } from './list-providers.ts';
import { toConnectError } from './network-error.ts';
import { sentence } from '../../platform/sentences.ts';

/** What a network made for a new account: shown to the person once, and to nobody again. */
export interface Generated {
  readonly label: string;
  readonly value: string;
}

/**
 * Tries the credentials on the network and stores the account. If a secret that may be left empty is missing,
 * the network's own code makes it, and it comes back as `generated`.
 *
 * @throws ApiError `invalid_request` for missing fields, or for a network that is connected in the browser
 * only; `integration_not_found`, `foreign_resource` for `refresh`, `other_account` when the credentials are
 * not those of that channel; else as `toConnectError`
 */
export async function connectByCredentials(
  context: Context,
  {
    person,
    provider: identifier,
    fields: input,
    refresh,
  }: { person: Person; provider: string; fields: Readonly<Record<string, string>>; refresh?: string },
): Promise<{ channel: ConnectedChannel; generated: Generated | null }> {
  const provider = findProvider(context, identifier);
  const { organizationId, userId } = person;
  if (refresh) await findReconnected(context, provider, { organizationId, id: refresh });
  const wanted = credentialFields(provider, context.config.providerEnv);
  const missing = wanted.filter((field) => field.secret && field.required && !input[field.name]?.trim());
  if (missing.length) {
    throw new ApiError('invalid_request', {
      ...sentence('more_needed_to_connect', { network: provider.name }),
      issues: missing.map(({ name, label, help }) => ({
        path: `fields.${name}`,
        ...sentence('credential_required', { label, help }),
      })),
    });
  }
  const fields = completeFields(
    provider,
    Object.fromEntries(
      wanted.map(({ name, default: initial }) => [name, input[name]?.trim() || initial || '']),
    ),
  );
  try {
    const account = await withoutSecrets(provider, { credentials: fields }, () =>
      provider.connect(fields, connectContext(context, provider)),
    );
    const generated = generatedOf(wanted, account, fields);
    // The person sees it with this answer, so nobody needs to be shown it later.
    const stored = generated ? { ...account, details: { ...account.details, generatedKey: false } } : account;
    const channel = await context.database
      .fork()
      .transactional((tx) =>
        storeAccount(
          tx,
          { context, provider },
          { organizationId, userId, account: stored, reconnect: refresh ?? null },
        ),
      );
    return { channel, generated };
  } catch (error) {
    throw toConnectError(provider, provider.name, error);
  }
}

function generatedOf(
  wanted: readonly PresentedField[],
  { credentials, details }: ConnectedAccount,
  fields: Readonly<Record<string, string>>,
): Generated | null {
  const field = wanted.find(({ name, secret, required }) => secret && !required && !fields[name]);
  const value = field && details.generatedKey === true ? credentials[field.name] : undefined;
  return field && value ? { label: field.label, value } : null;
}
