import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../http/operation.ts';
import { UNKNOWN_ID, refusal, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { appOperations, operations } from './operations.ts';

/** PostgreSQL cannot hold NUL: it would be the database that refuses it. */
describe('the character NUL', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { operator: true });
  });
  afterAll(() => crier?.stop());

  const guarded = appOperations().filter(({ access }) => access !== 'open');
  const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;
  const ask = async ({ method }: Operation, path: string) =>
    refusal(await ada.call<ErrorBody>(method.toUpperCase() as 'GET', path));
  const queried = guarded.flatMap((operation) =>
    Object.keys(operation.query?.properties ?? {}).map(
      (name) => [name, nameOf(operation), operation] as const,
    ),
  );

  it.each(queried)('is refused in the parameter %s of %s', async (name, _, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    expect(await ask(operation, `${path}?${name}=a%00b`)).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [name],
    });
  });

  it.each(
    guarded
      .filter(({ path }) => path.includes('{'))
      .map((operation) => [nameOf(operation), operation] as const),
  )('is refused in the path of %s', async (_, operation) => {
    const answer = await ask(operation, operation.path.replaceAll(/\{\w+\}/g, 'a%00b'));
    expect(answer).toEqual({ status: 400, code: 'invalid_id' });
  });

  it('is refused by the Public API as well', async () => {
    expect(operations().some(({ id }) => id === 'listPosts')).toBe(true);
    expect(refusal(await crier.call<ErrorBody>('GET', '/posts?cursor=a%00b'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['cursor'],
    });
    expect(refusal(await crier.call<ErrorBody>('GET', '/posts/a%00b'))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
  });
});
