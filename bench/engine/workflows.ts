/**
 * What the engine costs by itself: workflows in the shape of the product's and of a rival's, with empty
 * activities.
 */
import { proxyActivities, sleep, type ActivityOptions } from '@temporalio/workflow';
import type { PublishPostInput, PublishPostResult } from '../../temporal/contract/publish-post.ts';

/** The product's input, and which queue its activity goes to. */
export interface EngineInput extends PublishPostInput {
  readonly activityQueue: string;
  readonly fairnessKey: string;
}

/**
 * Argument of the activity: the product's, how long the network takes (0: nothing is awaited), and the post's
 * organisation.
 */
export interface EmptyPart {
  readonly postId: string;
  readonly position: number;
  readonly takesMs: number;
  readonly organizationId: string;
  readonly provider: string;
}

type Activity = (
  part: EmptyPart,
) => Promise<{ status: 'published'; url: string; latenessMs: number; nextDelayMs: null }>;

// The options of the product's publish activity, without its summary.
const options = ({ activityQueue, fairnessKey }: EngineInput): ActivityOptions => ({
  taskQueue: activityQueue,
  heartbeatTimeout: '8 s',
  priority: { fairnessKey },
  startToCloseTimeout: '10 min',
  scheduleToCloseTimeout: '24 h',
  retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '60 s' },
});

/** 11 events, 2 workflow tasks, 1 activity, like the product. `takesMs` is a setting of a slow network. */
export async function BareWorkflow(input: EngineInput, takesMs = 0): Promise<PublishPostResult> {
  return run(input, { activities: 1, takesMs });
}

/** 53 events, 9 workflow tasks, 8 activities, all but the last before the send. */
export async function RivalWorkflow(input: EngineInput): Promise<PublishPostResult> {
  return run(input, { activities: 8, takesMs: 0 });
}

async function run(
  input: EngineInput,
  { activities, takesMs }: { activities: number; takesMs: number },
): Promise<PublishPostResult> {
  const target = input.targets[0];
  if (!target) throw new TypeError('no target');
  const { step, publish } = proxyActivities<{ step: Activity; publish: Activity }>(options(input));
  const waitMs = target.dueMs - Date.now();
  if (waitMs > 0) await sleep(waitMs);
  const part = { postId: target.postId, organizationId: input.organizationId, provider: target.provider };
  for (let n = 1; n < activities; n++) await step({ ...part, position: n, takesMs: 0 });
  const { url, latenessMs } = await publish({ ...part, position: 0, takesMs });
  return {
    summary: '1 published',
    targets: [
      {
        postId: target.postId,
        provider: target.provider,
        outcome: 'published',
        url,
        latenessMs,
        reason: null,
      },
    ],
  };
}
