import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  createPosts,
  refusal,
  sql,
  UNKNOWN_ID,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

interface Listed {
  posts: { id: string; content: string; publishDate: string }[];
}

describe('GET /public/v1/posts', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const list = async (startDate: string, endDate: string, more = ''): Promise<string[]> => {
    const answer = await crier.call<Listed>(
      'GET',
      `/posts?startDate=${encodeURIComponent(startDate)}&endDate=${encodeURIComponent(endDate)}${more}`,
    );
    expect(answer.status).toBe(200);
    return answer.body.posts.map((p) => p.id);
  };
  const at = (date: string): Promise<string> => createOne(crier, buildPost(channel, { date }));

  it('lists the posts in the range, both ends included, oldest first', async () => {
    const [last, before, first, after] = [
      await at('2032-01-02T00:00:00Z'),
      await at('2031-12-31T23:59:59.999Z'),
      await at('2032-01-01T00:00:00Z'),
      await at('2032-01-02T00:00:00.001Z'),
    ];
    expect(await list('2032-01-01T00:00:00Z', '2032-01-02T00:00:00Z')).toEqual([first, last]);
    expect(await list('2031-12-31T23:59:59.999Z', '2032-01-02T00:00:00.001Z')).toEqual([
      before,
      first,
      last,
      after,
    ]);
    expect(await list('2032-01-02T00:00:00Z', '2032-01-01T00:00:00Z')).toEqual([]);
  });

  it('accepts dates as clients write them', async () => {
    const id = await at('2033-01-01T00:00:00Z');
    expect(await list('2033-01-01', '2033-01-01 00:00:00')).toEqual([id]);
    expect(await list('2033-01-01T01:00:00+01:00', '2033-01-01T00:00:00.0000000Z')).toEqual([id]);
    expect(await list('0001-01-01', '0001-01-02')).toEqual([]);
    expect(await list('9999-12-31', '9999-12-31T23:59:59.999Z')).toEqual([]);
  });

  it('shows a thread as one entry: its first part', async () => {
    await createPosts(
      crier,
      buildPost([], {
        date: '2034-01-01',
        posts: [
          buildTarget(channel, {
            value: [{ content: 'First' }, { content: 'Second' }, { content: 'Third' }],
          }),
        ],
      }),
    );
    const { body } = await crier.call<Listed>('GET', '/posts?startDate=2034-01-01&endDate=2034-01-01');
    expect(body.posts).toEqual([
      {
        id: expect.any(String),
        content: 'First',
        publishDate: '2034-01-01T00:00:00.000Z',
        releaseURL: null,
        releaseId: null,
        state: 'QUEUE',
        status: 'scheduled',
        intervalInDays: null,
        group: expect.any(String),
        creationMethod: 'API',
        settings: { __type: 'sandbox' },
        tags: [],
        integration: { id: channel, providerIdentifier: 'sandbox', name: 'Sandbox', picture: null },
      },
    ]);
  });

  it('lists only the posts of one customer', async () => {
    const theirs = (await crier.connect('sandbox', { name: 'Theirs' })).id;
    await sql(
      crier,
      "insert into customer (id, organization_id, name) values ('01900000-0000-7000-8000-00000000c001', $1, 'Cafe Nord')",
      [crier.organizationId],
    );
    await sql(
      crier,
      "update integration set customer_id = '01900000-0000-7000-8000-00000000c001' where id = $1",
      [theirs],
    );
    const [ours] = await createPosts(crier, buildPost([theirs, channel], { date: '2035-01-01' }));
    expect(await list('2035-01-01', '2035-01-01', '&customer=01900000-0000-7000-8000-00000000c001')).toEqual([
      ours,
    ]);
    expect(await list('2035-01-01', '2035-01-01', `&customer=${UNKNOWN_ID}`)).toEqual([]);
    expect(await list('2035-01-01', '2035-01-01', '&customer=')).toHaveLength(2);
  });

  it('lists drafts and finished posts, but no deleted ones', async () => {
    const draft = await createOne(crier, buildPost(channel, { date: '2036-01-01', type: 'draft' }));
    const deleted = await at('2036-01-01');
    await crier.call('DELETE', `/posts/${deleted}`);
    expect(await list('2036-01-01', '2036-01-01')).toEqual([draft]);
  });

  it('never lists posts of another organisation', async () => {
    const other = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', {}, other.id)).id;
    const [foreign, own] = [
      await createOne(crier, buildPost(theirs, { date: '2037-01-01' }), other.apiKey),
      await at('2037-01-01'),
    ];
    expect(await list('2037-01-01', '2037-01-01')).toEqual([own]);
    const { body } = await crier.call<Listed>('GET', '/posts?startDate=2037-01-01&endDate=2037-01-01', {
      key: other.apiKey,
    });
    expect(body.posts.map((p) => p.id)).toEqual([foreign]);
  });

  it('accepts a JSON body and content type, which some clients send', async () => {
    expect(
      (
        await crier.call('GET', '/posts?startDate=2038-01-01&endDate=2038-01-01', {
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
  });

  it.each([
    ['the start', '?endDate=2031-01-01', ['startDate']],
    ['the end', '?startDate=2031-01-01', ['endDate']],
    ['a single start', '?startDate=2031-01-01&startDate=2031-01-02&endDate=2031-01-03', ['startDate']],
  ])('requires %s', async (_, query, paths) => {
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts${query}`))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths,
    });
  });

  it.each(['2031-01-01T00:00:00 02:00', '2031-01-01 00:00 0200', '2031-01-01T00:00:00.000 02'])(
    'explains how a + is written in a URL, where it became a space: %j',
    async (date) => {
      const answer = await crier.call<ErrorBody>('GET', `/posts?startDate=2031-01-01&endDate=${date}`);
      expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_date', paths: ['endDate'] });
      expect(answer.body.message).toContain(`has no + in "${date}": in a URL, it is written %2B`);
    },
  );

  it.each([
    'yesterday',
    '2031-02-30',
    '1',
    '0000-01-01',
    '0001-01-01T00:00:00+02:00',
    '9999-12-31T23:59:59-05:00',
  ])('refuses the date %j', async (date) => {
    expect(
      refusal(
        await crier.call<ErrorBody>('GET', `/posts?startDate=2031-01-01&endDate=${encodeURIComponent(date)}`),
      ),
    ).toEqual({ status: 400, code: 'invalid_date', paths: ['endDate'] });
  });

  it.each(['7', 'cm4xk2j9p0001abcdefghijkl', UNKNOWN_ID])(
    'is empty for the customer %s, whom there is not, as is the list of channels',
    async (unknown) => {
      await at('2039-01-01');
      expect(await list('2039-01-01', '2039-01-02', `&customer=${unknown}`)).toEqual([]);
      expect((await crier.call<Listed>('GET', `/posts?customer=${unknown}`)).body).toEqual({
        posts: [],
        nextCursor: null,
      });
      const channels = await crier.call<unknown[]>('GET', `/integrations?group=${unknown}`);
      expect([channels.status, channels.body]).toEqual([200, []]);
    },
  );
});
