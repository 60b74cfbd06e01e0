/** People with passwords, for tests: signing in as a browser does, from any client IP address. */
import { hashPassword } from '../accounts/passwords.ts';
import type { Me } from '../accounts/present-me.ts';
import { sql, type ErrorBody } from './factories.ts';
import type { Answer, TestInstance } from './instance.ts';
import { addPerson, callApp, type PersonOptions, type TestPerson } from './person.ts';

/** The password of `addWithPassword`. */
export const PASSWORD = 'correct horse battery';

/** A person who can sign in. */
export async function addWithPassword(crier: TestInstance, options: PersonOptions = {}): Promise<TestPerson> {
  const person = await addPerson(crier, options);
  await sql(crier, 'update user_account set password_hash = $2 where id = $1', [
    person.id,
    await hashPassword(PASSWORD),
  ]);
  return person;
}

/**
 * Signs in from an IP address; the instance must trust 127.0.0.0/8 for it. Each test has its own, so that
 * none uses up another's attempts.
 */
export function signInFrom(crier: TestInstance, ip: string) {
  return (body: object, headers: Record<string, string> = {}): Promise<Answer<Me & ErrorBody>> =>
    callApp(
      crier,
      { method: 'POST', path: '/auth/login' },
      { body, headers: { 'x-forwarded-for': ip, ...headers } },
    );
}

/** The `Cookie` header of a browser that got this answer. */
export const cookieOf = (answer: Answer<unknown>): string =>
  answer.headers.get('set-cookie')?.split(';')[0] ?? '';
