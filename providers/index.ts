/** Which networks there are. Adding one means adding a folder: list.ts is generated from the folders. */
import type { Provider } from './_kit/contract.ts';
import { providers } from './list.ts';

/** The networks of an instance, by identifier; the sandbox only if the instance offers it. */
export function createRegistry(options: { sandbox: boolean }): ReadonlyMap<string, Provider> {
  return new Map(
    providers.filter((p) => p.identifier !== 'sandbox' || options.sandbox).map((p) => [p.identifier, p]),
  );
}
