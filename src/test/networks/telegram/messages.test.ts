import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  PIXEL,
  accepted,
  ask,
  channel,
  form,
  html,
  network,
  picture,
  refused,
  start,
  stop,
  text,
  type Answer,
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a text', () => {
  it('has 1 to 4,096 UTF-16 code units without its markup', async () => {
    expect(await text('a'.repeat(4096))).toMatchObject({ ok: true });
    expect(await html(`<b>${'🎉'.repeat(2048)}</b>`)).toMatchObject({ ok: true });
    expect(await text('a'.repeat(4097))).toMatchObject(refused(400, 'Bad Request: message is too long'));
    expect(await html(`${'🎉'.repeat(2048)}a`)).toMatchObject(
      refused(400, 'Bad Request: message is too long'),
    );
    for (const empty of ['', '  ', '<b></b>']) {
      expect(await html(empty)).toMatchObject(refused(400, 'Bad Request: message text is empty'));
    }
  });

  it.each([
    ['<p>hi</p>', 'Unsupported start tag "p" at byte offset 0'],
    ['é <script>', 'Unsupported start tag "script" at byte offset 3'],
    ['a < b', 'Unclosed start tag at byte offset 2'],
    ['<b>x', 'Can\'t find end tag corresponding to start tag "b"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<a href>x</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  ])('with the markup %s is rejected', async (markup, message) => {
    expect(await html(markup)).toMatchObject(refused(400, `Bad Request: can't parse entities: ${message}`));
    expect(await text(markup)).toMatchObject(accepted({ text: markup }));
  });

  it.each([
    ['<b>a</b><strong>b</strong>', 'ab', ['bold', 'bold']],
    ['<i>a</i><u>b</u><s>c</s>', 'abc', ['italic', 'underline', 'strikethrough']],
    ['<a href="https://x.example">a</a>', 'a', ['text_link']],
    ['<a href="mailto:x">a</a>', 'a', []],
    ['<code>a</code><pre>b</pre><blockquote>c</blockquote>', 'abc', ['code', 'pre', 'blockquote']],
    ['<tg-spoiler>a</tg-spoiler><span class="tg-spoiler">b</span>', 'ab', ['spoiler', 'spoiler']],
    ['&lt;&amp;&gt;&quot;&#33;&#x21;&nbsp;', '<&>"!!&nbsp;', []],
    ['  a > b  ', 'a > b', []],
  ])('with the markup %s is accepted', async (markup, plain, types) => {
    expect(await html(markup)).toMatchObject(accepted({ text: plain }));
    expect(
      network
        .messages()
        .at(-1)
        ?.entities.map((e) => e.type),
    ).toEqual(types);
  });

  it('can reply to an existing message, and to a deleted one only if that is allowed', async () => {
    await text('first');
    expect(await text('second', { reply_parameters: { message_id: 1 } })).toMatchObject(
      accepted({ reply_to_message: expect.objectContaining({ message_id: 1 }) }),
    );
    expect(await text('third', { reply_parameters: { message_id: 99 } })).toMatchObject(
      refused(400, 'Bad Request: message to be replied not found'),
    );
    expect(
      await text('third', { reply_parameters: { message_id: 99, allow_sending_without_reply: true } }),
    ).toMatchObject({ ok: true });
  });

  it('with an unknown parse mode is rejected', async () => {
    expect(await text('*a*', { parse_mode: 'Textile' })).toMatchObject(
      refused(400, 'Bad Request: unsupported parse_mode'),
    );
  });
});

describe('media', () => {
  it('are sent as files in the request', async () => {
    expect(
      await ask('sendPhoto', form({ photo: PIXEL, caption: '<b>a</b>', parse_mode: 'HTML' })),
    ).toMatchObject(accepted({ caption: 'a', photo: [expect.anything()] }));
    expect(await ask('sendPhoto', form({}))).toMatchObject(
      refused(400, 'Bad Request: there is no photo in the request'),
    );
    expect(await ask('sendVideo', form({ video: 'nonsense' }))).toMatchObject(
      refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'),
    );
    expect(await ask('sendPhoto', form({ photo: Buffer.from('no picture at all') }))).toMatchObject(
      refused(400, 'Bad Request: IMAGE_PROCESS_FAILED'),
    );
  });

  it('have captions of up to 1,024 characters', async () => {
    expect(await ask('sendPhoto', form({ photo: PIXEL, caption: 'a'.repeat(1024) }))).toMatchObject({
      ok: true,
    });
    expect(await ask('sendPhoto', form({ photo: PIXEL, caption: 'a'.repeat(1025) }))).toMatchObject(
      refused(400, 'Bad Request: message caption is too long'),
    );
  });

  it.each([
    [9500, 500, true],
    [9500, 501, false],
    [2000, 100, true],
    [2001, 100, false],
  ])('with a photo of %i × %i are accepted: %s', async (width, height, ok) => {
    const answer = await ask('sendPhoto', form({ photo: picture(width, height) }));
    expect(answer).toMatchObject(ok ? { ok } : refused(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'));
  });

  const album = (types: readonly string[], more: object = {}): Promise<Answer> => {
    const media = JSON.stringify(
      types.map((type, i) => ({ type, media: `attach://f${i}`, ...(i === 0 ? more : {}) })),
    );
    return ask(
      'sendMediaGroup',
      form({ media, ...Object.fromEntries(types.map((_, i) => [`f${i}`, PIXEL])) }),
    );
  };

  it('can form an album of 2 to 10 photos and videos, or of documents only', async () => {
    expect(await album(['photo', 'video'])).toMatchObject({
      ok: true,
      result: [{ message_id: 1 }, { message_id: 2 }],
    });
    expect(await album(['document', 'document'])).toMatchObject({ ok: true });
    expect(await album(Array.from({ length: 10 }, () => 'photo'))).toMatchObject({ ok: true });
    expect(await album(['photo'])).toMatchObject(
      refused(400, 'Bad Request: too few messages to send as an album'),
    );
    expect(await album(Array.from({ length: 11 }, () => 'photo'))).toMatchObject(
      refused(400, 'Bad Request: too many messages to send as an album'),
    );
    expect(await album(['photo', 'document'])).toMatchObject(
      refused(400, "Bad Request: can't use the media of the specified type in the album"),
    );
    expect(await album(['photo', 'animation'])).toMatchObject(
      refused(400, 'Bad Request: can\'t parse InputMedia: type "animation" can\'t be used in sendMediaGroup'),
    );
    expect(await album(['photo', 'photo'], { caption: '<p>', parse_mode: 'HTML' })).toMatchObject(
      refused(400, 'Bad Request: can\'t parse entities: Unsupported start tag "p" at byte offset 0'),
    );
    expect(
      await ask(
        'sendMediaGroup',
        form({
          media: '[{"type":"photo","media":"attach://gone"},{"type":"photo","media":"attach://gone"}]',
        }),
      ),
    ).toMatchObject(refused(400, "Bad Request: can't parse InputMedia: media not found"));
  });

  it('in an album can be sent in part', async () => {
    network.arm({ albumFailsAt: 2 });
    expect(await album(['photo', 'photo'])).toMatchObject(
      refused(
        400,
        'Bad Request: failed to send message #2 with the error message "Too Many Requests: retry after 8"',
      ),
    );
    expect(network.messages()).toHaveLength(1);
    expect(await album(['photo', 'photo'])).toMatchObject({ ok: true });
  });

  it('are limited by the size of a request', async () => {
    await start({ limits: { bodyBytes: 10_000 } });
    expect(await ask('sendPhoto', form({ photo: PIXEL }))).toMatchObject({ ok: true });
    expect(await ask('sendVideo', form({ video: Buffer.alloc(10_001) }))).toMatchObject(
      refused(413, 'Request Entity Too Large'),
    );
  });
});

describe('a deletion', () => {
  it('works once, for the bot that sent the message, within 48 hours', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ now: () => now });
    for (let i = 0; i < 3; i++) await text('hi');
    const remove = (id: number, token?: string): Promise<Answer> =>
      ask('deleteMessage', { chat_id: channel.id, message_id: id }, token);
    expect(await remove(1)).toEqual({ ok: true, result: true });
    expect(await remove(1)).toMatchObject(refused(400, 'Bad Request: message to delete not found'));
    expect(await ask('deleteMessage', { chat_id: channel.id })).toMatchObject(
      refused(400, 'Bad Request: message identifier is not specified'),
    );
    const other = network.createBot('other_bot');
    network.admit(channel, other, {});
    expect(await remove(2, other.token)).toMatchObject(
      refused(400, "Bad Request: message can't be deleted for everyone"),
    );
    now = new Date('2026-03-03T10:00:00Z');
    expect(await remove(2)).toMatchObject({ ok: true });
    now = new Date('2026-03-03T10:00:01Z');
    expect(await remove(3)).toMatchObject(refused(400, "Bad Request: message can't be deleted for everyone"));
  });
});
