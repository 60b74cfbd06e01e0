/** What the API says, as the texts of each language take it. */
import type { Params } from '../../../providers/_kit/sentences/fill.ts';
import type { ApiError } from '../api/client.ts';

/** A sentence about a field: in English, and what it is made from in other languages. */
export interface Said {
  readonly message: string;
  readonly code: string;
  readonly params?: Params;
}

/** A refusal, whose `message` is without its issues. */
export type Refusal = Pick<ApiError, 'code' | 'message' | 'reason' | 'params' | 'issues'>;
