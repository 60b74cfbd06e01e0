import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accepted,
  ask,
  bot,
  channel,
  network,
  refused,
  start,
  stop,
  text,
  useChat,
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

const poll = (more: Record<string, unknown> = {}) =>
  ask('sendPoll', { chat_id: channel.id, question: 'Which?', options: ['a', { text: 'b' }], ...more });
const keyboard = (button: unknown) => ({ reply_markup: { inline_keyboard: [[button]] } });

describe('a poll of the stand-in', () => {
  it('has 1 to 12 answers, and a description with markup', async () => {
    expect(await poll({ description: '<b>c</b>', description_parse_mode: 'HTML' })).toMatchObject(
      accepted({ poll: expect.objectContaining({ question: 'Which?', is_anonymous: true }) }),
    );
    expect(network.messages()[0]?.poll).toMatchObject({ options: ['a', 'b'], description: 'c' });
    expect(await poll({ options: ['a'] })).toMatchObject(accepted());
  });

  it.each([
    [{ question: ' ' }, 'message text is empty'],
    [{ question: 'x'.repeat(301) }, 'poll question length must not exceed 300'],
    [{ options: [] }, 'poll must have at least one answer option'],
    [{ options: Array.from({ length: 13 }, () => 'x') }, "poll can't have more than 12 options"],
    [{ options: ['x'.repeat(101)] }, 'poll options length must not exceed 100'],
    [{ options: 'a,b' }, "can't parse options JSON object"],
    [{ options: { a: 1 } }, 'expected an Array of String as options'],
    [{ options: [7] }, 'expected an option to be of type String'],
    [{ options: [{}] }, 'can\'t find field "text"'],
    [{ is_anonymous: false }, "non-anonymous polls can't be sent to channel chats"],
  ])('is refused: %j', async (wrong, text) => {
    expect(await poll(wrong)).toMatchObject(refused(400, `Bad Request: ${text}`));
  });

  it('may show who chose what in a group', async () => {
    useChat(network.createChat({ type: 'group' }, [{ bot }]));
    expect(await poll({ is_anonymous: false })).toMatchObject(accepted());
  });
});

describe('what the stand-in takes beside a text', () => {
  it.each([
    [{ reply_markup: 'x' }, "can't parse reply keyboard markup JSON object"],
    [
      { reply_markup: { inline_keyboard: [{ text: 'a' }] } },
      'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ],
    [keyboard('a'), "can't parse inline keyboard button: InlineKeyboardButton must be an Object"],
    [keyboard({ url: 'https://a.example' }), 'can\'t parse inline keyboard button: Can\'t find field "text"'],
    [
      keyboard({ text: 'a' }),
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [keyboard({ text: '', url: 'https://a.example' }), 'inline keyboard button text must be non-empty'],
    [
      keyboard({ text: 'a', url: 'http://localhost' }),
      "inline keyboard button URL 'http://localhost' is invalid: Wrong HTTP URL",
    ],
    [{ link_preview_options: 'x' }, "can't parse link preview options JSON object"],
    [{ link_preview_options: [] }, 'object expected as link preview options'],
    [{ link_preview_options: { is_disabled: 'yes' } }, 'field "is_disabled" must be of type Boolean'],
  ])('is refused: %j', async (more, message) => {
    expect(await text('hello', more)).toMatchObject(refused(400, `Bad Request: ${message}`));
  });
});
