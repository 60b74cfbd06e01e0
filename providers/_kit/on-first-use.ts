import type { Provider } from './contract.ts';

/** What a network does, as opposed to what is known about it: every part of the contract that may wait. */
type Call =
  | 'connect'
  | 'refresh'
  | 'prepare'
  | 'publish'
  | 'poll'
  | 'verify'
  | 'remove'
  | 'recent'
  | 'analytics'
  | 'postAnalytics';

type Calls = Partial<Pick<Provider, Call>>;

/**
 * Calls of a network whose module is loaded when the first of them is used: an instance has a few of all
 * networks, and the code of the others costs no memory. They are named, because which of them a network has
 * is known without loading it.
 * @param load `() => import('./verify.ts')`
 * @param names what the module exports: `'verify'`, `'recent'`
 * @returns the calls, to be spread into the declaration
 */
export function onFirstUse<M extends Calls, K extends Call & keyof M>(
  load: () => Promise<M>,
  ...names: readonly K[]
): Pick<M, K> {
  const later =
    (name: K) =>
    async (...args: readonly never[]) => {
      const call = (await load())[name] as (...given: readonly never[]) => unknown;
      return call(...args);
    };
  return Object.fromEntries(names.map((name) => [name, later(name)])) as unknown as Pick<M, K>;
}
