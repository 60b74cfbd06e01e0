/** A guard that is taken away, and the tests that must notice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One guard of the product, and what is left when it is removed. */
export interface Mutant {
  /** `area/what`; the name on the command line. */
  readonly id: string;
  /** What no longer holds without the guard. */
  readonly rule: string;
  /** Where the rule is enforced. */
  readonly file: string;
  /** Each text stands exactly once in the file: short, so that it survives a change around it. */
  readonly edits: readonly (readonly [find: string, replace: string])[];
  /** Test files of which at least one test fails without the guard. */
  readonly tests: readonly string[];
}

/**
 * The text of the mutant's file without the guard.
 *
 * @throws Error when a text is not there exactly once: the guard has moved, and the mutant must follow
 */
export function mutated(root: string, { id, file, edits }: Mutant): string {
  let text = readFileSync(join(root, file), 'utf8');
  for (const [find, replace] of edits) {
    const found = text.split(find).length - 1;
    if (found !== 1) throw new Error(`${id}: ${file} has this ${found} times, not once: ${find}`);
    text = text.replace(find, () => replace);
  }
  return text;
}
