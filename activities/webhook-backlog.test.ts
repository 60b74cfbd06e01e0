import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sentence } from '../src/platform/sentences.ts';
import { buildPost, createOne, sql, type ErrorBody } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startReceiver, type WebhookReceiver } from '../src/test/webhook-receiver.ts';
import { MAX_WAITING, boundBacklogs } from '../src/webhooks/backlog.ts';
import { createDeliverWebhook } from './deliver-webhook.ts';

interface Seen {
  readonly id: string;
  readonly pending: number;
  readonly oldestPendingAt: string | null;
  readonly backlogFullSince: string | null;
}

describe('what waits for a webhook', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let channel: string;
  let webhook: string;

  beforeAll(async () => {
    [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    webhook = await make();
  });
  afterEach(async () => {
    for (const table of ['webhook', 'webhook_event', 'notification']) {
      await sql(crier, `delete from ${table}`);
    }
  });
  afterAll(async () => {
    await crier?.stop();
    await receiver?.stop();
  });

  const make = async (): Promise<string> => {
    const made = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', {
      body: { url: receiver.url, name: 'Shop' },
    });
    receiver.secret = made.body.secret;
    return made.body.id;
  };
  const happen = (): Promise<string> => createOne(crier, buildPost(channel));
  const seen = async (): Promise<Seen> => (await crier.call<Seen>('GET', `/webhooks/${webhook}`)).body;
  const states = async (id = webhook): Promise<string[]> =>
    (
      await sql<{ state: string }>(
        crier,
        'select state from webhook_delivery where webhook_id = $1 order by created_at',
        [id],
      )
    ).map(({ state }) => state);
  const notices = async (): Promise<string[]> =>
    (await sql<{ content: string }>(crier, 'select content from notification order by created_at')).map(
      ({ content }) => content,
    );
  /** Adds this many waiting deliveries of one event. */
  const fill = (count: number): Promise<unknown> =>
    sql(
      crier,
      `with event as (
        insert into webhook_event (id, organization_id, type, data) values (gen_random_uuid(), $1, 'webhook.test', '{}')
        returning id
      )
      insert into webhook_delivery (id, webhook_id, event_id)
      select gen_random_uuid(), $2, event.id from event, generate_series(1, $3)`,
      [crier.organizationId, webhook, count],
    );
  const take = (count: number): Promise<unknown> =>
    sql(
      crier,
      `update webhook_delivery set state = 'delivered', settled_at = now()
      where id in (select id from webhook_delivery where webhook_id = $1 and state = 'pending' order by created_at limit $2)`,
      [webhook, count],
    );
  const post = (path: string, body?: unknown) =>
    crier.call<ErrorBody & { deliveries: number; next: string | null }>(
      'POST',
      `/webhooks/${webhook}${path}`,
      { body },
    );
  const deliverAll = async (): Promise<void> => {
    const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    const pending = "select id from webhook_delivery where state = 'pending'";
    for (const { id } of await sql<{ id: string }>(crier, pending)) await deliver({ deliveryId: id });
  };
  const since = { since: '2026-01-01T00:00:00Z' };

  it('is counted, with the age of the oldest, whether or not the receiver fails', async () => {
    expect(await seen()).toMatchObject({ pending: 0, oldestPendingAt: null, backlogFullSince: null });
    await happen();
    await sql(crier, "update webhook_delivery set created_at = '2026-11-01T09:30:00Z'");
    await happen();
    expect(await seen()).toMatchObject({ pending: 2, oldestPendingAt: '2026-11-01T09:30:00.000Z' });
    await take(2);
    expect(await seen()).toMatchObject({ pending: 0, oldestPendingAt: null });
  });

  it('is 100,000 deliveries at most: what happens then is kept as not sent, reported, and sent again on request', async () => {
    const other = webhook;
    webhook = await make();
    for (let i = 0; i < 3; i++) await happen();
    await sql(crier, 'delete from webhook_delivery where webhook_id = $1', [other]);
    await take(3);
    await sql(
      crier,
      "update webhook_delivery d set created_at = '2026-11-01T09:30:00Z'::timestamptz + n * interval '1 minute' from (select id, row_number() over () as n from webhook_delivery) l where l.id = d.id",
    );
    await fill(MAX_WAITING - 2);
    await boundBacklogs(crier.context.database);
    expect([(await seen()).backlogFullSince, await notices()]).toEqual([null, []]);
    // As many as there is room for, oldest first, and where to go on.
    expect((await post('/resend', { ...since, which: 'all' })).body).toEqual({
      deliveries: 2,
      next: '2026-11-01T09:32:00.000Z',
    });
    expect((await states()).slice(0, 3)).toEqual(['pending', 'pending', 'delivered']);
    expect((await post('/resend', since)).body.code).toBe('webhook_backlog_full');
    for (let pass = 0; pass < 2; pass++) await boundBacklogs(crier.context.database);
    const { pending, backlogFullSince } = await seen();
    expect([pending, backlogFullSince]).toEqual([MAX_WAITING, expect.any(String)]);
    expect(await notices()).toEqual([
      'The webhook "Shop" is too far behind: 100,000 deliveries wait for it. What happens from now on stands in its log as not sent',
    ]);

    const full = sentence('webhook_had_no_room');
    await happen();
    expect((await seen()).pending).toBe(MAX_WAITING);
    expect(await states(other)).toEqual(['pending']);
    const { body } = await crier.call<{ deliveries: unknown[] }>(
      'GET',
      `/webhooks/${webhook}/deliveries?state=failed`,
    );
    expect(body.deliveries).toMatchObject([
      { type: 'post.scheduled', attempts: 0, problem: full.message, reason: full },
    ]);
    for (const [path, asked] of [
      ['/test', undefined],
      ['/resend', since],
      [`/deliveries/${(body.deliveries[0] as { id: string }).id}/resend`, undefined],
    ] as const) {
      expect(await post(path, asked)).toMatchObject({ status: 409, body: { code: 'webhook_backlog_full' } });
    }

    // There is room again once a tenth was taken, not for each that was.
    await take(10_000);
    await boundBacklogs(crier.context.database);
    expect((await seen()).backlogFullSince).not.toBeNull();
    await take(1);
    await boundBacklogs(crier.context.database);
    expect((await seen()).backlogFullSince).toBeNull();
    expect((await notices())[1]).toMatch(
      /^The webhook "Shop" has room again\. Not sent since \d{4}-\S+Z: 1\. Its page sends them again$/,
    );
    await happen();
    expect((await states()).filter((state) => state === 'failed')).toHaveLength(1);
    expect((await post('/resend', { since: backlogFullSince })).body).toEqual({ deliveries: 1, next: null });
    await sql(crier, 'delete from webhook_delivery where webhook_id <> $1', [webhook]);
    await sql(
      crier,
      "delete from webhook_delivery d using webhook_event e where e.id = d.event_id and e.type = 'webhook.test'",
    );
    await deliverAll();
    expect(receiver.received).toHaveLength(2);
  }, 120_000);

  it('is sent again since a moment: what has failed, or all of it', async () => {
    await happen();
    const [early] = await sql<{ id: string }>(
      crier,
      "update webhook_delivery set state = 'failed', created_at = now() - interval '2 days', settled_at = now() returning event_id as id",
    );
    for (let i = 0; i < 3; i++) await happen();
    await deliverAll();
    receiver.received.length = 0;
    const hour = { since: new Date(Date.now() - 3_600_000).toISOString() };
    for (const [asked, deliveries] of [
      [hour, 0],
      [{ ...hour, which: 'failed' }, 0],
      [{ ...hour, which: 'all' }, 3],
      // They wait already.
      [{ ...hour, which: 'all' }, 0],
      [{ ...since, which: 'failed' }, 1],
    ] as const) {
      expect(await post('/resend', asked)).toMatchObject({ status: 201, body: { deliveries, next: null } });
    }
    await deliverAll();
    const ids = receiver.received.map(({ id }) => id);
    expect([ids.length, new Set(ids).size, ids.includes(early?.id ?? '')]).toEqual([4, 4, true]);
    expect(receiver.received.every(({ verified }) => verified)).toBe(true);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ since: 'yesterday' }, 'invalid_date'],
    [{ ...since, which: 'lost' }, 'invalid_request'],
    [{ ...since, until: since.since }, 'invalid_request'],
  ])('is not sent again because of %j', async (body, code) => {
    await happen();
    await take(1);
    expect(await post('/resend', body)).toMatchObject({ status: 400, body: { code } });
    expect(await states()).toEqual(['delivered']);
    expect((await post('/resend', { ...since, which: 'all' })).status).toBe(201);
  });

  it('is not sent again to one that is switched off, whichever was asked for', async () => {
    await happen();
    await take(1);
    await crier.call('PATCH', `/webhooks/${webhook}`, { body: { disabled: true } });
    for (const which of ['failed', 'all']) {
      expect((await post('/resend', { ...since, which })).body.code).toBe('webhook_disabled');
    }
  });
});
