/**
 * What a run tells Temporal's task queues, read from its raw history: no backlog delays another
 * organisation's post, or one that is published at once.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FUTURE } from '../factories.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { unique } from './scenarios.ts';

type Priority = { priorityKey?: number | null; fairnessKey?: string | null } | null | undefined;

jest.setTimeout(180_000);

describe('the run of a post', () => {
  let world: SandboxWorld;
  let channel: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = await world.connect('Fair #lookup');
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  async function priorities(id: string): Promise<{ run: Priority; activities: Priority[] }> {
    const { events } = await world.crier.context.temporal.workflow
      .getHandle(await world.workflowId(id))
      .fetchHistory();
    return {
      run: events?.[0]?.workflowExecutionStartedEventAttributes?.priority,
      activities: (events ?? []).flatMap((event) =>
        event.activityTaskScheduledEventAttributes
          ? [event.activityTaskScheduledEventAttributes.priority]
          : [],
      ),
    };
  }
  const create = async (date?: Date): Promise<string> =>
    (
      await world.client.create({
        channels: [channel.id],
        parts: [{ content: unique('Fair') }],
        ...(date ? { date } : {}),
      })
    )[0] ?? '';

  it('gets a higher priority when it is published at once than when it waits for a date', async () => {
    const [now, scheduled] = [await create(), await create(new Date(FUTURE))];
    for (const id of [now, scheduled]) await world.client.handedOver(id);
    expect((await priorities(now)).run).toMatchObject({ priorityKey: 2 });
    expect((await priorities(scheduled)).run).toMatchObject({ priorityKey: 3 });
    expect(
      (await world.crier.context.temporal.workflow.getHandle(await world.workflowId(now)).describe())
        .priority,
    ).toMatchObject({ priorityKey: 2, fairnessKey: world.crier.organizationId });
  });

  it('is queued fairly by organisation, with its activities', async () => {
    const id = await create();
    await world.client.reaches(id, 'published');
    const { run, activities } = await priorities(id);
    expect(run).toMatchObject({ fairnessKey: world.crier.organizationId });
    expect(activities).toHaveLength(1);
    expect(activities[0]).toMatchObject({ fairnessKey: world.crier.organizationId });
  });
});
