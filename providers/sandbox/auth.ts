import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';

/** Address of the sandbox network. */
export function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  const url = ctx.env.CRIER_SANDBOX_URL;
  if (!url) throw new Unsent('CRIER_SANDBOX_URL is not set: the sandbox network has no address');
  return url;
}

/** Opens an account at the sandbox network; nothing is asked but a name. */
export async function connect(fields: Readonly<Record<string, string>>, ctx: ProviderContext): Promise<ConnectedAccount> {
  const name = fields.name || 'Sandbox';
  const { body } = await callJson<{ id: string; token: string }>(ctx.egress, `${baseUrl(ctx)}/sandbox/api/accounts`, { method: 'POST', json: { name } });
  return { internalId: body.id, name, picture: null, profile: name.toLowerCase().replaceAll(/\W+/g, '-'), credentials: { token: body.token }, details: {}, expiresAt: null };
}
