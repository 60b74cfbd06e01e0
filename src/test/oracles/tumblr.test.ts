import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Exchange } from './exchange.ts';
import { describeWithOracle, readOracle } from './test-against.ts';
import { npfOracle, readNpf, tumblrOracle, wrongContent } from './tumblr.ts';

describeWithOracle(npfOracle, 'the check by the Neue Post Format', () => {
  let rules: ReturnType<typeof readNpf>;
  beforeAll(() => {
    rules = readNpf(readOracle(npfOracle) ?? '');
  });
  const text = (more: object): Record<string, unknown> => ({ type: 'text', text: 'Hello', ...more });
  const range = (more: object): Record<string, unknown> =>
    text({ formatting: [{ start: 0, end: 5, type: 'bold', ...more }] });

  it('reads the limits of a post', () => {
    expect(rules.most).toEqual({
      blocks: 1000,
      characters: 4096,
      links: 100,
      mentions: 50,
      linkBlocks: 10,
      images: 30,
      videos: 10,
      uploads: 1,
      indent: 7,
    });
  });

  it('finds nothing in a post as the specification has it', () => {
    const media = { type: 'image/png', identifier: 'a', width: 1, height: 1 };
    const content = [
      text({ subtype: 'unordered-list-item', indent_level: 7 }),
      range({}),
      range({ type: 'link', url: 'https://a.example' }),
      { type: 'image', media: [media], alt_text: 'x' },
      { type: 'video', provider: 'tumblr', media },
      { type: 'link', url: 'https://a.example' },
    ];
    expect(wrongContent(content, rules)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no field title in text', text({ title: 'x' })],
    ['no subtype heading3', text({ subtype: 'heading3' })],
    ['indented by 8', text({ indent_level: 8 })],
    ['a text block is too long', text({ text: '🌱'.repeat(4097) })],
    ['a range from 0 to 6 of 5', range({ end: 6 })],
    ['there is no range underline', range({ type: 'underline' })],
    ['no field url in range bold', range({ url: 'https://a.example' })],
    ['there is no gallery', { type: 'gallery' }],
    ['no field alt in image', { type: 'image', alt: 'x' }],
    ['no field name in media', { type: 'image', media: [{ name: 'x' }] }],
  ])('says "%s"', (message, block) => {
    expect(wrongContent([block], rules)).toEqual([message]);
  });

  it.each<[string, number, Record<string, unknown>]>([
    ['1001 blocks, at most 1000', 1001, text({})],
    ['31 images, at most 30', 31, { type: 'image' }],
    ['11 link blocks, at most 10', 11, { type: 'link', url: 'https://a.example' }],
    ['2 uploaded videos, at most 1', 2, { type: 'video' }],
    ['101 links, at most 100', 101, range({ type: 'link', url: 'https://a.example' })],
  ])('says "%s"', (message, count, block) => {
    expect(
      wrongContent(
        Array.from({ length: count }, () => block),
        rules,
      ),
    ).toEqual([message]);
    expect(
      wrongContent(
        Array.from({ length: count - 1 }, () => block),
        rules,
      ),
    ).toEqual([]);
  });
});

describeWithOracle(tumblrOracle, "the check by Tumblr's API", () => {
  let check: ReturnType<typeof tumblrOracle.check>;
  beforeAll(() => {
    check = tumblrOracle.check(readOracle(tumblrOracle) ?? '');
  });
  const checked = async (target: string, body?: object, more: Partial<Exchange> = {}): Promise<string[]> => {
    const exchange: Exchange = {
      method: body ? 'POST' : 'GET',
      target,
      request: {
        headers: { 'user-agent': 'Crier', 'content-type': 'application/json' },
        body: Buffer.from(body ? JSON.stringify(body) : ''),
      },
      status: 200,
      answer: { headers: {}, body: Buffer.from('{"meta":{"status":200}}') },
      ...more,
    };
    return (await check(exchange)).map(({ side, message }) => `${side}: ${message}`);
  };

  it('finds nothing in calls as the documents have them', async () => {
    expect(await checked('/v2/user/limits')).toEqual([]);
    expect(await checked('/v2/blog/t:1/posts?npf=true&limit=20')).toEqual([]);
    expect(await checked('/v2/blog/t:1/posts', { content: [], tags: 'a' })).toEqual([]);
    expect(await checked('/v2/blog/t:1/post/delete', { id: '1' })).toEqual([]);
  });

  it('notices a call, a parameter and an answer that they do not have', async () => {
    expect(await checked('/v2/user/inbox')).toEqual(['request: is not in the documents']);
    expect(await checked('/v2/blog/t:1/posts?page=2')).toEqual(['request: no parameter page']);
    expect(await checked('/v2/blog/t:1/posts', { tags: 'a' })).toEqual(['request: content is required']);
    expect(await checked('/v2/blog/t:1/notes')).toEqual(['request: id is required']);
    expect(await checked('/v2/user/info', undefined, { status: 201 })).toEqual([
      'answer: its meta has another status',
    ]);
    const nameless = { request: { headers: {}, body: Buffer.from('') } };
    expect(await checked('/v2/user/info', undefined, nameless)).toEqual(['request: has no User-Agent']);
  });
});

describe('the Neue Post Format', () => {
  it('is not what any text is', () => {
    expect(() => readNpf('# Another document')).toThrow('has no section');
  });
});
