/** Failures that activities throw. */

/**
 * Types of `ApplicationFailure` that activities throw; all of them are retried, final outcomes are results.
 */
export const FAILURE = {
  unsent: 'Unsent',
  notDue: 'NotDue',
  rateLimited: 'RateLimited',
  stillUnknown: 'StillUnknown',
  stillProcessing: 'StillProcessing',
  notRenewed: 'NotRenewed',
  receiverBusy: 'ReceiverBusy',
} as const;
