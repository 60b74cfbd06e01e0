import type { Context } from '../../platform/context.ts';

export interface ImportDeps {
  readonly context: Context;
  readonly organizationId: string;
  /** The other instance, as it is remembered here. */
  readonly sourceId: string;
  /** Its URL up to and without `/public/v1`. */
  readonly base: string;
  /** By the database's clock, at the beginning. */
  readonly now: Date;
}
