import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createNetworks, createRegistry } from '../../../providers/index.ts';
import { buildPost, buildTarget, countRows, refusal, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  status: string;
  content: string;
  settings: Record<string, unknown>;
}

describe('a post to a network that cannot be published to yet', () => {
  let crier: TestInstance;
  let devto: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    devto = await insertChannel(crier, 'devto');
  });
  afterAll(() => crier?.stop());

  const ARTICLE = { __type: 'devto', title: 'Spring menu', tags: [{ value: 1, label: 'food' }] };
  const send = (
    channel: string,
    settings: unknown,
    changes: Record<string, unknown> = {},
  ): Promise<Answer<ErrorBody & { postId: string }[]>> =>
    crier.call('POST', '/posts', {
      body: buildPost([], { type: 'draft', posts: [buildTarget(channel, { settings })], ...changes }),
    });
  const draft = async (channel: string, settings: unknown): Promise<string> =>
    (await send(channel, settings)).body[0]?.postId ?? '';
  const show = async (id: string): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${id}`)).body;

  it('is kept as a draft, with its settings', async () => {
    expect(await show(await draft(devto, ARTICLE))).toMatchObject({
      status: 'draft',
      content: 'Spring menu',
      settings: ARTICLE,
    });
  });

  it.each(['schedule', 'now'])('is refused with type "%s", and nothing is stored', async (type) => {
    const before = await countRows(crier, 'post');
    const answer = await send(devto, ARTICLE, { type });
    expect(refusal(answer)).toEqual({ status: 400, code: 'network_not_available' });
    expect(answer.body.message).toContain('the post can be kept with type "draft"');
    expect(await countRows(crier, 'post')).toBe(before);
  });

  it('is refused together with a target that could be published', async () => {
    const sandbox = (await crier.connect('sandbox')).id;
    const before = await countRows(crier, 'post');
    const answer = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost([], { posts: [buildTarget(sandbox), buildTarget(devto, { settings: ARTICLE })] }),
    });
    expect(refusal(answer)).toEqual({ status: 400, code: 'network_not_available' });
    expect(await countRows(crier, 'post')).toBe(before);
  });

  it('stays a draft when somebody tries to schedule it, by its status or by sending it again', async () => {
    const id = await draft(devto, ARTICLE);
    expect(
      refusal(await crier.call<ErrorBody>('PUT', `/posts/${id}/status`, { body: { status: 'schedule' } })),
    ).toEqual({ status: 400, code: 'network_not_available' });
    for (const type of ['schedule', 'now']) {
      const posts = [buildTarget(devto, { settings: ARTICLE, value: [{ id, content: 'Summer menu' }] })];
      expect(refusal(await send(devto, ARTICLE, { type, posts }))).toEqual({
        status: 400,
        code: 'network_not_available',
      });
    }
    expect(await show(id)).toMatchObject({ status: 'draft', content: 'Spring menu' });
    expect(
      (await crier.call('PATCH', `/posts/${id}`, { body: { content: 'Summer menu', date: '2031-06-01' } }))
        .status,
    ).toBe(200);
  });

  it('is refused with wrong settings, even as a draft, naming the place of each problem', async () => {
    const answer = await send(devto, {
      __type: 'devto',
      title: 'x'.repeat(200),
      tags: [{ label: 'two words' }],
      canonical: 'no address',
    });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(new Set(answer.body.issues?.map((issue) => issue.path))).toEqual(
      new Set(['posts.0.settings.canonical', 'posts.0.settings.tags.0.label', 'posts.0.settings.title']),
    );
  });

  it('may, as a draft, lack settings that are otherwise required', async () => {
    expect((await send(devto, { __type: 'devto' })).status).toBe(201);
    expect((await send(devto, undefined)).status).toBe(201);
    expect(refusal(await send(devto, { __type: 'devto' }, { type: 'schedule' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.settings.title'],
    });
    expect(refusal(await send(devto, undefined, { type: 'schedule' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.settings.title'],
    });
  });

  it('is checked for content that the network would refuse unless it is a draft', async () => {
    const pinterest = await insertChannel(crier, 'pinterest');
    const settings = { __type: 'pinterest', board: '123' };
    expect((await send(pinterest, settings)).status).toBe(201);
    expect(refusal(await send(pinterest, settings, { type: 'schedule' }))).toMatchObject({
      status: 400,
      code: 'invalid_content',
      paths: expect.arrayContaining(['posts.0.value.0.image']),
    });
  });

  it.each(['wrapcast', 'warpcast'])(
    'goes to Farcaster by the name %s, and is stored by the one',
    async (type) => {
      const farcaster = await insertChannel(crier, 'warpcast');
      const id = await draft(farcaster, { __type: type, subreddit: [{ value: { id: 'food' } }] });
      expect((await show(id)).settings).toEqual({
        __type: 'warpcast',
        subreddit: [{ value: { id: 'food' } }],
      });
      expect(
        (
          await crier.call<Shown>('PATCH', `/posts/${id}`, {
            body: { settings: { __type: type, subreddit: [] } },
          })
        ).body.settings,
      ).toEqual({ __type: 'warpcast', subreddit: [] });
      const refused = await send(farcaster, { __type: 'farcaster' });
      expect(refusal(refused)).toEqual({
        status: 400,
        code: 'provider_mismatch',
        paths: ['posts.0.settings.__type'],
      });
      expect(refused.body.message).toContain('"warpcast"');
    },
  );

  const planned = [...createNetworks({ sandbox: true }).keys()].filter(
    (name) => !createRegistry({ sandbox: true }).has(name),
  );
  it.each(planned)(
    "to %s: a draft needs no settings, may not have another network's, and is not scheduled",
    async (network) => {
      const channel = await insertChannel(crier, network);
      expect((await show(await draft(channel, undefined))).settings).toMatchObject({ __type: network });
      expect(refusal(await send(channel, { __type: 'sandbox' }))).toEqual({
        status: 400,
        code: 'provider_mismatch',
        paths: ['posts.0.settings.__type'],
      });
      expect((await send(channel, undefined, { type: 'schedule' })).status).toBe(400);
    },
  );
});
