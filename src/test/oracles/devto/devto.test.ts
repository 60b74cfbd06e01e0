/** The oracle by DEV's own document finds what is wrong, and its mistakes are still there. */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Exchange } from '../exchange.ts';
import { devtoCheck } from './devto.ts';
import { devtoDocument } from './document.ts';

const json = (value: unknown): Exchange['answer'] => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
});

describeWith([devtoDocument], "DEV's own description", () => {
  const messages = async (changes: Partial<Exchange>): Promise<string[]> => {
    const refused: Exchange = {
      method: 'POST',
      target: '/api/articles',
      request: json({ article: { title: 'Spring', body_markdown: 'Soup', published: false } }),
      status: 422,
      answer: json({ error: "Title can't be blank", status: 422 }),
    };
    const findings = await devtoCheck(devtoDocument.read())({ ...refused, ...changes });
    return findings.map(({ side, message }) => `${side}: ${message}`);
  };
  const article = (fields: object): Partial<Exchange> => ({ request: json({ article: fields }) });

  it('has nothing against an article as it describes one', async () => {
    expect(await messages({})).toEqual([]);
    const more = { main_image: null, canonical_url: null, organization_id: 7, series: null };
    expect(await messages(article(more))).toEqual([]);
  });

  it.each([
    ['a date', article({ published_at: '2031-05-04T10:00:00Z' }), 'additional properties (published_at)'],
    ['a text in place of yes', article({ published: 'true' }), 'the body/article/published must be boolean'],
    ['a list of tags, wrongly', article({ tags: ['webdev'] }), 'the body/article/tags must be string'],
    ['an unknown URL', { target: '/api/posts' }, 'is not an operation of the description'],
    ['an unknown status', { status: 409 }, 'answer: has the status 409'],
    ['an error in another form', { answer: json({ message: 'No' }) }, "must have required property 'error'"],
  ])('refuses %s', async (_, changes, message) => {
    expect((await messages(changes)).join()).toContain(message);
  });
});
