import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  png,
  refusal,
  setState,
  sql,
  upload,
  type ErrorBody,
} from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  revision: number;
  content: string;
  settings: Record<string, unknown>;
  tags: { tag: { name: string } }[];
  items: { id: string; content: string }[];
  timeline: { event: string }[];
}

let crier: TestInstance;
let discord: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  discord = await insertChannel(crier, 'discord');
});
afterAll(() => crier?.stop());
beforeEach(async () => {
  id = await createOne(
    crier,
    buildPost([], { posts: [buildTarget(discord, { settings: { __type: 'discord', channel: '123' } })] }),
  );
});

const edit = (body: unknown, ifMatch?: string, postId = id): Promise<Answer<ErrorBody & Shown>> =>
  crier.call('PATCH', `/posts/${postId}`, { body, ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}) });
const setSettings = (
  body: unknown,
  postId = id,
  key = crier.apiKey,
): Promise<Answer<ErrorBody & { postId: string; publishDate: string }>> =>
  crier.call('PUT', `/posts/${postId}/settings`, { body, key });
const show = async (): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${id}`)).body;
const names = ({ tags }: Shown): string[] => tags.map(({ tag }) => tag.name);

describe('PATCH /public/v1/posts/{id} with settings and tags', () => {
  it('reports a move only when the date is another one', async () => {
    const events = async (): Promise<string[]> => (await show()).timeline.map(({ event }) => event);
    const { date } = buildPost([]);
    await edit({ date, settings: { extra: [1] } });
    expect(await events()).toEqual(['accepted', 'edited']);
    await edit({ date: '2031-06-01T00:00:00Z' });
    expect(await events()).toEqual(['accepted', 'edited', 'rescheduled']);
  });

  it('merges settings into the stored ones, and leaves content and date alone', async () => {
    const before = await show();
    const { body } = await edit({ settings: { extra: [1] } });
    expect(body).toMatchObject({
      revision: 2,
      settings: { __type: 'discord', channel: '123', extra: [1] },
      items: before.items,
    });
    expect((await edit({ settings: { __type: 'discord', channel: '456' } })).body.settings).toEqual({
      __type: 'discord',
      channel: '456',
      extra: [1],
    });
  });

  it('takes pictures, one or several, and none that is deleted', async () => {
    const pictures = await Promise.all(
      [1, 2].map(async (side) => {
        const { body } = await upload<{ id: string; path: string }>(crier, png(40, 30 + side), {
          name: 'soup.png',
        });
        return { id: body.id, path: body.path, alt: 'A bowl of soup' };
      }),
    );
    const show = (image: unknown[]): Promise<Answer<ErrorBody & Shown>> =>
      edit({ value: [{ content: 'Soup', image }] });
    expect((await show(pictures.slice(0, 1))).body.items).toMatchObject([{ image: pictures.slice(0, 1) }]);
    expect((await show(pictures)).body.items).toMatchObject([{ image: pictures }]);
    await sql(crier, 'update media set deleted_at = now() where id = $1', [pictures[1]?.id]);
    expect(refusal(await show(pictures)).code).toBe('media_not_stored');
  });

  it('replaces the tags, and removes them', async () => {
    expect(
      names((await edit({ tags: [{ value: 'b', label: 'B' }, { label: 'A' }, { label: 'B' }] })).body),
    ).toEqual(['B', 'A']);
    expect(names((await edit({ tags: [{ label: 'C' }] })).body)).toEqual(['C']);
    expect(names((await edit({ content: 'Other words' })).body)).toEqual(['C']);
    expect(names((await edit({ tags: [] })).body)).toEqual([]);
  });

  it('keeps the ids of the parts, for clients that identify a post by its first part', async () => {
    const [first] = (await show()).items;
    expect((await edit({ value: [{ content: 'One' }, { content: 'Two' }] })).body.items[0]?.id).toBe(
      first?.id,
    );
    expect((await edit({ value: [{ content: 'Alone' }] })).body.items).toMatchObject([
      { id: first?.id, content: 'Alone' },
    ]);
  });

  it.each([
    ['of another network', { settings: { __type: 'slack' } }, 'provider_mismatch', ['post.settings.__type']],
    ['that are wrong', { settings: { channel: 'news' } }, 'invalid_request', ['post.settings.channel']],
    ['that lack what is needed', { settings: { channel: '' } }, 'invalid_request', ['post.settings.channel']],
    [
      'that are right, with content that is not',
      { settings: { channel: '9' }, content: 'x'.repeat(2001) },
      'invalid_content',
      ['post.value.0.content'],
    ],
  ])('refuses settings %s and changes nothing', async (_, body, code, paths) => {
    const before = await show();
    expect(refusal(await edit(body))).toEqual({ status: 400, code, paths });
    expect(await show()).toEqual(before);
  });

  it.each([
    ['no list', {}],
    ['texts', ['spring']],
    ['no label', [{ value: 'a' }]],
    ['an empty label', [{ label: '' }]],
    ['a label too long', [{ label: 'x'.repeat(201) }]],
  ])('refuses tags that are %s', async (_, tags) => {
    expect(refusal(await edit({ tags }))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await show()).revision).toBe(1);
  });

  it('lets a draft lack settings, but not have invalid ones', async () => {
    const target = (settings: unknown): Record<string, unknown> =>
      buildPost([], { type: 'draft', posts: [buildTarget(discord, { settings })] });
    id = await createOne(crier, target({ __type: 'discord' }));
    expect(
      refusal(
        await crier.call<ErrorBody>('POST', '/posts', {
          body: target({ __type: 'discord', channel: 'news' }),
        }),
      ),
    ).toEqual({ status: 400, code: 'invalid_request', paths: ['posts.0.settings.channel'] });
    expect((await edit({ settings: { channel: '' } })).body.settings).toEqual({
      __type: 'discord',
      channel: '',
    });
    expect(refusal(await edit({ settings: { channel: 7 } }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['post.settings.channel'],
    });
    expect(
      refusal(await crier.call<ErrorBody>('PUT', `/posts/${id}/status`, { body: { status: 'schedule' } })),
    ).toEqual({ status: 400, code: 'invalid_request', paths: ['post.settings.channel'] });
    await edit({ settings: { channel: '123' } });
    expect((await crier.call('PUT', `/posts/${id}/status`, { body: { status: 'schedule' } })).status).toBe(
      200,
    );
  });
});

describe('If-Match', () => {
  it('allows a change while the post is as it was read, and otherwise answers its current revision', async () => {
    expect((await edit({ content: 'Mine' }, '"1"')).headers.get('etag')).toBe('"2"');
    const answer = await edit({ content: 'Also mine' }, '"1"');
    expect(refusal(answer)).toEqual({ status: 412, code: 'revision_mismatch' });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await show()).content).toBe('Mine');
    for (const header of ['"2"', '"1","3"', '*']) {
      expect((await edit({ content: `By ${header}` }, header)).status).toBe(200);
    }
  });

  it.each(['W/"1"', '1', '"one"', '"1', '"1", W/"1"', '"-1"', '"99999999999"', '"'])(
    'refuses the tag %j, which no post has',
    async (header) => {
      const answer = await edit({ content: 'x' }, header);
      expect(refusal(answer)).toEqual({ status: 412, code: 'revision_mismatch' });
      expect(answer.body.message).toContain('If-Match');
      expect((await show()).revision).toBe(1);
    },
  );

  it('applies to the other changes too', async () => {
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['PUT', '/settings', { settings: {} }],
      ['POST', '/retry', {}],
      ['POST', '/resolve', { decision: 'drop' }],
      ['PUT', '/release-id', { releaseId: '1' }],
    ] as const) {
      expect(
        refusal(
          await crier.call<ErrorBody>(method, `/posts/${id}${path}`, {
            body,
            headers: { 'if-match': '"7"' },
          }),
        ),
      ).toEqual({ status: 412, code: 'revision_mismatch' });
    }
    expect((await crier.call('DELETE', `/posts/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(200);
  });
});

describe('a change whose body is not valid', () => {
  it.each([
    ['PATCH', '', { date: 7 }],
    ['PATCH', '', { date: 'abc' }],
    ['PATCH', '', { date: '2031-03-30T02:30:00[Europe/Berlin]', content: 'x' }],
    ['PUT', '/status', { status: 'gone' }],
    ['PUT', '/settings', {}],
    ['PUT', '/release-id', {}],
    ['POST', '/resolve', { decision: 'perhaps' }],
  ])('is refused as such, with any If-Match: %s %s', async (method, path, body) => {
    for (const ifMatch of ['"7"', 'W/"1"', 'nonsense']) {
      const answer = await crier.call<ErrorBody>(method, `/posts/${id}${path}`, {
        body,
        headers: { 'if-match': ifMatch },
      });
      expect(refusal(answer)).toMatchObject({
        status: 400,
        code: expect.stringMatching(/^invalid_(?:request|date)$/),
      });
    }
    expect((await show()).revision).toBe(1);
  });
});

describe('simultaneous changes', () => {
  it('are all made when none names a revision', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        edit(n % 2 ? { settings: { [`s${n}`]: n } } : { content: `Words ${n}` }),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200));
    expect(await show()).toMatchObject({ revision: 11, settings: { s1: 1, s3: 3, s5: 5, s7: 7, s9: 9 } });
  });

  it('never combine into something invalid: an article that grows while it becomes a post of 280 characters', async () => {
    const x = await insertChannel(crier, 'x');
    for (let round = 0; round < 5; round++) {
      const settings = {
        __type: 'x',
        post_type: 'article',
        article_title: 'Title',
        article_status: 'draft',
        who_can_reply_post: 'everyone',
      };
      id = await createOne(
        crier,
        buildPost([], { posts: [buildTarget(x, { settings, value: [{ content: 'short' }] })] }),
      );
      const answers = await Promise.all([
        edit({ content: 'y'.repeat(1000) }),
        edit({ settings: { post_type: 'post' } }),
      ]);
      expect(answers.map((a) => a.status).sort()).toEqual([200, 400]);
      const { content, settings: stored } = await show();
      expect(content.length > 280 && stored.post_type === 'post').toBe(false);
    }
  });
});

describe('PUT /public/v1/posts/{id}/settings', () => {
  it('merges settings into the stored ones and answers the date without a zone', async () => {
    const answer = await setSettings({ settings: { channel: '456' } });
    expect([answer.status, answer.body]).toEqual([200, { postId: id, publishDate: '2031-05-04T09:30:00' }]);
    expect(await show()).toMatchObject({
      content: 'Spring menu',
      settings: { __type: 'discord', channel: '456' },
      timeline: [{ event: 'accepted' }, { event: 'edited' }],
    });
    const details = await sql(crier, "select distinct detail from post_event where kind = 'edited'");
    expect(details).toEqual([{ detail: {} }]);
  });

  it.each([
    ['nothing', {}, ['settings']],
    ['a text', { settings: '{}' }, ['settings']],
    ['a list', { settings: [] }, ['settings']],
    ['wrong ones', { settings: { channel: 'x' } }, ['post.settings.channel']],
  ])('refuses %s', async (_, body, paths) => {
    expect(refusal(await setSettings(body))).toEqual({ status: 400, code: 'invalid_request', paths });
    expect((await show()).revision).toBe(1);
  });

  it("refuses another network's settings, naming the right value", async () => {
    const answer = await setSettings({ settings: { __type: 'slack' } });
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'provider_mismatch',
      paths: ['post.settings.__type'],
    });
    expect(answer.body.message).toContain('"discord"');
  });

  it.each(['publishing', 'published', 'failed', 'missed', 'cancelled'])(
    'refuses a post that is %s',
    async (state) => {
      await setState(crier, id, state);
      expect(refusal(await setSettings({ settings: { channel: '5' } }))).toEqual({
        status: 409,
        code: 'post_locked',
      });
    },
  );

  it("refuses the id of a part, an unknown or malformed id, and another organisation's", async () => {
    const [item] = await sql<{ id: string }>(crier, 'select id from post_item where post_id = $1', [id]);
    expect(refusal(await setSettings({ settings: {} }, item?.id))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
    expect(refusal(await setSettings({ settings: {} }, '7'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(
      refusal(await setSettings({ settings: {} }, id, (await crier.anotherOrganization()).apiKey)),
    ).toEqual({ status: 403, code: 'foreign_resource' });
  });
});
