/** Tumblr's own client for JavaScript against the stand-in, and what the stand-in refuses. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { Detour } from '../detour.ts';
import type { Call } from './call.ts';
import { startTumblr, type Tumblr } from './server.ts';
import type { Account } from './state.ts';

/** What is used of npm `tumblr.js`. */
interface Client {
  userInfo(): Promise<{ user: { name: string; blogs: { name: string; uuid: string }[] } }>;
  createPost(blog: string, params: object): Promise<{ id: string; state: string }>;
  blogPosts(blog: string, params: object): Promise<{ posts: { id_string: string; content: object[] }[] }>;
  deletePost(blog: string, id: string): Promise<unknown>;
}

/** The library that makes the client's signatures: its own steps, which it does not export as types. */
interface Signer {
  _normaliseRequestParams(parameters: Record<string, string>): string;
  _getSignature(method: string, url: string, parameters: string, secret: string): string;
}

const load = createRequire(import.meta.url);
const { createClient } = load('tumblr.js') as { createClient(options: object): Client };
const { OAuth } = load('oauth') as { OAuth: new (...args: (string | null)[]) => Signer };

const KEYS = {
  consumer_key: 'key',
  consumer_secret: 'a secret',
  token: 'token',
  token_secret: 'another secret',
} as const;

/** OAuth 1.0a (RFC 5849): what the client speaks, and Crier does not. */
function isSigned({ method, path, query, headers }: Call): boolean {
  const pairs = [...(headers.authorization ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g)];
  if (!headers.authorization?.startsWith('OAuth ') || !pairs.length) return false;
  const { oauth_signature: signature, ...fields } = Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
  );
  const { consumer_key: key, consumer_secret: secret, token, token_secret: tokenSecret } = KEYS;
  const signer = new OAuth('', '', key, secret, '1.0', null, 'HMAC-SHA1');
  const parameters = signer._normaliseRequestParams({ ...fields, ...Object.fromEntries(query) });
  const url = `https://api.tumblr.com${path}`;
  return (
    fields.oauth_token === token && signer._getSignature(method, url, parameters, tokenSecret) === signature
  );
}

let network: Tumblr;
let ada: Account;
const agent = https.globalAgent;
beforeAll(async () => {
  network = await startTumblr({ isSigned });
  ada = network.createAccount('ada');
  https.globalAgent = new Detour(network.url);
});
afterAll(async () => {
  https.globalAgent = agent;
  await network.stop();
});

describe("Tumblr's own client", () => {
  it('reads the account, posts text and a picture, lists and deletes', async () => {
    const client = createClient(KEYS);
    const { user } = await client.userInfo();
    expect(user).toMatchObject({ name: 'ada', blogs: [{ name: 'ada', uuid: ada.blogs[0]?.uuid }] });
    const folder = await mkdtemp(join(tmpdir(), 'crier-tumblr-'));
    try {
      await writeFile(join(folder, 'pixel.png'), PIXEL_PNG);
      const text = { type: 'text', text: 'Hello' };
      const one = await client.createPost('ada', { content: [text], tags: ['a', 'b'] });
      const media = createReadStream(join(folder, 'pixel.png'));
      const two = await client.createPost('ada', {
        content: [text, { type: 'image', media, alt_text: 'green' }],
      });
      const { posts } = await client.blogPosts('ada', { npf: true });
      expect(posts.map((post) => [post.id_string, post.content.length])).toEqual([
        [two.id, 2],
        [one.id, 1],
      ]);
      expect(
        network.posts().map(({ tags, media: files }) => [tags, files.map(({ bytes }) => bytes)]),
      ).toEqual([
        [['a', 'b'], []],
        [[], [PIXEL_PNG.length]],
      ]);
      await client.deletePost('ada', two.id);
      expect(network.posts().map(({ deleted }) => deleted)).toEqual([false, true]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reads with the key of the application alone, and may not post with it', async () => {
    const client = createClient({ consumer_key: network.client.id });
    expect((await client.blogPosts('ada.tumblr.com', { npf: true })).posts).toHaveLength(1);
    const post = { content: [{ type: 'text', text: 'Hello' }] };
    await expect(client.createPost('ada', post)).rejects.toThrow('401 Unauthorized');
  });

  it('is refused with a wrong signature', async () => {
    const client = createClient({ ...KEYS, token_secret: 'wrong' });
    await expect(client.userInfo()).rejects.toThrow('401 Unauthorized');
  });
});

describe('the stand-in for Tumblr', () => {
  const post = async (body: object, path = '/v2/blog/ada/posts'): Promise<[number, string]> => {
    const answer = await fetch(`${network.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${network.createToken(ada).token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const { errors } = (await answer.json()) as { errors?: { detail: string }[] };
    return [answer.status, errors?.[0]?.detail ?? ''];
  };
  const block = (more: object): object => ({ content: [{ type: 'text', text: 'Hello', ...more }] });
  const range = (more: object): object => ({ start: 0, end: 5, type: 'bold', ...more });

  it('takes a post as its format allows', async () => {
    expect(await post(block({ subtype: 'quote', formatting: [range({})] }))).toEqual([201, '']);
  });

  it.each<[object, string]>([
    [{}, "'content' must be an array"],
    [{ content: [] }, "'content' must not be empty"],
    [{ ...block({}), notify: true }, 'Unknown parameters: notify'],
    [{ ...block({}), tags: ['a'] }, "'tags' must be a string"],
    [{ ...block({}), state: 'live' }, "'state' is unknown"],
    [block({ title: 'x' }), 'A block of the type text has no field title'],
    [block({ subtype: 'heading3' }), 'There is no subtype heading3'],
    [block({ indent_level: 1 }), "'indent_level' is not allowed here"],
    [block({ text: 'x'.repeat(4097) }), 'A text block may have 4096 characters'],
    [block({ formatting: [range({ end: 6 })] }), 'The range 0 to 6 is not in a text of 5'],
    [block({ formatting: [range({}), range({ start: 4 })] }), 'Ranges of one type overlap'],
    [block({ formatting: [range({ type: 'link' })] }), 'A link needs a url'],
    [{ content: [{ type: 'image', media: [{ identifier: 'a' }] }] }, 'No file came for the identifier a'],
    [{ content: [{ type: 'image', media: [] }] }, "'media' is required"],
  ])('refuses %j', async (body, message) => {
    expect(await post(body)).toEqual([400, message]);
  });

  it('refuses a blog that is not there, and one that is not theirs', async () => {
    network.createAccount('bob');
    expect(await post(block({}), '/v2/blog/nobody/posts')).toEqual([404, 'The blog could not be found.']);
    expect((await post(block({}), '/v2/blog/bob/posts'))[0]).toBe(403);
  });
});
