import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { assertNewPassword, hashPassword, isPassword } from './passwords.ts';
import { endOtherSessions } from '../http/sessions.ts';

const READ: Statement = {
  name: 'password-read',
  text: 'select password_hash as "passwordHash", email from user_account where id = $1',
};
// Compares with the password that was just verified: of two concurrent changes one succeeds, and the other
// learns that its current password is wrong.
const CHANGE: Statement = {
  name: 'password-change',
  text: `with changed as (update user_account set password_hash = $2 where id = $1 and password_hash = $3 returning id),
    links as (update user_token t set used_at = now() from changed where t.user_id = changed.id and t.used_at is null)
    select id from changed`,
};

/**
 * Sets a new password for a person who knows the current one, and ends their other sessions and emailed
 * links.
 *
 * @throws ApiError `wrong_password`, `invalid_request`
 */
export async function changePassword(
  { database }: Pick<Context, 'database'>,
  person: Person,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const [found] = await database.query<{ passwordHash: string | null; email: string }>(READ, [person.userId]);
  if (!found || !(await isPassword(found.passwordHash, current))) throw new ApiError('wrong_password');
  assertNewPassword(next, found.email, 'next');
  const hash = await hashPassword(next);
  await database.fork().transactional(async (tx) => {
    if (!(await queryInside(tx, CHANGE, [person.userId, hash, found.passwordHash])).length) {
      throw new ApiError('wrong_password');
    }
    await endOtherSessions(tx, person.userId, person.session.id);
  });
}
