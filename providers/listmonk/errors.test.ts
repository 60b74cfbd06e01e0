import { describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { mapFailure } from './errors.ts';

const NOW = new Date('2031-05-04T12:00:00Z');
const failure = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Error & { networkCode: string | null } =>
  mapFailure({ status, headers: new Headers(headers), body, message: `HTTP ${status}` }, NOW);

describe('an error of listmonk', () => {
  it.each([
    [400, 'Invalid length for subject.', Rejected, 'Invalid length for subject. (HTTP 400)'],
    [401, 'Unauthorized', TokenExpired, 'no longer accepts the token'],
    [403, 'invalid API credentials', ChannelGone, 'Reconnect the channel'],
    [403, 'invalid session', ChannelGone, 'Reconnect the channel'],
    [403, 'permission denied: campaigns:send', Rejected, 'lacks the permission campaigns:send'],
    [403, 'permission denied', Rejected, 'may not use this list'],
    [403, 'anything else', Rejected, 'anything else (HTTP 403)'],
    [404, 'Not Found', Rejected, 'Not Found (HTTP 404)'],
    [500, 'Error creating Campaign: pq: deadlock detected', OutcomeUnknown, 'deadlock detected (HTTP 500)'],
    [500, 'pq: … "campaigns_template_id_fkey" …', Rejected, 'no template with this id'],
    [502, null, OutcomeUnknown, 'HTTP 502'],
    [408, null, OutcomeUnknown, 'HTTP 408'],
  ] as const)('%i %s is a %p', (status, message, kind, reason) => {
    const error = failure(status, message === null ? '<html></html>' : { message });
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toContain(reason);
    expect(error.networkCode).toBe(String(status));
  });

  it('asks to wait, as a web server in front of it does', () => {
    const error = failure(429, '<html></html>', { 'retry-after': '30' });
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt).toEqual(new Date('2031-05-04T12:00:30Z'));
  });

  it('is that of a firewall when it is no JSON: nothing was done, so it is tried again', () => {
    const error = failure(403, '<h1>Blocked</h1>');
    expect(error).toBeInstanceOf(RateLimited);
    expect(error.message).toContain('firewall');
  });

  it('names where the server has moved to', () => {
    const headers = { location: 'https://mail.example/api/lists' };
    expect(failure(301, '', headers)).toBeInstanceOf(ChannelGone);
    expect(failure(301, '', headers).message).toContain('has moved to https://mail.example');
    expect(failure(302, '', headers)).toBeInstanceOf(Rejected);
  });
});
