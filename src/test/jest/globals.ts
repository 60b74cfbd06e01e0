/**
 * What `@jest/globals` is in the processes of the tests: the functions of the test file that runs at this
 * moment. Helpers are loaded once for many files, so they hold live bindings, not copies.
 */
import type * as Jest from '@jest/globals';
import { ModuleMocker } from 'jest-mock';

type Globals = Pick<
  typeof Jest,
  | 'afterAll'
  | 'afterEach'
  | 'beforeAll'
  | 'beforeEach'
  | 'describe'
  | 'expect'
  | 'fdescribe'
  | 'fit'
  | 'it'
  | 'test'
  | 'xdescribe'
  | 'xit'
  | 'xtest'
>;

export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let expect: Globals['expect'];
export let fdescribe: Globals['fdescribe'];
export let fit: Globals['fit'];
export let it: Globals['it'];
export let test: Globals['test'];
export let xdescribe: Globals['xdescribe'];
export let xit: Globals['xit'];
export let xtest: Globals['xtest'];

/** From now on a file with these functions runs. */
export function setGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect } = globals);
  ({ fdescribe, fit, it, test, xdescribe, xit, xtest } = globals);
}

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

const mocker = new ModuleMocker(globalThis);
let spies: { readonly object: object; readonly method: string }[] = [];

/**
 * The few functions of Jest's object that work without its module registry; the others are missing on
 * purpose.
 */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: ((object: object, method: never) => {
    spies.push({ object, method });
    return mocker.spyOn(object, method);
  }) as typeof mocker.spyOn,
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (ms: number) => void Reflect.set(globalThis, TEST_TIMEOUT, ms),
};

/** Ends the spies of the file; returns the names of those that it had left in place. */
export function endSpies(): string[] {
  const left = spies.filter(({ object, method }) => mocker.isMockFunction(Reflect.get(object, method)));
  mocker.restoreAllMocks();
  spies = [];
  return left.map(({ method }) => method);
}
