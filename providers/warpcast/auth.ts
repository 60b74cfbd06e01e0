/**
 * The account of a signer: a key with which Neynar casts for a person, once they have approved it
 * (docs.neynar.com/docs/integrate-managed-signers). It works until the person revokes it; nothing is renewed.
 */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import type { OAuthClient } from '../_kit/oauth.ts';
import { APP, callWith, readUser } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A signer, as Neynar returns it. `fid` is there once it is approved. */
export interface Signer {
  readonly signer_uuid: string;
  readonly public_key: string;
  readonly status: 'generated' | 'pending_approval' | 'approved' | 'revoked';
  readonly signer_approval_url?: string;
  readonly fid?: number;
}

/** There is nothing to type: a signer is approved in Farcaster's app. */
export const connect = connectInBrowser('Farcaster');

export const readSigner = (apiKey: string, ctx: ProviderContext, uuid: string): Promise<Signer> =>
  callWith<Signer>(apiKey, ctx, 'signer/', { query: { signer_uuid: uuid } });

/**
 * The account that has approved a signer.
 *
 * @throws Rejected if nobody has, or it was revoked
 */
export async function accountOfSigner(
  app: OAuthClient,
  uuid: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const { status, fid } = await readSigner(app.secret, ctx, uuid);
  if (status !== 'approved') {
    throw new Rejected(sentence('warpcast_not_approved', { status }));
  }
  if (!fid) throw new OutcomeUnknown(answeredWithout('Neynar', 'the account of the signer'));
  const user = await readUser(app.secret, ctx, fid);
  // The instance's own key is read where it is used, so that the operator can change it.
  const isOwn = app.secret !== ctx.env[APP.secretVariable]?.trim();
  return {
    internalId: String(fid),
    name: user.display_name || user.username,
    picture: user.pfp_url || null,
    profile: `@${user.username}`,
    credentials: { signerUuid: uuid, ...(isOwn ? { apiKey: app.secret } : {}) },
    details: { fid: String(fid), username: user.username },
    expiresAt: null,
  };
}
