import { describe, expect, it } from '@jest/globals';
import { AlreadyThere, ChannelGone, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';
import { mapCodes, mapFailure, mapTokenFailure } from './errors.ts';

const NOW = new Date('2026-05-04T09:00:00Z');
const in_ = (ms: number): Date => new Date(NOW.getTime() + ms);
const failure = (
  status: number,
  { body = { error: status }, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): HttpFailure => ({ status, body, headers: new Headers(headers), message: `HTTP ${status}` });

describe('an error that Reddit answers with HTTP 200', () => {
  it.each([
    ['you are doing that too much. try again in 9 minutes.', undefined, 600_000],
    [
      "Looks like you've been doing that a lot. Take a break for 14 minutes before trying again.",
      undefined,
      900_000,
    ],
    ['Take a break for 38 seconds before trying again.', undefined, 39_000],
    ['try again in 1 hour.', undefined, 7_200_000],
    ['je doet dat te veel, probeer het later opnieuw.', undefined, 600_000],
    ['you are doing that too much. try again in 8 minutes.', 508.3, 509_000],
  ])('is a wait that "%s" names (ratelimit: %s)', (message, ratelimit, ms) => {
    const error = mapCodes({ errors: [['RATELIMIT', message, 'ratelimit']], ratelimit }, NOW);
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ resetAt: in_(ms), networkCode: 'RATELIMIT' });
  });

  it('is a wait of an hour once the account has submitted too many links', () => {
    const text = "You've submitted too many links recently. Please try again in an hour.";
    expect(mapCodes({ errors: [['QUOTA_FILLED', text, null]] }, NOW)).toMatchObject({
      kind: 'rate_limited',
      resetAt: in_(3_600_000),
    });
  });

  it('means that Reddit has the link already, as after a request that seemed to be lost', () => {
    const error = mapCodes({ errors: [['ALREADY_SUB', 'that link has already been submitted', 'url']] }, NOW);
    expect(error).toBeInstanceOf(AlreadyThere);
    expect(error).toMatchObject({ networkCode: 'ALREADY_SUB', existing: null });
  });

  it('is an expired token if Reddit sees no account', () => {
    expect(mapCodes({ errors: [['USER_REQUIRED', 'Please log in to do that.', null]] }, NOW)).toBeInstanceOf(
      TokenExpired,
    );
  });

  it.each([
    ['SUBREDDIT_NOEXIST', "That subreddit doesn't exist", 'check its name'],
    ['NO_SELFS', "This community doesn't allow text posts", 'choose another type'],
    ['TOO_LONG', 'this is too long (max: 300)', 'max: 300'],
    ['SOMETHING_NEW', 'words of tomorrow', 'words of tomorrow'],
  ])('is a refusal for %s, with its message', (code, message, remedy) => {
    const error = mapCodes({ errors: [[code, message, 'sr']] }, NOW);
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ networkCode: code });
    expect(error.message).toContain(`Reddit answered ${code} "${message}"`);
    expect(error.message).toContain(remedy);
  });
});

describe('a status of Reddit', () => {
  it('400 names the rule of the subreddit, and is a plain refusal without one', () => {
    const body = {
      reason: 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING',
      explanation: 'You may not have "x". ',
    };
    expect(mapFailure(failure(400, { body }), NOW)).toMatchObject({
      kind: 'rejected',
      networkCode: body.reason,
      message: `Reddit answered ${body.reason}: You may not have "x".`,
    });
    expect(mapFailure(failure(400), NOW)).toBeNull();
  });

  it('403 is about the token where a scope is missing, else about one subreddit', () => {
    const headers = { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' };
    expect(mapFailure(failure(403, { headers }), NOW)).toBeInstanceOf(ChannelGone);
    expect(
      mapFailure(failure(403, { body: { reason: 'private', message: 'Forbidden' } }), NOW),
    ).toMatchObject({ kind: 'rejected', networkCode: 'private' });
  });

  it.each([
    [{ 'retry-after': '4' }, 4000],
    [{ 'x-ratelimit-reset': '120' }, 120_000],
    [{}, 60_000],
  ])('429 with %j is a wait', (headers, ms) => {
    expect(mapFailure(failure(429, { body: '<html>', headers }), NOW)).toMatchObject({
      kind: 'rate_limited',
      resetAt: in_(ms),
    });
  });

  it.each([[401], [500], [502], [503], [504], [520]])('%d is left to the usual meaning', (status) => {
    expect(mapFailure(failure(status, { body: { reason: 'any' } }), NOW)).toBeNull();
  });
});

describe('an answer of the token endpoint', () => {
  it.each([
    [400, 'channel_gone'],
    [401, 'rejected'],
    [429, 'rate_limited'],
    [503, 'outcome_unknown'],
  ])('with %d is %s', (status, kind) => {
    expect(mapTokenFailure(failure(status), NOW)).toMatchObject({ kind });
  });
});
