import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigration, registerSource } from './v1-source.ts';
import { runPass } from './copy/run-pass.ts';
import { takeOver } from './cutover/take-over.ts';
import { notePhase } from './cutover/organizations.ts';
import { createDeliverWebhook } from '../../activities/deliver-webhook.ts';
import { png, sql, upload } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { startReceiver } from '../test/webhook-receiver.ts';
import { makeV1Source, type V1Source } from './test/make-source.ts';

describe('A client of v1 with its old key and its old ids', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let post: string;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 2,
      posts: 10,
      waiting: 4,
    });
    const access = { source: v1.url, jwtSecret: v1.jwtSecret, uploads: null, env: {} };
    const migration = await registerSource(crier.context, access);
    await runPass(migration);
    await migration.close();
    const [row] = await v1.query<{ id: string; channel: string }>(
      `select id, "integrationId" as channel from "Post"
        where "organizationId" = $1 and state = 'QUEUE' order by "publishDate" limit 1`,
      [v1.organizations[1]?.id],
    );
    post = row?.id ?? '';
    channel = row?.channel ?? '';
  });
  afterAll(async () => {
    await crier?.stop();
    await v1?.drop();
  });

  interface Answer {
    readonly id?: string;
    readonly state?: string;
    readonly posts?: readonly { readonly id: string }[];
    readonly channels?: readonly string[] | null;
  }
  const call = async (
    method: string,
    path: string,
    more: { body?: unknown; key?: string; organization?: number } = {},
  ): Promise<{ status: number; body: Answer }> => {
    const response = await fetch(`${crier.url}/public/v1${path}`, {
      method,
      headers: {
        authorization: v1.organizations[more.organization ?? 1]?.apiKey ?? '',
        'content-type': 'application/json',
        ...(more.key ? { 'idempotency-key': more.key } : {}),
      },
      ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const create = (key?: string): ReturnType<typeof call> =>
    call('POST', '/posts', {
      key,
      body: {
        type: 'schedule',
        date: '2031-05-04T09:30:00.000Z',
        shortLink: false,
        tags: [],
        posts: [{ integration: { id: channel }, value: [{ content: 'Spring menu', image: [] }] }],
      },
    });
  const range = '?startDate=2020-01-01T00:00:00Z&endDate=2040-01-01T00:00:00Z';

  it('reads a post under its old id, and finds it and its channel in the lists', async () => {
    expect(await call('GET', `/posts/${post}`)).toMatchObject({
      status: 200,
      body: { id: post, state: 'QUEUE', integration: { id: channel } },
    });
    const { body } = await call('GET', `/posts${range}`);
    expect(body.posts?.map(({ id }) => id)).toContain(post);
    const channels = await call('GET', '/integrations');
    expect(channels.body).toContainEqual(expect.objectContaining({ id: channel }));
  });

  it('gets an error that v1 still publishes when it changes something, and nothing changes', async () => {
    const refused = { status: 409, body: { code: 'cutover_pending' } };
    expect(await create()).toMatchObject(refused);
    expect(await call('DELETE', `/posts/${post}`)).toMatchObject(refused);
    expect(await call('DELETE', `/integrations/${channel}`)).toMatchObject(refused);
    expect((await call('GET', `/posts/${post}`)).body.state).toBe('QUEUE');
  });

  it('sees nothing of another organisation under its old id', async () => {
    expect((await call('GET', `/posts/${post}`, { organization: 0 })).status).toBe(400);
  });

  it('creates, repeats and deletes after the cutover as before it', async () => {
    const { context } = crier;
    const migration = await openMigration(context);
    await migration.close();
    const organizationId = v1.organizations[1]?.id ?? '';
    await notePhase(context.database, organizationId, 'stopping', { stoppedMs: Date.now() });
    await notePhase(context.database, organizationId, 'looking');
    await takeOver(context.database, organizationId, { rule: 'ask', doubtMs: 0, looked: [] });
    const made = await create('once');
    expect(made).toMatchObject({ status: 201, body: [{ integration: channel }] });
    expect(await create('once')).toEqual(made);
    expect((await call('DELETE', `/posts/${post}`)).status).toBe(200);
    expect((await call('GET', `/posts/${post}`)).status).toBe(404);
  });

  it('names channels by their old ids in a list too, and for a file, and reads them so', async () => {
    const url = 'https://example.com/hook';
    const made = await call('POST', '/webhooks', { body: { url, channels: [channel] } });
    expect([made.status, made.body.channels]).toEqual([201, [channel]]);
    const path = `/webhooks/${made.body.id}`;
    expect((await call('GET', path)).body.channels).toEqual([channel]);
    expect((await call('PATCH', path, { body: { channels: [channel] } })).body.channels).toEqual([channel]);
    const elsewhere = await call('POST', '/webhooks', {
      organization: 0,
      body: { url, channels: [channel] },
    });
    expect(elsewhere.status).toBe(400);
    const key = v1.organizations[1]?.apiKey ?? '';
    const { body: file } = await upload<{ id: string }>(crier, png(), { key });
    expect((await call('POST', `/media/${file.id}/fit`, { body: { for: channel } })).status).toBe(201);
  });

  it('reads in events, in both formats, the ids that it knows', async () => {
    const receiver = await startReceiver();
    const [waiting] = await sql<{ id: string; old: string }>(
      crier,
      `select p.id, l.legacy_id as old from post p join legacy_id l on l.id = p.id and l.kind = 'post'
        where p.organization_id = $1 and p.integration_id = (select id from legacy_id where legacy_id = $2)
          and p.state = 'scheduled' and p.deleted_at is null limit 1`,
      [v1.organizations[1]?.id, channel],
    );
    for (const format of ['crier', 'postiz']) {
      await call('POST', '/webhooks', { body: { url: receiver.url, format, events: ['post.published'] } });
    }
    await sql(crier, "update post set state = 'published', published_at = now() where id = $1", [
      waiting?.id,
    ]);
    const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    const due = await sql<{ id: string }>(crier, "select id from webhook_delivery where state = 'pending'");
    for (const { id } of due) await deliver({ deliveryId: id });
    const [old, now] = [{ id: waiting?.old }, { id: channel }];
    expect(receiver.received.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          data: { post: expect.objectContaining(old), integration: expect.objectContaining(now) },
        }),
        [expect.objectContaining({ ...old, integration: expect.objectContaining(now) })],
      ]),
    );
    await receiver.stop();
  });
});
