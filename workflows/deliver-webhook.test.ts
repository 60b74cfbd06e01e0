import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDeliverWebhook, type DeliverWebhook } from '../activities/deliver-webhook.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { HOUR } from '../src/test/publish-run.ts';
import type { ShortRun } from '../src/test/short-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { startReceiver, type WebhookReceiver } from '../src/test/webhook-receiver.ts';
import { deliveryWorkflowId } from '../temporal/contract/deliver-webhook.ts';

describeRuns(
  'the run of a delivery, in days that are skipped, with the real activity',
  (world) => {
    let crier: TestInstance;
    let receiver: WebhookReceiver;
    let channel: string;
    let deliver: DeliverWebhook;
    beforeAll(async () => {
      [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
      channel = (await crier.connect('sandbox')).id;
      deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    });
    afterAll(async () => {
      await crier?.stop();
      await receiver?.stop();
    });

    /**
     * Everything in the rows becomes older by what was skipped, as if the database's clock had gone on too.
     */
    const skipped = (ms: number): Promise<unknown> =>
      sql(
        crier,
        `with d as (update webhook_delivery set next_at = next_at - $1::float8 * interval '1 millisecond')
        update webhook set failing_since = failing_since - $1::float8 * interval '1 millisecond',
          old_secret_until = old_secret_until - $1::float8 * interval '1 millisecond'`,
        [ms],
      );
    /** `during` is called with the hour before each try. */
    const start = async (deliveryId: string, during: (hour: number) => Promise<void>): Promise<ShortRun> => {
      let [first, last] = [0, 0];
      const plan = {
        deliverWebhook: [
          async (nowMs: number) => {
            first ||= nowMs;
            await skipped(nowMs - (last || nowMs));
            last = nowMs;
            await during((nowMs - first) / HOUR);
            return deliver({ deliveryId });
          },
        ],
      };
      const workflowId = deliveryWorkflowId(deliveryId);
      return world.startShort({ type: 'DeliverWebhookWorkflow', workflowId, argument: { deliveryId }, plan });
    };
    const pending = async (): Promise<string[]> =>
      (
        await sql<{ id: string }>(
          crier,
          "select id from webhook_delivery where state = 'pending' order by created_at",
        )
      ).map(({ id }) => id);

    it('reaches a receiver that was dead for two days, whose secret was replaced meanwhile, and shows what came late', async () => {
      const made = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', {
        body: { url: receiver.url },
      });
      receiver.secret = made.body.secret;
      receiver.answer = () => null;
      const post = await createOne(crier, buildPost(channel));
      await crier.call('DELETE', `/posts/${post}`);
      const [scheduled = '', cancelled = ''] = await pending();
      let isBack = false;
      const run = await start(scheduled, async (hour) => {
        if (hour < 48 || isBack) return;
        isBack = true;
        receiver.answer = () => ({ status: 204 });
        receiver.received.length = 0;
        const { body } = await crier.call<{ secret: string }>('POST', `/webhooks/${made.body.id}/secret`);
        receiver.secret = body.secret;
        // What happened later was tried later, and is through first.
        await sql(crier, 'update webhook_delivery set next_at = null where id = $1', [cancelled]);
        await deliver({ deliveryId: cancelled });
      });
      expect(await run.result()).toEqual({ summary: 'delivered: the receiver answered 204' });
      const hours = Math.floor(((run.calls.at(-1)?.atMs ?? 0) - (run.calls[0]?.atMs ?? 0)) / HOUR);
      expect([hours >= 48, hours <= 80]).toEqual([true, true]);
      expect(
        receiver.received.map(({ verified, body }) => [verified, (body as { sequence: number }).sequence]),
      ).toEqual([
        [true, 2],
        [true, 1],
      ]);
      const { body } = await crier.call<{ disabledAt: null; failingSince: null; pending: number }>(
        'GET',
        `/webhooks/${made.body.id}`,
      );
      expect(body).toMatchObject({ disabledAt: null, failingSince: null, pending: 0 });
    });

    it('ends after three days without an answer; switched on again, the webhook gets all of it on request', async () => {
      await sql(crier, 'delete from webhook');
      const made = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', {
        body: { url: receiver.url },
      });
      receiver.secret = made.body.secret;
      receiver.answer = () => null;
      await createOne(crier, buildPost(channel));
      await createOne(crier, buildPost(channel));
      const [first = '', second = ''] = await pending();
      const run = await start(first, () => Promise.resolve());
      expect(await run.result()).toEqual({ summary: 'failed: the connection failed' });
      expect(await deliver({ deliveryId: second })).toMatchObject({ status: 'failed' });
      const path = `/webhooks/${made.body.id}`;
      expect((await crier.call<{ disabledReason: string }>('GET', path)).body.disabledReason).toBe(
        'it has taken nothing for three days',
      );
      receiver.answer = () => ({ status: 204 });
      receiver.received.length = 0;
      await crier.call('PATCH', path, { body: { disabled: false } });
      const since = { body: { since: new Date(Date.now() - HOUR).toISOString() } };
      expect((await crier.call('POST', `${path}/resend`, since)).body).toEqual({ deliveries: 2, next: null });
      for (const deliveryId of await pending()) await deliver({ deliveryId });
      expect(receiver.received.map(({ verified }) => verified)).toEqual([true, true]);
    });
  },
  { 'with a worker that remembers its runs': 50 },
);
