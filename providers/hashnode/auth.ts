/** Connecting an account by a personal access token of its owner. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { Rejected, TokenExpired } from '../_kit/errors.ts';
import { ask } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const ME = 'query Me { me { id username name profilePicture } }';

interface Me {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly profilePicture: string | null;
}

/** Asks Hashnode whose token it is. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  // Some people copy the whole header.
  const token = input.apiKey?.trim().replace(/^Bearer\s+/i, '') ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Rejected(sentence('wrong_credential', { what: 'an access token', network: 'Hashnode' }));
  }
  const keyed = { credentials: { token } };
  const { me } = await ask<{ me: Me | null }>(keyed, ctx, { document: ME }).catch((error: unknown) => {
    if (!(error instanceof TokenExpired)) throw error;
    throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
  });
  if (!me?.id || !me.username) {
    throw new Rejected(sentence('url_answers_as_another', { network: 'Hashnode' }));
  }
  return {
    internalId: me.id,
    name: me.name || me.username,
    picture: me.profilePicture?.startsWith('https://') ? me.profilePicture : null,
    profile: me.username,
    credentials: { token },
    details: {},
    expiresAt: null,
  };
}
