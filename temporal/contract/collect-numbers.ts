/** CollectNumbersWorkflow: its input, and what its activity reports. */

/** The run that reads the numbers of a channel and of its posts every day. */
export const numbersWorkflowId = (integrationId: string): string => `collect-numbers:${integrationId}`;

/** Argument of CollectNumbersWorkflow, and of its activity. */
export interface NumbersRef {
  readonly integrationId: string;
}

/** The state of the row after the numbers of a channel were read, or could not be: when to run again. */
export type NumbersState =
  | { readonly status: 'wait'; readonly waitMs: number; readonly read: number }
  | { readonly status: 'ended'; readonly reason: string };
