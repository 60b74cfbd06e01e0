import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '../../../providers/index.ts';
import { buildPost, buildTarget, refusal, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  status: string;
  content: string;
  settings: Record<string, unknown>;
}

describe('a draft', () => {
  let crier: TestInstance;
  let medium: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    medium = await insertChannel(crier, 'medium');
  });
  afterAll(() => crier?.stop());

  const ARTICLE = { __type: 'medium', title: 'Spring menu', subtitle: 'Soups', tags: [{ value: 'food' }] };
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

  it('is kept with its settings', async () => {
    expect(await show(await draft(medium, ARTICLE))).toMatchObject({
      status: 'draft',
      content: 'Spring menu',
      settings: ARTICLE,
    });
  });

  it.each([
    // As n8n-nodes-postiz sends a draft when nobody has picked a date.
    ['no date', {}],
    // As Make and Zapier send a field that was left empty.
    ['the date null', { date: null }],
  ])('needs no date: with %s it gets the moment at which it was stored', async (_, fields) => {
    const before = Date.now();
    const posts = [buildTarget(medium, { settings: ARTICLE })];
    const { date: _date, ...built } = buildPost([], { type: 'draft', shortLink: false, tags: [], posts });
    const undated = { ...built, ...fields };
    const created = await crier.call<{ postId: string }[]>('POST', '/posts', { body: undated });
    expect(created.status).toBe(201);
    const id = created.body[0]?.postId ?? '';
    const dateOf = async (): Promise<string> =>
      (await crier.call<{ publishDate: string }>('GET', `/posts/${id}`)).body.publishDate;
    expect(Date.parse(await dateOf())).toBeGreaterThanOrEqual(before - 1000);
    expect((await crier.call('POST', '/posts/check', { body: undated })).status).toBe(201);
    const date = '2031-05-04T09:30:00.000Z';
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { date } })).status).toBe(200);
    // It keeps the date that it has.
    const value = [{ id, content: 'Spring menu, again' }];
    const body = { ...fields, type: 'draft', posts: [buildTarget(medium, { settings: ARTICLE, value })] };
    expect((await crier.call('POST', '/posts', { body })).status).toBe(201);
    expect([await dateOf(), (await show(id)).content]).toEqual([date, 'Spring menu, again']);
  });

  it('is refused with invalid settings; each problem has its place', async () => {
    const answer = await send(medium, {
      __type: 'medium',
      title: 'x'.repeat(1001),
      tags: [{ value: 'x'.repeat(201) }],
      canonical: 'no URL',
    });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(new Set(answer.body.issues?.map((issue) => issue.path))).toEqual(
      new Set(['posts.0.settings.canonical', 'posts.0.settings.tags.0.value', 'posts.0.settings.title']),
    );
  });

  it('can lack settings that a scheduled post needs', async () => {
    expect((await send(medium, { __type: 'medium' })).status).toBe(201);
    expect((await send(medium, undefined)).status).toBe(201);
    expect(refusal(await send(medium, { __type: 'medium' }, { type: 'schedule' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.settings.title', 'posts.0.settings.subtitle'],
    });
    expect(refusal(await send(medium, undefined, { type: 'schedule' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.settings.title', 'posts.0.settings.subtitle'],
    });
  });

  it('may have content that the network would refuse when it is scheduled', async () => {
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
    'can name Farcaster as %s, and is stored under one name',
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

  it.each([...createRegistry({ sandbox: false }).keys()])(
    "to %s needs no settings, and cannot have another network's",
    async (network) => {
      const channel = await insertChannel(crier, network);
      expect((await show(await draft(channel, undefined))).settings).toMatchObject({ __type: network });
      expect(refusal(await send(channel, { __type: 'sandbox' }))).toEqual({
        status: 400,
        code: 'provider_mismatch',
        paths: ['posts.0.settings.__type'],
      });
    },
  );
});
