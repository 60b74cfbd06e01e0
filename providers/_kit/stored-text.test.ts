/** What is text and what is HTML, and that each is published as what it is. */
import { describe, expect, it } from '@jest/globals';
import { compile } from 'html-to-text';
import { isHtml } from './html-tags.ts';
import { contentOf, textOf, toPlainText } from './stored-text.ts';
import { seeded } from '../../src/test/random.ts';
import { toFormat } from './text.ts';

describe('a text', () => {
  it.each([
    'Fish & chips < 5 > 3',
    'https://shop.example/?a=1&region=eu&copy=2&amp=3',
    '<https://example.com/x> and <ann@example.com>',
    'List<string>, Map<K, V>, Promise<void> and vector<int>',
    'i <3 you, a<b, b>c, a <b and c> d, <b',
    'Use <your name> here, <NAME>, <!> or <>',
    'x <!-- y',
    'My <title> and my <script> and my <svg>',
    'cp <path> <text> <image>',
    'x <a href="https://a.example/>y</a',
    "x <a href='https://a.example/>y",
    '<b title="x>y',
    '<custom-element x="1">',
    '<bold>no</bold>',
  ])('is no HTML: %s', (text) => {
    expect([isHtml(text), toPlainText(text), toPlainText(contentOf(text))]).toEqual([false, text, text]);
  });

  it.each([
    '<p>x',
    'a<br>b',
    'a<BR/>b',
    'x</b>',
    '<b\n>x',
    '<a href="https://a.example/?a<b">x',
    '<input disabled>',
    '<font color=red>x',
    '<svg><path d="M0"/></svg>',
    '<o:p></o:p>',
    '<st1:country-region w:st="on">',
    '<v:shape id="x">',
    '<math><mi>x</mi></math>',
    '<script>x</script>',
  ])('is HTML: %s', (text) => {
    expect([isHtml(text), isHtml(contentOf(text)), textOf(contentOf(text))]).toEqual([true, true, text]);
  });

  it.each([
    ['<x onclick=alert(1)>', '<span class="plain-text">&lt;x onclick=alert(1)&gt;</span>'],
    ['<x a=">" onclick=alert(1)>', '<span class="plain-text">&lt;x a="&gt;" onclick=alert(1)&gt;</span>'],
    ['x <!-- y', '<span class="plain-text">x &lt;!-- y</span>'],
    ['a <script> b', '<span class="plain-text">a &lt;script&gt; b</span>'],
    ['<x\nstyle="position:fixed">', '<span class="plain-text">&lt;x\nstyle="position:fixed"&gt;</span>'],
    ['List<string>', 'List<string>'],
  ])('is harmless to anybody who shows its content as HTML: %j', (text, content) => {
    expect([contentOf(text), textOf(content)]).toEqual([content, text]);
  });

  it('keeps its space, without empty lines before it and space after it', () => {
    expect(toPlainText('\n \n  first\n\tsecond  line\r\nthird\u200b \n\n')).toBe(
      '  first\n\tsecond  line\nthird\u200b',
    );
  });

  it('is escaped where a network takes HTML, and shown where it takes Markdown', () => {
    expect(toFormat('a <b & List<string>\n  x', 'html')).toBe('a &lt;b &amp; List&lt;string&gt;\n  x');
    const markdown =
      '**x** <https://a.example> `List<string>`\n\n    <p>\n\n```\n<b>\n```\n<@12> <:smile:3> &copy;';
    expect(toFormat(contentOf(markdown), 'markdown')).toBe(markdown);
    expect(toFormat(contentOf('List<string> <b>x</b> <a@b.example> <!-- x'), 'markdown')).toBe(
      'List\\<string> \\<b>x\\</b> <a@b.example> \\<!-- x',
    );
  });

  it('comes back as it was', () => {
    const random = seeded(39);
    for (let n = 0; n < 2000; n++) {
      const text = random.text();
      expect(textOf(contentOf(text))).toBe(text.replaceAll(/\r\n?/g, '\n'));
    }
  });
});

/** How stored HTML was published before (html-to-text): what waits is published as it would have been. */
const before = compile({
  wordwrap: false,
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [
    ...['p', 'ul', 'h1', 'h2', 'h3'].map((selector) => ({
      selector,
      options: { itemPrefix: '- ', uppercase: false, leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: [' ', ''] } },
  ],
});

describe('HTML as it is stored', () => {
  it.each([
    ['<p>One</p><p></p><p>two<br />three</p>', 'One\n\ntwo\nthree'],
    ['<ul><li><p>a</p></li><li>b<ul><li>c</li></ul></li></ul>x', '- a\n- b\n  - c\nx'],
    ['<ol start="9"><li>a</li><li>b<ol><li>c</li></ol></li></ol>', '9. a\n10. b\n    1. c'],
    ['<div>a</div><hr /><blockquote>b</blockquote>c', 'a\n---\nb\nc'],
    [
      '<p><a href="https://a.example/?a=1&amp;b=2">this</a> <a href="mailto:a@b.example">a@b.example</a></p>',
      'this https://a.example/?a=1&b=2 a@b.example',
    ],
    ['<p>&amp;lt; &copy; &amp;copy=2 &lt;b&gt; &#128512;</p>', '&lt; &copy; &copy=2 <b> 😀'],
    ['<p>a\u200bb  c\n d</p>', 'a\u200bb c d'],
    [
      '<p><a href="https://a.example/">one</a><a href="https://b.example/">two</a>, <a href="https://c.example/">c</a>s</p>',
      'one https://a.example/ two https://b.example/, c https://c.example/ s',
    ],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['<li>a</li><li>b</li>', '- a\n- b'],
    ['x<div><li><p>a</p></li> <li>b<ul><li>c</li></ul></li></div>y', 'x\n- a\n- b\n  - c\ny'],
    ['<p>shortened <a href="https://a.exa', 'shortened'],
  ])('is published as lines: %s', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });

  it('is published as it was before', () => {
    const random = seeded(40);
    for (let n = 0; n < 2000; n++) {
      const html = random.html();
      // Words that followed the URL of a link without a space, and changed it.
      const apart = (text: string): string => text.replaceAll(/(?<=&b=2|word) (?=\S)/g, '');
      expect({ html, text: apart(toPlainText(html)) }).toEqual({ html, text: apart(before(html).trim()) });
    }
  });
});
