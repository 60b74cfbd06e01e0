import { afterEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';
import { MAX_TEXT } from './rules.ts';
import { mrkdwnOf, normalise, toMrkdwn } from './text.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

describe('a text', () => {
  it.each([
    ['control characters are escaped', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['what a person escaped is shown as written', '&lt;', '&amp;lt;'],
    ['mrkdwn stays', '*bold* _italic_ ~gone~ `code`', '*bold* _italic_ ~gone~ `code`'],
    ['a mention stays', 'Hi <@U012AB3CD>!', 'Hi <@U012AB3CD>!'],
    [
      'a channel, a group and @here stay',
      '<#C012AB3CD|general> <!subteam^S012AB3CD> <!here>',
      '<#C012AB3CD|general> <!subteam^S012AB3CD> <!here>',
    ],
    ['a link with a text stays', '<https://a.example/?x=1|words>', '<https://a.example/?x=1|words>'],
    [
      'what only resembles a mention is escaped',
      '<@nobody> <!shout> <script>',
      '&lt;@nobody&gt; &lt;!shout&gt; &lt;script&gt;',
    ],
  ])('as mrkdwn: %s', (_, text, mrkdwn) => expect(toMrkdwn(text)).toBe(mrkdwn));

  it.each([
    [
      'bold, italic, struck, and code',
      '<p><strong>Bold</strong> <em>new</em> <s>gone</s> <code>a &lt; b</code> <u>plain</u></p>',
      '*Bold* _new_ ~gone~ `a &lt; b` plain',
    ],
    [
      'a link with a text, and one without',
      '<p><a href="https://a.example/?x=1&amp;y=2">A &amp; B</a> <a href="https://b.example">https://b.example</a></p>',
      '<https://a.example/?x=1&y=2|A &amp; B> https://b.example',
    ],
    [
      'paragraphs, headings and lists',
      '<h2>Menu</h2><p>Today</p><ul><li>Tea</li><li>Cake</li></ul><ol><li>One</li></ol>',
      '*Menu*\nToday\n• Tea\n• Cake\n1. One',
    ],
    [
      'mentions and signs in formatted text',
      '<p><b>Hi</b> &lt;@U012AB3CD&gt;, 1 &lt; 2 &amp; 3</p>',
      '*Hi* <@U012AB3CD>, 1 &lt; 2 &amp; 3',
    ],
    ['a text without tags', 'Hi &lt;@U012AB3CD&gt; *you* &amp; me', 'Hi <@U012AB3CD> *you* &amp; me'],
  ])('as mrkdwn keeps %s', (_, content, mrkdwn) => expect(mrkdwnOf(content)).toBe(mrkdwn));

  it('with its formatting is published and found again after a lost answer', async () => {
    const there = (world = await startWorld());
    const request = there.request({
      text: '<p><strong>Spring</strong> <a href="https://a.example/">menu</a></p>',
    });
    const attempt = await there.lose(request);
    expect(there.live().at(-1)?.text).toBe('*Spring* <https://a.example/|menu>');
    expect(await provider.verify(request, attempt, there.context)).toMatchObject({ status: 'found' });
  });

  it('may have 40,000 characters and not one more, as in Slack', async () => {
    const there = (world = await startWorld());
    expect(provider.rules.maxLength(there.channel)).toBe(MAX_TEXT);
    expect(provider.rules.length('a'.repeat(MAX_TEXT))).toBe(MAX_TEXT);
    await publishUntilLive(provider, there.request({ text: 'a'.repeat(MAX_TEXT) }), there.context);
    await expect(
      publishUntilLive(provider, there.request({ text: 'a'.repeat(MAX_TEXT + 1) }), there.context),
    ).rejects.toThrow('msg_too_long');
    expect(there.live().map((m) => m.text.length)).toEqual([MAX_TEXT]);
  });

  it('is counted as it is sent', () => {
    expect(provider.rules.length('&<>')).toBe(13);
    expect(provider.rules.length('🎉')).toBe(2);
    expect(provider.rules.length('<@U012AB3CD>')).toBe(12);
  });

  it.each([
    ['a link in angle brackets', 'see https://a.example/x', 'see <https://a.example/x>'],
    ['a link with a text', 'mail ada@a.example', 'mail <mailto:ada@a.example|ada@a.example>'],
    ['emoji by name', 'done 🎉', 'done :tada:'],
    ['white space at the ends', ' a\n b ', 'a b'],
  ])('is recognised when Slack shows %s', (_, sent, shown) => {
    expect(normalise(shown).replace('mailto:', '')).toBe(normalise(toMrkdwn(sent)));
  });
});
