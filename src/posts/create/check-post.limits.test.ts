import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, buildTarget, sql } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Wait {
  readonly limit: number;
  readonly used: number;
  readonly of: string;
  readonly hours: number | null;
  readonly until: string | null;
  readonly message: string;
}

describe('checking a post for a network that limits the number of posts', () => {
  let crier: TestInstance;
  let mia: TestPerson;
  let channel: string;
  let other: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { X_POSTS_PER_DAY: '2' } });
    mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    channel = await insertChannel(crier, 'x', { name: 'Nord' });
    other = await insertChannel(crier, 'x', { name: 'Sud' });
  });
  afterAll(() => crier?.stop());

  const body = (on: string, date: string, parts = ['Soup'], id?: string): object =>
    buildPost([], {
      type: 'schedule',
      date,
      posts: [
        buildTarget(on, {
          value: parts.map((content, index) => ({ content, ...(id && index === 0 ? { id } : {}) })),
          settings: { __type: 'x', who_can_reply_post: 'everyone' },
        }),
      ],
    });
  const wait = async (...args: Parameters<typeof body>): Promise<Wait | null> => {
    const checked = await mia.call<{ posts: { ready: boolean; wait: Wait | null }[] }>(
      'POST',
      '/posts/check',
      { body: body(...args) },
    );
    expect(checked.body.posts.map(({ ready }) => ready)).toEqual([true]);
    return checked.body.posts[0]?.wait ?? null;
  };
  const create = async (...args: Parameters<typeof body>): Promise<string> =>
    (await crier.call<{ postId: string }[]>('POST', '/posts', { body: body(...args) })).body[0]?.postId ?? '';

  it('reports nothing while there is room', async () => {
    expect(await wait(channel, '2031-05-04T09:00:00.000Z', ['One', 'Two'])).toBeNull();
  });

  it('reports how many are used by then and when it is published, and takes the post all the same', async () => {
    await create(channel, '2031-05-04T08:00:00.000Z', ['One']);
    await create(other, '2031-05-04T08:30:00.000Z', ['One for the other account of the app']);
    expect(await wait(channel, '2031-05-04T09:00:00.000Z')).toEqual({
      limit: 2,
      used: 2,
      of: 'app',
      hours: 24,
      until: '2031-05-05T08:00:00.000Z',
      message:
        'X takes 2 posts within 24 hours from this app, and 2 are used by then: ' +
        'it will be published at about 2031-05-05 08:00 UTC. Or choose another time',
    });
    expect(await wait(channel, '2031-05-05T08:00:00.000Z')).toBeNull();
    expect(await create(channel, '2031-05-04T09:00:00.000Z')).not.toBe('');
  });

  it('counts what has been published, and no drafts', async () => {
    const day = '2032-05-04T08:00:00.000Z';
    const id = await create(channel, day, ['Published']);
    expect(await wait(channel, '2032-05-04T09:00:00.000Z')).toBeNull();
    await sql(crier, "update post set state = 'published', published_at = $2 where id = $1", [id, day]);
    await sql(crier, 'update post_item set published_at = $2 where post_id = $1', [id, day]);
    expect((await wait(channel, '2032-05-04T09:00:00.000Z', ['One', 'Two']))?.used).toBe(1);
    await sql(crier, "update post set state = 'draft', published_at = null where id = $1", [id]);
    await sql(crier, 'update post_item set published_at = null where post_id = $1', [id]);
    expect(await wait(channel, '2032-05-04T09:00:00.000Z', ['One', 'Two'])).toBeNull();
  });

  it('does not count a post beside itself while it is changed', async () => {
    const id = await create(channel, '2033-05-04T08:00:00.000Z', ['One', 'Two']);
    expect(await wait(channel, '2033-05-04T09:00:00.000Z', ['One', 'Two'], id)).toBeNull();
    expect((await wait(channel, '2033-05-04T09:00:00.000Z', ['One', 'Two']))?.used).toBe(2);
  });

  it('does not count accounts that another organisation connects by an app of its own', async () => {
    const app = [crier.organizationId];
    await create(channel, '2034-05-04T08:00:00.000Z', ['One', 'Two']);
    expect((await wait(other, '2034-05-04T09:00:00.000Z'))?.used).toBe(2);
    await sql(
      crier,
      `insert into organization (id, name) values ('019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c99', 'Elsewhere')`,
    );
    await sql(crier, 'update integration set organization_id = $2 where id = $1', [
      channel,
      '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c99',
    ]);
    expect((await wait(other, '2034-05-04T09:00:00.000Z'))?.used).toBe(2);
    await sql(
      crier,
      `insert into organization_app (organization_id, provider, client_id, sealed_secret)
        values ('019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c99', 'x', 'own', 'sealed')`,
    );
    expect(await wait(other, '2034-05-04T09:00:00.000Z')).toBeNull();
    await sql(crier, 'update integration set organization_id = $2 where id = $1', [channel, ...app]);
  });

  it('knows the limit of an account that has one of its own', async () => {
    const details = { postLimit: { posts: 1, seconds: 86_400 } };
    const own = await insertChannel(crier, 'instagram', { details });
    const usual = await insertChannel(crier, 'instagram');
    const limitOn = async (account: string): Promise<number | undefined> => {
      const id = await create(channel, '2036-05-04T08:00:00.000Z', ['One']);
      await sql(crier, 'update post set integration_id = $2 where id = $1', [id, account]);
      const settings = { __type: 'instagram', post_type: 'post' };
      const checked = await mia.call<{ posts: { wait: Wait | null }[] }>('POST', '/posts/check', {
        body: buildPost([], {
          type: 'schedule',
          date: '2036-05-04T09:00:00.000Z',
          posts: [buildTarget(account, { settings })],
        }),
      });
      return checked.body.posts[0]?.wait?.limit;
    };
    expect([await limitOn(own), await limitOn(usual)]).toEqual([1, undefined]);
  });

  it('reports that a thread longer than the limit must be shortened', async () => {
    const found = await wait(channel, '2035-05-04T09:00:00.000Z', ['One', 'Two', 'Three']);
    expect(found?.until).toBeNull();
    expect(found?.message).toBe(
      'X takes 2 posts within 24 hours from this app, and this thread has more parts. Shorten it',
    );
  });
});
