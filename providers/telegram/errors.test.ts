import { describe, expect, it } from '@jest/globals';
import { classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { mapFailure, Migrated } from './errors.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ReturnType<typeof classifyStatus> {
  const message = (body as { description?: string } | null)?.description ?? `HTTP ${status}`;
  const failure: HttpFailure = { status, body, message, headers: new Headers(headers) };
  return mapFailure(failure, NOW) ?? classifyStatus(failure, NOW);
}

const refused = (status: number, description: string, parameters?: object): ReturnType<typeof answer> =>
  answer(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) });

describe('an error of the Bot API', () => {
  it.each([
    [401, 'Unauthorized', TokenExpired],
    [404, 'Not Found', TokenExpired],
    [404, 'Not Found: method not found', Rejected],
    [403, 'Forbidden: bot was blocked by the user', ChannelGone],
    [403, 'Forbidden: user is deactivated', ChannelGone],
    [403, 'Forbidden: bot was kicked from the supergroup chat', ChannelGone],
    [403, 'Forbidden: bot is not a member of the channel chat', ChannelGone],
    [403, "Forbidden: bot can't initiate conversation with a user", ChannelGone],
    [400, 'Bad Request: chat not found', ChannelGone],
    [400, 'Bad Request: group chat was deactivated', ChannelGone],
    [400, 'Bad Request: need administrator rights in the channel chat', ChannelGone],
    [400, 'Bad Request: not enough rights to send text messages to the chat', ChannelGone],
    [400, 'Bad Request: have no rights to send a message', ChannelGone],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', ChannelGone],
    [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', ChannelGone],
    [400, 'Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN', Rejected],
    [400, 'Bad Request: message thread not found', ChannelGone],
    [400, 'Bad Request: TOPIC_CLOSED', ChannelGone],
    [400, 'Bad Request: not enough rights to send photos to the chat', Rejected],
    [400, 'Bad Request: message to be replied not found', Rejected],
    [400, 'Bad Request: can\'t parse entities: Unsupported start tag "p" at byte offset 0', Rejected],
    [400, 'Bad Request: message is too long', Rejected],
    [400, 'Bad Request: message caption is too long', Rejected],
    [400, 'Bad Request: message text is empty', Rejected],
    [400, 'Bad Request: wrong file identifier/HTTP URL specified', Rejected],
    [400, 'Bad Request: failed to get HTTP URL content', Rejected],
    [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', Rejected],
    [
      400,
      'Bad Request: failed to send message #2 with the error message "Too Many Requests: retry after 8"',
      OutcomeUnknown,
    ],
    [400, 'Bad Request: group send failed', OutcomeUnknown],
    [
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      Rejected,
    ],
    [413, 'Request Entity Too Large', Rejected],
    [500, 'Internal Server Error: restart', OutcomeUnknown],
    [502, 'Bad Gateway', OutcomeUnknown],
    [504, 'Gateway Timeout', OutcomeUnknown],
  ] as const)('%i %s', (status, description, expected) => {
    const error = refused(status, description);
    expect(error).toBeInstanceOf(expected);
    expect(error.message).toContain(description);
    expect(error.networkCode).toBe(String(status));
  });

  it('with the id of a supergroup keeps that id, and leads to a refresh', () => {
    const error = refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1_001_234_567_890,
    });
    expect(error).toBeInstanceOf(Migrated);
    expect(error).toBeInstanceOf(TokenExpired);
    expect((error as Migrated).chatId).toBe(-1_001_234_567_890);
  });

  it.each([
    ['seconds in the body', { retry_after: 35 }, {}, '2026-03-01T10:00:35.000Z'],
    [
      'seconds in the body before the header',
      { retry_after: 35 },
      { 'retry-after': '90' },
      '2026-03-01T10:00:35.000Z',
    ],
    ['seconds in the header', undefined, { 'retry-after': '90' }, '2026-03-01T10:01:30.000Z'],
    [
      'a date in the header',
      undefined,
      { 'retry-after': 'Sun, 01 Mar 2026 10:05:00 GMT' },
      '2026-03-01T10:05:00.000Z',
    ],
    ['a minute by default', undefined, {}, '2026-03-01T10:01:00.000Z'],
    ['a second at least', { retry_after: 0 }, {}, '2026-03-01T10:00:01.000Z'],
    ['a day at most', { retry_after: 1e9 }, {}, '2026-03-02T10:00:00.000Z'],
  ])('429 waits for %s', (_, parameters, headers, expected) => {
    const error = answer(
      429,
      {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 35',
        ...(parameters ? { parameters } : {}),
      },
      headers as Record<string, string>,
    );
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt.toISOString()).toBe(expected);
  });
});

describe('an answer of a proxy', () => {
  it.each([
    [502, OutcomeUnknown],
    [503, OutcomeUnknown],
    [408, OutcomeUnknown],
    [429, RateLimited],
    [403, Rejected],
    [404, Rejected],
  ] as const)('is mapped by its status: %i', (status, expected) => {
    expect(answer(status, '<html><title>Bad gateway</title></html>')).toBeInstanceOf(expected);
    expect(answer(status, null)).toBeInstanceOf(expected);
  });
});
