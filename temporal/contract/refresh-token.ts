/** RefreshTokenWorkflow: its input, its messages, and what its activity reports. */

/** The run that renews a channel's credentials ahead of their expiry. */
export const refreshWorkflowId = (integrationId: string): string => `refresh-token:${integrationId}`;

/** The activity that renews the credentials of one channel of a network. */
export const refreshActivity = (provider: string): string => `${provider}.refresh`;

/** Argument of RefreshTokenWorkflow. `known` and `renewals` are carried from run to run. */
export interface RefreshInput {
  readonly integrationId: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly known?: KnownExpiry;
  readonly renewals?: number;
}

/** An expiry, and how long the credentials had to live when the run saw it first. */
export interface KnownExpiry {
  readonly expiresMs: number;
  readonly lifeMs: number;
}

/**
 * Argument of `<provider>.refresh`: credentials with another expiry were renewed elsewhere, and are left
 * alone.
 */
export interface RefreshRef {
  readonly integrationId: string;
  readonly expiresMs: number;
}

/**
 * The state of a channel's credentials in its row. `expiresInMs` by the database's clock, negative when they
 * have expired; `ended` = there is nothing left to renew.
 */
export type CredentialsState =
  | {
      readonly status: 'live';
      readonly expiresMs: number;
      readonly expiresInMs: number;
      /** Whether this call renewed them. */ readonly renewed: boolean;
    }
  | { readonly status: 'ended'; readonly reason: string; readonly renewed: boolean };

/** Signal of RefreshTokenWorkflow: the channel was connected (again), so its row is read at once. */
export const CREDENTIALS_CHANGED_SIGNAL = 'credentialsChanged';
