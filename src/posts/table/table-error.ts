import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

/** Why a file is no table of posts; the sentence follows its name. */
export class TableError extends Error {
  readonly problem: Sentence;
  constructor(problem: Sentence, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}
