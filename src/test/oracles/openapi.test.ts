import { describe, expect, it } from '@jest/globals';
import { FormData, Response } from 'undici';
import type { Exchange } from './exchange.ts';
import { openApiCheck } from './openapi.ts';
import { checkAll, type Oracle } from './oracle.ts';
import { describeWithOracle, readOracle } from './test-against.ts';
import { xOracle } from './x.ts';

interface Said {
  readonly method?: string;
  readonly target: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly status?: number;
  readonly answer?: unknown;
  readonly headers?: Record<string, string>;
}

/** An exchange as a stand-in records it. */
async function said({
  method = 'GET',
  target,
  json,
  form,
  status = 200,
  answer,
  headers,
}: Said): Promise<Exchange> {
  const sent = form && new Response(form);
  const body = sent ? await sent.arrayBuffer() : json === undefined ? '' : JSON.stringify(json);
  const type = sent?.headers.get('content-type') ?? (json === undefined ? undefined : 'application/json');
  return {
    method,
    target,
    request: {
      headers: { authorization: 'Bearer t', ...(type ? { 'content-type': type } : {}), ...headers },
      body: Buffer.from(body as string),
    },
    status,
    answer: {
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
      body: Buffer.from(JSON.stringify(answer)),
    },
  };
}

const DOCUMENT = JSON.stringify({
  openapi: '3.0.0',
  paths: {
    '/pets/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
          { $ref: '#/components/parameters/Fields' },
          { name: 'page', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
    },
    '/pets/mine': { get: { responses: { 200: { content: { 'application/json': { schema: {} } } } } } },
  },
  components: {
    parameters: {
      Fields: {
        name: 'fields',
        in: 'query',
        explode: false,
        schema: { type: 'array', items: { type: 'string', enum: ['name', 'age'] } },
      },
    },
    schemas: {
      Id: { type: 'string', pattern: '^[0-9]+$' },
      Pet: { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
    },
  },
});

const good: Said = { target: '/pets/7?page=1&fields=name,age', answer: { id: '7' } };

describe('an oracle of an OpenAPI document', () => {
  const findings = async (changes: Partial<Said>): Promise<string[]> =>
    (await openApiCheck(DOCUMENT)(await said({ ...good, ...changes }))).map(
      ({ side, operation, message }) => `${side} of ${operation}: ${message}`,
    );

  it('finds nothing in an exchange that is as described', async () => {
    expect(await findings({})).toEqual([]);
    expect(await findings({ target: '/pets/mine' })).toEqual([]);
  });

  it.each([
    [
      'an unknown URL',
      { target: '/cats/7' },
      'request of GET /cats/7: is not an operation of the description',
    ],
    [
      'an unknown method',
      { method: 'PUT' },
      'request of PUT /pets/7: is not an operation of the description',
    ],
    ['a path that does not fit', { target: '/pets/x?page=1' }, 'the path parameter id must match pattern'],
    ['a missing parameter', { target: '/pets/7' }, 'the query parameter page is missing'],
    ['a parameter that is too large', { target: '/pets/7?page=10' }, 'the query parameter page must be <= 9'],
    [
      'a parameter given twice',
      { target: '/pets/7?page=1&page=2' },
      'the query parameter page is given 2 times',
    ],
    [
      'an unknown parameter',
      { target: '/pets/7?page=1&size=2' },
      'the query parameter size is not in the description',
    ],
    [
      'a value that is not listed',
      { target: '/pets/7?page=1&fields=name,colour' },
      'must be equal to one of the allowed values (["name","age"])',
    ],
    ['a body where there is none', { json: {} }, 'has a body, and the description has none'],
    ['a status that is not described', { status: 201 }, 'answer of GET /pets/{id}: has the status 201'],
    ['an answer without a required field', { answer: {} }, "the 200 must have required property 'id'"],
    ['a field of an answer that is not described', { answer: { id: '7', age: 1 } }, '(age)'],
    ['an answer of another type', { answer: { id: 7 } }, 'the 200/id must be string'],
  ] as const)('finds %s', async (_, changes, message) => {
    expect(await findings(changes)).toEqual([expect.stringContaining(message)]);
  });

  it('explains a finding by a known mistake, and names the mistakes that explained nothing', async () => {
    const oracle: Oracle = {
      name: 'Pets',
      file: 'pets.json',
      check: openApiCheck,
      mistakes: [
        { reason: 'size is documented elsewhere', covers: ({ message }) => message.includes('size') },
        { reason: 'corrected', covers: ({ message }) => message.includes('colour') },
      ],
    };
    const exchanges = [
      await said({ ...good, target: '/pets/7?page=1&size=2' }),
      await said({ ...good, target: '/pets/7?page=1&weight=2' }),
    ];
    const verdict = await checkAll(oracle, openApiCheck(DOCUMENT), exchanges);
    expect(verdict.unexplained.map(({ message }) => message)).toEqual([
      'the query parameter weight is not in the description',
    ]);
    expect(verdict.idle).toEqual(['corrected']);
  });
});

describeWithOracle(xOracle, "X's own description", () => {
  const check = openApiCheck(readOracle(xOracle) ?? '{"paths":{}}');
  const posted: Said = {
    method: 'POST',
    target: '/2/tweets',
    json: { text: 'hello' },
    status: 201,
    answer: { data: { id: '1', text: 'hello' } },
  };
  const messages = async (changes: Partial<Said>): Promise<string[]> =>
    (await check(await said({ ...posted, ...changes }))).map(({ message }) => message);

  it('accepts a post as Crier sends it', async () => {
    expect(await messages({})).toEqual([]);
    const media = { media_ids: ['1', '2'] };
    expect(await messages({ json: { text: 'hello', media, reply_settings: 'following' } })).toEqual([]);
  });

  it.each([
    ['an unknown field', { text: 'a', visibility: 'public' }],
    ['replies by everyone, which are not sent', { text: 'a', reply_settings: 'everyone' }],
    ['no media in a list of media', { media: { media_ids: [] } }],
    ['five media', { media: { media_ids: ['1', '2', '3', '4', '5'] } }],
    ['the id of a community that is not a number', { community_id: 'abc' }],
  ])('refuses %s', async (_, json) => {
    expect((await messages({ json })).length).toBeGreaterThan(0);
  });

  it('refuses the older names of fields, in the query and in numbers', async () => {
    const list = '/2/users/7/tweets?max_results=100';
    const counts = { like_count: 1, reply_count: 0, quote_count: 0, bookmark_count: 0, impression_count: 1 };
    const answer = { data: [{ id: '1', public_metrics: { ...counts, retweet_count: 1 } }] };
    const read = { method: 'GET', json: undefined, status: 200 };
    expect(await messages({ ...read, target: `${list}&post.fields=created_at`, answer: {} })).toEqual([]);
    expect(await messages({ ...read, target: `${list}&tweet.fields=created_at`, answer: {} })).toEqual([
      'the query parameter tweet.fields is not in the description',
    ]);
    expect(await messages({ ...read, target: list, answer })).toEqual([
      "the 200/data/0/public_metrics must have required property 'repost_count'",
      'the 200/data/0/public_metrics must NOT have additional properties (retweet_count)',
    ]);
  });

  it('refuses a form with an unknown field, and one whose chunk has no number', async () => {
    const chunk = (fields: Record<string, string>): Said => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('media', new File(['bytes'], 'a.png'), 'a.png');
      return {
        ...posted,
        target: '/2/media/upload/7/append',
        json: undefined,
        form,
        status: 200,
        answer: { data: {} },
      };
    };
    expect(await messages(chunk({ segment_index: '0' }))).toEqual([]);
    expect(await messages(chunk({ segment_index: '0', command: 'APPEND' }))).toEqual([
      'the form must NOT have additional properties (command)',
    ]);
    expect(await messages(chunk({}))).toEqual(["the form must have required property 'segment_index'"]);
    expect(await messages(chunk({ segment_index: '1000' }))).toEqual([
      'the form/segment_index must be <= 999',
    ]);
  });

  it('has mistakes that are still there, each with its reason', async () => {
    const failed = { state: 'failed', error: { message: 'Unsupported' } };
    const exchanges = [
      await said({ ...posted, target: '/2/oauth2/token' }),
      await said({
        ...posted,
        status: 403,
        answer: { title: 'Forbidden', type: 'about:blank', detail: 'No' },
      }),
      await said({
        target: '/2/media/upload?command=STATUS&media_id=7',
        answer: { data: { id: '7', processing_info: failed } },
      }),
    ];
    expect(await checkAll(xOracle, check, exchanges)).toEqual({ unexplained: [], idle: [] });
  });
});
