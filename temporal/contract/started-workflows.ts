/** The workflows that others start by name. */
import type { NumbersRef } from './collect-numbers.ts';
import type { DeliveryInput } from './deliver-webhook.ts';
import type { CodeExpiryInput } from './oauth-code-expiry.ts';
import type { PublishPostInput, PublishPostResult } from './publish-post.ts';
import type { RefreshInput } from './refresh-token.ts';
import type { RevocationInput } from './token-revocation.ts';

/** The result of the short runs; `summary` reads by itself ("expired", "12 tokens revoked"). */
export interface ShortResult {
  readonly summary: string;
}

/**
 * The workflow types that others start by name, with what they take and give. Stated here, so that who starts
 * a run needs none of its code; a test compares it with `workflows/index.ts`.
 */
export interface StartedWorkflows {
  CollectNumbersWorkflow(input: NumbersRef): Promise<ShortResult>;
  DeliverWebhookWorkflow(input: DeliveryInput): Promise<ShortResult>;
  OAuthCodeExpiryWorkflow(input: CodeExpiryInput): Promise<ShortResult>;
  PublishPostWorkflow(input: PublishPostInput): Promise<PublishPostResult>;
  RefreshTokenWorkflow(input: RefreshInput): Promise<ShortResult>;
  TokenRevocationWorkflow(input: RevocationInput): Promise<ShortResult>;
}
