/** The states of a post, and why a due one is held. */

/** States in which a post has ended; `unconfirmed` and `missed` wait for a person's decision. */
export const FINAL_STATES = [
  'published',
  'partly_published',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
] as const;
export const POST_STATES = ['draft', 'scheduled', 'publishing', 'processing', ...FINAL_STATES] as const;

export type PostState = (typeof POST_STATES)[number];

/**
 * Why a due post is held: its channel must be reconnected, or nothing may leave (its organisation or the
 * instance is frozen).
 */
export const HOLD_REASONS = ['channel', 'frozen'] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];
