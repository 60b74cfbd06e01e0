/** Whether Temporal knows of a post, and if not, why. */
import { describeProgress, type TemporalStart } from '../../platform/temporal-start.ts';

/**
 * The state of a post's messages to Temporal: none is left; none was tried yet; one was tried, without an
 * answer.
 */
export type Delivery = 'done' | 'untried' | 'tried';

/**
 * `scheduling` and `schedulingReason` of a post. @param start of the embedded server, while it is not over
 */
export function presentScheduling(delivery: Delivery, start: TemporalStart | null) {
  const code = delivery === 'done' ? null : (start?.state ?? (delivery === 'tried' ? 'unreachable' : null));
  return {
    scheduling: code ? 'delayed' : 'ready',
    schedulingReason: code && { code, message: MESSAGES[code](start) },
  };
}

const MESSAGES = {
  preparing: (start: TemporalStart | null): string =>
    `Temporal's server is not up yet${start?.state === 'preparing' ? ` (${describeProgress(start.progress)})` : ''}. The post is stored and will be published when it is`,
  // Why it failed is for those who run the instance.
  failed: (): string =>
    "Temporal's server could not be started. The post is stored and will be published when it runs; npm run crier -- doctor says why it does not",
  unreachable: (): string =>
    'Temporal is not responding. The post is stored and will be published when it is back',
} as const;
