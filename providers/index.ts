/** Which networks there are. Adding one means adding a folder: list.ts is generated from the folders. */
import type { Network, Provider } from './_kit/contract.ts';
import { planned, publishing } from './list.ts';

/** Networks that posts can be published to, by identifier; the sandbox only if the instance offers it. */
export function createRegistry(options: { sandbox: boolean }): ReadonlyMap<string, Provider> {
  return new Map(
    publishing.filter((p) => p.identifier !== 'sandbox' || options.sandbox).map((p) => [p.identifier, p]),
  );
}

/** All networks by identifier: those of the registry, and those that cannot be connected yet. */
export function createNetworks(options: { sandbox: boolean }): ReadonlyMap<string, Network> {
  return new Map([
    ...createRegistry(options),
    ...planned.map((network): [string, Network] => [network.identifier, network]),
  ]);
}
