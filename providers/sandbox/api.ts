/** Calls to the sandbox network (providers/_networks/sandbox). */
import type { Capability, Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { Unsent } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** URL of the sandbox network. */
export function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  const url = ctx.env.CRIER_SANDBOX_URL;
  if (!url) {
    throw new Unsent(
      sentence('network_needs_variable', { network: 'Sandbox', variable: 'CRIER_SANDBOX_URL' }),
    );
  }
  return url;
}

/** Calls the API with the channel's token and maps its errors. `path` begins with a slash. */
export async function call<T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<T> {
  const { body } = await callJson<T>(ctx.egress, `${baseUrl(ctx)}/sandbox/api${path}`, {
    signal: ctx.signal,
    mapFailure,
    ...options,
    headers: { authorization: `Bearer ${channel.credentials.token}`, ...options.headers },
  });
  return body;
}

/** The capability of one account; accounts of an earlier version can be looked up. */
export function capabilityOf({ details }: Pick<Channel, 'details'>): Capability {
  return details.capability === 'native_key' || details.capability === 'none' ? details.capability : 'lookup';
}

export function toPublished(id: string, ctx: ProviderContext): Published {
  // Programs may call it at another URL than people open it at.
  const shown = ctx.env.CRIER_SANDBOX_LINKS ?? baseUrl(ctx);
  return { id, url: `${shown}/sandbox#${id}`, ref: null };
}
