import { expect, it } from '@jest/globals';
import { PUBLISHED } from '../src/test/fake-network.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { HEARTBEAT_TIMEOUT_MS, LOOKUP_TRY_MS, PUBLISH_TRY_MS } from '../temporal/contract/bounds.ts';

describeRuns('the activities of PublishPostWorkflow', (world) => {
  it('may take as long as in the table of bounds', async () => {
    const run = await world.start([{}, { provider: 'slack' }], {
      'mastodon.publish': [{ status: 'unknown', verifyAfterMs: 0 }],
      'mastodon.verify': [PUBLISHED],
      'slack.publish': [{ status: 'processing', pollAfterMs: 0 }],
      'slack.poll': [PUBLISHED],
    });
    await run.result();
    const ms = (time?: { seconds?: unknown; nanos?: number | null } | null): number =>
      Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
    const scheduled = ((await run.handle.fetchHistory()).events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: activity }) =>
        activity
          ? [
              [
                activity.activityType?.name,
                ms(activity.startToCloseTimeout),
                ms(activity.heartbeatTimeout),
              ] as const,
            ]
          : [],
    );
    expect(scheduled.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['mastodon.publish', PUBLISH_TRY_MS, HEARTBEAT_TIMEOUT_MS],
      ['mastodon.verify', LOOKUP_TRY_MS, HEARTBEAT_TIMEOUT_MS],
      ['slack.poll', LOOKUP_TRY_MS, HEARTBEAT_TIMEOUT_MS],
      ['slack.publish', PUBLISH_TRY_MS, HEARTBEAT_TIMEOUT_MS],
    ]);
  });
});
