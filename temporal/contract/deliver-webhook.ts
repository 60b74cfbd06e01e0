/** DeliverWebhookWorkflow: its input, and what its activity reports. */

/** The run that delivers one event to one webhook. */
export const deliveryWorkflowId = (deliveryId: string): string => `deliver-webhook:${deliveryId}`;

/** Argument of DeliverWebhookWorkflow and of its activity. */
export interface DeliveryInput {
  readonly deliveryId: string;
}

/** What a try to deliver an event came to. */
export type DeliveryOutcome =
  | { readonly status: 'delivered' | 'failed' | 'ended'; readonly reason: string }
  | { readonly status: 'wait'; readonly waitMs: number; readonly reason: string };
