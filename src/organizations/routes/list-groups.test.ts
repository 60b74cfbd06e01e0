import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

describe('GET /public/v1/groups', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const group = async (name: string, organization = crier.organizationId): Promise<string> =>
    (
      await sql<{ id: string }>(
        crier,
        'insert into customer (id, organization_id, name) values (gen_random_uuid(), $1, $2) returning id',
        [organization, name],
      )
    )[0]?.id ?? '';

  it('answers an empty list where there are none', async () => {
    const { status, body } = await crier.call('GET', '/groups');
    expect([status, body]).toEqual([200, []]);
  });

  it('lists the groups by name, and not those of another organisation', async () => {
    const ben = await crier.anotherOrganization('Ben & Co');
    const [nord, cafe, theirs] = [await group('Nord'), await group('Cafe'), await group('Cafe', ben.id)];
    expect((await crier.call('GET', '/groups')).body).toEqual([
      { id: cafe, name: 'Cafe' },
      { id: nord, name: 'Nord' },
    ]);
    expect((await crier.call('GET', '/groups', { key: ben.apiKey })).body).toEqual([
      { id: theirs, name: 'Cafe' },
    ]);
    expect((await crier.call('GET', `/integrations?group=${theirs}`)).body).toEqual([]);
  });

  it('requires a key', async () => {
    expect(refusal(await crier.call<ErrorBody>('GET', '/groups', { key: null }))).toEqual({
      status: 401,
      code: 'no_api_key',
    });
  });
});
