/** Tags of the files of the library. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, png, refusal, upload, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Listed {
  readonly media: { readonly id: string; readonly tags: string[] }[];
}

describe('the tags of files', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let ben: TestPerson;
  let [soup, bread, theirs] = ['', '', ''];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'member' });
    const other = await crier.anotherOrganization();
    ben = await addPerson(crier, { organizationId: other.id });
    const add = async (key = crier.apiKey): Promise<string> =>
      (await upload<{ id: string }>(crier, png(), { key })).body.id;
    [soup, bread, theirs] = [await add(), await add(), await add(other.apiKey)];
  });
  afterAll(() => crier?.stop());

  const change = (body: object, by = ada): Promise<Answer<ErrorBody>> =>
    by.call('POST', '/media/tags', { body });
  const tagsOf = async (id: string): Promise<string[]> =>
    (await ada.call<{ tags: string[] }>('GET', `/media/${id}`)).body.tags;
  const listed = async (by = ada): Promise<string[]> =>
    (await by.call<{ tags: string[] }>('GET', '/media/tags')).body.tags;
  const found = async (tag: string): Promise<string[]> =>
    (await ada.call<Listed>('GET', `/media?tag=${encodeURIComponent(tag)}`)).body.media.map(({ id }) => id);

  it('are given to several files at once and taken away, each once and without blanks around it', async () => {
    expect(await listed()).toEqual([]);
    const answer = await change({ ids: [soup, bread], add: [' Menu ', 'Menu', 'Spring, 2031'] });
    expect([answer.status, answer.body]).toEqual([201, { changed: 2 }]);
    expect(await tagsOf(soup)).toEqual(['Menu', 'Spring, 2031']);
    await change({ ids: [bread], add: ['Bread'], remove: ['Menu', 'Never had'] });
    expect(await tagsOf(bread)).toEqual(['Spring, 2031', 'Bread']);
    expect(await listed()).toEqual(['Bread', 'Menu', 'Spring, 2031']);
  });

  it('find the files that have them, by the whole name', async () => {
    expect(await found('Spring, 2031')).toEqual([bread, soup]);
    expect(await found('Menu')).toEqual([soup]);
    expect(await found('Men')).toEqual([]);
  });

  it('are replaced with the other texts of a file', async () => {
    const { body } = await ada.call<{ tags: string[] }>('PATCH', `/media/${soup}`, {
      body: { tags: ['Soup'] },
    });
    expect(body.tags).toEqual(['Soup']);
    await ada.call('PATCH', `/media/${soup}`, { body: { alt: 'A bowl' } });
    expect(await tagsOf(soup)).toEqual(['Soup']);
  });

  it('are refused where they cannot be read, are too long or too many, and then change no file', async () => {
    for (const body of [
      { ids: [soup], add: ['\u200b'] },
      { ids: [soup], add: ['x'.repeat(51)] },
      { ids: [], add: ['x'] },
      { ids: ['x'], add: ['x'] },
      { add: ['x'] },
    ]) {
      expect((await change(body)).status).toBe(400);
    }
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
    const refused = await change({ ids: [bread, soup], add: many });
    expect(refusal(refused)).toEqual({ status: 400, code: 'invalid_request', paths: ['add'] });
    expect(refused.body.issues?.[0]?.message).toContain('more than 20 tags');
    expect([await tagsOf(soup), await tagsOf(bread)]).toEqual([['Soup'], ['Spring, 2031', 'Bread']]);
  });

  it("are not given to a file of another organisation or to none, and another one's are not listed", async () => {
    expect(refusal(await change({ ids: [soup, theirs], add: ['Mine'] }))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await change({ ids: [soup, UNKNOWN_ID], add: ['Mine'] }))).toEqual({
      status: 404,
      code: 'media_not_found',
    });
    expect(await tagsOf(soup)).toEqual(['Soup']);
    expect(await listed(ben)).toEqual([]);
  });
});
