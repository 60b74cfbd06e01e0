/** Each documented problem of X, and its effect on the post. */
import { describe, expect, it } from '@jest/globals';
import {
  AlreadyThere,
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../_kit/errors.ts';
import { classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';

const NOW = new Date('2031-05-04T09:30:00Z');
const unix = (minutes: number): string => String(NOW.getTime() / 1000 + minutes * 60);
const problem = (kind: string, detail: string): object => ({
  title: kind,
  detail,
  type: `https://api.x.com/2/problems/${kind}`,
});
const plain = (detail: string): object => ({ title: 'Forbidden', type: 'about:blank', detail });

const failure = (status: number, body: unknown, headers: Record<string, string> = {}): HttpFailure => ({
  status,
  body,
  headers: new Headers(headers),
  message: `HTTP ${status}`,
});
const map = (...args: Parameters<typeof failure>) => {
  const failed = failure(...args);
  return mapFailure(failed, NOW) ?? classifyStatus(failed, NOW);
};

describe("X's answer", () => {
  it.each([
    [401, plain('Unauthorized'), TokenExpired, '401'],
    [401, { errors: [{ code: 89, message: 'Invalid or expired token.' }] }, TokenExpired, '401'],
    [400, { errors: [{ code: 32, message: 'Could not authenticate you.' }] }, TokenExpired, '400'],
    [
      403,
      problem('unsupported-authentication', 'Authenticating with OAuth 2.0 Application-Only is forbidden'),
      ChannelGone,
      'unsupported-authentication',
    ],
    [
      403,
      problem('oauth2-permissions', 'Your client app is not configured with the appropriate permissions'),
      ChannelGone,
      'oauth2-permissions',
    ],
    [403, { errors: [{ code: 64, message: 'Your account is suspended' }] }, ChannelGone, '403'],
    [
      403,
      { errors: [{ code: 326, message: 'To protect our users, this account is temporarily locked' }] },
      ChannelGone,
      '403',
    ],
    [
      403,
      plain('Your account is suspended and is not permitted to access this feature.'),
      ChannelGone,
      '403',
    ],
    [403, plain('You are not allowed to create a Tweet with duplicate content.'), AlreadyThere, 'duplicate'],
    [400, plain('The article is already published.'), AlreadyThere, 'published'],
    [403, plain('You are not permitted to perform this action.'), Rejected, '403'],
    [403, problem('client-forbidden', 'Your client is not enrolled'), Rejected, 'client-forbidden'],
    [403, problem('usage-capped', 'Usage cap exceeded: Monthly product cap'), Rejected, 'usage-capped'],
    [429, problem('usage-capped', 'Usage cap exceeded: Monthly product cap'), Rejected, 'usage-capped'],
    [402, problem('credits', 'Your enrolled account does not have any credits'), Rejected, 'credits'],
    [
      400,
      problem('invalid-request', 'One or more parameters to your request was invalid.'),
      Rejected,
      'invalid-request',
    ],
    [
      404,
      problem('resource-not-found', 'Could not find tweet with id: [1].'),
      Rejected,
      'resource-not-found',
    ],
    [500, plain('Internal Server Error'), OutcomeUnknown, '500'],
    [503, 'Service Unavailable', OutcomeUnknown, '503'],
    [504, plain('Gateway Timeout'), OutcomeUnknown, '504'],
  ] as const)('%i %j is %p (%s)', (status, body, expected, code) => {
    const error = map(status, body);
    expect(error).toBeInstanceOf(expected);
    expect(error.networkCode).toBe(code);
  });

  it('keeps its message, with what a person can do', () => {
    const detail = 'You are not allowed to create a Tweet with duplicate content.';
    expect(map(403, plain(detail)).message).toContain(detail);
    expect(map(403, plain(detail)).message).toContain('change the text');
    const invalid = {
      ...problem('invalid-request', 'One parameter was invalid.'),
      errors: [{ message: 'Your media IDs are invalid.' }],
    };
    expect(map(400, invalid).message).toBe('One parameter was invalid. Your media IDs are invalid.');
  });
});

describe('a limit of X', () => {
  const day = (name: 'user' | 'app', limit: number): Record<string, string> => ({
    [`x-${name}-limit-24hour-limit`]: String(limit),
    [`x-${name}-limit-24hour-remaining`]: '0',
    [`x-${name}-limit-24hour-reset`]: unix(300),
  });
  const quarter = (remaining: number): Record<string, string> => ({
    'x-rate-limit-limit': '100',
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': unix(7),
  });
  const resetOf = (headers: Record<string, string>): Date => {
    const error = map(429, plain('Too Many Requests'), headers);
    if (!(error instanceof RateLimited)) throw new Error(`not a limit: ${error}`);
    return error.resetAt;
  };
  const inMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

  it('of 15 minutes ends when X names', () => expect(resetOf(quarter(0))).toEqual(inMinutes(7)));

  it('of a day wins over the shorter one, and is named with its number', () => {
    for (const name of ['user', 'app'] as const) {
      expect(resetOf({ ...quarter(83), ...day(name, 17) })).toEqual(inMinutes(300));
      expect(resetOf({ ...quarter(0), ...day(name, 17) })).toEqual(inMinutes(300));
    }
    const { message } = map(429, plain('Too Many Requests'), day('user', 17));
    expect(message).toContain('all 17 posts of 24 hours are used');
  });

  it('without a time is asked about again in a minute, and one with Retry-After then', () => {
    expect(resetOf({})).toEqual(inMinutes(1));
    expect(resetOf({ 'retry-after': '120' })).toEqual(inMinutes(2));
  });
});
