/** What every call of a provider from an activity shares: its context, and its failures as Temporal sees them. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { Provider, ProviderContext } from '../providers/_kit/contract.ts';
import type { ActivityDeps } from './deps.ts';

/** The context of one call; a provider sees only the variables that it declares. */
export function providerContext(deps: Pick<ActivityDeps, 'egress' | 'providerEnv'>, provider: Provider, signal: AbortSignal): ProviderContext {
  const env = Object.fromEntries(provider.env.map(({ name }) => [name, deps.providerEnv[name]]));
  return { egress: deps.egress, env, signal, now: () => new Date() };
}

/** A retryable failure, marked as expected so that it does not fill logs; `delayMs` is the network's own wait. */
export function failure(type: string, error: unknown, delayMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    type, message: error instanceof Error ? error.message : String(error), category: ApplicationFailureCategory.BENIGN,
    ...(delayMs === undefined ? {} : { nextRetryDelay: Math.max(1000, delayMs) }),
  });
}
