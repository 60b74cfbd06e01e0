/** The client of Lemmy's makers uses the stand-in as it would use an instance of 0.19. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { client3, client4 } from '../../oracles/lemmy/clients.ts';
import { lemmyCheck, readBoth } from '../../oracles/lemmy/lemmy.ts';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { describeWith } from '../../servers/server.ts';
import { startLemmy, type Lemmy } from './server.ts';

type Made<K extends string> = Promise<Record<`${K}_view`, Record<K, { id: number; deleted: boolean }>>>;

interface Client {
  login(form: object): Promise<{ jwt?: string }>;
  getSite(): Promise<{ version: string; my_user?: { local_user_view: { person: { name: string } } } }>;
  search(form: object): Promise<{ communities: { community: { id: number } }[] }>;
  resolveObject(form: object): Promise<{ community?: { community: { id: number; local: boolean } } }>;
  createPost(form: object): Made<'post'>;
  createComment(form: object): Made<'comment'>;
  deletePost(form: object): Made<'post'>;
  deleteComment(form: object): Made<'comment'>;
  getPersonDetails(form: object): Promise<{ posts: unknown[]; comments: unknown[] }>;
  uploadImage(form: object): Promise<{ msg: string; url?: string }>;
}

describeWith([client3, client4], "the stand-in for Lemmy, with the client of Lemmy's makers,", () => {
  let network: Lemmy;
  beforeEach(async () => void (network = await startLemmy()));
  afterEach(() => network.stop());

  const clientOf = (headers?: Record<string, string>): Client => {
    const { LemmyHttp } = createRequire(join(client3.folder(), 'package.json'))('./dist/index.js') as {
      LemmyHttp: new (url: string, options?: object) => Client;
    };
    return new LemmyHttp(network.url, { headers });
  };

  it('logs in, finds a community, posts, comments, uploads and deletes', async () => {
    const ada = network.createPerson('ada');
    const cooking = network.createCommunity('cooking');
    network.createElsewhere('gardening', 'lemmy.example');
    const { jwt } = await clientOf().login({ username_or_email: 'ada', password: ada.password });
    const client = clientOf({ Authorization: `Bearer ${jwt}` });
    expect((await client.getSite()).my_user?.local_user_view.person.name).toBe('ada');
    const found = await client.search({ q: 'cook', type_: 'Communities' });
    expect(found.communities.map(({ community }) => community.id)).toEqual([cooking.id]);
    const { community } = await client.resolveObject({ q: '!gardening@lemmy.example' });
    expect(community?.community.local).toBe(false);
    const { msg, url } = await client.uploadImage({ image: PIXEL_PNG });
    expect(msg).toBe('ok');
    const { post_view: post } = await client.createPost({
      name: 'Spring menu',
      community_id: cooking.id,
      url,
    });
    const { comment_view: comment } = await client.createComment({ post_id: post.post.id, content: 'Two' });
    expect(await client.getPersonDetails({ username: 'ada', sort: 'New' })).toMatchObject({
      posts: [{ post: { url } }],
      comments: [{ comment: { content: 'Two' } }],
    });
    const deleted = await client.deleteComment({ comment_id: comment.comment.id, deleted: true });
    expect(deleted.comment_view.comment.deleted).toBe(true);
    expect((await client.deletePost({ post_id: post.post.id, deleted: true })).post_view.post.deleted).toBe(
      true,
    );
  });

  it('refuses as Lemmy does: without a login, a wrong one, too many, and a seventh post in ten minutes', async () => {
    const ada = network.createPerson('ada');
    const { id } = network.createCommunity('cooking');
    const form = { name: 'Spring menu', community_id: id };
    await expect(clientOf().createPost(form)).rejects.toThrow('not_logged_in');
    const login = (password: string): Promise<unknown> =>
      clientOf().login({ username_or_email: 'ada', password });
    for (let i = 0; i < 3; i++) await expect(login('guessed')).rejects.toThrow('incorrect_login');
    await expect(login(ada.password)).rejects.toThrow('rate_limit_error');
    const client = clientOf({ Authorization: `Bearer ${network.createToken(ada)}` });
    for (let i = 0; i < 5; i++) await client.createPost(form);
    await expect(client.createPost(form)).rejects.toThrow('rate_limit_error');
  });

  it('would be distinguished by the types if it called a field by another name, in either generation', async () => {
    const check = lemmyCheck(readBoth());
    const said = (api: string, json: object, answer: object) => ({
      method: 'POST',
      target: `/api/${api}/post`,
      request: { headers: {}, body: Buffer.from(JSON.stringify(json)) },
      status: 200,
      answer: { headers: {}, body: Buffer.from(JSON.stringify(answer)) },
    });
    const right = { name: 'Spring menu', community_id: 1 };
    for (const api of ['v3', 'v4']) {
      const date = api === 'v3' ? 'published_at' : 'published';
      expect(await check(said(api, right, { post_view: { post: { id: 1 } } }))).toEqual([]);
      const found = await check(
        said(
          api,
          { ...right, community_id: '1', title: 'x' },
          { post_view: { post: { [date]: '2026-05-04' } } },
        ),
      );
      expect(found.map(({ side, message }) => `${side}: ${message}`)).toEqual([
        'request: community_id is not a number',
        'request: title is not known',
        `answer: post_view.post.${date} is not known`,
      ]);
    }
  });
});
