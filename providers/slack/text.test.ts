import { afterEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';
import { MAX_TEXT } from './rules.ts';
import { normalise, toMrkdwn } from './text.ts';

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
