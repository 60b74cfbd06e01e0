import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, setState, sql, type ErrorBody } from '../src/test/factories.ts';
import { authorize, registerApp } from '../src/oauth/fixtures/flow.ts';
import { createEgress } from '../src/platform/egress.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { addPerson } from '../src/test/person.ts';
import { startReceiver, type WebhookReceiver } from '../src/test/webhook-receiver.ts';
import { documented } from '../src/test/listen-to.ts';
import type { DeliveryOutcome } from '../temporal/contract/deliver-webhook.ts';
import { PAUSES_MS, createDeliverWebhook, type DeliverWebhook } from './deliver-webhook.ts';
import { askForDeliveries } from './reconcile-runs.ts';

interface Made {
  readonly id: string;
  readonly secret: string;
}

describe('a webhook', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let channel: string;
  let webhook: Made;
  let deliver: DeliverWebhook;

  beforeAll(async () => {
    [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
    channel = (await crier.connect('sandbox')).id;
    deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
  });
  beforeEach(async () => {
    await sql(crier, 'delete from webhook');
    await sql(crier, 'delete from webhook_event');
    await sql(crier, 'delete from notification');
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 204 });
    webhook = (await crier.call<Made>('POST', '/webhooks', { body: { url: receiver.url } })).body;
    receiver.secret = webhook.secret;
  });
  afterEach(() => expectDocumented());
  afterAll(async () => {
    await crier?.stop();
    await receiver?.stop();
  });

  const pending = async (): Promise<string[]> =>
    (
      await sql<{ id: string }>(
        crier,
        "select id from webhook_delivery where state = 'pending' order by created_at",
      )
    ).map(({ id }) => id);
  /** Tries everything that is pending, once. */
  const tryAll = async (): Promise<DeliveryOutcome[]> => {
    const outcomes: DeliveryOutcome[] = [];
    for (const deliveryId of await pending()) outcomes.push(await deliver({ deliveryId }));
    return outcomes;
  };
  /** What the timers of the runs would do. */
  const pausesEnd = (): Promise<unknown> => sql(crier, 'update webhook_delivery set next_at = null');
  /** Everything that was sent has the shape that the document gives it. */
  const expectDocumented = async (): Promise<void> => {
    for (const { body } of receiver.received) {
      if (!Array.isArray(body)) await documented(crier, body as Parameters<typeof documented>[1]);
    }
  };
  const types = (): unknown[] => receiver.received.map(({ body }) => (body as { type: string }).type);
  const notices = async (): Promise<string[]> =>
    (await sql<{ content: string }>(crier, 'select content from notification')).map(({ content }) => content);

  it('is notified of what happens to a post, signed, numbered and in the order in which it happened', async () => {
    const post = await createOne(crier, buildPost(channel));
    await crier.call('PATCH', `/posts/${post}`, { body: { date: '2031-06-01T10:00:00Z' } });
    await setState(crier, post, 'publishing');
    await setState(crier, post, 'published');
    await tryAll();
    expect(types()).toEqual(['post.scheduled', 'post.changed', 'post.published']);
    expect(receiver.received.every(({ verified }) => verified)).toBe(true);
    expect(receiver.received.map(({ body }) => (body as { sequence: number }).sequence)).toEqual([1, 2, 3]);
    expect(receiver.received[2]?.body).toMatchObject({
      id: receiver.received[2]?.id,
      version: 1,
      organizationId: crier.organizationId,
      data: {
        post: { id: post, status: 'published' },
        integration: { id: channel, providerIdentifier: 'sandbox' },
      },
    });
  });

  it('gets no events of drafts, of other channels and of other types than its own', async () => {
    const other = (await crier.connect('sandbox')).id;
    await sql(crier, 'delete from webhook_event');
    await crier.call('PATCH', `/webhooks/${webhook.id}`, {
      body: { channels: [channel], events: ['post.scheduled'] },
    });
    await createOne(crier, buildPost(channel, { type: 'draft' }));
    await createOne(crier, buildPost(other));
    await setState(crier, await createOne(crier, buildPost(channel)), 'failed');
    await tryAll();
    expect(types()).toEqual(['post.scheduled']);
  });

  it('gets events of channels', async () => {
    const gone = (await crier.connect('sandbox')).id;
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [gone]);
    await sql(crier, 'update integration set refresh_needed = false where id = $1', [gone]);
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [gone]);
    await tryAll();
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      { type: 'channel.connected' },
      { type: 'channel.disconnected', data: { reason: 'expired' } },
      { type: 'channel.connected' },
      { type: 'channel.disconnected', data: { reason: 'deleted', integration: { id: gone } } },
    ]);
  });

  it('that does not answer well is tried again, with the same id, for three days', async () => {
    await createOne(crier, buildPost(channel));
    receiver.answer = () => ({ status: 500, body: 'Out of order' });
    let waited = 0;
    let later = 0;
    for (const pause of PAUSES_MS) {
      const [outcome] = await tryAll();
      const waitMs = outcome?.status === 'wait' ? outcome.waitMs : 0;
      expect([waitMs >= pause, waitMs <= pause * 1.1]).toEqual([true, true]);
      expect((await tryAll())[0]).toMatchObject({ status: 'wait', reason: 'for the next try' });
      waited += pause;
      later += waitMs - pause;
      await pausesEnd();
    }
    // Jitter: what failed together does not come back together.
    expect(later).toBeGreaterThan(0);
    expect(Math.round(waited / 3_600_000)).toBe(72);
    await sql(crier, "update webhook set failing_since = now() - interval '72 hours'");
    expect(await tryAll()).toEqual([{ status: 'failed', reason: 'the receiver answered 500' }]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(PAUSES_MS.length + 1);
    expect((await notices())[0]).toContain('was switched off: it has taken nothing for three days');
  });

  it('that took something meanwhile stays on when one event could not be delivered', async () => {
    await createOne(crier, buildPost(channel));
    receiver.answer = () => ({ status: 500 });
    await sql(crier, 'update webhook_delivery set attempts = $1', [PAUSES_MS.length]);
    expect(await tryAll()).toMatchObject([{ status: 'failed' }]);
    expect(await notices()).toEqual([]);
  });

  it('that answers 410 is switched off at once, and what waits for it ends', async () => {
    await createOne(crier, buildPost(channel));
    await createOne(crier, buildPost(channel));
    receiver.answer = () => ({ status: 410 });
    expect((await tryAll()).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(receiver.received).toHaveLength(1);
    expect(await notices()).toHaveLength(1);
    await createOne(crier, buildPost(channel));
    expect(await pending()).toEqual([]);
    const { body } = await crier.call<{ disabledReason: string }>('GET', `/webhooks/${webhook.id}`);
    expect(body.disabledReason).toBe('the receiver answered 410 Gone');
  });

  it('whose name comes to mean a private address is not reached, with the message of any other guarded one', async () => {
    await createOne(crier, buildPost(channel));
    await sql(crier, "update webhook set url = 'https://10.0.0.1/hook'");
    expect(await tryAll()).toMatchObject([
      { status: 'wait', reason: 'try 1 failed: the address is not public' },
    ]);
  });

  it('is signed to with both secrets while one replaces the other', async () => {
    const { body } = await crier.call<{ secret: string }>('POST', `/webhooks/${webhook.id}/secret`);
    for (const secret of [webhook.secret, body.secret]) {
      receiver.secret = secret;
      await createOne(crier, buildPost(channel));
      await tryAll();
    }
    expect(receiver.received.map(({ verified }) => verified)).toEqual([true, true]);
    await sql(crier, "update webhook set old_secret_until = now() - interval '1 second'");
    receiver.secret = webhook.secret;
    await createOne(crier, buildPost(channel));
    await tryAll();
    expect(receiver.received.at(-1)?.verified).toBe(false);
  });

  it('in the format `postiz` gets what that has, of published posts alone', async () => {
    await sql(crier, 'delete from webhook');
    await crier.call('POST', '/webhooks', { body: { url: receiver.url, format: 'postiz' } });
    const post = await createOne(crier, buildPost(channel));
    await setState(crier, post, 'published');
    await tryAll();
    expect(receiver.received.map(({ body }) => body)).toEqual([
      [
        {
          id: post,
          content: expect.any(String),
          publishDate: expect.any(String),
          releaseURL: null,
          state: 'PUBLISHED',
          integration: {
            id: channel,
            name: expect.any(String),
            providerIdentifier: 'sandbox',
            picture: null,
            type: 'social',
          },
        },
      ],
    ]);
  });

  it('shows in its log what was sent and answered, and sends it again on request', async () => {
    receiver.answer = () => ({ status: 500, body: 'Out of order' });
    const { status, body: test } = await crier.call<{ deliveryId: string }>(
      'POST',
      `/webhooks/${webhook.id}/test`,
    );
    expect(status).toBe(201);
    await tryAll();
    const log = async () =>
      (
        await crier.call<{ deliveries: Record<string, unknown>[] }>(
          'GET',
          `/webhooks/${webhook.id}/deliveries`,
        )
      ).body.deliveries;
    expect(await log()).toMatchObject([
      {
        id: test.deliveryId,
        type: 'webhook.test',
        state: 'pending',
        attempts: 1,
        status: 500,
        answer: 'Out of order',
        request: { type: 'webhook.test', data: { message: 'Hello from Crier' } },
      },
    ]);
    await sql(crier, "update webhook_delivery set state = 'failed', settled_at = now()");
    receiver.answer = () => ({ status: 200, body: 'ok' });
    const resend = `/webhooks/${webhook.id}/deliveries/${test.deliveryId}/resend`;
    expect((await crier.call('POST', resend)).status).toBe(201);
    await tryAll();
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]);
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id);
    const unknown = `/webhooks/${webhook.id}/deliveries/${webhook.id}/resend`;
    expect((await crier.call('POST', unknown)).body).toMatchObject({ code: 'delivery_not_found' });
    await crier.call('PATCH', `/webhooks/${webhook.id}`, { body: { disabled: true } });
    for (const path of [resend, `/webhooks/${webhook.id}/test`]) {
      expect(await crier.call('POST', path)).toMatchObject({
        status: 409,
        body: { code: 'webhook_disabled' },
      });
    }
  });

  it('gets again what has failed since a moment', async () => {
    for (let i = 0; i < 3; i++) await createOne(crier, buildPost(channel));
    await sql(crier, "update webhook_delivery set state = 'failed', settled_at = now()");
    const since = { body: { since: new Date(Date.now() - 60_000).toISOString() } };
    const { status, body } = await crier.call('POST', `/webhooks/${webhook.id}/resend`, since);
    expect([status, body]).toEqual([201, { deliveries: 3, next: null }]);
    await tryAll();
    expect(receiver.received).toHaveLength(3);
  });

  it.each([
    [{ url: 'http://example.com/hook' }, 'url must be a URL that begins with https://'],
    [{ url: 'ftp://example.com' }, 'url must be a URL that begins with https://'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url must not be an address of a private network'],
    [
      { url: 'https://example.com/\r\nX: y' },
      'url must be one URL, without white space or control characters',
    ],
    [{ url: 'https://ann:pw@example.com' }, 'url must not hold a user name or password'],
    [{ url: 'https://example.com', events: ['post.liked'] }, 'events.0 must be one of'],
    [
      { url: 'https://example.com', channels: [crypto.randomUUID()] },
      'channels.0 is not a channel of the organisation',
    ],
    [{ url: 'https://example.com', secret: 'mine' }, 'secret'],
  ])('is not made of %j, nor changed to it', async (body, message) => {
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${webhook.id}`],
    ] as const) {
      const refused = await crier.call<ErrorBody>(method, path, { body });
      expect(refused.status).toBe(400);
      expect(refused.body.message).toContain(message);
    }
  });

  it('is neither seen nor changed by another organisation', async () => {
    const { apiKey } = await crier.anotherOrganization();
    const as = { headers: {}, key: apiKey };
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { disabled: true }],
      ['DELETE', '', undefined],
      ['POST', '/secret', undefined],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/resend', { since: '2031-01-01T00:00:00Z' }],
    ] as const) {
      const { status } = await crier.call(method, `/webhooks/${webhook.id}${path}`, { ...as, body });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    expect((await crier.call('GET', '/webhooks', as)).body).toEqual([]);
  });

  it('of an app ends with the access of that app, unless a person has changed it since', async () => {
    await sql(crier, 'delete from webhook');
    const owner = await addPerson(crier, { role: 'owner' });
    const token = await authorize(crier, owner, await registerApp(owner));
    const made = (name: string) =>
      crier.call<Made>('POST', '/webhooks', { key: token, body: { url: receiver.url, name } });
    await made('own');
    const ours = { body: { url: receiver.url, name: 'known' } };
    const [adopted, known] = [await made('adopted'), await crier.call<Made>('POST', '/webhooks', ours)];
    await crier.call('PATCH', `/webhooks/${adopted.body.id}`, { body: { name: 'ours' } });
    expect((await crier.call('POST', `/webhooks/${known.body.id}/secret`, { key: token })).status).toBe(201);
    await createOne(crier, buildPost(channel));
    await tryAll();
    expect(receiver.received).toHaveLength(3);
    await sql(crier, "update oauth_token set revoked_at = now(), revoked_reason = 'user'");
    await createOne(crier, buildPost(channel));
    expect((await tryAll()).map(({ status }) => status).toSorted()).toEqual(
      expect.arrayContaining(['delivered', 'failed']),
    );
    const { body } = await crier.call<{ name: string; disabledReason: string | null }[]>('GET', '/webhooks');
    const reasons = Object.fromEntries(body.map(({ name, disabledReason }) => [name, disabledReason]));
    const lost = 'the app that made it has no access any more';
    // Of "known" the app has the secret, and could sign with it.
    expect(reasons).toEqual({ own: lost, known: lost, ours: null });
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://169.254.169.254/latest',
    'https://localhost/',
  ])('at %s is not reached, and reveals no more', async (url) => {
    const guarded = createEgress({
      guardDisabled: false,
      allowCidrs: [],
      trustedOrigins: [],
      proxyResolves: false,
    });
    const strict = createDeliverWebhook({ ...crier.context, egress: guarded, providerEnv: {} });
    await createOne(crier, buildPost(channel));
    await sql(crier, 'update webhook set url = $1', [url]);
    const [deliveryId = ''] = await pending();
    try {
      expect(await strict({ deliveryId })).toMatchObject({
        status: 'wait',
        reason: 'try 1 failed: the address is not public',
      });
    } finally {
      await guarded.close();
    }
  });

  it('never shows its secret again', async () => {
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { text } = await crier.call('GET', '/webhooks');
    expect(text).not.toContain(webhook.secret.slice(6));
    const [row] = await sql<{ secret: string }>(crier, 'select secret from webhook');
    expect(row?.secret).not.toContain(webhook.secret.slice(6));
  });

  it('that is asked to be sent again while its run ends is asked for two minutes later, then every ten', async () => {
    await createOne(crier, buildPost(channel));
    await tryAll();
    const [row] = await sql<{ id: string }>(crier, 'select id from webhook_delivery');
    await sql(crier, "update webhook_delivery set created_at = now() - interval '4 minutes'");
    const asked = async (minutes: number): Promise<number> => {
      // The message of the outbox has found the run that was about to end.
      await sql(crier, 'delete from outbox');
      await sql(crier, 'update webhook_delivery set next_at = next_at - make_interval(mins => $1)', [
        minutes,
      ]);
      await sql(crier, 'update webhook_delivery set checked_at = checked_at - make_interval(mins => $1)', [
        minutes,
      ]);
      await askForDeliveries(crier.context.database);
      return (await sql(crier, 'select 1 from outbox where subject_id = $1', [row?.id])).length;
    };
    await crier.call('POST', `/webhooks/${webhook.id}/deliveries/${row?.id}/resend`);
    expect([await asked(0), await asked(1), await asked(2)]).toEqual([0, 0, 1]);
    expect([await asked(5), await asked(6)]).toEqual([0, 1]);
    // Asked for once more, it does not wait for the end of those ten minutes.
    expect((await tryAll()).map(({ status }) => status)).toEqual(['delivered']);
    await crier.call('POST', `/webhooks/${webhook.id}/deliveries/${row?.id}/resend`);
    expect([await asked(1), await asked(2)]).toEqual([0, 1]);
  });
});
