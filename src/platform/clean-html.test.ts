/** What people and programs write between text and HTML: no word and no line is lost without a warning. */
import { describe, expect, it } from '@jest/globals';
import { toMarkdown } from '../../providers/_kit/markdown.ts';
import { contentOf, toPlainText } from '../../providers/_kit/stored-text.ts';
import { seeded } from '../test/random.ts';
import { cleaned } from './clean-html.ts';

const published = async (written: string): Promise<string> =>
  toPlainText((await cleaned(written, '')).content);

describe('a text with a few tags in it', () => {
  it.each([
    ['<b>Spring menu</b>\n\n- soup\n  - hot\n- cake', 'Spring menu\n\n- soup\n\u00a0\u00a0- hot\n- cake'],
    ['one <i>two</i>\r\nthree &amp; four', 'one two\nthree & four'],
    ['<a href="https://a.example/">here</a>\nor there', 'here https://a.example/\nor there'],
  ])('keeps its lines as typed: %j', async (written, text) => {
    expect(await published(written)).toBe(text);
  });

  it.each([
    ['<p>one\ntwo</p>\n<p>three</p>', 'one two\nthree'],
    ['<b>one</b>\ntwo<br>three', 'one two\nthree'],
  ])('has the lines of its tags where one of them begins a line: %j', async (written, text) => {
    expect(await published(written)).toBe(text);
  });

  it('is the same when what is stored is sent again', async () => {
    const random = seeded(41);
    const words = (): string => `${random.text()}\n  ${random.text()}`;
    for (let n = 0; n < 300; n++) {
      for (const written of [contentOf(words()), `<b>x</b>\n${words()}`]) {
        const { content } = await cleaned(written, '');
        expect({ written, content: (await cleaned(content, '')).content }).toEqual({ written, content });
      }
    }
    const typed = contentOf('a <b>\n  c');
    expect((await cleaned(typed, '')).content).toBe(typed);
  });

  it.each([
    ['<p>x <a href="https://a.example>y</a> z</p>', 'x <a href="https://a.example>y z'],
    [
      '<p><a href="https://a.example>y</a> and <a href="https://b.example">z</a></p>',
      '<a href="https://a.example>y and z https://b.example',
    ],
    ["<b title='x>y</b> z", "<b title='x>y z"],
  ])('loses no word behind a value without its end: %j', async (written, text) => {
    expect(await published(written)).toBe(text);
  });

  it.each([
    ['Use <main> for it', 'main'],
    ['Paste the <link> here', 'link'],
    ['std::set<u> and more', 'u'],
    ['<b>bold</b> and <i>', 'i'],
  ])('reports which of them was taken for HTML, and shows nothing: %j', async (written, tag) => {
    const { takenOut } = await cleaned(written, '');
    expect(takenOut).toMatchObject([
      { message: `<${tag}> has no end, and is taken out: it was read as HTML`, params: { tag } },
    ]);
  });

  it.each(['<p>a<p>b', '<ul><li>a<li>b</ul>', 'a<br>b<wbr>c', '<meta charset="utf-8"><b>x</b>'])(
    'reports nothing about tags that need no end: %j',
    async (written) => {
      expect((await cleaned(written, '')).takenOut).toEqual([]);
    },
  );
});

describe('items outside of a list', () => {
  it.each([
    ['<li>a</li><li>b</li>', '- a\n- b'],
    ['<div><li>a</li><li>b</li></div><p>c</p>', '- a\n- b\nc'],
  ])('stand on lines of their own: %s', async (html, text) => {
    const { content } = await cleaned(html, '');
    expect([toPlainText(content), toMarkdown(content).replaceAll(/\n+/g, '\n')]).toEqual([text, text]);
  });
});
