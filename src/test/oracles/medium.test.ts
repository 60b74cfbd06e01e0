import { expect, it } from '@jest/globals';
import type { Exchange } from './exchange.ts';
import { mediumOracle } from './medium.ts';
import { describeWithOracle, readOracle } from './test-against.ts';

const message = (body: unknown): Exchange['request'] => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
});
const STORY = { title: 'x', contentFormat: 'markdown', content: 'y' };
const POSTED = { id: '1', title: 'x', authorId: '2', tags: ['a'], url: 'z', publishedAt: 1 };

describeWithOracle(mediumOracle, "the check by Medium's documents", () => {
  const check = mediumOracle.check(readOracle(mediumOracle) ?? '');
  const checked = async (
    sent: unknown,
    answered: unknown = { data: POSTED },
    target = '/v1/users/1/posts',
  ): Promise<string[]> => {
    const exchange = {
      method: 'POST',
      target,
      request: message(sent),
      status: 201,
      answer: message(answered),
    };
    return (await check(exchange)).map(({ side, message }) => `${side}: ${message}`);
  };

  it('finds nothing in a story as the documents have it, on a profile or in a publication', async () => {
    expect(await checked({ ...STORY, publishStatus: 'draft', license: 'cc-40-by', tags: ['a'] })).toEqual([]);
    const inside = { data: { ...POSTED, publicationId: '3' } };
    expect(await checked(STORY, inside, '/v1/publications/3/posts')).toEqual([]);
  });

  it.each<[string, Parameters<typeof checked>]>([
    ['request: content is required', [{ title: 'x', contentFormat: 'html' }]],
    ['request: no field subtitle', [{ ...STORY, subtitle: 'z' }]],
    ['request: publishStatus has no value private', [{ ...STORY, publishStatus: 'private' }]],
    ['request: contentFormat has no value text', [{ ...STORY, contentFormat: 'text' }]],
    ['request: tags is no string array', [{ ...STORY, tags: 'a' }]],
    ['request: is not in the documents', [STORY, undefined, '/v1/users/1/drafts']],
    ['request: a query', [STORY, undefined, '/v1/users/1/posts?draft=1']],
    ['answer: no field publicationId', [STORY, { data: { ...POSTED, publicationId: '3' } }]],
    ['answer: fields beside the envelope', [STORY, { data: POSTED, id: '1' }]],
  ])('says "%s"', async (message, exchange) => {
    expect(await checked(...exchange)).toEqual([message]);
  });
});
