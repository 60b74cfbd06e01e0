/** Every way in which a post arrives or is changed: what would limit it is done or refused, never lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  countRows,
  createOne,
  refusal,
  sql,
  type ErrorBody,
} from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';

let crier: TestInstance;
let bluesky: string;
let mastodon: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  bluesky = await insertChannel(crier, 'bluesky', { name: 'Nord' });
  mastodon = await insertChannel(crier, 'mastodon', { name: 'Sud' });
});
afterAll(() => crier?.stop());

const entry = (settings: object = {}, more: object = {}): Record<string, unknown> =>
  buildTarget(bluesky, { settings: { __type: 'bluesky', ...settings }, ...more });
const post = (target: unknown, more: object = {}): Record<string, unknown> =>
  buildPost([], { posts: [target], ...more });
const create = (body: unknown): Promise<Answer<ErrorBody>> =>
  crier.call<ErrorBody>('POST', '/posts', { body });
const refused = (...paths: string[]): object => ({ status: 400, code: 'invalid_request', paths });

/** Each limits the post, at another place of a request; the path is where it stands. */
const PLACES: readonly (readonly [path: string, body: () => Record<string, unknown>])[] = [
  ['posts.0.settings.visibility', () => post(entry({ visibility: 'unlisted' }))],
  ['posts.0.settings.spoiler_text', () => post(entry({ spoiler_text: 'Food' }))],
  ['posts.0.settings.sensitive', () => post(entry({ sensitive: true }))],
  ['posts.0.settings.poll', () => post(entry({ poll: { options: ['Soup', 'Salad'] } }))],
  [
    'posts.0.settings.options.0.privacyLevel',
    () => post(entry({ options: [{ privacyLevel: 'SELF_ONLY' }] })),
  ],
  ['posts.0.visibility', () => post(entry({}, { visibility: 'unlisted' }))],
  ['posts.0.value.0.sensitive', () => post(entry({}, { value: [{ content: 'Hi', sensitive: true }] }))],
  [
    'posts.0.value.1.settings.visibility',
    () =>
      post(entry({}, { value: [{ content: 'Hi' }, { content: 'Ho', settings: { visibility: 'private' } }] })),
  ],
  [
    'posts.0.value.0.image.0.spoiler',
    () =>
      post(
        entry(
          {},
          { value: [{ content: 'Hi', image: [{ path: 'https://a.example/a.png', spoiler: true }] }] },
        ),
      ),
  ],
  ['visibility', () => post(entry(), { visibility: 'followers' })],
  ['draft', () => post(entry(), { draft: true })],
  ['scheduledAt', () => post(entry(), { scheduledAt: '2031-05-04T09:30:00Z' })],
];

describe('what would limit a post and that its network does not have', () => {
  it.each(PLACES)('is refused by POST /posts, and named by the check: %s', async (path, body) => {
    const before = await countRows(crier, 'post');
    for (const type of ['schedule', 'now', 'draft']) {
      expect([type, refusal(await create({ ...body(), type }))]).toEqual([type, refused(path)]);
    }
    const { issues, posts } = (
      await crier.call<{ issues: object[]; posts: { ready: boolean; issues: { path: string }[] }[] }>(
        'POST',
        '/posts/check',
        { body: body() },
      )
    ).body;
    const named = [...issues, ...posts.flatMap((one) => one.issues)];
    expect(named).toContainEqual(expect.objectContaining({ path, code: 'invalid_request' }));
    expect(posts[0]?.ready).toBe(!path.startsWith('posts.'));
    expect(await countRows(crier, 'post')).toBe(before);
  });

  it('does not hinder a post when its value changes nothing', async () => {
    const plain = {
      visibility: 'PUBLIC',
      spoiler_text: '',
      sensitive: false,
      poll: null,
      reply_settings: 'everyone',
    };
    const value = [{ content: 'Hi', sensitive: false }, { content: 'Ho' }];
    expect((await create(post(entry(plain, { value, visibility: 'public' }), { draft: false }))).status).toBe(
      201,
    );
  });

  it('is what Mastodon gets, by the names of its own API', async () => {
    const poll = { options: ['Soup', 'Salad'], expires_in: 3600 };
    const settings = { visibility: 'unlisted', spoiler_text: 'Food', sensitive: true, language: 'de', poll };
    const target = (more: object): object =>
      buildTarget(mastodon, { settings: { __type: 'mastodon', ...settings, ...more } });
    const id = await createOne(crier, post(target({})));
    const stored = await crier.call<{ settings: object }>('GET', `/posts/${id}`);
    expect(stored.body.settings).toEqual({ __type: 'mastodon', ...settings });
    const answer = await create(post(target({ in_reply_to_id: '103254962155278888' })));
    expect(refusal(answer)).toEqual(refused('posts.0.settings.in_reply_to_id'));
    expect(answer.body.message).toContain(
      'is not a setting of Mastodon, and the post would be published without it',
    );
  });
});

describe('a change of a post', () => {
  let id: string;
  beforeEach(async () => {
    id = await createOne(crier, post(entry()));
  });
  const show = async (): Promise<unknown> => (await crier.call('GET', `/posts/${id}`)).body;

  it.each([
    ['settings', { settings: { visibility: 'unlisted' } }, 'post.settings.visibility'],
    ['a part', { value: [{ content: 'Hi', spoilerText: 'Food' }] }, 'value.0.spoilerText'],
  ])('cannot bring it in %s', async (_, body, path) => {
    const before = await show();
    expect(refusal(await crier.call<ErrorBody>('PATCH', `/posts/${id}`, { body }))).toEqual(refused(path));
    expect(await show()).toEqual(before);
  });

  it.each([
    [{ settings: { visibility: 'unlisted' } }, 'post.settings.visibility'],
    [{ settings: {}, visibility: 'unlisted' }, 'visibility'],
  ])('cannot bring it by PUT /posts/{id}/settings: %j', async (body, path) => {
    expect(refusal(await crier.call<ErrorBody>('PUT', `/posts/${id}/settings`, { body }))).toEqual(
      refused(path),
    );
  });

  it('cannot bring it by type "update"', async () => {
    const value = [{ id, content: 'Summer menu' }];
    expect(refusal(await create(post(entry({ nsfw: true }, { value }), { type: 'update' })))).toEqual(
      refused('posts.0.settings.nsfw'),
    );
  });

  it('takes it away from an old post that has it, and is refused until then', async () => {
    await sql(crier, `update post set settings = settings || '{"visibility":"unlisted"}' where id = $1`, [
      id,
    ]);
    const edit = (body: object): Promise<Answer<ErrorBody>> =>
      crier.call<ErrorBody>('PATCH', `/posts/${id}`, { body });
    expect(refusal(await edit({ content: 'Other words' }))).toEqual(refused('post.settings.visibility'));
    expect((await edit({ date: '2031-06-01T00:00:00Z' })).status).toBe(200);
    expect((await edit({ settings: { visibility: null } })).status).toBe(200);
    expect((await edit({ content: 'Other words' })).status).toBe(200);
  });
});

describe('a setting without effect', () => {
  it('is stored, and named by the check beside the one that was meant', async () => {
    const settings = { __type: 'mastodon', langauge: 'de', first_comment: 'Hi' };
    const body = post(buildTarget(mastodon, { settings }));
    const checked = await crier.call<{ posts: { ready: boolean; withoutEffect: object[] }[] }>(
      'POST',
      '/posts/check',
      { body },
    );
    expect(checked.body.posts[0]).toMatchObject({
      ready: true,
      withoutEffect: [
        {
          path: 'posts.0.settings.langauge',
          message: 'is not a setting of Mastodon and has no effect; did you mean language?',
        },
        { path: 'posts.0.settings.first_comment', message: 'is not a setting of Mastodon and has no effect' },
      ],
    });
    const id = await createOne(crier, body);
    expect((await crier.call<{ settings: object }>('GET', `/posts/${id}`)).body.settings).toEqual(settings);
  });
});
