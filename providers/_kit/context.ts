import type { Provider, ProviderContext } from './contract.ts';

/**
 * What a process has for its providers. `providerEnv` holds every variable; a provider sees only those that
 * it declares.
 */
export interface ProviderDeps {
  readonly egress: ProviderContext['egress'];
  readonly providerEnv: Readonly<Record<string, string | undefined>>;
}

/** The context of one call; `signal` cuts it off. */
export function providerContext(
  deps: ProviderDeps,
  provider: Provider,
  signal: AbortSignal,
): ProviderContext {
  const env = Object.fromEntries(provider.env.map(({ name }) => [name, deps.providerEnv[name]]));
  return { egress: deps.egress, env, signal, now: () => new Date() };
}
