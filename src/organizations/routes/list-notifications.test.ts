import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Page {
  notifications: { id: string; content: string; link: string | null; createdAt: string }[];
  total: number;
  page: number;
  limit: number;
  hasMore: boolean;
}

describe('GET /public/v1/notifications', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await sql(
      crier,
      "insert into notification (organization_id, kind, content, created_at) select $1, 'failed', 'Number ' || n, '2031-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 205) n",
      [crier.organizationId],
    );
  });
  afterAll(() => crier?.stop());

  const list = (query = '', key?: string): Promise<Answer<Page & ErrorBody>> =>
    crier.call('GET', `/notifications${query}`, key ? { key } : {});

  it('lists the newest first, in the shape that existing clients expect', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 205, page: 0, limit: 100, hasMore: true });
    expect(body.notifications).toHaveLength(100);
    expect(body.notifications[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content: 'Number 205',
      link: null,
      createdAt: '2031-01-01T00:03:25.000Z',
    });
  });

  it('counts pages from 0, and puts each notification on one of them', async () => {
    const pages = [await list('?page=0'), await list('?page=1'), await list('?page=2')].map((a) => a.body);
    expect(pages.map((p) => [p.page, p.notifications.length, p.hasMore])).toEqual([
      [0, 100, true],
      [1, 100, true],
      [2, 5, false],
    ]);
    expect(new Set(pages.flatMap((p) => p.notifications.map((n) => n.id))).size).toBe(205);
    expect((await list('?page=3')).body).toMatchObject({ notifications: [], total: 205, hasMore: false });
  });

  it.each(['-1', '1.5', 'first', '', '99999999999999999999'])('refuses the page %j', async (page) => {
    expect(refusal(await list(`?page=${page}`))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['page'],
    });
  });

  it('lists nothing of another organisation', async () => {
    const { apiKey } = await crier.anotherOrganization();
    expect((await list('', apiKey)).body).toEqual({
      notifications: [],
      total: 0,
      page: 0,
      limit: 100,
      hasMore: false,
    });
  });
});
