import { describe, expect, it } from '@jest/globals';
import { AlreadyThere, ChannelGone, OutcomeUnknown, Rejected } from '../../_kit/errors.ts';
import { mapGraphFailure } from './errors.ts';

function map(status: number, code: number, message: string, more: object = {}): unknown {
  const body = { error: { message, type: 'OAuthException', code, ...more } };
  return mapGraphFailure('Facebook', { status, headers: new Headers(), body, message });
}

describe('an error of the Graph API', () => {
  it.each([
    [506, '(#506) Duplicate status message', {}],
    [100, 'Invalid parameter', { error_subcode: 1_366_051, error_user_msg: 'Photos were already posted.' }],
    [368, 'It looks like this content was already posted', {}],
    [100, 'The container has been published already', {}],
  ])('that means that the post is there already (%i %s) may be about ours', (code, message, more) => {
    expect(map(400, code, message, more)).toBeInstanceOf(AlreadyThere);
  });

  it('that a story has too few viewers for numbers is a refusal, and ends no channel', () => {
    const message = '(#10) Not enough viewers for the media to show insights';
    expect(map(400, 10, message)).toBeInstanceOf(Rejected);
    expect(map(403, 10, 'Application does not have permission for this action')).toBeInstanceOf(ChannelGone);
  });

  it('of another kind is a refusal like any other, and a 5xx proves nothing, with any message', () => {
    const refused = map(400, 368, 'The action attempted has been deemed abusive or is otherwise disallowed');
    expect(refused).toBeInstanceOf(Rejected);
    expect(refused).not.toBeInstanceOf(AlreadyThere);
    expect(map(500, 506, 'Duplicate status message')).not.toBeInstanceOf(AlreadyThere);
    expect(map(400, 2, 'Service temporarily unavailable')).toBeInstanceOf(OutcomeUnknown);
  });
});
