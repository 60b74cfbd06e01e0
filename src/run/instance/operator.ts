import type { AppContext, Person } from '../../http/types.ts';
import { personOf } from '../../http/person.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';

/** Who runs the instance. @throws ApiError `insufficient_role` for anybody else */
export function operatorOf(ctx: AppContext): Person {
  const person = personOf(ctx);
  if (person.session.operator) return person;
  throw new ApiError('insufficient_role', sentence('only_operator'));
}
