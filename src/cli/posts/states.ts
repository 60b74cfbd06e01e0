import type { PostState } from '../../../temporal/contract.ts';

/** The choices of --state. */
export const POST_STATES = [
  'draft',
  'scheduled',
  'publishing',
  'processing',
  'published',
  'partly_published',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
] as const satisfies readonly PostState[];
