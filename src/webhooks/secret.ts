/** The secret of a webhook and what is signed with it, as Standard Webhooks has it (standardwebhooks.com). */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Ties a sealed secret to its row. */
export const secretBinding = (organizationId: string, webhookId: string): string =>
  `webhook:${organizationId}:${webhookId}`;

/** `whsec_` and 32 random bytes in Base64 (the specification asks for 24 to 64). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A request to sign: `secrets` are one, or two while one replaces the other. */
export interface ToSign {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** A receiver has so long to answer. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** The request that a receiver verifies. */
export function signedRequest({ id, at, body, secrets }: ToSign) {
  return {
    method: 'POST',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
      'content-type': 'application/json',
      'user-agent': 'Crier-Webhooks/1',
    },
    body,
  };
}
