/** TokenRevocationWorkflow: its input, and what its activity reports. */

/** The run that notifies an app of the end of one token, or of all tokens when the app was deleted. */
export const revocationWorkflowId = (ref: RevocationRef): string =>
  'appId' in ref ? `delete-oauth-app:${ref.appId}` : `revoke-token:${ref.tokenId}`;

/** One token, or every token of an app that was deleted. */
export type RevocationRef = { readonly tokenId: string } | { readonly appId: string };

/** Argument of TokenRevocationWorkflow. `organizationId`: of the token, or of the app. */
export type RevocationInput = RevocationRef & { readonly organizationId: string };

/** One batch of a revocation. After the last one, `tokens` is how many have ended in all. */
export type RevocationBatch = { readonly more: true } | { readonly more: false; readonly tokens: number };
