import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql, type ErrorBody } from '../test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { callApp, type TestPerson } from '../test/person.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { beginSession } from './sessions.ts';
import { checkCredentials } from '../accounts/sign-in.ts';
import { issueUserToken } from '../accounts/user-tokens.ts';

const NEXT = 'another horse battery';

describe('a session that starts while the password changes', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const sessions = async ({ id }: TestPerson): Promise<string[]> =>
    (await sql<{ id: string }>(crier, 'select id from session where user_id = $1', [id])).map(
      (row) => row.id,
    );
  const reset = async ({ id }: TestPerson): Promise<Answer<ErrorBody>> => {
    const { token } = await issueUserToken(crier.context, { userId: id, kind: 'reset' });
    return callApp(crier, { method: 'POST', path: '/auth/reset' }, { body: { token, password: NEXT } });
  };
  const change = (person: TestPerson): Promise<Answer<ErrorBody>> =>
    person.call('POST', '/user/password', { body: { current: PASSWORD, next: NEXT } });

  it.each([
    ['is reset', reset],
    ['is changed', change],
  ])('is refused with the old password once it %s', async (_, renew) => {
    const person = await addWithPassword(crier);
    const proven = await checkCredentials(crier.context, { email: person.email, password: PASSWORD });
    expect((await renew(person)).status).toBe(200);
    await expect(beginSession(crier.context, proven)).rejects.toMatchObject({ code: 'invalid_credentials' });
    const renewed = await checkCredentials(crier.context, { email: person.email, password: NEXT });
    const { id } = await beginSession(crier.context, renewed);
    expect(await sessions(person)).toContain(id);
  });

  it.each([
    ['is reset', reset, 0],
    ['is changed', change, 1],
  ])('ends with the others when it started a moment before the password %s', async (_, renew, left) => {
    const person = await addWithPassword(crier);
    const late = crier.context.database.fork();
    await late.begin();
    await late.execute('update user_account set last_sign_in_at = now() where id = ?', [person.id]);
    await late.execute(
      "insert into session (id, user_id, expires_at) values (gen_random_uuid(), ?, now() + interval '30 days')",
      [person.id],
    );
    const renewing = renew(person);
    await eventually(
      'the new password waits for the person',
      async () =>
        (
          await sql(
            crier,
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length > 0,
    );
    await late.commit();
    expect((await renewing).status).toBe(200);
    expect(await sessions(person)).toEqual(left ? [person.sessionId] : []);
  });

  it('is refused to a person who was disabled in the meantime', async () => {
    const person = await addWithPassword(crier);
    const proven = await checkCredentials(crier.context, { email: person.email, password: PASSWORD });
    await sql(crier, 'update user_account set disabled_at = now() where id = $1', [person.id]);
    await expect(beginSession(crier.context, proven)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});
