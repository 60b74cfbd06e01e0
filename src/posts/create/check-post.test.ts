import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  countRows,
  refusal,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
interface Checked {
  readonly issues: readonly Issue[];
  readonly posts: readonly {
    readonly integration: string;
    readonly ready: boolean;
    readonly issues: readonly Issue[];
    readonly takenOut: readonly { readonly path: string; readonly message: string }[];
    readonly warnings: readonly { readonly path: string; readonly code: string; readonly params: object }[];
    readonly parts: readonly {
      readonly text: string;
      readonly length: number;
      readonly limit: number;
      readonly unit: string;
    }[];
    readonly media: { readonly maxImages: number } | null;
  }[];
}

describe('checking a post that is being written', () => {
  let crier: TestInstance;
  let mia: TestPerson;
  let bluesky: string;
  let discord: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    bluesky = await insertChannel(crier, 'bluesky', { name: 'Nord' });
    discord = await insertChannel(crier, 'discord', { name: 'Sud' });
  });
  afterAll(() => crier?.stop());

  const check = async (body: unknown): Promise<Checked> =>
    (await mia.call<Checked>('POST', '/posts/check', { body })).body;
  const target = (id: string, type: string, content: string, settings: object = {}): object =>
    buildTarget(id, { value: [{ content, image: [] }], settings: { __type: type, ...settings } });

  it('warns of what a network may refuse, and refuses nothing because of it', async () => {
    const instagram = await insertChannel(crier, 'instagram');
    const tags = Array.from({ length: 6 }, (_, n) => `#soup${n}`).join(' ');
    const { posts } = await check(
      buildPost([], { posts: [target(instagram, 'instagram', tags, { post_type: 'post' })] }),
    );
    const path = 'posts.0.value.0.content';
    expect(posts[0]?.warnings).toMatchObject([
      { path, code: 'instagram_many_hashtags', params: { count: 6, max: 5 } },
    ]);
    expect(posts[0]?.issues.map(({ path: at }) => at)).not.toContain(path);
  });

  it('stores nothing, and reports what is ready', async () => {
    const body = buildPost([], { posts: [target(bluesky, 'bluesky', 'Spring menu')] });
    const { issues, posts } = await check(body);
    expect(issues).toEqual([]);
    expect(posts).toEqual([
      {
        integration: bluesky,
        ready: true,
        issues: [],
        parts: [{ text: 'Spring menu', length: 11, limit: 300, unit: 'characters' }],
        media: expect.objectContaining({ maxImages: 10, minAspect: null }),
        wait: null,
        convertible: [],
        fittable: [],
        takenOut: [],
        warnings: [],
        withoutEffect: [],
      },
    ]);
    expect([await countRows(crier, 'post'), await countRows(crier, 'idempotency_record')]).toEqual([0, 0]);
  });

  it('counts each part as its network counts: a family is one character', async () => {
    const value = [{ content: '<p>👩‍👩‍👧 &amp; soup</p>' }, { content: 'Two' }];
    const body = buildPost([], { posts: [buildTarget(bluesky, { value, settings: { __type: 'bluesky' } })] });
    expect((await check(body)).posts[0]?.parts.map(({ length }) => length)).toEqual([8, 3]);
  });

  it('reports what a text loses, naming each tag once, and stays ready', async () => {
    const html =
      '<title>x</title><p>A<sup>1</sup><sup>2</sup></p><table><tr><td>a<td>b</table><img src="a.png"><input>' +
      '<iframe src="x">y</iframe><a href="javascript:x()">l</a><div><b>B</b></div><o:p></o:p><script>x</script>';
    const value = [{ content: 'List<string> <3' }, { content: html }];
    const body = buildPost([], { posts: [buildTarget(bluesky, { value, settings: { __type: 'bluesky' } })] });
    const [checked] = (await check(body)).posts;
    expect(checked?.ready).toBe(true);
    expect(checked?.parts.map(({ text }) => text)).toEqual(['List<string> <3', 'A12\na | b\nl\nB']);
    expect(checked?.takenOut).toMatchObject(
      [
        '<title> is taken out with all that is in it',
        '<sup> is taken out: its words stay',
        '<table> is taken out: its rows become lines',
        "<img> is taken out: add the picture to the post's media",
        '<input> is taken out',
        '<iframe> is taken out with all that is in it',
        'the URL of a link, which begins with javascript:, is taken out: its words stay',
        '<script> is taken out with all that is in it',
      ].map((message) => ({ path: 'posts.0.value.1.content', message })),
    );
  });

  it.each([
    ['<ul><li>', 5001],
    ['<p>', 10_001],
    ['<pre>\n', 5001],
  ])('refuses %j when it comes %d times, and counts it as it is written', async (tag, times) => {
    const content = tag.repeat(times);
    const { posts } = await check(
      buildPost([], { posts: [target(discord, 'discord', content, { channel: '1' })] }),
    );
    expect(posts[0]).toMatchObject({ ready: false, parts: [{ length: content.length }] });
    expect(posts[0]?.issues).toContainEqual(
      expect.objectContaining({ code: 'invalid_content', message: 'has more than 10000 tags' }),
    );
  });

  it('shows a text as it is published, in the format of the network', async () => {
    const content = '<p>One <strong>two</strong></p><ol><li>a</li></ol>';
    const posts = [
      target(bluesky, 'bluesky', content),
      target(discord, 'discord', content, { channel: '123' }),
    ];
    const checked = (await check(buildPost([], { posts }))).posts.map(({ parts: [part] }) => part?.text);
    expect(checked).toEqual(['One two\n1. a', 'One **two**\n\n1. a']);
  });

  it('reports for each channel what is wrong, with the messages of POST /posts', async () => {
    const posts = [
      target(bluesky, 'bluesky', 'x'.repeat(301)),
      target(discord, 'discord', 'Short', { channel: '123' }),
    ];
    const { posts: checked } = await check(buildPost([], { posts }));
    expect(checked.map(({ ready }) => ready)).toEqual([false, true]);
    const refused = await crier.call<ErrorBody>('POST', '/posts', { body: buildPost([], { posts }) });
    const { issues = [] } = refused.body;
    expect(checked[0]?.issues).toEqual(
      issues.map(({ code: reason, ...issue }) => ({ ...issue, code: 'invalid_content', reason })),
    );
    expect(checked[0]?.issues[0]).toMatchObject({ code: 'invalid_content', path: 'posts.0.value.0.content' });
  });

  it('names a text that is too long beside a setting that is missing', async () => {
    const { posts } = await check(buildPost([], { posts: [target(discord, 'discord', 'x'.repeat(2001))] }));
    expect(posts[0]?.issues.map(({ path }) => path)).toEqual([
      'posts.0.settings.channel',
      'posts.0.value.0.content',
    ]);
  });

  it('reports for a channel that is disconnected why nothing is published there', async () => {
    const gone = await insertChannel(crier, 'bluesky', { name: 'Gone' });
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [gone]);
    const { posts } = await check(
      buildPost([], { posts: [target(gone, 'bluesky', 'Hi'), target(bluesky, 'bluesky', 'Hi')] }),
    );
    expect(posts[0]).toMatchObject({
      ready: false,
      parts: [],
      media: null,
      issues: [{ path: 'posts.0.integration.id', code: 'channel_disconnected' }],
    });
    expect(posts[1]?.ready).toBe(true);
  });

  it('refuses a date that has passed, and media that are no uploads', async () => {
    const value = [{ content: 'Hi', image: [{ path: 'https://elsewhere.example/a.png' }] }];
    const { issues, posts } = await check(
      buildPost([], {
        date: '2020-01-01T00:00:00Z',
        posts: [buildTarget(bluesky, { value, settings: { __type: 'bluesky' } })],
      }),
    );
    expect(issues).toEqual([expect.objectContaining({ path: 'date', code: 'invalid_date' })]);
    expect(posts[0]?.issues).toEqual([
      expect.objectContaining({ path: 'posts.0.value.0.image.0', code: 'media_not_stored' }),
    ]);
  });

  it('knows only the organisation’s channels', async () => {
    const other = await crier.anotherOrganization();
    const foreign = await crier.connect('sandbox', { name: 'Elsewhere' }, other.id);
    const refused = async (id: string): Promise<unknown> =>
      refusal(await mia.call<ErrorBody>('POST', '/posts/check', { body: buildPost(id) }));
    const paths = ['posts.0.integration.id'];
    expect(await refused(foreign.id)).toEqual({ status: 403, code: 'foreign_resource', paths });
    expect(await refused(UNKNOWN_ID)).toEqual({ status: 404, code: 'integration_not_found', paths });
  });
});
