import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { buildPost, countRows, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

const PLANS = JSON.stringify({
  free: { label: 'Free', channels: 1, postsPerMonth: 0, members: 5, webhooks: 0 },
  team: {
    label: 'Team',
    channels: 10,
    postsPerMonth: 100,
    members: 20,
    webhooks: 5,
    stripePrice: 'price_team',
  },
});
const SECRET = 'whsec_of_the_test_endpoint';
const now = (): number => Math.floor(Date.now() / 1000);

interface Sent {
  readonly status: number;
  readonly body: ErrorBody & { received?: boolean };
}
interface Billing {
  readonly plan: string;
  readonly status: string | null;
}

describe('POST /api/billing/webhook', () => {
  let crier: TestInstance;
  let owner: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { CRIER_PLANS: PLANS, STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_SIGNING_KEY: SECRET },
    });
    owner = await addPerson(crier);
  });
  beforeEach(async () => {
    for (const table of ['billing_event', 'billing_subscription', 'notification', 'audit_event']) {
      await sql(crier, `delete from ${table}`);
    }
    await sql(
      crier,
      'update organization set plan = null, billing_status = null, billing_subscription_id = null, billing_changed_at = null',
    );
    await sql(crier, "update organization set billing_customer_id = 'cus_ada' where id = $1", [
      crier.organizationId,
    ]);
  });
  afterAll(() => crier?.stop());

  const event = (type: string, object: object, changes: { id?: string; created?: number } = {}): string =>
    JSON.stringify({
      id: changes.id ?? `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: changes.created ?? now(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      api_version: '2025-03-31.basil',
      data: { object },
    });
  const subscription = (changes: Record<string, unknown> = {}): object => ({
    id: 'sub_ada',
    object: 'subscription',
    customer: 'cus_ada',
    status: 'active',
    metadata: { userId: owner.id },
    items: {
      object: 'list',
      data: [{ id: 'si_1', price: { id: 'price_team' }, current_period_end: now() + 86_400 }],
    },
    ...changes,
  });
  const signed = (payload: string, options: { secret?: string; timestamp?: number } = {}): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...options });
  const send = async (payload: string, signature: string | null = signed(payload)): Promise<Sent> => {
    const response = await fetch(`${crier.url}/api/billing/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(signature === null ? {} : { 'stripe-signature': signature }),
      },
      body: payload,
    });
    return { status: response.status, body: (await response.json()) as Sent['body'] };
  };
  const billing = async (): Promise<Billing> => {
    const { plan, status } = (await owner.call<Billing>('GET', '/billing')).body;
    return { plan, status };
  };
  const notifications = async (): Promise<string[]> =>
    (
      await sql<{ content: string }>(
        crier,
        "select content from notification where kind = 'billing' and organization_id = $1",
        [crier.organizationId],
      )
    ).map(({ content }) => content);

  it('applies the plan that was bought, with its limits, at once', async () => {
    const channel = (await crier.connect('sandbox')).id;
    expect((await crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) })).body).toMatchObject({
      statusCode: 402,
      code: 'quota_exceeded',
    });
    expect(await send(event('customer.subscription.created', subscription()))).toEqual({
      status: 200,
      body: { received: true },
    });
    expect(await billing()).toEqual({ plan: 'team', status: 'active' });
    expect((await crier.call('POST', '/posts', { body: buildPost(channel) })).status).toBe(201);
    expect(
      await sql(
        crier,
        "select user_id as by, kind, detail from audit_event where organization_id = $1 and kind = 'plan_changed'",
        [crier.organizationId],
      ),
    ).toEqual([{ by: owner.id, kind: 'plan_changed', detail: { from: null, to: 'team' } }]);
  });

  it("trusts only events with Stripe's signature over their content", async () => {
    const payload = event('customer.subscription.created', subscription());
    const other = event('customer.subscription.created', subscription({ id: 'sub_other' }));
    const refused = { status: 400, body: { code: 'invalid_signature' } };
    expect(await send(payload, null)).toMatchObject({
      status: 400,
      body: { code: 'invalid_signature', message: 'The header Stripe-Signature is missing' },
    });
    expect(await send(payload, 'nonsense')).toMatchObject(refused);
    expect(await send(payload, signed(payload, { secret: 'whsec_of_somebody_else' }))).toMatchObject(refused);
    expect(await send(payload, signed(other))).toMatchObject(refused);
    expect(await send(payload, signed(payload, { timestamp: now() - 301 }))).toMatchObject(refused);
    expect([await billing(), await countRows(crier, 'billing_event')]).toEqual([
      { plan: 'free', status: null },
      0,
    ]);
    expect((await send(payload, signed(payload, { timestamp: now() - 240 }))).status).toBe(200);
    expect((await billing()).plan).toBe('team');
  });

  it('applies an event once when it arrives twice, one after the other or at the same time', async () => {
    await send(event('customer.subscription.created', subscription(), { created: now() - 60 }));
    const failed = event('invoice.payment_failed', {
      object: 'invoice',
      customer: 'cus_ada',
      parent: { subscription_details: { subscription: 'sub_ada' } },
    });
    const answers = [...(await Promise.all([send(failed), send(failed), send(failed)])), await send(failed)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await notifications()).toHaveLength(1);
    expect(await billing()).toEqual({ plan: 'team', status: 'past_due' });
  });

  it('records an older event that arrives after a newer one, and changes nothing', async () => {
    await send(
      event('customer.subscription.deleted', subscription({ status: 'canceled' }), { created: now() - 10 }),
    );
    expect(
      (await send(event('customer.subscription.created', subscription(), { created: now() - 100 }))).status,
    ).toBe(200);
    expect(
      (await send(event('customer.subscription.updated', subscription(), { created: now() - 50 }))).status,
    ).toBe(200);
    expect([await billing(), await countRows(crier, 'billing_event')]).toEqual([
      { plan: 'free', status: 'canceled' },
      3,
    ]);
  });

  it('removes the plan when the subscription has ended, and notifies the organisation', async () => {
    await send(event('customer.subscription.created', subscription(), { created: now() - 100 }));
    await send(event('customer.subscription.deleted', subscription(), { created: now() }));
    expect(await billing()).toEqual({ plan: 'free', status: 'canceled' });
    expect(await notifications()).toEqual([expect.stringMatching(/^The subscription has ended/)]);
  });

  it('keeps a plan whose new subscription arrives before or after the end of the old one', async () => {
    const begun = event('customer.subscription.created', subscription({ id: 'sub_new' }), {
      created: now() - 20,
    });
    const ended = event('customer.subscription.deleted', subscription(), { created: now() - 10 });
    for (const order of [
      [begun, ended],
      [ended, begun],
    ]) {
      await sql(crier, 'delete from billing_event');
      await sql(crier, 'delete from billing_subscription');
      await sql(crier, 'update organization set plan = null, billing_status = null');
      for (const payload of order) expect((await send(payload)).status).toBe(200);
      expect(await billing()).toEqual({ plan: 'team', status: 'active' });
    }
  });

  it('keeps an organisation from being deleted while its plan is paid for', async () => {
    const cleo = await addPerson(crier, {
      organizationId: (await crier.anotherOrganization('Cleo & Co')).id,
    });
    await sql(crier, "update organization set billing_customer_id = 'cus_cleo' where name = 'Cleo & Co'");
    const remove = async (): Promise<unknown> => {
      const { status, body } = await cleo.call<ErrorBody & { success: boolean }>('DELETE', '/organization', {
        body: { name: 'Cleo & Co' },
      });
      return [status, body.code ?? body.success];
    };
    await send(
      event('customer.subscription.created', subscription({ id: 'sub_cleo', customer: 'cus_cleo' }), {
        created: now() - 5,
      }),
    );
    expect(await remove()).toEqual([409, 'subscription_runs']);
    await send(
      event('customer.subscription.deleted', subscription({ id: 'sub_cleo', customer: 'cus_cleo' })),
    );
    expect(await remove()).toEqual([200, true]);
  });

  it('recognises a purchase by its checkout page, and who made it, even when that person is gone', async () => {
    const session = {
      object: 'checkout.session',
      mode: 'subscription',
      customer: 'cus_ada',
      subscription: 'sub_ada',
      payment_status: 'paid',
      metadata: { plan: 'team', userId: randomUUID() },
    };
    expect((await send(event('checkout.session.completed', session))).status).toBe(200);
    expect(await billing()).toEqual({ plan: 'team', status: 'active' });
    expect(await sql(crier, "select user_id as by from audit_event where kind = 'plan_changed'")).toEqual([
      { by: null },
    ]);
  });

  it("changes only the customer's organisation", async () => {
    const ben = await crier.anotherOrganization('Ben & Co');
    await sql(crier, "update organization set billing_customer_id = 'cus_ben' where id = $1", [ben.id]);
    await send(event('customer.subscription.created', subscription({ id: 'sub_ben', customer: 'cus_ben' })));
    expect((await billing()).plan).toBe('free');
    expect(await sql(crier, 'select id from organization where plan is not null')).toEqual([{ id: ben.id }]);
    // Even when an event of one customer names the subscription of another.
    await send(
      event(
        'invoice.payment_failed',
        { customer: 'cus_ada', subscription: 'sub_ben' },
        { created: now() + 1 },
      ),
    );
    expect(
      await sql(crier, 'select billing_status as status from organization where id = $1', [ben.id]),
    ).toEqual([{ status: 'active' }]);
  });

  it('answers 200 to irrelevant events: other kinds, and customers of other products', async () => {
    expect((await send(event('customer.created', { id: 'cus_ada' }))).status).toBe(200);
    expect(
      (
        await send(
          event('customer.subscription.created', subscription({ customer: 'cus_of_another_product' })),
        )
      ).status,
    ).toBe(200);
    expect((await billing()).plan).toBe('free');
  });

  it('answers 5xx and forgets the event when the database fails, so that Stripe sends it again', async () => {
    const payload = event('customer.subscription.created', subscription());
    await sql(crier, 'alter table billing_subscription rename to billing_subscription_away');
    const failed = await send(payload);
    await sql(crier, 'alter table billing_subscription_away rename to billing_subscription');
    expect(failed).toMatchObject({
      status: 500,
      body: { code: 'internal', message: 'Internal server error' },
    });
    expect((await send(payload)).status).toBe(200);
    expect((await billing()).plan).toBe('team');
  });
});
