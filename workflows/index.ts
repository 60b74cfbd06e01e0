/**
 * Every workflow type. A type keeps its name permanently and changes in place (CONTRIBUTING.md, "Changing a
 * workflow safely").
 */
export { CollectNumbersWorkflow } from './collect-numbers.ts';
export { DeliverWebhookWorkflow } from './deliver-webhook.ts';
export { OAuthCodeExpiryWorkflow } from './oauth-code-expiry.ts';
export { PublishPostWorkflow } from './publish-post.ts';
export { ReconcileWorkflow } from './reconcile.ts';
export { RefreshTokenWorkflow } from './refresh-token.ts';
export { TokenRevocationWorkflow } from './token-revocation.ts';
export * from './plugged-workflows.ts';
