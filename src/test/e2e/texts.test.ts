/** Texts as people write and paste them, through the API and a worker to the sandbox network. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contentOf, toPlainText } from '../../../providers/_kit/stored-text.ts';
import { createOne, sql, withContent } from '../factories.ts';
import { CALC, DOCS, WORD, WRITER } from '../pasted.ts';
import { seeded } from '../random.ts';
import { startSandboxWorld, type SandboxWorld } from '../sandbox-world.ts';

/** Published as they are given. */
const TEXTS: readonly string[] = [
  // ../shared/cases/texts.json
  'A Shop https://shop.example/?a=1&region=eu&copy=2&section=3&timestamp=4&currency=eur',
  'C Join <https://example.com/x> now',
  'D Use List<string> and Promise<void>',
  'N Ann Example <ann@example.com> writes',
  'F I\u200bLike\u200bPlaying',
  'G first\n    indented  two\n\tTab',
  // More of their kinds.
  'https://a.example/?x=1&not=2&para=3&deg=4&times=5&lt=6&gt=7&amp=8&quot=9#reg',
  'R&D, AT&T, &c., Q&A &amp; &lt;b&gt; &#169; &nbsp;',
  'if a<b and b>c: i <3 you <- x',
  'std::vector<int> v; Map<K, V>; Array<Array<number>>; x << 2 >> 1',
  'Dear <your name>, <NAME>: <mailto:ann@example.com> <tel:+49123> </end>',
  'Enter your <title>, <script> and <option> here',
  'Emoji 👩‍👩‍👧 ❤️‍🔥 🇩🇪, e\u0301, \u202eabc\u202c, שלום, 日本語\u3000全角',
  'soft\u00adhyphen, no\u00a0break, word\u2060joiner, z\u200cw\u200dj',
  '- one\n- two\n  - three\n1. four\n\n\nfive',
  '  two spaces first\n\n\n\nfour lines between',
  'def f(x):\n    if x:\n        return "a\\tb"\n\treturn 1',
  '{{ braces }} ${x} %s \\n `code` **bold** _it_ ~x~ |a|b|',
  '<!-- not a comment, <! and <? and <',
  '<p without an end',
  'last line\u200b',
];
/** Published as lines. */
const PAGES: readonly (readonly [html: string, text: string])[] = [
  [
    '<p>K</p><table><tr><td>Mon</td><td>9</td></tr><tr><td>Tue</td><td>10</td></tr></table>',
    'K\nMon | 9\nTue | 10',
  ],
  ['<div>one</div><div>two<div>three</div></div>four', 'one\ntwo\nthree\nfour'],
  ['above<hr>below', 'above\n---\nbelow'],
  ['<blockquote><p>quoted</p></blockquote><p>said</p>', 'quoted\nsaid'],
  ['<pre>\nif (a &lt; b)\n  c();\n</pre>', 'if (a < b)\n\u00a0\u00a0c();'],
  ['<ol><li>one<li>two</ol><ul><li>a<ol start="4"><li>b</ol></ul>', '1. one\n2. two\n- a\n  4. b'],
  ['a<br>b<br/>c<BR />d', 'a\nb\nc\nd'],
  ['<section><h4>Head</h4><article>body</article></section><dl><dt>t<dd>d</dl>', 'Head\nbody\nt\nd'],
  ['<table><tr><td><h1>News</h1><p>one</p><p>two</p></td></tr></table>', 'News\none\ntwo'],
  [
    '<b>Fish</b> &copy=2 &copy; &notit; &amp;lt; a < b List<string> <ann@example.com>',
    'Fish &copy=2 © &notit; &lt; a < b List<string> <ann@example.com>',
  ],
  ['<i>I\u200bLike</i> <https://example.com/?a=1&copy=2>', 'I\u200bLike <https://example.com/?a=1&copy=2>'],
  ['<a href="https://example.com/?a=1&copy=2">here</a>', 'here https://example.com/?a=1&copy=2'],
  ['<font color="red">R&amp;D &lt;b&gt;</font>', 'R&D <b>'],
  [WORD, 'Spring\u00a0menu, soups & salads\n\u00a0\n1. Soup\n2. Salad\nMon | 9 to 10\nTue |'],
  [DOCS, 'Spring menu, soups & salads\n\n1. Soup\n2. Salad\nMon | 9\nTue |'],
  [WRITER, 'Spring menu, soups & salads\n1. Soup\n2. Salad\nMon | 9\nTue |\nSee <b>, a b c\nand so on'],
  [CALC, 'Mon | 9\nTue |'],
];
const COUNT = 2000;
const PARTS = 100;

interface Checked {
  readonly posts: readonly {
    readonly ready: boolean;
    readonly parts: readonly { readonly text: string; readonly length: number }[];
  }[];
}

describe('texts', () => {
  let world: SandboxWorld;
  let channel: string;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = (await world.connect('Writer')).id;
    await world.crier.startWorker();
  }, 120_000);
  afterAll(() => world?.crier.stop());

  const bodyOf = (contents: readonly string[]): object => {
    const body = withContent(channel, '') as { posts: Record<string, unknown>[] };
    return {
      ...body,
      posts: [{ ...body.posts[0], value: contents.map((content) => ({ content, image: [] })) }],
    };
  };
  const checked = async (contents: readonly string[]): Promise<string[]> => {
    const { body } = await world.crier.call<Checked>('POST', '/posts/check', { body: bodyOf(contents) });
    return (body.posts[0]?.parts ?? []).map(({ text, length }) => (expect(length).toBe(text.length), text));
  };
  const storedOf = async (id: string): Promise<string[]> =>
    (
      await sql<{ content: string }>(
        world.crier,
        'select content from post_item where post_id = $1 order by position',
        [id],
      )
    ).map(({ content }) => content);
  /** What the network got, part by part. */
  const published = async (contents: readonly string[]): Promise<string[]> => {
    const before = (await world.texts()).length;
    const [id = ''] = await world.client.create({
      channels: [channel],
      parts: contents.map((content) => ({ content })),
    });
    await world.client.reaches(id, 'published');
    return (await world.texts()).slice(before);
  };

  it('that are no HTML are published byte for byte, and so they are checked, stored and shown', async () => {
    expect(await published(TEXTS)).toEqual(TEXTS);
    expect(await checked(TEXTS)).toEqual(TEXTS);
    const stored = await storedOf(await createOne(world.crier, bodyOf(TEXTS)));
    expect(stored.map(toPlainText)).toEqual(TEXTS);
    expect(stored.slice(0, 8)).toEqual(TEXTS.slice(0, 8));
  }, 120_000);

  it('that are HTML keep their lines, their lists and their tables', async () => {
    const expected = PAGES.map(([, text]) => text);
    expect(await checked(PAGES.map(([html]) => html))).toEqual(expected);
    expect(await published(PAGES.map(([html]) => html))).toEqual(expected);
  }, 120_000);

  it(`are the same in preview, check and publication: ${COUNT} at random, typed or sent by a client`, async () => {
    const random = seeded(39);
    for (let done = 0; done < COUNT; done += PARTS) {
      const texts = Array.from({ length: PARTS }, () => `${random.text()}.`);
      // Text that is typed into the composer is meant literally; what a client sends may be HTML.
      const isTyped = done % (2 * PARTS) === 0;
      const inputs = isTyped ? texts.map(contentOf) : texts;
      const inCheck = await checked(inputs);
      if (isTyped) expect(inCheck).toEqual(texts.map((text) => toPlainText(contentOf(text))));
      if (isTyped) expect(inCheck).toEqual(texts.map(typed));
      const kept = inputs.filter((_, index) => inCheck[index] !== '');
      const stored = await storedOf(await createOne(world.crier, bodyOf(kept)));
      expect(stored.map(toPlainText)).toEqual(inCheck.filter(Boolean));
      if (done < 2 * PARTS) {
        expect(await published(kept.slice(0, 30))).toEqual(inCheck.filter(Boolean).slice(0, 30));
      }
    }
  }, 180_000);
});

const typed = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replace(/^(?:[^\S\n]*\n)+/, '');
