import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  png,
  refusal,
  sql,
  upload,
  withContent,
  UNKNOWN_ID,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Uploaded {
  id: string;
  path: string;
}
interface Shown {
  items: { content: string; image: { id: string; path: string; alt?: string }[] }[];
}

describe('the content of a post', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const stored = async (
    content: string,
    image: unknown[] = [],
  ): Promise<Shown['items'][number] | undefined> =>
    (
      await crier.call<Shown>(
        'GET',
        `/posts/${await createOne(crier, withContent(channel, content, { image }))}`,
      )
    ).body.items[0];
  const create = (image: unknown[]): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', { body: withContent(channel, 'With media', { image }) });

  it.each([
    ['loses scripts', '<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
    ['loses event handlers', '<p onclick="steal()">Hi</p>', '<p>Hi</p>'],
    ['loses javascript links', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['loses data links', '<a href="data:text/html,x">x</a>', '<a>x</a>'],
    [
      'loses frames, pictures and styles',
      '<iframe src="//x"></iframe><img src=x onerror=alert(1)><style>p{}</style>Hi',
      'Hi',
    ],
    [
      'keeps the allowed tags',
      '<h1>A</h1><h2>B</h2><h3>C</h3><p><strong>D</strong><u>E</u><br /></p><ul><li>F</li></ul><span>G</span>',
      '<h1>A</h1><h2>B</h2><h3>C</h3><p><strong>D</strong><u>E</u><br /></p><ul><li>F</li></ul><span>G</span>',
    ],
    [
      'keeps the allowed attributes',
      '<a href="https://crier.example/?a=1&amp;b=2" target="_blank" rel="noopener" class="l">x</a>',
      '<a href="https://crier.example/?a=1&amp;b=2" target="_blank" rel="noopener" class="l">x</a>',
    ],
    [
      'keeps mentions',
      '<span data-mention-id="7" data-mention-label="Ada">@Ada</span>',
      '<span data-mention-id="7" data-mention-label="Ada">@Ada</span>',
    ],
    [
      'keeps mail and relative links',
      '<a href="mailto:a@b.example">m</a><a href="/x">r</a><a href="#f">f</a>',
      '<a href="mailto:a@b.example">m</a><a href="/x">r</a><a href="#f">f</a>',
    ],
    [
      'stays as it is without a tag, entities and what looks like a tag included',
      'Fish & chips < 5 > 3 &amp; List<string> ?a=1&copy=2\n\t\u200b<a@b.example> ',
      'Fish & chips < 5 > 3 &amp; List<string> ?a=1&copy=2\n\t\u200b<a@b.example> ',
    ],
    [
      'encodes what is not markup beside what is',
      '<p>Fish & chips < 5 > 3 &copy=2 List<string></p>',
      '<p>Fish &amp; chips &lt; 5 &gt; 3 &amp;copy=2 List&lt;string&gt;</p>',
    ],
    [
      'is harmless as HTML where it is text',
      'a <script> b <x onclick=alert(1)>',
      '<span class="plain-text">a &lt;script&gt; b &lt;x onclick=alert(1)&gt;</span>',
    ],
    [
      'has other elements as those that a post may have',
      '<div><b>A</b><i>B</i><del>C</del></div><ol start="3"><li>D</ol><hr><h5>E</h5><tt>F</tt><section>G</section>',
      '<div><strong>A</strong><em>B</em><s>C</s></div><ol start="3"><li>D</li></ol><hr /><h3>E</h3><code>F</code><div>G</div>',
    ],
    [
      'keeps every letter',
      'e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u202eabc \u65e5\u672c\u8a9e',
      'e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u202eabc \u65e5\u672c\u8a9e',
    ],
  ])('%s', async (_, content, expected) => {
    expect((await stored(content))?.content).toBe(expected);
  });

  it('is not cleaned again: an edit without changes leaves it as it is', async () => {
    const id = await createOne(crier, withContent(channel, '<p>a &amp;lt;b&amp;gt; & c</p>'));
    const before = (await crier.call<Shown>('GET', `/posts/${id}`)).body.items[0]?.content;
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { content: before } })).status).toBe(200);
    expect((await crier.call<Shown>('GET', `/posts/${id}`)).body.items[0]?.content).toBe(before);
  });

  it("accepts media by the upload's id", async () => {
    const { body } = await upload<Uploaded>(crier, png());
    expect((await stored('x', [{ id: body.id, path: 'anything', alt: 'A square' }]))?.image).toEqual([
      { id: body.id, path: body.path, alt: 'A square' },
    ]);
  });

  it('accepts media by URL, with any id that the client made up', async () => {
    const { body } = await upload<Uploaded>(crier, png());
    for (const id of ['photo.png', UNKNOWN_ID, body.path]) {
      expect((await stored('x', [{ id, path: body.path }]))?.image).toEqual([
        { id: body.id, path: body.path },
      ]);
    }
    expect((await stored('x', [{ path: `${body.path}?v=2` }]))?.image).toEqual([
      { id: body.id, path: body.path },
    ]);
  });

  it('needs no text when it has media', async () => {
    const { body } = await upload<Uploaded>(crier, png());
    expect((await stored('', [{ id: body.id, path: body.path }]))?.content).toBe('');
  });

  it("keeps Crier's own URL of a stored file, not the host that the client wrote", async () => {
    const { body } = await upload<Uploaded>(crier, png());
    const elsewhere = body.path.replace(crier.context.publicUrl, 'https://evil.example');
    expect((await stored('x', [{ path: elsewhere }]))?.image[0]?.path).toBe(body.path);
  });

  it.each([
    'file:///etc/passwd',
    '/etc/passwd',
    'ftp://x.example/a.png',
    '//x.example/a.png',
    'http://',
    'http://x/uploads/2031/05/04/00000000000000000000000000000000.png',
  ])('refuses media at %s', async (path) => {
    expect(refusal(await create([{ id: 'x', path }]))).toEqual({
      status: 400,
      code: 'media_not_stored',
      paths: ['posts.0.value.0.image.0'],
    });
  });

  it('refuses media without a URL', async () => {
    expect(refusal(await create([{ id: UNKNOWN_ID }]))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.value.0.image.0.path'],
    });
  });

  it("refuses another organisation's media, by id and by URL", async () => {
    const other = await crier.anotherOrganization();
    const { body } = await upload<Uploaded>(crier, png(), { key: other.apiKey });
    expect(refusal(await create([{ id: body.id, path: 'x' }]))).toMatchObject({
      status: 400,
      code: 'media_not_stored',
    });
    expect(refusal(await create([{ id: 'x', path: body.path }]))).toMatchObject({
      status: 400,
      code: 'media_not_stored',
    });
  });

  it('refuses media whose row was deleted', async () => {
    const { body } = await upload<Uploaded>(crier, png());
    await sql(crier, 'update media set deleted_at = now() where id = $1', [body.id]);
    expect(refusal(await create([body]))).toMatchObject({ status: 400, code: 'media_not_stored' });
  });

  it('refuses more pictures than the network accepts', async () => {
    const { body } = await upload<Uploaded>(crier, png());
    const answer = await create(Array.from({ length: 11 }, () => body));
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.value.0.image'],
    });
    expect(answer.body.message).toContain('has 11 pictures; the maximum is 10');
  });

  it.each([
    ['tags in tags', '<span>'.repeat(9000)],
    ['a list in a list', '<ul><li>'.repeat(4900)],
  ])('with %s, nested thousands deep, is not a server error', async (_, html) => {
    const answer = await crier.call<ErrorBody>('POST', '/posts', { body: withContent(channel, `${html}x`) });
    expect([201, 400]).toContain(answer.status);
  });

  it('refuses a part with more than 10,000 tags or more than a million characters', async () => {
    const answer = await crier.call<ErrorBody>('POST', '/posts', {
      body: withContent(channel, '<b>'.repeat(10_001)),
    });
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.value.0.content'],
    });
    const long = await crier.call<ErrorBody>('POST', '/posts', {
      body: withContent(channel, 'x'.repeat(1_000_001)),
    });
    expect(refusal(long)).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.value.0.content'],
    });
  });

  it('refuses a thread on a network without threads, and accepts it on one with them', async () => {
    const value = [{ content: 'One' }, { content: 'Two' }];
    expect(
      (
        await crier.call('POST', '/posts', {
          body: buildPost([], { posts: [buildTarget(channel, { value })] }),
        })
      ).status,
    ).toBe(201);
    const sandbox = crier.context.providers.get('sandbox');
    (crier.context.providers as Map<string, unknown>).set('sandbox', { ...sandbox, followUps: 'none' });
    const answer = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost([], { posts: [buildTarget(channel, { value })] }),
    });
    (crier.context.providers as Map<string, unknown>).set('sandbox', sandbox);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_content', paths: ['posts.0.value.1'] });
  });
});
