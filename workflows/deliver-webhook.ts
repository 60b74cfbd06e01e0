/**
 * Delivers one event to one webhook. The row has what was tried and when the next try is due; this run waits
 * for it.
 */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index.ts';
import type { DeliveryInput } from '../temporal/contract/deliver-webhook.ts';
import { WEBHOOK_QUEUE } from '../temporal/contract/queues.ts';
import type { ShortResult } from '../temporal/contract/started-workflows.ts';

const { deliverWebhook } = proxyActivities<WebhookActivities>({
  taskQueue: WEBHOOK_QUEUE,
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', maximumInterval: '1 min' },
  summary: 'send the event',
});

/** Ends when the receiver has taken the event, or nothing is left to try. */
export async function DeliverWebhookWorkflow({ deliveryId }: DeliveryInput): Promise<ShortResult> {
  for (;;) {
    const outcome = await deliverWebhook({ deliveryId });
    if (outcome.status !== 'wait') return { summary: `${outcome.status}: ${outcome.reason}` };
    await sleep(outcome.waitMs, { summary: outcome.reason });
  }
}
