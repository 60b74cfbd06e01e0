import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FUTURE, buildPost, createOne, png, sql, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

describe('two organisations on one instance', () => {
  let crier: TestInstance;
  let ben: { id: string; apiKey: string };
  const ada = { channel: '', post: '', media: { id: '', path: '' } };
  let snapshot: unknown;
  const state = (): Promise<unknown> => sql(crier, `select (select json_agg(p order by p.id) from post p) as posts, (select json_agg(i order by i.id) from integration i) as channels, (select json_agg(m order by m.id) from media m) as media`);
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ben = await crier.anotherOrganization('Ben & Co');
    ada.channel = (await crier.connect('sandbox', { name: 'Ada' })).id;
    ada.post = await createOne(crier, buildPost(ada.channel));
    ada.media = (await upload<{ id: string; path: string }>(crier, png())).body;
    snapshot = await state();
  });
  afterAll(() => crier?.stop());

  const asBen = (method: string, path: string, body?: unknown): ReturnType<typeof crier.call<ErrorBody>> => crier.call<ErrorBody>(method, path, { key: ben.apiKey, ...(body === undefined ? {} : { body }) });

  it.each([
    ['GET', (): string => `/posts/${ada.post}`, undefined], ['PATCH', (): string => `/posts/${ada.post}`, { date: FUTURE }], ['PATCH', (): string => `/posts/${ada.post}`, { content: 'mine now' }],
    ['DELETE', (): string => `/posts/${ada.post}`, undefined], ['POST', (): string => `/posts/${ada.post}/retry`, undefined],
    ['POST', (): string => `/posts/${ada.post}/resolve`, { decision: 'drop' }],
  ] as const)('%s of a post of the other is refused', async (method, path, body) => {
    const answer = await asBen(method, path(), body);
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_resource']);
    expect(answer.text).not.toContain('Spring menu');
  });

  it('nobody posts to a channel of the other, not even as one of several', async () => {
    const own = (await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id;
    for (const channels of [[ada.channel], [own, ada.channel]]) expect((await asBen('POST', '/posts', buildPost(channels))).body.code).toBe('foreign_resource');
    for (const image of [[{ id: ada.media.id, path: 'x' }], [{ path: ada.media.path }]]) {
      expect((await asBen('POST', '/posts', buildPost([], { posts: [{ integration: { id: own }, value: [{ content: 'x', image }] }] }))).body.code).toBe('media_not_stored');
    }
    expect(await sql(crier, 'select 1 from post where organization_id = $1', [ben.id])).toEqual([]);
    await sql(crier, 'delete from integration where id = $1', [own]);
  });

  it('lists show nothing of the other', async () => {
    expect((await asBen('GET', '/integrations')).body).toEqual([]);
    expect((await asBen('GET', `/posts?startDate=2000-01-01&endDate=2100-01-01`)).body).toEqual({ posts: [] });
  });

  it('a body cannot name an organisation, an id, a state or an author', async () => {
    const id = await createOne(crier, { ...buildPost(ada.channel), organizationId: ben.id, organization: ben.id, id: ada.post, state: 'published', publishedAt: FUTURE, createdBy: ben.id });
    expect(await sql(crier, 'select organization_id as org, state, published_at as at from post where id = $1', [id])).toEqual([{ org: crier.organizationId, state: 'scheduled', at: null }]);
    expect(id).not.toBe(ada.post);
    await sql(crier, 'delete from post_group where id = (select post_group_id from post where id = $1)', [id]);
  });

  it('after all that, what belongs to the first is as it was', async () => {
    expect(await state()).toEqual(snapshot);
  });
});

describe('GET /public/v1/integrations', () => {
  let crier: TestInstance;
  beforeAll(async () => { crier = await startInstance({ temporal: false }); });
  afterAll(() => crier?.stop());

  it('shows each channel without its secrets, also one that is off, and none that was deleted', async () => {
    const [a, b, c] = [await crier.connect('sandbox', { name: 'A' }), await crier.connect('sandbox', { name: 'B' }), await crier.connect('sandbox', { name: 'C' })];
    await sql(crier, "insert into customer (id, organization_id, name) values ('01900000-0000-7000-8000-00000000c001', $1, 'Cafe Nord')", [crier.organizationId]);
    await sql(crier, "update integration set customer_id = '01900000-0000-7000-8000-00000000c001' where id = $1", [a.id]);
    await sql(crier, 'update integration set disabled = true, refresh_needed = true where id = $1', [b.id]);
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [c.id]);
    const first = { id: a.id, name: 'A', identifier: 'sandbox', picture: null, disabled: false, refreshNeeded: false, profile: 'a', customer: { id: '01900000-0000-7000-8000-00000000c001', name: 'Cafe Nord' } };
    const { body } = await crier.call('GET', '/integrations');
    expect(body).toEqual([first, { id: b.id, name: 'B', identifier: 'sandbox', picture: null, disabled: true, refreshNeeded: true, profile: 'b' }]);
    expect((await crier.call('GET', '/integrations?group=01900000-0000-7000-8000-00000000c001')).body).toEqual([first]);
    expect((await crier.call('GET', '/integrations?group=01900000-0000-7000-8000-00000000c002')).body).toEqual([]);
    expect((await crier.call('GET', '/integrations?group=')).body).toHaveLength(2);
  });

  it('refuses a group that is not an id, and two of them', async () => {
    expect((await crier.call<ErrorBody>('GET', '/integrations?group=nord')).body.code).toBe('invalid_id');
    expect((await crier.call<ErrorBody>('GET', '/integrations?group=a&group=b')).body.code).toBe('invalid_request');
  });
});
