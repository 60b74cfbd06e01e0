import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { retryPost } from '../src/posts/decide/retry-post.ts';
import { buildPost, createOne, png, sql, upload, withContent } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { publishPart } from './publish-part.ts';

describe('a post whose settings its network does not have, and that was stored before that was refused', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const publish = async (postId: string): Promise<PartOutcome> => {
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    return publishPart({ deps, provider, part: { postId, position: 0 }, signal, untilShutdown: signal });
  };
  const stored = async (settings: object): Promise<string> => {
    const id = await createOne(crier, buildPost(channel, { type: 'now' }));
    await sql(crier, 'update post set settings = settings || $2 where id = $1', [
      id,
      JSON.stringify(settings),
    ]);
    return id;
  };
  const accepted = async (): Promise<number> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as unknown[]).length;

  it('fails with a message about the setting instead of being published to everybody, and is published once that is gone', async () => {
    const id = await stored({ visibility: 'private' });
    expect(await publish(id)).toMatchObject({ status: 'failed' });
    expect(await accepted()).toBe(0);
    const [row] = await sql(crier, 'select state, error from post where id = $1', [id]);
    expect(row).toEqual({
      state: 'failed',
      error:
        'settings.visibility is not a setting of Sandbox, and the post would be published without it; there is none for who sees a post',
    });
    await sql(crier, "update post set settings = settings - 'visibility' where id = $1", [id]);
    await retryPost(crier.context, { organizationId: crier.organizationId, postId: id });
    expect(await publish(id)).toMatchObject({ status: 'published' });
  });

  it('is published with settings that change nothing', async () => {
    const before = await accepted();
    const id = await stored({ visibility: 'public', sensitive: false, a_field_of_another_network: 'x' });
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(await accepted()).toBe(before + 1);
  });
});

describe('the URL of a post that another one links to', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  it('is published as it is, in text and in HTML', async () => {
    const url = 'https://network.example/?a=1&copy=2&lt;3';
    const linked = await createOne(crier, buildPost(channel));
    await sql(crier, 'update post set release_url = $2 where id = $1', [linked, url]);
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    const contents = [`See (post:${linked})`, `<p>See (post:${linked})</p>`];
    for (const content of contents) {
      const postId = await createOne(crier, { ...withContent(channel, content), type: 'now' });
      const part = { postId, position: 0 };
      expect(await publishPart({ deps, provider, part, signal, untilShutdown: signal })).toMatchObject({
        status: 'published',
      });
    }
    const posts = (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[];
    expect(posts.map(({ text }) => text)).toEqual([`See ${url}`, `See ${url}`]);
  });
});

describe('a post whose file stands behind a thumbnail that is gone', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('is refused when it is due, and names the thumbnail', async () => {
    const { id: channel } = await crier.connect('sandbox');
    const { body: file } = await upload<{ id: string; path: string }>(crier, png(), { name: 'a.png' });
    const postId = await createOne(crier, buildPost(channel, { type: 'now' }));
    const gone = { id: '00000000-0000-4000-8000-000000000000', path: `${crier.url}/uploads/gone.png` };
    await sql(crier, 'update post_item set media = $2 where post_id = $1', [
      postId,
      JSON.stringify([{ id: file.id, path: file.path, thumbnail: gone }]),
    ]);
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    const part = { postId, position: 0 };
    await publishPart({ deps, provider, part, signal, untilShutdown: signal });
    expect(await sql(crier, 'select state, error_code, error from post where id = $1', [postId])).toEqual([
      { state: 'failed', error_code: 'media_missing', error: expect.stringContaining(gone.path) },
    ]);
  });
});
