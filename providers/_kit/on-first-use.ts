import type { Provider } from './contract.ts';

/**
 * A call of a network, as opposed to a fact about it: every part of the contract that can be loaded later.
 */
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
 * networks, and the code of the others costs no memory. They are named, because the set of calls must be
 * known without loading the module.
 * @param load `() => import('./verify.ts')`
 * @param names exports of the module: `'verify'`, `'recent'`
 * @returns the calls, to be spread into the declaration
 */
export function onFirstUse<M extends Calls, K extends Call & keyof M>(
  load: () => Promise<M>,
  ...names: readonly K[]
): Pick<M, K> {
  const later =
    (name: K) =>
    async (...args: readonly never[]) => {
      const call = (await load())[name] as (...params: readonly never[]) => unknown;
      return call(...args);
    };
  return Object.fromEntries(names.map((name) => [name, later(name)])) as unknown as Pick<M, K>;
}
