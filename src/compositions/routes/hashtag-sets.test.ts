/** Hashtags that an organisation uses together. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, addKey, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface HashtagSet {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
}

describe('hashtag sets', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const create = (body: unknown, key = crier.apiKey) =>
    crier.call<HashtagSet & ErrorBody>('POST', '/hashtag-sets', { body, key });
  const list = async (key = crier.apiKey) =>
    (await crier.call<HashtagSet[]>('GET', '/hashtag-sets', { key })).body;
  const refusal = ({ status, body }: Answer<ErrorBody>) => ({
    status,
    code: body.code,
    paths: body.issues?.map(({ path }) => path),
  });

  it('are created, changed and deleted; each hashtag stands once and without #', async () => {
    const { status, body } = await create({ name: ' Bakery ', tags: ['#Bread', 'cake', 'bread', '面包'] });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'Bakery', tags: ['bread', 'cake', '面包'] },
    ]);
    await create({ name: 'Art', tags: ['paint'] });
    expect((await list()).map(({ name }) => name)).toEqual(['Art', 'Bakery']);
    const patched = await crier.call<HashtagSet>('PATCH', `/hashtag-sets/${body.id}`, {
      body: { tags: ['rolls'] },
    });
    expect(patched.body).toEqual({ id: body.id, name: 'Bakery', tags: ['rolls'] });
    const named = await crier.call<HashtagSet>('PATCH', `/hashtag-sets/${body.id}`, {
      body: { name: 'Shop' },
    });
    expect(named.body).toEqual({ id: body.id, name: 'Shop', tags: ['rolls'] });
    expect((await crier.call('DELETE', `/hashtag-sets/${body.id}`)).status).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Art']);
    expect(refusal(await crier.call<ErrorBody>('DELETE', `/hashtag-sets/${body.id}`))).toMatchObject({
      status: 404,
      code: 'hashtag_set_not_found',
    });
  });

  it.each([
    [{ name: '', tags: ['a'] }, 'name'],
    [{ name: 'x'.repeat(61), tags: ['a'] }, 'name'],
    [{ name: '\u200b', tags: ['a'] }, 'name'],
    [{ name: 'One', tags: [] }, 'tags'],
    [{ name: 'One', tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, 'tags'],
    [{ name: 'One', tags: ['two words'] }, 'tags.0'],
    [{ name: 'One', tags: ['#'] }, 'tags.0'],
    [{ name: 'One', tags: ['x'.repeat(101)] }, 'tags.0'],
    [{ name: 'One' }, 'tags'],
  ])('are refused as %j', async (body, path) => {
    expect(refusal(await create(body))).toMatchObject({ status: 400, paths: [path] });
  });

  it('belong to their organisation, and a key that only reads changes none', async () => {
    const ben = await crier.anotherOrganization('Ben & Co');
    const { id } = (await create({ name: 'Ours', tags: ['one'] })).body;
    expect(await list(ben.apiKey)).toEqual([]);
    const change = { body: { name: 'Theirs' }, key: ben.apiKey };
    expect(refusal(await crier.call<ErrorBody>('PATCH', `/hashtag-sets/${id}`, change))).toMatchObject({
      status: 403,
      code: 'foreign_resource',
    });
    expect(
      refusal(await crier.call<ErrorBody>('PATCH', `/hashtag-sets/${UNKNOWN_ID}`, { body: { name: 'One' } }))
        .code,
    ).toBe('hashtag_set_not_found');
    const reading = await addKey(crier, "scopes = '{read}'");
    expect(refusal(await create({ name: 'No', tags: ['one'] }, reading)).code).toBe('insufficient_scope');
    expect((await list(reading)).map(({ name }) => name)).toContain('Ours');
  });

  it('are at most a hundred, also when two are created at once', async () => {
    const ben = await crier.anotherOrganization('Many & Co');
    for (let n = 0; n < 99; n++) await create({ name: `Set ${n}`, tags: ['one'] }, ben.apiKey);
    const both = await Promise.all([1, 2].map(() => create({ name: 'Last', tags: ['one'] }, ben.apiKey)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await list(ben.apiKey)).toHaveLength(100);
    expect(both.find(({ status }) => status === 400)?.body.issues?.[0]?.message).toBe(
      'An organisation can have 100 hashtag sets',
    );
  });
});
