/** Connecting an account by an API key of its owner. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, type User } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Asks DEV whose key it is. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const apiKey = input.apiKey?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new Rejected(sentence('wrong_credential', { what: 'an API key', network: 'DEV' }));
  }
  const user = await call<User>({ credentials: { apiKey } }, ctx, '/users/me').catch((error: unknown) => {
    if (!(error instanceof TokenExpired)) throw error;
    throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
  });
  if (!Number.isInteger(user?.id) || !user.username) {
    throw new Rejected(sentence('url_answers_as_another', { network: 'DEV' }));
  }
  return {
    internalId: String(user.id),
    name: user.name || user.username,
    picture: user.profile_image?.startsWith('https://') ? user.profile_image : null,
    profile: user.username,
    credentials: { apiKey },
    details: {},
    expiresAt: null,
  };
}
