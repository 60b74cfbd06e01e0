import type { Capability, Channel, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';

/** Address of the sandbox network. */
export function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  const url = ctx.env.CRIER_SANDBOX_URL;
  if (!url) throw new Unsent('CRIER_SANDBOX_URL is not set: the sandbox network has no address');
  return url;
}

interface Tokens {
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiresIn?: number;
}

/**
 * Opens an account at the sandbox network; nothing is asked but a name. `details.capability` is what this
 * account can rely on.
 */
export async function connect(
  fields: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const name = fields.name || 'Sandbox';
  const { body } = await callJson<Tokens & { id: string; capability: Capability }>(
    ctx.egress,
    `${baseUrl(ctx)}/sandbox/api/accounts`,
    { method: 'POST', json: { name } },
  );
  return {
    internalId: body.id,
    name,
    picture: null,
    profile: name.toLowerCase().replaceAll(/\W+/g, '-'),
    ...stored(body, ctx),
    details: { capability: body.capability },
  };
}

/** Spends the refresh token. Only accounts whose tokens expire have one. */
export async function refresh(
  channel: Channel,
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const { refreshToken } = channel.credentials;
  if (!refreshToken) throw new ChannelGone('Sandbox no longer accepts the token of this account');
  const { body } = await callJson<Tokens>(ctx.egress, `${baseUrl(ctx)}/sandbox/api/token`, {
    method: 'POST',
    json: { refreshToken },
    signal: ctx.signal,
    mapFailure: ({ status, words }) =>
      status === 400 ? new ChannelGone(words, { networkCode: 'invalid_grant' }) : null,
  });
  return stored(body, ctx);
}

function stored(
  { token, refreshToken, expiresIn }: Tokens,
  ctx: ProviderContext,
): Pick<ConnectedAccount, 'credentials' | 'expiresAt'> {
  return {
    credentials: { token, ...(refreshToken ? { refreshToken } : {}) },
    expiresAt: expiresIn ? new Date(ctx.now().getTime() + expiresIn * 1000) : null,
  };
}
