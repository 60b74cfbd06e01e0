/** Limits at which Slack and the provider agree, and the text that is sent. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { MediaFile } from '../_kit/contract.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, video, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';
import { MAX_TEXT } from './rules.ts';
import { fold, toMrkdwn } from './text.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

describe('a text', () => {
  it.each([
    ['characters that steer are escaped', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['what a person escaped is shown as it was written', '&lt;', '&amp;lt;'],
    ['mrkdwn stays', '*bold* _italic_ ~gone~ `code`', '*bold* _italic_ ~gone~ `code`'],
    ['a mention stays', 'Hi <@U012AB3CD>!', 'Hi <@U012AB3CD>!'],
    [
      'a channel, a group and everybody stay',
      '<#C012AB3CD|general> <!subteam^S012AB3CD> <!here>',
      '<#C012AB3CD|general> <!subteam^S012AB3CD> <!here>',
    ],
    ['a link with words stays', '<https://a.example/?x=1|words>', '<https://a.example/?x=1|words>'],
    [
      'what only resembles a mention is escaped',
      '<@nobody> <!shout> <script>',
      '&lt;@nobody&gt; &lt;!shout&gt; &lt;script&gt;',
    ],
  ])('as mrkdwn: %s', (_, text, mrkdwn) => expect(toMrkdwn(text)).toBe(mrkdwn));

  it('may have 40,000 characters, by the provider and by Slack, and not one more', async () => {
    const there = (world = await startWorld());
    expect(provider.rules.maxLength(there.channel)).toBe(MAX_TEXT);
    expect(provider.rules.length('a'.repeat(MAX_TEXT))).toBe(MAX_TEXT);
    await publishUntilLive(provider, there.request({ text: 'a'.repeat(MAX_TEXT) }), there.context);
    await expect(
      publishUntilLive(provider, there.request({ text: 'a'.repeat(MAX_TEXT + 1) }), there.context),
    ).rejects.toThrow('msg_too_long');
    expect(there.live().map((m) => m.text.length)).toEqual([MAX_TEXT]);
  });

  it('counts as it is sent', () => {
    expect(provider.rules.length('&<>')).toBe(13);
    expect(provider.rules.length('🎉')).toBe(2);
    expect(provider.rules.length('<@U012AB3CD>')).toBe(12);
  });

  it.each([
    ['a link in angle brackets', 'see https://a.example/x', 'see <https://a.example/x>'],
    [
      'a link with the words that Slack gave it',
      'mail ada@a.example',
      'mail <mailto:ada@a.example|ada@a.example>',
    ],
    ['emoji by their names', 'done 🎉', 'done :tada:'],
    ['white space at the ends', ' a\n b ', 'a b'],
  ])('is the same when Slack shows %s', (_, sent, shown) => {
    expect(fold(shown).replace('mailto:', '')).toBe(fold(toMrkdwn(sent)));
  });
});

describe('before anything is sent', () => {
  const check = (media: MediaFile[], channel = 'C0123456789'): string[] =>
    problemsOf(provider, { settings: { channel } }, { value: [{ content: 'hello', media }] }).map(
      (issue) => issue.path,
    );

  it('takes the id of a conversation, and not its name', () => {
    for (const id of ['C0123456789', 'G0123456789', 'D0123456789']) expect(check([], id)).toEqual([]);
    for (const name of ['#general', 'general', 'c0123456789', 'C0123 456']) {
      expect(check([], name)).toEqual(['settings.channel']);
    }
  });

  it('takes ten files of any kind together, and not eleven', () => {
    expect(check([...Array.from({ length: 9 }, () => pngFile()), video()])).toEqual([]);
    expect(check([...Array.from({ length: 10 }, () => pngFile()), video()])).toEqual(['value.0.image']);
  });

  it('takes a description of 1,000 characters, as Slack does, and not one more', async () => {
    expect(check([pngFile('x'.repeat(1000))])).toEqual([]);
    expect(check([pngFile('x'.repeat(1001))])).toEqual(['value.0.image.0']);
    const there = (world = await startWorld());
    await provider.prepare(there.request({ media: [pngFile('x'.repeat(1000))] }), there.context);
    await expect(
      provider.prepare(there.request({ media: [pngFile('x'.repeat(1001))] }), there.context),
    ).rejects.toThrow('alt_txt_too_large');
  });

  it('takes no empty file, as Slack does not', async () => {
    const empty: MediaFile = { ...pngFile(), size: 0, bytes: async () => new Uint8Array() };
    expect(check([empty])).toEqual(['value.0.image.0']);
    const there = (world = await startWorld());
    await expect(provider.prepare(there.request({ media: [empty] }), there.context)).rejects.toThrow(
      'missing_argument',
    );
  });
});
