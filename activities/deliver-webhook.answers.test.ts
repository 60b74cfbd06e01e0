import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startReceiver, type WebhookReceiver } from '../src/test/webhook-receiver.ts';
import type { DeliveryOutcome } from '../temporal/contract/deliver-webhook.ts';
import { createDeliverWebhook, type DeliverWebhook } from './deliver-webhook.ts';
import type { ActivityDeps } from './deps.ts';

/** A receiver's ten seconds take one in tests that wait for their end. */
const HASTE = 10;

describe('a receiver of webhooks', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let elsewhere: WebhookReceiver;
  let deliver: DeliverWebhook;
  let deliverInHaste: DeliverWebhook;
  let deliveryId: string;
  let webhookId: string;

  beforeAll(async () => {
    [crier, receiver, elsewhere] = await Promise.all([
      startInstance({ temporal: false }),
      startReceiver(),
      startReceiver(),
    ]);
    const deps = { ...crier.context, providerEnv: {} };
    deliver = createDeliverWebhook(deps);
    deliverInHaste = createDeliverWebhook({ ...deps, egress: hasty(deps.egress) });
    const { body } = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', {
      body: { url: receiver.url },
    });
    receiver.secret = body.secret;
    webhookId = body.id;
    const channel = (await crier.connect('sandbox')).id;
    await createOne(crier, buildPost(channel));
  });
  beforeEach(async () => {
    for (const { received } of [receiver, elsewhere]) received.length = 0;
    await sql(crier, "delete from webhook_event where type <> 'post.scheduled'");
    const [row] = await sql<{ id: string }>(
      crier,
      "update webhook_delivery set state = 'pending', attempts = 0, next_at = null, settled_at = null returning id",
    );
    deliveryId = row?.id ?? '';
  });
  afterAll(async () => {
    await Promise.all([crier?.stop(), receiver?.stop(), elsewhere?.stop()]);
  });

  /** The same way out, whose limits come sooner. */
  const hasty = (egress: ActivityDeps['egress']): ActivityDeps['egress'] => ({
    ...egress,
    fetch: (url, init) => egress.fetch(url, { ...init, timeoutMs: Number(init?.timeoutMs) / HASTE }),
  });
  /** What comes of the next try, after the pause before it. */
  const next = async (tryOnce = deliver): Promise<DeliveryOutcome> => {
    await sql(crier, 'update webhook_delivery set next_at = null');
    return tryOnce({ deliveryId });
  };
  const never = new Promise<never>(() => {});

  it('that does not answer within its ten seconds has not taken the event, and gets it again', async () => {
    receiver.answer = () => never;
    expect(await next(deliverInHaste)).toMatchObject({
      status: 'wait',
      reason: 'try 1 failed: no answer within 10 seconds',
    });
    receiver.answer = () => ({ status: 204 });
    expect(await next()).toMatchObject({ status: 'delivered' });
    expect(receiver.received.map(({ id, verified }) => [id, verified])).toEqual([
      [receiver.received[0]?.id, true],
      [receiver.received[0]?.id, true],
    ]);
  });

  it('that takes its time, but not ten seconds, has taken the event', async () => {
    receiver.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 4000));
      return { status: 200 };
    };
    expect(await next()).toEqual({ status: 'delivered', reason: 'the receiver answered 200' });
    expect(receiver.received).toHaveLength(1);
  });

  it('that answers 200 in time has taken the event, also if its body never ends', async () => {
    receiver.answer = () => ({ status: 200, body: 'and', endless: true });
    expect(await next(deliverInHaste)).toEqual({ status: 'delivered', reason: 'the receiver answered 200' });
  });

  it.each([301, 302, 303, 307, 308])(
    'that answers %i is not followed: the event goes to no other URL, and is tried again',
    async (status) => {
      elsewhere.secret = receiver.secret;
      receiver.answer = () => ({ status, headers: { location: elsewhere.url } });
      expect(await next()).toMatchObject({
        status: 'wait',
        reason: `try 1 failed: the receiver answered ${status}`,
      });
      expect(elsewhere.received).toEqual([]);
      // Checked by its own URL, that receiver takes it.
      await sql(crier, 'update webhook set url = $1', [elsewhere.url]);
      expect(await next()).toMatchObject({ status: 'delivered' });
      await sql(crier, 'update webhook set url = $1', [receiver.url]);
      expect(elsewhere.received.map(({ verified }) => verified)).toEqual([true]);
    },
  );

  it('has the first 1,000 letters of its answer in the log, without what is no letter and without secrets', async () => {
    const kept = async (body: string): Promise<string> => {
      receiver.answer = () => ({ status: 200, body });
      await sql(crier, "update webhook_delivery set state = 'pending', settled_at = null");
      await next();
      const { body: log } = await crier.call<{ deliveries: { answer: string; request: unknown }[] }>(
        'GET',
        `/webhooks/${webhookId}/deliveries`,
      );
      const [delivery] = log.deliveries;
      expect(JSON.stringify(delivery?.request)).not.toContain('whsec_');
      return delivery?.answer ?? '';
    };
    expect(await kept('x'.repeat(1000))).toBe('x'.repeat(1000));
    expect(await kept(`${'ü'.repeat(999)}yz`)).toBe(`${'ü'.repeat(999)}y`);
    expect(await kept('\0Thank\0 you')).toBe('Thank you');
    const echo = `${'x'.repeat(990)} ${receiver.secret} Authorization: Bearer hunter22`;
    expect(await kept(echo)).not.toContain(receiver.secret.slice(6, 10));
    expect(await kept(`secret=${receiver.secret}; fine`)).toBe('secret=whsec_…; fine');
    expect(await kept('{"Authorization": "Bearer hunter22", "ok": true}')).toBe(
      '{"Authorization": "…", "ok": true}',
    );
    expect(await kept('authorization: Basic aHVudGVyMjI=\nok')).toBe('authorization: …\nok');
  });

  it('that breaks the connection is tried again', async () => {
    receiver.answer = () => null;
    expect(await next()).toMatchObject({ status: 'wait', reason: 'try 1 failed: the connection failed' });
  });

  it('that fails is in the log with a code and its values, until it takes the event', async () => {
    const listed = async (): Promise<unknown> =>
      (await crier.call<{ deliveries: unknown[] }>('GET', `/webhooks/${webhookId}/deliveries`)).body
        .deliveries;
    receiver.answer = () => ({ status: 500 });
    await next();
    const message = 'the receiver answered 500';
    const reason = { message, code: 'webhook_receiver_answered', params: { status: '500' } };
    expect(await listed()).toMatchObject([{ problem: message, reason }]);
    receiver.answer = () => null;
    await next();
    expect(await listed()).toMatchObject([
      { reason: { message: 'the connection failed', code: 'webhook_unreachable' } },
    ]);
    await sql(crier, "update webhook set disabled_at = now(), disabled_reason = 'it was switched off'");
    await next();
    await sql(crier, 'update webhook set disabled_at = null, disabled_reason = null');
    const why = 'it was switched off';
    expect(await listed()).toMatchObject([{ reason: { code: 'webhook_is_off', params: { why } } }]);
    // As a version noted it that knew no codes.
    await sql(
      crier,
      "update webhook_delivery set problem_code = null, problem_params = null, state = 'pending', settled_at = null",
    );
    expect(await listed()).toMatchObject([{ problem: `the webhook was switched off: ${why}`, reason: null }]);
    receiver.answer = () => ({ status: 204 });
    await next();
    expect(await listed()).toMatchObject([{ state: 'delivered', problem: null, reason: null }]);
  });

  it('that asks to be left alone for a while is', async () => {
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '120' } });
    expect(await next()).toMatchObject({ status: 'wait', waitMs: 120_000 });
  });

  it.each(['999999', '31536000', '99999999999999999999'])(
    'that asks for %s seconds has an hour',
    async (seconds) => {
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': seconds } });
      expect(await next()).toMatchObject({ status: 'wait', waitMs: 3_600_000 });
    },
  );

  it.each(['-5', '1.5', 'Wed, 21 Oct 2099 07:28:00 GMT', 'soon'])(
    'that asks for %s is tried again as any other',
    async (text) => {
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': text } });
      const { waitMs } = (await next()) as { waitMs: number };
      expect(waitMs >= 5000 && waitMs <= 5500).toBe(true);
    },
  );
});
