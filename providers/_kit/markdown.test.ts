import { expect, it } from '@jest/globals';
import { toFormat } from './text.ts';

it.each([
  ['paragraphs and breaks', '<p>One</p><p></p><p>two<br>three</p>', 'One\n\ntwo\nthree'],
  ['headings', '<h1>A</h1><h3>b <strong>c</strong></h3><p>d</p>', '# A\n\n### b **c**\n\nd'],
  [
    'strong and underlined text, also within a word',
    '<p>a <strong>b</strong> <u>c</u> d<strong>e</strong></p>',
    'a **b** __c__ d**e**',
  ],
  [
    'lists, with or without paragraphs in their items',
    '<ul><li><p>one</p></li><li>two</li></ul><p>end</p>',
    '- one\n- two\n\nend',
  ],
  [
    'a link with a text',
    '<p>see <a href="https://a.example/x?y=1&amp;z=2">this</a></p>',
    'see [this](https://a.example/x?y=1&z=2)',
  ],
  [
    'a link whose text is its URL',
    '<p><a href="https://a.example/x">https://a.example/x</a></p>',
    'https://a.example/x',
  ],
  ['entities', '<p>Fish &amp; chips &lt;@123&gt;</p>', 'Fish & chips <@123>'],
  [
    'text without tags, with its white space and existing Markdown',
    'A **b**\r\n\r\n- c\n  - d <@123> & 3 < 4 &amp;',
    'A **b**\n\n- c\n  - d <@123> & 3 < 4 &amp;',
  ],
])('turns %s into Markdown', (_, stored, markdown) => expect(toFormat(stored, 'markdown')).toBe(markdown));
