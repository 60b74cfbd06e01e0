import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';

describe('what an organisation uses, where the instance has no plans', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  it('counts the posts of this month, without drafts, earlier ones and those of others', async () => {
    const post = (label: string, changes: Record<string, unknown> = {}): Promise<string> =>
      createOne(crier, buildPost(channel, { tags: [{ label }], ...changes }));
    await post('one');
    await post('two');
    await post('a draft', { type: 'draft' });
    const earlier = await post('earlier');
    await sql(crier, "update post set created_at = now() - interval '40 days' where id = $1", [earlier]);
    const { body } = await ada.call<{ used: object }>('GET', '/billing');
    expect(body.used).toEqual({ channels: 0, posts: 2, members: 1, storageMb: 0 });
    const ben = await addPerson(crier, { organizationId: (await crier.anotherOrganization()).id });
    expect((await ben.call<{ used: object }>('GET', '/billing')).body.used).toMatchObject({ posts: 0 });
  });
});
