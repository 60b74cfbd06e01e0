import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPost, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { describeWith } from '../../test/servers/server.ts';
import { stripeMock, type RunningStripe } from '../../test/servers/stripe-mock.ts';

const PLANS = JSON.stringify({
  free: { label: 'Free', channels: 3, postsPerMonth: 50, members: 4, webhooks: 1 },
  team: {
    label: 'Team',
    channels: null,
    postsPerMonth: 5000,
    members: null,
    webhooks: 20,
    stripePrice: 'price_team',
  },
});
const free = { channels: 3, postsPerMonth: 50, members: 4, webhooks: 1, storageMb: null };
const team = { channels: null, postsPerMonth: 5000, members: null, webhooks: 20, storageMb: null };
const unlimited = { channels: null, postsPerMonth: null, members: null, webhooks: null, storageMb: null };

interface Page {
  readonly url: string;
}

describeWith([stripeMock], 'buying a plan', () => {
  let stripe: RunningStripe;
  let crier: TestInstance;
  let owner: TestPerson;
  beforeAll(async () => {
    stripe = await stripeMock.start();
    crier = await startInstance({
      temporal: false,
      env: {
        CRIER_PLANS: PLANS,
        STRIPE_SECRET_KEY: 'sk_test_123',
        STRIPE_SIGNING_KEY: 'whsec_1',
        STRIPE_API_URL: stripe.url,
      },
    });
    owner = await addPerson(crier);
  });
  beforeEach(async () => {
    stripe.requests.length = 0;
    await sql(crier, 'update organization set billing_customer_id = null, billing_status = null');
  });
  afterAll(async () => {
    await crier?.stop();
    await stripe?.stop();
  });

  const calls = (): string[] => stripe.requests.map(({ call }) => call);

  it('shows what is used, what the plan allows, and what can be bought', async () => {
    const channel = (await crier.connect('sandbox')).id;
    await crier.call('POST', '/posts', { body: buildPost(channel) });
    const member = await addPerson(crier, { role: 'member' });
    const { status, body } = await member.call<Record<string, unknown>>('GET', '/billing');
    expect([status, body]).toEqual([
      200,
      {
        enabled: true,
        plan: 'free',
        status: null,
        limits: free,
        used: { channels: 0, posts: 1, members: 2, storageMb: 0 },
        month: expect.stringMatching(/^\d{4}-\d{2}$/),
        plans: [
          { name: 'free', label: 'Free', limits: free, purchasable: false },
          { name: 'team', label: 'Team', limits: team, purchasable: true },
        ],
      },
    ]);
  });

  it("leads an owner to Stripe's page, with the organisation as the customer", async () => {
    const answer = await owner.call<Page>('POST', '/billing/checkout', { body: { plan: 'team' } });
    expect([answer.status, new URL(answer.body.url).host]).toEqual([200, 'checkout.stripe.com']);
    expect(calls()).toEqual(['POST /v1/customers', 'POST /v1/checkout/sessions']);
    const [customer, session] = stripe.requests;
    expect(Object.fromEntries(customer?.body ?? [])).toEqual({
      email: owner.email,
      name: 'Ada & Co',
      'metadata[organizationId]': crier.organizationId,
    });
    expect(customer?.idempotencyKey).toMatch(
      new RegExp(`^crier-customer-${crier.organizationId}-[0-9a-f]{16}$`),
    );
    expect(Object.fromEntries(session?.body ?? [])).toMatchObject({
      mode: 'subscription',
      customer: expect.stringMatching(/^cus_/),
      client_reference_id: crier.organizationId,
      'line_items[0][price]': 'price_team',
      'line_items[0][quantity]': '1',
      'metadata[plan]': 'team',
      'subscription_data[metadata][userId]': owner.id,
      success_url: `${crier.context.publicUrl}/settings/plan?checkout=done`,
      cancel_url: `${crier.context.publicUrl}/settings/plan?checkout=cancelled`,
    });
    expect((await owner.call<{ plan: string }>('GET', '/billing')).body.plan).toBe('free');
  });

  it('creates one customer per organisation, however often it starts to buy', async () => {
    const checkout = (): Promise<{ status: number }> =>
      owner.call('POST', '/billing/checkout', { body: { plan: 'team' } });
    const answers = await Promise.all(Array.from({ length: 5 }, checkout));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const asked = (call: string) => stripe.requests.filter((request) => request.call === call);
    // Stripe answers the same request with the same customer
    // (https://docs.stripe.com/api/idempotent_requests).
    expect(new Set(asked('POST /v1/customers').map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    const [kept] = await sql<{ id: string }>(
      crier,
      'select billing_customer_id as id from organization where id = $1',
      [crier.organizationId],
    );
    expect(new Set(asked('POST /v1/checkout/sessions').map(({ body }) => body.get('customer')))).toEqual(
      new Set([kept?.id]),
    );
    const before = asked('POST /v1/customers').length;
    expect((await checkout()).status).toBe(200);
    expect(asked('POST /v1/customers')).toHaveLength(before);
  });

  it('blocks nobody else while Stripe does not answer', async () => {
    const waiting: ServerResponse[] = [];
    const silent = createServer((_, response) => void waiting.push(response)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const patient = await startInstance({
      temporal: false,
      env: {
        CRIER_PLANS: PLANS,
        STRIPE_SECRET_KEY: 'sk_test_123',
        STRIPE_SIGNING_KEY: 'whsec_1',
        STRIPE_API_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      },
    });
    try {
      const buyer = await addPerson(patient);
      const checkouts = Array.from({ length: 12 }, () =>
        buyer.call<ErrorBody>('POST', '/billing/checkout', { body: { plan: 'team' } }),
      );
      await eventually('Stripe was asked', () => waiting.length > 0);
      expect((await buyer.call('GET', '/billing')).status).toBe(200);
      await eventually('everybody has asked', () => waiting.length === checkouts.length);
      for (const response of waiting) {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"type":"invalid_request_error","message":"no"}}');
      }
      for (const answer of await Promise.all(checkouts)) {
        expect(refusal(answer)).toEqual({ status: 502, code: 'billing_failed' });
      }
    } finally {
      silent.close();
      await patient.stop();
    }
  });

  it('is for owners', async () => {
    for (const role of ['admin', 'member'] as const) {
      const person = await addPerson(crier, { role });
      for (const path of ['/billing/checkout', '/billing/portal']) {
        expect(refusal(await person.call<ErrorBody>('POST', path, { body: { plan: 'team' } }))).toEqual({
          status: 403,
          code: 'insufficient_role',
        });
      }
    }
    expect(calls()).toEqual([]);
  });

  it.each(['free', 'gold'])('is not possible for the plan %s, which has no price', async (plan) => {
    const answer = await owner.call<ErrorBody>('POST', '/billing/checkout', { body: { plan } });
    expect([refusal(answer), answer.body.issues]).toEqual([
      { status: 400, code: 'invalid_request', paths: ['plan'] },
      [{ path: 'plan', message: 'must be one of team', code: 'not_one_of', params: { values: ['team'] } }],
    ]);
  });

  it('leads an organisation that has bought a plan to the page for changing it, and no other', async () => {
    expect(refusal(await owner.call<ErrorBody>('POST', '/billing/portal'))).toEqual({
      status: 409,
      code: 'not_subscribed',
    });
    await sql(
      crier,
      "update organization set billing_customer_id = 'cus_ada', billing_status = 'past_due' where id = $1",
      [crier.organizationId],
    );
    for (const [path, body] of [
      ['/billing/portal', undefined],
      ['/billing/checkout', { plan: 'team' }],
    ] as const) {
      expect((await owner.call<Page>('POST', path, { body })).status).toBe(200);
    }
    expect(stripe.requests.map(({ call, body }) => [call, body.get('customer')])).toEqual([
      ['POST /v1/billing_portal/sessions', 'cus_ada'],
      ['POST /v1/billing_portal/sessions', 'cus_ada'],
    ]);
  });
});

describe('buying a plan, where Stripe', () => {
  const withStripe = async (
    env: Record<string, string>,
    check: (crier: TestInstance, owner: TestPerson) => Promise<void>,
  ): Promise<void> => {
    const crier = await startInstance({ temporal: false, env });
    try {
      await check(crier, await addPerson(crier));
    } finally {
      await crier.stop();
    }
  };

  it('cannot be reached, is reported without internal details', async () => {
    await withStripe(
      {
        CRIER_PLANS: PLANS,
        STRIPE_SECRET_KEY: 'sk_test_of_ours',
        STRIPE_SIGNING_KEY: 'whsec_1',
        STRIPE_API_URL: 'http://127.0.0.1:1',
      },
      async (_, owner) => {
        const answer = await owner.call<ErrorBody>('POST', '/billing/checkout', { body: { plan: 'team' } });
        expect([refusal(answer), answer.body.message]).toEqual([
          { status: 502, code: 'billing_failed' },
          'The payment service could not complete the request. Try again later',
        ]);
      },
    );
  });

  it('is not set up, is disabled, and no plan is for sale', async () => {
    await withStripe({ CRIER_PLANS: PLANS, STRIPE_SECRET_KEY: 'sk_test_123' }, async (crier, owner) => {
      expect(
        (await owner.call<{ plans: { purchasable: boolean }[] }>('GET', '/billing')).body.plans.map(
          ({ purchasable }) => purchasable,
        ),
      ).toEqual([false, false]);
      for (const path of ['/billing/checkout', '/billing/portal']) {
        expect(refusal(await owner.call<ErrorBody>('POST', path, { body: { plan: 'team' } }))).toEqual({
          status: 409,
          code: 'billing_off',
        });
      }
      expect(
        (
          await fetch(`${crier.url}/api/billing/webhook`, {
            method: 'POST',
            body: '{}',
            headers: { 'stripe-signature': 't=1,v1=00' },
          })
        ).status,
      ).toBe(409);
    });
  });

  it('has no plans to sell, limits nothing', async () => {
    await withStripe(
      { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_SIGNING_KEY: 'whsec_1' },
      async (_, owner) => {
        expect((await owner.call<object>('GET', '/billing')).body).toMatchObject({
          enabled: false,
          plan: null,
          status: null,
          limits: unlimited,
          used: { channels: 0, posts: 0, members: 1, storageMb: 0 },
          plans: [],
        });
        expect(
          refusal(await owner.call<ErrorBody>('POST', '/billing/checkout', { body: { plan: 'team' } })),
        ).toEqual({ status: 409, code: 'billing_off' });
      },
    );
  });
});
