import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  FUTURE,
  UNKNOWN_ID,
  addKey,
  buildPost,
  createOne,
  png,
  sql,
  upload,
  type ErrorBody,
} from '../factories.ts';
import { startInstance, type Answer, type TestInstance } from '../instance.ts';
import { operations } from '../../run/operations.ts';
import type { Operation } from '../../http/operation.ts';

/** The thing of the first organisation that a path parameter names. */
type Thing =
  | 'post'
  | 'group'
  | 'channel'
  | 'media'
  | 'webhook'
  | 'listener'
  | 'upload'
  | 'videoJob'
  | 'hashtagSet';
const NOT_FOUND: Readonly<Record<Thing, string>> = {
  post: 'post_not_found',
  group: 'post_not_found',
  channel: 'integration_not_found',
  media: 'media_not_found',
  webhook: 'webhook_not_found',
  listener: 'listener_not_found',
  upload: 'upload_not_found',
  videoJob: 'video_job_not_found',
  hashtagSet: 'hashtag_set_not_found',
};

/**
 * A request to each operation that the owner could send; `of` = what the parameter of its path names. Every
 * operation has its line.
 */
const REQUESTS: Readonly<Record<string, { readonly thing?: Thing; readonly body?: unknown }>> = {
  createPost: { body: buildPost(UNKNOWN_ID) },
  checkPost: { body: buildPost(UNKNOWN_ID) },
  splitPost: { body: { text: 'Soup', posts: [{ integration: { id: UNKNOWN_ID } }] } },
  readLinkCard: { body: { url: 'https://127.0.0.1:1/' } },
  listPosts: {},
  getPost: { thing: 'post' },
  editPost: { thing: 'post', body: { content: 'mine now' } },
  selectOccurrences: { thing: 'post', body: { scope: 'this' } },
  previewRepeat: { body: { repeat: 'FREQ=DAILY', date: FUTURE } },
  reschedulePosts: { body: { posts: [{ id: UNKNOWN_ID }] } },
  deletePostGroup: { thing: 'group' },
  deletePost: { thing: 'post' },
  setPostStatus: { thing: 'post', body: { status: 'draft' } },
  setPostSettings: { thing: 'post', body: { settings: { __type: 'sandbox' } } },
  retryPost: { thing: 'post' },
  resolvePost: { thing: 'post', body: { decision: 'drop' } },
  listMissingContent: { thing: 'post' },
  setReleaseId: { thing: 'post', body: { releaseId: 'theirs' } },
  getPostAnalytics: { thing: 'post' },
  switchShortLink: { body: { shortURL: 'https://crier.example/s/bcdfghjk', disabled: true } },
  listHashtagSets: {},
  createHashtagSet: { body: { name: 'Bakery', tags: ['bread'] } },
  changeHashtagSet: { thing: 'hashtagSet', body: { tags: ['mine'] } },
  deleteHashtagSet: { thing: 'hashtagSet' },
  uploadFile: {},
  beginDirectUpload: { body: { size: 5 } },
  completeDirectUpload: { thing: 'upload', body: {} },
  uploadFromUrl: { body: { url: 'https://127.0.0.1:1/photo.png' } },
  fitMedia: { thing: 'media', body: { for: 'sandbox' } },
  convertVideo: { thing: 'media' },
  trimVideo: { thing: 'media', body: { endMs: 1000 } },
  getVideoJob: { thing: 'videoJob' },
  listNetworks: {},
  listIntegrations: {},
  getIntegrationSettings: { thing: 'channel' },
  triggerIntegrationTool: { thing: 'channel', body: { methodName: 'channels', data: {} } },
  findSlot: { thing: 'channel' },
  getAnalytics: { thing: 'channel' },
  deleteIntegration: { thing: 'channel' },
  getConnectUrl: {},
  listGroups: {},
  listNotifications: {},
  isConnected: {},
  listWebhooks: {},
  createWebhook: { body: { url: 'https://example.com/hook' } },
  getWebhook: { thing: 'webhook' },
  updateWebhook: { thing: 'webhook', body: { disabled: true } },
  deleteWebhook: { thing: 'webhook' },
  rotateWebhookSecret: { thing: 'webhook' },
  testWebhook: { thing: 'webhook' },
  listDeliveries: { thing: 'webhook' },
  resendDelivery: { thing: 'webhook' },
  resendDeliveries: { thing: 'webhook', body: { since: FUTURE } },
  createListener: { body: {} },
  takeEvents: { thing: 'listener', body: {} },
  deleteListener: { thing: 'listener' },
  getOpenApi: {},
};
const signedIn = operations()
  .filter((operation) => operation.access !== 'open')
  .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);
// The network in a path belongs to nobody.
const withId = signedIn.filter(
  ([, operation]) => operation.path.includes('{') && operation.id !== 'getConnectUrl',
);
const changing = signedIn.filter(([, operation]) => operation.method !== 'get');

describe('two organisations on one instance', () => {
  let crier: TestInstance;
  let ben: { id: string; apiKey: string };
  const ada = {
    channel: '',
    post: '',
    group: '',
    webhook: '',
    listener: '',
    hashtagSet: '',
    upload: randomUUID(),
    videoJob: randomUUID(),
    media: { id: '', path: '' },
  };
  const nameOf = ({ id }: Operation): string => {
    const thing = REQUESTS[id]?.thing ?? 'post';
    return thing === 'media' ? ada.media.id : ada[thing];
  };
  const keys = { reading: '', revoked: '', expired: '' };
  let snapshot: unknown;
  const state = async (): Promise<unknown[]> =>
    Promise.all(
      [
        'post',
        'post_item',
        'post_event',
        'integration',
        'media',
        'tag',
        'outbox',
        'notification',
        'webhook',
        'webhook_listener',
        'hashtag_set',
      ].map((table) => sql(crier, `select json_agg(t order by t::text) as rows from ${table} t`)),
    );
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ben = await crier.anotherOrganization('Ben & Co');
    ada.channel = (await crier.connect('sandbox', { name: 'Ada' })).id;
    ada.post = await createOne(crier, buildPost(ada.channel));
    ada.group =
      (await sql<{ group: string }>(crier, 'select public_group as group from post'))[0]?.group ?? '';
    keys.reading = await addKey(crier, "scopes = '{read}'");
    keys.revoked = await addKey(crier, 'revoked_at = now()');
    keys.expired = await addKey(crier, "expires_at = now() - interval '1 second'");
    ada.media = (await upload<{ id: string; path: string }>(crier, png())).body;
    const hook = { body: { url: 'https://example.com/hook', events: ['token.revoked'] } };
    ada.webhook = (await crier.call<{ id: string }>('POST', '/webhooks', hook)).body.id;
    const listener = { body: { events: ['token.revoked'] } };
    ada.listener = (await crier.call<{ id: string }>('POST', '/webhook-listeners', listener)).body.id;
    const set = { body: { name: 'Spring menu', tags: ['bread'] } };
    ada.hashtagSet = (await crier.call<{ id: string }>('POST', '/hashtag-sets', set)).body.id;
    await sql(
      crier,
      `insert into direct_upload (id, organization_id, size, expires_at) values ($1, $2, 5, now() + interval '1 hour')`,
      [ada.upload, crier.organizationId],
    );
    await sql(crier, "insert into video_job (id, organization_id, kind) values ($1, $2, 'trim')", [
      ada.videoJob,
      crier.organizationId,
    ]);
    snapshot = await state();
  });
  afterAll(() => crier?.stop());

  const asBen = (method: string, path: string, body?: unknown): ReturnType<typeof crier.call<ErrorBody>> =>
    crier.call<ErrorBody>(method, path, { key: ben.apiKey, ...(body === undefined ? {} : { body }) });

  const send = (
    { id, method, path }: Operation,
    named: string,
    key: string | null,
  ): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, named), {
      key,
      body: REQUESTS[id]?.body,
    });
  const refused = ({ status, body }: Answer<ErrorBody>): [number, string] => [status, body.code];

  it('are tested here with a request for every operation', () => {
    expect(Object.keys(REQUESTS).toSorted()).toEqual(
      operations()
        .map((operation) => operation.id)
        .toSorted(),
    );
    expect(withId.filter(([, { id }]) => !REQUESTS[id]?.thing)).toEqual([]);
    expect(
      signedIn
        .filter(([, { id, body }]) => Boolean(body) !== (REQUESTS[id]?.body !== undefined))
        .map(([name]) => name),
    ).toEqual([]);
  });

  it.each(withId)('%s refuses what belongs to the other, and does not quote it', async (_, operation) => {
    const answer = await send(operation, nameOf(operation), ben.apiKey);
    expect(refused(answer)).toEqual([403, 'foreign_resource']);
    expect(answer.text).not.toContain('Spring menu');
  });

  it.each(withId)('%s does not find an unknown id', async (_, operation) => {
    expect(refused(await send(operation, UNKNOWN_ID, crier.apiKey))).toEqual([
      404,
      NOT_FOUND[REQUESTS[operation.id]?.thing ?? 'post'],
    ]);
  });

  it.each(withId)('%s refuses a malformed id', async (_, operation) => {
    for (const named of ['1', 'cxa1b2c3d4e5f6g7h8i9j0k1l', `${UNKNOWN_ID}'`, '%00']) {
      expect(refused(await send(operation, named, crier.apiKey))).toEqual([400, 'invalid_id']);
    }
  });

  it.each(signedIn)(
    '%s answers 401 without a key, and with one that is unknown, revoked or expired',
    async (_, operation) => {
      const named = nameOf(operation);
      expect(refused(await send(operation, named, null))).toEqual([401, 'no_api_key']);
      for (const key of ['crk_unknown', keys.revoked, keys.expired]) {
        expect(refused(await send(operation, named, key))).toEqual([401, 'invalid_api_key']);
      }
    },
  );

  it.each(changing)('%s refuses a read-only key', async (_, operation) => {
    expect(refused(await send(operation, nameOf(operation), keys.reading))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });

  it("cannot post to each other's channels, not even together with their own", async () => {
    const own = (await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id;
    for (const channels of [[ada.channel], [own, ada.channel]]) {
      expect((await asBen('POST', '/posts', buildPost(channels))).body.code).toBe('foreign_resource');
    }
    for (const image of [[{ id: ada.media.id, path: 'x' }], [{ path: ada.media.path }]]) {
      expect(
        (
          await asBen(
            'POST',
            '/posts',
            buildPost([], { posts: [{ integration: { id: own }, value: [{ content: 'x', image }] }] }),
          )
        ).body.code,
      ).toBe('media_not_stored');
    }
    expect(await sql(crier, 'select 1 from post where organization_id = $1', [ben.id])).toEqual([]);
    await sql(crier, 'delete from integration where id = $1', [own]);
  });

  it("cannot change each other's posts by naming one in a create; the other's group means nothing", async () => {
    const own = (await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id;
    const into = (entry: object): Record<string, unknown> =>
      buildPost([], { posts: [{ integration: { id: own }, value: [{ content: 'mine now' }], ...entry }] });
    for (const type of ['schedule', 'now', 'draft', 'update']) {
      expect(
        refused(
          await asBen('POST', '/posts', {
            ...into({ value: [{ content: 'mine now', id: ada.post }] }),
            type,
          }),
        ),
      ).toEqual([403, 'foreign_resource']);
    }
    expect(await sql(crier, 'select 1 from post where organization_id = $1', [ben.id])).toEqual([]);
    expect((await asBen('POST', '/posts', into({ group: ada.group }))).status).toBe(201);
    await sql(crier, 'delete from post_group where organization_id = $1', [ben.id]);
    await sql(crier, 'delete from integration where id = $1', [own]);
  });

  it('see nothing of each other in lists', async () => {
    expect((await asBen('GET', '/integrations')).body).toEqual([]);
    expect((await asBen('GET', `/posts?startDate=2000-01-01&endDate=2100-01-01`)).body).toEqual({
      posts: [],
    });
  });

  it('cannot name an organisation, an id, a state or an author in a body', async () => {
    const id = await createOne(crier, {
      ...buildPost(ada.channel),
      organizationId: ben.id,
      organization: ben.id,
      id: ada.post,
      state: 'published',
      createdBy: ben.id,
    });
    const refused = await crier.call<ErrorBody>('POST', '/posts', {
      body: { ...buildPost(ada.channel), publishedAt: FUTURE },
    });
    expect(refused.body.issues?.map(({ path }) => path)).toEqual(['publishedAt']);
    expect(
      await sql(crier, 'select organization_id as org, state, published_at as at from post where id = $1', [
        id,
      ]),
    ).toEqual([{ org: crier.organizationId, state: 'scheduled', at: null }]);
    expect(id).not.toBe(ada.post);
    await sql(crier, 'delete from post_group where id = (select post_group_id from post where id = $1)', [
      id,
    ]);
  });

  it('keep everything unchanged after all these requests', async () => {
    expect(await state()).toEqual(snapshot);
  });
});

describe('GET /public/v1/integrations', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('shows each channel without its secrets, even a disabled one, and no deleted one', async () => {
    const [a, b, c] = [
      await crier.connect('sandbox', { name: 'A' }),
      await crier.connect('sandbox', { name: 'B' }),
      await crier.connect('sandbox', { name: 'C' }),
    ];
    await sql(
      crier,
      "insert into customer (id, organization_id, name) values ('01900000-0000-7000-8000-00000000c001', $1, 'Cafe Nord')",
      [crier.organizationId],
    );
    await sql(
      crier,
      "update integration set customer_id = '01900000-0000-7000-8000-00000000c001' where id = $1",
      [a.id],
    );
    await sql(crier, 'update integration set disabled = true, refresh_needed = true where id = $1', [b.id]);
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [c.id]);
    const first = {
      id: a.id,
      name: 'A',
      identifier: 'sandbox',
      picture: null,
      disabled: false,
      refreshNeeded: false,
      profile: 'a',
      customer: { id: '01900000-0000-7000-8000-00000000c001', name: 'Cafe Nord' },
    };
    const { body } = await crier.call('GET', '/integrations');
    expect(body).toEqual([
      first,
      {
        id: b.id,
        name: 'B',
        identifier: 'sandbox',
        picture: null,
        disabled: true,
        refreshNeeded: true,
        profile: 'b',
      },
    ]);
    expect(
      (await crier.call('GET', '/integrations?group=01900000-0000-7000-8000-00000000c001')).body,
    ).toEqual([first]);
    expect(
      (await crier.call('GET', '/integrations?group=01900000-0000-7000-8000-00000000c002')).body,
    ).toEqual([]);
    expect((await crier.call('GET', '/integrations?group=')).body).toHaveLength(2);
  });

  it('is empty for a group that is not an id, and refuses two of them', async () => {
    expect((await crier.call('GET', '/integrations?group=nord')).body).toEqual([]);
    expect((await crier.call<ErrorBody>('GET', '/integrations?group=a&group=b')).body.code).toBe(
      'invalid_request',
    );
  });
});
