import { describe, expect, it } from '@jest/globals';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';
import { hasCode, mapCode, mapFailure } from './errors.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const failure = (status: number, body: unknown, headers: Record<string, string> = {}): HttpFailure => ({
  status,
  headers: new Headers(headers),
  body,
  message: `HTTP ${status}`,
});

describe('an error with HTTP 200', () => {
  const table: [new (...args: never[]) => ProviderError, string[]][] = [
    [TokenExpired, ['invalid_auth', 'not_authed', 'token_expired']],
    [
      ChannelGone,
      [
        'token_revoked',
        'account_inactive',
        'missing_scope',
        'org_login_required',
        'team_access_not_granted',
        'two_factor_setup_required',
        'not_allowed_token_type',
        'app_access_restricted',
      ],
    ],
    [RateLimited, ['ratelimited', 'rate_limited', 'message_limit_exceeded', 'team_added_to_org']],
    [
      OutcomeUnknown,
      [
        'internal_error',
        'fatal_error',
        'service_unavailable',
        'duplicate_message_not_found',
        'duplicate_channel_not_found',
      ],
    ],
    [Unsent, ['request_timeout']],
    [
      Rejected,
      [
        'channel_not_found',
        'not_in_channel',
        'is_archived',
        'msg_too_long',
        'msg_blocks_too_long',
        'no_text',
        'invalid_blocks',
        'invalid_blocks_format',
        'too_many_attachments',
        'restricted_action',
        'restricted_action_read_only_channel',
        'restricted_action_thread_only_channel',
        'restricted_action_non_threadable_channel',
        'restricted_action_thread_locked',
        'no_permission',
        'ekm_access_denied',
        'access_denied',
        'cannot_reply_to_message',
        'metadata_too_large',
        'metadata_must_be_sent_from_app',
        'invalid_metadata_format',
        'invalid_metadata_schema',
        'file_uploads_disabled',
        'file_upload_size_restricted',
        'file_type_not_allowed',
        'alt_txt_too_large',
        'invalid_arguments',
        'invalid_post_type',
        'unknown_method',
        'a_future_code',
      ],
    ],
  ];

  it.each(table.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)))(
    'is mapped by its code: %s',
    (code, kind) => {
      const error = mapCode({ error: code }, new Headers(), NOW);
      expect(error).toBeInstanceOf(kind);
      expect(error.message).toContain(`Slack answered ${code}`);
      expect(hasCode(error, code)).toBe(true);
    },
  );

  it('names which scope is needed, or which argument is wrong', () => {
    expect(mapCode({ error: 'missing_scope', needed: 'chat:write' }, new Headers()).message).toContain(
      'needed: chat:write',
    );
    expect(
      mapCode(
        {
          error: 'invalid_arguments',
          response_metadata: { messages: ['[ERROR] missing required field: channel'] },
        },
        new Headers(),
      ).message,
    ).toContain('missing required field: channel');
  });

  it('has the time of the next allowed call, by default in a minute', () => {
    const reset = (headers: Record<string, string>): Date =>
      (mapCode({ error: 'rate_limited' }, new Headers(headers), NOW) as RateLimited).resetAt;
    expect(reset({ 'retry-after': '30' })).toEqual(new Date('2026-03-01T10:00:30Z'));
    expect(reset({})).toEqual(new Date('2026-03-01T10:01:00Z'));
  });
});

describe('an answer that is not 2xx', () => {
  it.each([
    ['seconds', '30', '2026-03-01T10:00:30.000Z'],
    ['a date', 'Sun, 01 Mar 2026 10:02:00 GMT', '2026-03-01T10:02:00.000Z'],
    ['nothing that can be read', 'soon', '2026-03-01T10:01:00.000Z'],
    ['a time beyond a day', '999999', '2026-03-02T10:00:00.000Z'],
  ])('429 with %s in Retry-After waits until then', (_, value, at) => {
    const error = mapFailure(
      failure(429, { ok: false, error: 'ratelimited' }, { 'retry-after': value }),
      NOW,
    );
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt.toISOString()).toBe(at);
  });

  it.each([500, 502, 503, 504, 408])('%i leaves the outcome unknown, with any body', (status) => {
    for (const body of ['<html>Bad Gateway</html>', '', { ok: false, error: 'channel_not_found' }]) {
      expect(mapFailure(failure(status, body), NOW)).toBeInstanceOf(OutcomeUnknown);
    }
  });

  it('of another status is mapped by its code, else by the status', () => {
    expect(mapFailure(failure(403, { ok: false, error: 'token_revoked' }), NOW)).toBeInstanceOf(ChannelGone);
    expect(mapFailure(failure(401, 'nothing'), NOW)).toBeInstanceOf(TokenExpired);
    expect(mapFailure(failure(404, '<html></html>'), NOW)).toBeInstanceOf(Rejected);
  });
});
