/** Posts that are made when posts of a series are chosen: counted like new ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPost, countRows, createOne, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

const PLANS = JSON.stringify({
  free: { label: 'Free', channels: 2, postsPerMonth: 2, members: 2, webhooks: 1 },
});

describe('a series of an organisation with a plan', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { CRIER_PLANS: PLANS, API_LIMIT: '9' } });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    for (const table of ['post_group', 'usage', 'rate_limit']) await sql(crier, `delete from ${table}`);
    const body = buildPost(channel, { date: '2031-05-05T07:00:00Z', repeat: 'FREQ=DAILY' });
    id = await createOne(crier, body);
  });
  afterAll(() => crier?.stop());

  const select = (scope: string, day?: string): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', `/posts/${id}/occurrences`, {
      body: { scope, ...(day ? { date: `2031-05-${day}T07:00:00Z` } : {}) },
    });
  const used = async (): Promise<unknown> => (await sql(crier, 'select posts from usage'))[0]?.posts;

  it.each(['this', 'following'])('is not parted into more posts than the plan allows: %s', async (scope) => {
    expect((await select(scope, '07')).status).toBe(201);
    expect((await select(scope, '07')).status).toBe(201);
    expect(await used()).toBe(2);
    const posts = await countRows(crier, 'post');
    expect(refusal(await select(scope, '06'))).toEqual({ status: 402, code: 'quota_exceeded' });
    expect([await used(), await countRows(crier, 'post')]).toEqual([2, posts]);
  });

  it('goes on with its next post beyond the plan', async () => {
    await sql(crier, 'update usage set posts = 2');
    expect((await select('this')).status).toBe(201);
    expect(await used()).toBe(3);
  });

  it('is parted no more often in an hour than posts are created', async () => {
    for (let n = 0; n < 8; n++) expect((await select('all')).status).toBe(201);
    expect(refusal(await select('all'))).toEqual({ status: 429, code: 'rate_limited' });
  });
});
