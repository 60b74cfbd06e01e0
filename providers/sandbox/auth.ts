/** Opening an account at the sandbox network, and renewing its token. */
import type { Capability, Channel, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { baseUrl } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface Tokens {
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiresIn?: number;
}

/** Opens an account; only a name is needed. `details.capability` is the capability of this account. */
export async function connect(
  fields: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const name = fields.name || 'Sandbox';
  const { body } = await callJson<Tokens & { id: string; capability: Capability }>(
    ctx.egress,
    `${baseUrl(ctx)}/sandbox/api/accounts`,
    {
      method: 'POST',
      json: { name },
      headers: ctx.env.CRIER_SANDBOX_KEY ? { authorization: `Bearer ${ctx.env.CRIER_SANDBOX_KEY}` } : {},
    },
  );
  return {
    internalId: body.id,
    name,
    picture: null,
    profile: name.toLowerCase().replaceAll(/\W+/g, '-'),
    ...toCredentials(body, ctx),
    details: { capability: body.capability },
  };
}

/** Uses up the refresh token. Only accounts whose tokens expire have one. */
export async function refresh(
  channel: Channel,
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const { refreshToken } = channel.credentials;
  if (!refreshToken) throw new ChannelGone(sentence('sandbox_token_refused'));
  const { body } = await callJson<Tokens>(ctx.egress, `${baseUrl(ctx)}/sandbox/api/token`, {
    method: 'POST',
    json: { refreshToken },
    signal: ctx.signal,
    mapFailure: ({ status, message }) =>
      status === 400 ? new ChannelGone(message, { networkCode: 'invalid_grant' }) : null,
  });
  return toCredentials(body, ctx);
}

function toCredentials(
  { token, refreshToken, expiresIn }: Tokens,
  ctx: ProviderContext,
): Pick<ConnectedAccount, 'credentials' | 'expiresAt'> {
  return {
    credentials: { token, ...(refreshToken ? { refreshToken } : {}) },
    expiresAt: expiresIn ? new Date(ctx.now().getTime() + expiresIn * 1000) : null,
  };
}
