/** Reads numbers every day: of channels that are connected, in organisations whose people look at them. */
import type { Provider } from '../../providers/_kit/contract.ts';
import { providerContext, type ProviderDeps } from '../../providers/_kit/context.ts';
import type { Database, Statement } from '../platform/database.ts';

/** `none`: the network shows no numbers. `on_request`: reading them costs, so nothing is read by itself. */
export type NumbersKind = 'daily' | 'on_request' | 'none';

export function numbersKind(deps: ProviderDeps, provider: Provider | undefined): NumbersKind {
  if (!provider?.analytics && !provider?.postAnalytics) return 'none';
  const { env } = providerContext(deps, provider, AbortSignal.abort());
  return provider.readsNumbersDaily?.(env) === false ? 'on_request' : 'daily';
}

/** The organisation `o` has looked at numbers lately. */
export const LOOKED_AT = "coalesce(o.numbers_asked_at > now() - interval '30 days', false)";

// At most once a day: a reader of numbers should cost no write.
const NOTE: Statement = {
  name: 'numbers-asked',
  text: `update organization
    set numbers_asked_at = now()
    where id = $1 and (numbers_asked_at is null or numbers_asked_at < now() - interval '1 day')`,
};

/** Notes that a person looks at numbers of the organisation. The reconciler starts what is not running. */
export async function noteNumbersAsked(database: Database, organizationId: string): Promise<void> {
  await database.query(NOTE, [organizationId]);
}
