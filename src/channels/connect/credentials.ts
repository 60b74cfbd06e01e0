/** Connects with credentials that a person typed into the web app. */
import type { Person } from '../../http/types.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { completeFields, storeAccount, type ConnectedChannel } from '../connect-channel.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { connectContext, findProvider } from './begin.ts';
import { credentialFields } from './list-providers.ts';
import { toConnectError } from './network-error.ts';

/**
 * Tries the credentials at the network and stores the account.
 *
 * @throws ApiError `invalid_request` for missing fields, or for a network that is connected in the browser
 * only; else as `toConnectError`
 */
export async function connectByCredentials(
  context: Context,
  {
    person,
    provider: identifier,
    fields: given,
  }: { person: Person; provider: string; fields: Readonly<Record<string, string>> },
): Promise<ConnectedChannel> {
  const provider = findProvider(context, identifier);
  const wanted = credentialFields(provider, context.config.providerEnv);
  const missing = wanted.filter((field) => field.secret && !given[field.name]?.trim());
  if (missing.length) {
    throw new ApiError('invalid_request', {
      message: `${provider.name} needs more to connect`,
      issues: missing.map(({ name, label, help }) => ({
        path: `fields.${name}`,
        message: `is required (${label}: ${help})`,
      })),
    });
  }
  const fields = completeFields(
    provider,
    Object.fromEntries(
      wanted.map(({ name, default: initial }) => [name, given[name]?.trim() || initial || '']),
    ),
  );
  try {
    const account = await withoutSecrets(provider, { credentials: fields }, () =>
      provider.connect(fields, connectContext(context, provider)),
    );
    return await context.database
      .fork()
      .transactional((tx) =>
        storeAccount(
          tx,
          { context, provider },
          { organizationId: person.organizationId, userId: person.userId, account },
        ),
      );
  } catch (error) {
    throw toConnectError(provider, provider.name, error);
  }
}
