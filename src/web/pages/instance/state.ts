import type { Answer } from '../../api/client.ts';

/** What the operator sees of the instance. */
export type Instance = Answer<'getInstance'>;
