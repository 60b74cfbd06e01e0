/** Texts as Telegram takes them: its HTML, its count, its limits, by the provider and by the network. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';
import { countLength, toTelegramHtml } from './text.ts';

const CASES: [string, string, string, string][] = [
  ['paragraphs as lines', '<p>One</p><p>Two<br>three</p>', 'One\nTwo\nthree', 'One\nTwo\nthree'],
  ['bold and underline', '<p>a <strong>b</strong> <u>c</u></p>', 'a <b>b</b> <u>c</u>', 'a b c'],
  ['both at once', '<p><strong><u>b</u></strong></p>', '<b><u>b</u></b>', 'b'],
  [
    'a link',
    '<p><a href="https://x.example/?a=1&amp;b=%22">here</a></p>',
    '<a href="https://x.example/?a=1&amp;b=%22">here</a>',
    'here',
  ],
  [
    'a link that shows its URL',
    '<p><a href="https://x.example/">https://x.example/</a></p>',
    'https://x.example/',
    'https://x.example/',
  ],
  ['a link of another kind as words', '<p><a href="mailto:ada@x.example">Ada</a></p>', 'Ada', 'Ada'],
  [
    'a list',
    '<p>To do</p><ul><li><strong>1</strong></li><li>2</li></ul>',
    'To do\n- <b>1</b>\n- 2',
    'To do\n- 1\n- 2',
  ],
  ['a heading as a bold line', '<h1>News</h1><p>text</p>', '<b>News</b>\ntext', 'News\ntext'],
  [
    'a mention as its words',
    '<p>Hi <span class="mention" data-mention-id="1">@ada_writes</span></p>',
    'Hi @ada_writes',
    'Hi @ada_writes',
  ],
  [
    'what looks like markup',
    'if a &lt; b &amp;&amp; c &gt; d: &lt;p&gt;',
    'if a &lt; b &amp;&amp; c &gt; d: &lt;p&gt;',
    'if a < b && c > d: <p>',
  ],
  [
    'what looks like an entity',
    '<p>&amp;lt; and &amp;amp;lt;</p>',
    '&amp;lt; and &amp;amp;lt;',
    '&lt; and &amp;lt;',
  ],
  ['lines of plain text', 'One\n\nTwo', 'One\n\nTwo', 'One\n\nTwo'],
  ['emoji', '<p>🎉 <strong>👨‍👩‍👧</strong></p>', '🎉 <b>👨‍👩‍👧</b>', '🎉 👨‍👩‍👧'],
  ['quotes', `<p>"it's"</p>`, `"it's"`, `"it's"`],
  [
    'tags that Telegram does not know',
    '<p><font color="red">red</font><img src="x.png" alt="x"></p>',
    'red',
    'red',
  ],
  ['bold over lines', '<p><strong>x<br>y</strong></p>', '<b>x\ny</b>', 'x\ny'],
];

describe('a text', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.stop());

  it.each(CASES)('keeps %s', (_, content, html, text) => {
    expect(toTelegramHtml(content)).toBe(html);
    expect(countLength(content)).toBe(text.length);
  });

  it.each(CASES)('is understood by the network: %s', async (_, content, __, text) => {
    const live = await publishUntilLive(provider, world.request({ text: content }), world.context);
    expect(world.live().find((m) => String(m.id) === live.id)?.text).toBe(text);
  });

  it('arrives with bold, underlined and linked text', async () => {
    const live = await publishUntilLive(
      provider,
      world.request({
        text: '<p>🎉 <strong>new</strong> <u>and</u> <a href="https://x.example/a?b=1&amp;c=2">linked</a></p>',
      }),
      world.context,
    );
    expect(world.live().find((m) => String(m.id) === live.id)?.entities).toEqual([
      { type: 'bold', offset: 3, length: 3 },
      { type: 'underline', offset: 7, length: 3 },
      { type: 'text_link', offset: 11, length: 6, url: 'https://x.example/a?b=1&c=2' },
    ]);
  });

  it.each([
    ['letters', 'a'.repeat(4096)],
    ['emoji, which count as two', '🎉'.repeat(2048)],
    ['markup, which does not count', `<p><strong>${'a'.repeat(4096)}</strong></p>`],
    ['escaped characters, which count as one', '&amp;'.repeat(4096)],
    [
      'URLs of links, which do not count',
      `<p><a href="https://x.example/${'y'.repeat(500)}">${'a'.repeat(4096)}</a></p>`,
    ],
  ])('may have 4,096 characters and not one more, as on Telegram: %s', async (_, content) => {
    const problems = (text: string): boolean =>
      provider.rules.length(text) > provider.rules.maxLength(world.channel);
    const longer = content.includes('</') ? content.replace('aa', 'aaa') : `${content}a`;
    expect([problems(content), problems(longer)]).toEqual([false, true]);
    await publishUntilLive(provider, world.request({ text: content }), world.context);
    await expect(publishUntilLive(provider, world.request({ text: longer }), world.context)).rejects.toThrow(
      'message is too long',
    );
  });
});
