import { describe, expect, it } from '@jest/globals';
import type { Exchange } from './exchange.ts';
import { postmanCheck } from './postman.ts';

const collection = JSON.stringify({
  item: [
    {
      item: [
        {
          request: {
            method: 'POST',
            url: { raw: '{{api_host}}/me/threads?text=x', query: [{ key: 'text' }] },
          },
          response: [{ body: '{"id": "string"}' }],
        },
        {
          request: { method: 'GET', url: { raw: '{{api_host}}/{{thread_id}}', query: [] } },
          response: [{ body: '{"data": [{"a": 1}, {"b": 2}]}' }],
        },
      ],
    },
  ],
});

function exchange(method: string, target: string, { form = '', answer = '{}', status = 200 } = {}): Exchange {
  return {
    method,
    target,
    status,
    request: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from(form) },
    answer: { headers: {}, body: Buffer.from(answer) },
  };
}

describe("an oracle of a vendor's Postman collection", () => {
  const check = postmanCheck(collection);

  it('finds nothing in a request and an answer that the collection has', async () => {
    const create = exchange('POST', '/v1.0/me/threads', {
      form: 'text=Hello&access_token=x',
      answer: '{"id":"1"}',
    });
    const read = exchange('GET', '/v1.0/123', { answer: '{"data":[{"b":1},{"a":2}]}' });
    expect([await check(create), await check(read)]).toEqual([[], []]);
  });

  it('names a request, a parameter and a field that it does not have', async () => {
    const other = await check(exchange('DELETE', '/v1.0/123'));
    expect(other.map(({ side, message }) => [side, message])).toEqual([
      ['request', 'the collection has no such request'],
    ]);
    const create = exchange('POST', '/v1.0/me/threads?colour=red', {
      form: 'size=2',
      answer: '{"id":"1","extra":1}',
    });
    expect((await check(create)).map(({ side, message }) => [side, message])).toEqual([
      ['request', 'no parameter colour'],
      ['request', 'no parameter size'],
      ['answer', 'no field extra'],
    ]);
  });

  it('does not check the body of a refusal, which no example shows', async () => {
    const refused = exchange('GET', '/v1.0/123', { status: 400, answer: '{"error":{}}' });
    expect(await check(refused)).toEqual([]);
  });
});
