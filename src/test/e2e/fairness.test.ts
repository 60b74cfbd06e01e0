/**
 * What a run passes to Temporal's task queues, read from its raw history: no backlog delays another
 * organisation's post, or one that is published at once, and no receiver of webhooks another's events.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FUTURE, sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { deliveryWorkflowId } from '../../../temporal/contract/deliver-webhook.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { startReceiver } from '../webhook-receiver.ts';
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

  async function priorities(workflowId: string): Promise<{ run: Priority; activities: Priority[] }> {
    const { events } = await world.crier.context.temporal.workflow.getHandle(workflowId).fetchHistory();
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
    expect((await priorities(await world.workflowId(now))).run).toMatchObject({ priorityKey: 2 });
    expect((await priorities(await world.workflowId(scheduled))).run).toMatchObject({ priorityKey: 3 });
    expect(
      (await world.crier.context.temporal.workflow.getHandle(await world.workflowId(now)).describe())
        .priority,
    ).toMatchObject({ priorityKey: 2, fairnessKey: world.crier.organizationId });
  });

  it('is queued fairly by organisation, with its activities', async () => {
    const id = await create();
    await world.client.reaches(id, 'published');
    const { run, activities } = await priorities(await world.workflowId(id));
    expect(run).toMatchObject({ fairnessKey: world.crier.organizationId });
    expect(activities).toHaveLength(1);
    expect(activities[0]).toMatchObject({ fairnessKey: world.crier.organizationId });
  });

  it('that delivers to one webhook is queued fairly by webhook, and a slow receiver keeps no other waiting', async () => {
    const { crier } = world;
    const hook = async (name: string) => {
      const receiver = await startReceiver();
      const body = { url: receiver.url, name, events: ['numbers.collected'] };
      const made = await crier.call<{ id: string }>('POST', '/webhooks', { body });
      return { id: made.body.id, receiver };
    };
    const slow = await hook('Slow');
    // More than a worker has slots for, all of them due before the other's.
    const SLOTS = 40;
    let open = 0;
    let mostOpen = 0;
    slow.receiver.answer = () => {
      mostOpen = Math.max(mostOpen, ++open);
      return new Promise((resolve) => {
        setTimeout(() => {
          open--;
          resolve({ status: 204 });
        }, 3000);
      });
    };
    const tell = (count: number): Promise<unknown> =>
      sql(
        crier,
        `select emit_webhook_event($1, 'numbers.collected', null, $2, null,
          jsonb_build_object('integration', webhook_channel($2))) from generate_series(1, $3)`,
        [crier.organizationId, channel.id, count],
      );
    try {
      await tell(SLOTS + 10);
      await eventually('the slow receiver has its share', () => Promise.resolve(mostOpen >= 8), 60_000);
      const quick = await hook('Quick');
      try {
        await tell(5);
        const arrived = (): boolean => quick.receiver.received.length >= 5;
        await eventually('the quick receiver has all of its own', () => Promise.resolve(arrived()), 60_000);
        // Eight requests at a time wait for it: the other slots of the worker were never its own.
        expect(mostOpen).toBe(8);
      } finally {
        await quick.receiver.stop();
      }
      for (const { id } of [slow, quick]) {
        const delivery = await eventually('one of its events is delivered', async () => {
          const ofHook =
            "select id from webhook_delivery where webhook_id = $1 and state = 'delivered' limit 1";
          return (await sql<{ id: string }>(crier, ofHook, [id]))[0] ?? false;
        });
        const { run, activities } = await priorities(deliveryWorkflowId(delivery.id));
        expect(run).toMatchObject({ fairnessKey: id });
        expect(activities.length).toBeGreaterThan(0);
        // One without a priority of its own has that of its run.
        for (const one of activities) expect({ ...run, ...one }).toMatchObject({ fairnessKey: id });
      }
    } finally {
      await slow.receiver.stop();
    }
  });
});
