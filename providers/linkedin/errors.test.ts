import { describe, expect, it } from '@jest/globals';
import { AlreadyThere, Rejected } from '../_kit/errors.ts';
import { mapFailure } from './errors.ts';

const failure = (status: number, message: string): Parameters<typeof mapFailure>[0] => ({
  status,
  headers: new Headers(),
  body: { message, status },
  message,
});

describe('an error of LinkedIn', () => {
  it.each([409, 422])('without a code that names a post (%i) leads to that post', (status) => {
    const error = mapFailure(failure(status, 'Content is a duplicate of urn:li:share:6275832358189047808'));
    expect(error).toBeInstanceOf(AlreadyThere);
    expect(error).toMatchObject({
      existing: {
        id: 'urn:li:share:6275832358189047808',
        url: 'https://www.linkedin.com/feed/update/urn:li:share:6275832358189047808',
        ref: { post: 'urn:li:share:6275832358189047808', comment: null },
      },
    });
  });

  it('of another kind is a refusal like any other', () => {
    const error = mapFailure(failure(422, 'commentary: the text is too long'));
    expect(error).toBeInstanceOf(Rejected);
    expect(error).not.toBeInstanceOf(AlreadyThere);
  });
});
