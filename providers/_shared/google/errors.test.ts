import { describe, expect, it } from '@jest/globals';
import { AlreadyThere } from '../../_kit/errors.ts';
import { mapFailure } from './errors.ts';

describe('an error of an API of Google', () => {
  it('means that what is to be made is there already', () => {
    const message = 'Requested entity already exists';
    const body = { error: { code: 409, message, status: 'ALREADY_EXISTS' } };
    const reasons = { gone: new Set<string>(), untilTomorrow: new Set<string>(), remedies: {} };
    const error = mapFailure({ status: 409, headers: new Headers(), body, message }, reasons, new Date());
    expect(error).toBeInstanceOf(AlreadyThere);
    expect(error).toMatchObject({ networkCode: 'ALREADY_EXISTS', existing: null });
  });
});
