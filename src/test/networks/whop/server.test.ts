/** The stand-in for Whop, as Whop's own client (@whop/sdk) sees it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Client from '@whop/sdk';
import { startWhop, type Whop } from './server.ts';
import type { Company, Forum } from './state.ts';

let whop: Whop;
let client: Client;
let company: Company;
let forum: Forum;
const clientOf = (apiKey: string, { url }: Whop = whop): Client =>
  new Client({ apiKey, baseURL: `${url}/api/v1`, maxRetries: 0 });
beforeAll(async () => {
  whop = await startWhop();
  const ada = whop.createPerson('ada');
  company = whop.createCompany(ada, 'Cafe');
  forum = whop.createForum(company, 'News');
  client = clientOf(whop.createTokens(ada).access);
});
afterAll(() => whop?.stop());

const statusOf = async (call: PromiseLike<unknown>): Promise<unknown> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Client.APIError ? error.status : error),
  );

describe("Whop's own client", () => {
  it('finds the company and its forum', async () => {
    expect((await client.companies.list()).data.map(({ id, title }) => [id, title])).toEqual([
      [company.id, 'Cafe'],
    ]);
    const forums = await client.forums.list({ company_id: company.id });
    expect(forums.data.map(({ experience }) => experience)).toEqual([{ id: forum.experience, name: 'News' }]);
  });

  it('uploads a file, posts it, comments, and reads both again, page by page', async () => {
    const file = await client.files.upload(new File(['menu'], 'menu.txt'));
    expect(file).toMatchObject({ filename: 'menu.txt', size: '4', upload_status: 'ready' });
    const post = await client.forumPosts.create({
      experience_id: forum.experience,
      title: 'Menu',
      content: 'What we cook',
      attachments: [{ id: file.id }],
    });
    const comment = await client.forumPosts.create({
      experience_id: forum.experience,
      content: 'More tomorrow',
      parent_id: post.id,
    });
    whop.fill(forum, 3);
    const read: string[] = [];
    for await (const { id } of client.forumPosts.list({ experience_id: forum.experience, first: 2 })) {
      read.push(id);
    }
    expect([read.length, read.at(-1)]).toEqual([4, post.id]);
    const comments = await client.forumPosts.list({ experience_id: forum.experience, parent_id: post.id });
    expect(comments.data.map(({ id, parent_id: parent }) => [id, parent])).toEqual([[comment.id, post.id]]);
    expect(await client.forumPosts.retrieve(post.id)).toMatchObject({
      title: 'Menu',
      content: 'What we cook',
      attachments: [{ filename: 'menu.txt' }],
      comment_count: 1,
      user: { username: 'ada' },
    });
  });

  it('posts in the public forum of a company', async () => {
    const { id } = await client.forumPosts.create({
      experience_id: 'public',
      company_id: company.id,
      content: 'Hi',
    });
    expect(whop.posts().find((post) => post.id === id)?.forum.isPublic).toBe(true);
  });

  it.each([
    ['an unknown forum', { experience_id: 'exp_nowhere', content: 'x' }, 404],
    ['a public forum without its company', { experience_id: 'public', content: 'x' }, 400],
    ['neither a text nor a file', {}, 422],
    ['an unknown file', { attachments: [{ id: 'file_nowhere' }] }, 404],
    ['an unknown post to comment on', { content: 'x', parent_id: 'post_nowhere' }, 404],
    ['a field that does not exist', { content: 'x', colour: 'red' } as object, 400],
  ])('is refused with %s', async (_, fields, status) => {
    const before = whop.posts().length;
    expect(await statusOf(client.forumPosts.create({ experience_id: forum.experience, ...fields }))).toBe(
      status,
    );
    expect(whop.posts()).toHaveLength(before);
  });

  it('is refused with a file that is not there yet, another token, a missing permission, or too often', async () => {
    const { id } = await client.files.create({ filename: 'late.txt' });
    const late = { experience_id: forum.experience, attachments: [{ id }] };
    expect(await statusOf(client.forumPosts.create(late))).toBe(400);
    expect(await statusOf(clientOf('another').companies.list())).toBe(401);
    const reader = clientOf(whop.createTokens(whop.createPerson('eve'), ['openid', 'forum:read']).access);
    expect(await statusOf(reader.companies.list())).toBe(403);
    expect(await statusOf(reader.forums.list({ company_id: company.id }))).toBe(403);
    const small = await startWhop({ limits: { requests: 1 } });
    const busy = clientOf(small.createTokens(small.createPerson('ada')).access, small);
    expect(await statusOf(busy.companies.list())).toBe(200);
    expect(await statusOf(busy.companies.list())).toBe(429);
    await small.stop();
  });
});
