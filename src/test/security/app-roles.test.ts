/** An app reaches with its token what its person's role reaches at that moment, and no more (case 90). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, registerApp } from '../../oauth/fixtures/flow.ts';
import type { Operation } from '../../http/operation.ts';
import { operations } from '../../run/operations.ts';
import { UNKNOWN_ID, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';

const forAdmins = operations()
  .filter(({ role }) => role === 'admin' || role === 'owner')
  .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);

describe('an app that a plain member approved', () => {
  let crier: TestInstance;
  let mia: TestPerson;
  let token: string;
  let ofAdmin: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const [ada, ben] = [await addPerson(crier), await addPerson(crier, { name: 'Ben', role: 'admin' })];
    mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const app = await registerApp(ada);
    [token, ofAdmin] = [await authorize(crier, mia, app), await authorize(crier, ben, app)];
  });
  afterAll(() => crier?.stop());

  const code = async ({ method, path }: Operation, key: string): Promise<string | undefined> =>
    (await crier.call<ErrorBody>(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), { key })).body
      .code;

  it('knows operations that are for admins', () => {
    expect(forAdmins.map(([name]) => name)).toContain('DELETE /integrations/{id}');
  });

  it.each(forAdmins)(
    'cannot call %s, as the member cannot; an admin, or a key, can',
    async (_, operation) => {
      expect(await code(operation, token)).toBe('insufficient_role');
      for (const key of [ofAdmin, crier.apiKey]) {
        expect(await code(operation, key)).not.toBe('insufficient_role');
      }
    },
  );

  it('deletes no channel, with the reason', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const { status, body } = await crier.call<ErrorBody>('DELETE', `/integrations/${channel}`, {
      key: token,
    });
    expect([status, body.message]).toEqual([
      403,
      'Only an owner or an admin of the organisation may do this; the person who approved this app is a member',
    ]);
    expect((await crier.call<{ id: string }[]>('GET', '/integrations', { key: token })).body).toEqual([
      expect.objectContaining({ id: channel }),
    ]);
  });

  it('may more at the next request after the person became an admin, and less after they were one', async () => {
    const [, operation] = forAdmins[0] ?? [];
    const become = (role: string): Promise<unknown> =>
      sql(crier, 'update membership set role = $2 where user_id = $1', [mia.id, role]);
    if (!operation) throw new Error('there is no operation for admins');
    await become('admin');
    expect(await code(operation, token)).not.toBe('insufficient_role');
    await become('member');
    expect(await code(operation, token)).toBe('insufficient_role');
  });
});
