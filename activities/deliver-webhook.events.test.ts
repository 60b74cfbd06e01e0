import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../src/platform/entities/events.ts';
import { authorize, registerApp } from '../src/oauth/fixtures/flow.ts';
import { MEDIA_REJECTED } from '../src/platform/media/media-rejected.ts';
import { buildPost, createOne, setState, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { documented } from '../src/test/listen-to.ts';
import { addPerson } from '../src/test/person.ts';
import { startReceiver, type WebhookReceiver } from '../src/test/webhook-receiver.ts';
import { createDeliverWebhook } from './deliver-webhook.ts';
import { notifyOfExpiry } from './reconcile-runs.ts';

/** What a receiver has been sent. */
type Sent = Parameters<typeof documented>[1];

describe('an event of the catalogue', () => {
  let crier: TestInstance;
  let receiver: WebhookReceiver;
  let channel: string;
  let webhook: string;

  beforeAll(async () => {
    [crier, receiver] = await Promise.all([startInstance({ temporal: false }), startReceiver()]);
  });
  beforeEach(async () => {
    channel = (await crier.connect('sandbox')).id;
    await sql(crier, 'delete from webhook');
    const made = { body: { url: receiver.url } };
    const { body } = await crier.call<{ id: string; secret: string }>('POST', '/webhooks', made);
    webhook = body.id;
    receiver.secret = body.secret;
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await crier?.stop();
    await receiver?.stop();
  });

  const post = (): Promise<string> => createOne(crier, buildPost(channel));
  const ended = async (state: string): Promise<string> => {
    const id = await post();
    await setState(crier, id, state);
    return id;
  };
  const ofChannel = (changes: string): Promise<unknown> =>
    sql(crier, `update integration set ${changes} where id = $1`, [channel]);

  const HAPPENINGS: Readonly<Record<WebhookEventType, () => Promise<unknown>>> = {
    'post.scheduled': post,
    'post.changed': async () =>
      crier.call('PATCH', `/posts/${await post()}`, { body: { date: '2031-06-01T10:00:00Z' } }),
    'post.unscheduled': async () =>
      crier.call('PUT', `/posts/${await post()}/status`, { body: { status: 'draft' } }),
    'post.published': () => ended('published'),
    'post.partly_published': () => ended('partly_published'),
    'post.failed': () => ended('failed'),
    'post.unconfirmed': () => ended('unconfirmed'),
    'post.missed': () => ended('missed'),
    'post.cancelled': () => ended('cancelled'),
    'post.removed': async () =>
      sql(crier, 'update post set deleted_at = now() where id = $1', [await ended('published')]),
    'channel.connected': () => crier.connect('sandbox'),
    'channel.disconnected': () => ofChannel('disabled = true'),
    'channel.expiring': async () => {
      await ofChannel("expires_at = now() + interval '2 days'");
      const providers = new Map(
        [...crier.context.providers].map(([name, one]) => [name, { ...one, refresh: undefined }]),
      );
      const deps = { ...crier.context, providerEnv: {}, providers } as Parameters<typeof notifyOfExpiry>[0];
      for (let pass = 0; pass < 2; pass++) await notifyOfExpiry(deps);
    },
    'media.rejected': () =>
      crier.context.database.query(MEDIA_REJECTED, [
        crier.organizationId,
        randomUUID(),
        'menu.mp4',
        'unsupported_file',
        'It has no picture',
      ]),
    'token.revoked': async () => {
      const owner = await addPerson(crier, { role: 'owner' });
      await authorize(crier, owner, await registerApp(owner));
      await sql(crier, "update oauth_token set revoked_at = now(), revoked_reason = 'user'");
    },
    'numbers.collected': async () => {
      await sql(crier, 'insert into numbers_run (integration_id) values ($1) on conflict do nothing', [
        channel,
      ]);
      await sql(crier, 'update numbers_run set read_at = now() where integration_id = $1', [channel]);
    },
    'webhook.test': () => crier.call('POST', `/webhooks/${webhook}/test`),
  };

  it.each(WEBHOOK_EVENT_TYPES)('%s is sent once, signed, in the shape of the document', async (type) => {
    await HAPPENINGS[type]();
    const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    const pending = "select id from webhook_delivery where state = 'pending'";
    for (const { id } of await sql<{ id: string }>(crier, pending)) await deliver({ deliveryId: id });
    const sent = receiver.received.filter(({ body }) => (body as Sent).type === type);
    expect(sent.map(({ verified }) => verified)).toEqual([true]);
    for (const { body } of receiver.received) await documented(crier, body as Sent);
  });

  it('channel.disconnected has the reason: deleted, switched off or expired', async () => {
    const reasons: unknown[] = [];
    for (const changes of ['refresh_needed = true', 'disabled = true', 'deleted_at = now()']) {
      await ofChannel('refresh_needed = false, disabled = false, deleted_at = null');
      await ofChannel(changes);
      const [notice] = await sql<{ reason: string }>(
        crier,
        "select data ->> 'reason' as reason from webhook_event where integration_id = $1 order by at desc, id limit 1",
        [channel],
      );
      reasons.push(notice?.reason);
    }
    expect(reasons).toEqual(['expired', 'disabled', 'deleted']);
  });

  it('stands in the log once, page by page, also with others of the same moment, and by its state', async () => {
    for (let i = 0; i < 5; i++) await createOne(crier, buildPost(channel));
    // Of one statement of the database, and so of one transaction.
    await sql(crier, "update webhook_delivery set created_at = '2026-11-01T09:30:00.123456Z'");
    const page = async (query: string) =>
      (
        await crier.call<{ deliveries: { id: string }[]; nextCursor: string | null }>(
          'GET',
          `/webhooks/${webhook}/deliveries?${query}`,
        )
      ).body;
    for (const limit of [1, 2]) {
      const ids: string[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 6; pages++) {
        const { deliveries, nextCursor } = await page(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
        ids.push(...deliveries.map(({ id }) => id));
        cursor = nextCursor;
      }
      expect([cursor, ids.length, new Set(ids).size]).toEqual([null, 5, 5]);
    }
    await sql(
      crier,
      "update webhook_delivery set state = 'failed', settled_at = now() where id = (select id from webhook_delivery limit 1)",
    );
    expect((await page('state=failed')).deliveries).toHaveLength(1);
    expect((await page('state=pending')).deliveries).toHaveLength(4);
  });
});
