/** OAuthCodeExpiryWorkflow: its input, and what its activity reports. */

/** The run that closes a code when its ten minutes are over. */
export const codeExpiryWorkflowId = (codeId: string): string => `oauth-code:${codeId}`;

/** Argument of OAuthCodeExpiryWorkflow. `expiresMs` in milliseconds since the epoch. */
export interface CodeExpiryInput {
  readonly codeId: string;
  readonly expiresMs: number;
  readonly organizationId: string;
}

/** The outcome for a code. `waitMs` by the database's clock, which alone decides when its time is over. */
export type CodeOutcome =
  | { readonly status: 'expired' | 'exchanged' | 'burnt' | 'gone' }
  | { readonly status: 'too_early'; readonly waitMs: number };
