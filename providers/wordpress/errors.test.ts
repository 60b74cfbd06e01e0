import { describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { mapFailure } from './errors.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

const map = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ReturnType<typeof mapFailure> =>
  mapFailure({ status, headers: new Headers(headers), body, message: `HTTP ${status}` }, NOW);

/** An error in WordPress's form. */
const error = (status: number, code: string, message = 'Sorry.'): unknown => ({
  code,
  message,
  data: { status },
});

describe('an answer that is not 2xx', () => {
  const page = '<html><body><h1>Sorry</h1></body></html>';
  const cases: [
    number,
    unknown,
    string,
    typeof Rejected | typeof TokenExpired | typeof ChannelGone | typeof OutcomeUnknown | typeof RateLimited,
  ][] = [
    // The caller is not known (any more): with the code that the route has for unauthenticated callers.
    [
      401,
      error(401, 'rest_not_logged_in', 'You are not currently logged in.'),
      'rest_not_logged_in',
      TokenExpired,
    ],
    [401, error(401, 'rest_cannot_create'), 'rest_cannot_create', TokenExpired],
    [401, error(401, 'rest_cannot_edit'), 'rest_cannot_edit', TokenExpired],
    [401, page, '401', TokenExpired],
    // And will not be again with this password.
    [
      401,
      error(
        401,
        'incorrect_password',
        '<strong>Error:</strong> The provided password is an invalid application password.',
      ),
      'incorrect_password',
      ChannelGone,
    ],
    [
      401,
      error(401, 'invalid_username', '<strong>Error:</strong> Unknown username.'),
      'invalid_username',
      ChannelGone,
    ],
    [
      401,
      error(401, 'application_passwords_disabled', 'Application passwords are not available.'),
      'application_passwords_disabled',
      ChannelGone,
    ],
    [
      403,
      error(403, 'application_passwords_disabled_for_user'),
      'application_passwords_disabled_for_user',
      ChannelGone,
    ],
    [301, '', '301', ChannelGone],
    [308, '', '308', ChannelGone],
    // The caller is known and may not.
    [403, error(403, 'rest_cannot_create'), 'rest_cannot_create', Rejected],
    [403, error(403, 'rest_cannot_publish'), 'rest_cannot_publish', Rejected],
    [403, error(403, 'rest_forbidden'), 'rest_forbidden', Rejected],
    [403, error(403, 'rest_cannot_assign_term'), 'rest_cannot_assign_term', Rejected],
    // What was sent is refused.
    [400, error(400, 'rest_invalid_param'), 'rest_invalid_param', Rejected],
    [400, error(400, 'rest_missing_callback_param'), 'rest_missing_callback_param', Rejected],
    [400, error(400, 'rest_invalid_featured_media'), 'rest_invalid_featured_media', Rejected],
    [400, error(400, 'empty_content', 'Content, title, and excerpt are empty.'), 'empty_content', Rejected],
    [400, error(400, 'rest_upload_file_too_big'), 'rest_upload_file_too_big', Rejected],
    [
      400,
      error(400, 'rest_upload_image_type_not_supported'),
      'rest_upload_image_type_not_supported',
      Rejected,
    ],
    [404, error(404, 'rest_no_route'), 'rest_no_route', Rejected],
    [404, error(404, 'rest_post_invalid_id', 'Invalid post ID.'), 'rest_post_invalid_id', Rejected],
    [410, error(410, 'rest_already_trashed'), 'rest_already_trashed', Rejected],
    [413, page, '413', Rejected],
    [302, '', '302', Rejected],
    [
      500,
      error(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.'),
      'rest_upload_sideload_error',
      Rejected,
    ],
    // Nobody knows what was done.
    [500, error(500, 'rest_upload_unknown_error'), 'rest_upload_unknown_error', OutcomeUnknown],
    [
      500,
      error(500, 'db_insert_error', 'Could not insert post into the database.'),
      'db_insert_error',
      OutcomeUnknown,
    ],
    [
      500,
      error(500, 'internal_server_error', 'There has been a critical error on this website.'),
      'internal_server_error',
      OutcomeUnknown,
    ],
    [500, page, '500', OutcomeUnknown],
    [502, page, '502', OutcomeUnknown],
    [503, page, '503', OutcomeUnknown],
    [504, page, '504', OutcomeUnknown],
    [408, page, '408', OutcomeUnknown],
    // A proxy in front of the site asks to wait.
    [429, page, '429', RateLimited],
    [429, error(429, 'too_many_requests'), 'too_many_requests', RateLimited],
    [403, page, '403', RateLimited],
  ];

  it.each(cases)('is mapped by status and code: %i %j is %s', (status, body, code, expected) => {
    const failure = map(status, body);
    expect(failure).toBeInstanceOf(expected);
    expect(failure.networkCode).toBe(code);
  });

  it('has the time of the next allowed call, by default in a minute, or in five after a firewall', () => {
    const resetAt = (status: number, headers: Record<string, string> = {}): string =>
      (map(status, page, headers) as RateLimited).resetAt.toISOString();
    expect(resetAt(429, { 'retry-after': '120' })).toBe('2026-03-01T10:02:00.000Z');
    expect(resetAt(429, { 'retry-after': 'Sun, 01 Mar 2026 10:30:00 GMT' })).toBe('2026-03-01T10:30:00.000Z');
    expect(resetAt(429)).toBe('2026-03-01T10:01:00.000Z');
    expect(resetAt(403)).toBe('2026-03-01T10:05:00.000Z');
  });

  it('has a message without HTML, with the wrong value, or with the new URL of the site', () => {
    expect(
      map(401, error(401, 'incorrect_password', '<strong>Error:</strong> The password is invalid.')).message,
    ).toContain('Error: The password is invalid. (incorrect_password, HTTP 401)');
    const wrong = {
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): categories',
      data: { status: 400, params: { categories: 'categories[0] is not of type integer.' } },
    };
    expect(map(400, wrong).message).toBe(
      'Invalid parameter(s): categories categories[0] is not of type integer. (rest_invalid_param, HTTP 400)',
    );
    expect(map(301, '', { location: 'https://new.example/wp-json/wp/v2/posts' }).message).toContain(
      'moved to https://new.example;',
    );
    expect(map(302, '', { location: '/login' }).message).toBe(
      'The site redirects to another URL; if that is yours, connect it with that URL',
    );
  });
});
