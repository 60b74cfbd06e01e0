import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { crierJson, runCrier, type CliRun } from '../fixtures/run-cli.ts';

jest.setTimeout(120_000);

describe('a post that needs a person', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    id = await createOne(crier, buildPost(channel));
    await setState(crier, id, 'unconfirmed');
  });
  afterAll(() => crier?.stop());

  const run = (...args: string[]): Promise<CliRun> => runCrier(crier.env, ...args);

  it.each([
    [
      ['--published', '--url', 'https://network.test/1', '--id', '1'],
      { status: 'published', releaseURL: 'https://network.test/1', releaseId: '1' },
    ],
    [['--published'], { status: 'published', releaseURL: null }],
    [['--resend'], { status: 'scheduled', error: null }],
    [['--drop'], { status: 'failed', error: { code: 'dropped' } }],
  ])('is resolved with %j if it is unconfirmed', async (options, shown) => {
    expect((await run('posts', 'show', id)).stdout).toContain(
      `Decide     npm run crier -- posts resolve ${id} --published | --resend | --drop`,
    );
    expect(await crierJson(crier.env, 'posts', 'resolve', id, ...options)).toMatchObject({ id, ...shown });
    expect(await run('posts', 'resolve', id, ...options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The post can no longer be changed'),
    });
  });

  it.each([
    [[]],
    [['--resend', '--drop']],
    [['--drop', '--url', 'https://network.test/1']],
    [['--resend', '--id', '1']],
  ])('is not resolved with %j, which is wrong usage', async (options) => {
    expect((await run('posts', 'resolve', id, ...options)).code).toBe(2);
  });

  it('is not resolved with an invalid link', async () => {
    expect(await run('posts', 'resolve', id, '--published', '--url', 'over there')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('url must begin with http:// or https://'),
    });
  });

  it('is listed if it was missed, with what can be done about it', async () => {
    await sql(
      crier,
      `update post
      set state = 'missed', error_code = 'missed', error = 'Too late', publish_at = now() - interval '2 days'
      where id = $1`,
      [id],
    );
    expect(
      (
        await crierJson<{ posts: { id: string }[] }>(crier.env, 'posts', 'list', '--state', 'missed')
      ).posts.map((p) => p.id),
    ).toEqual([id]);
    expect((await run('posts', 'show', id)).stdout).toContain(`posts retry ${id} publishes it now`);
  });

  it('is shown with the reason if it is held', async () => {
    await sql(
      crier,
      "update post set state = 'scheduled', error_code = null, error = null, hold = 'channel' where id = $1",
      [id],
    );
    expect((await run('posts', 'show', id)).stdout).toMatch(
      /Held +The channel "Sandbox" must be reconnected; the post is then published/,
    );
  });

  it('has notifications, which are listed page by page', async () => {
    expect((await run('notifications')).stdout).toBe('No notifications\n');
    await sql(
      crier,
      `insert into notification (organization_id, kind, content)
      select $1, 'failed', 'Number ' || n from generate_series(1, 101) n`,
      [crier.organizationId],
    );
    expect((await run('notifications')).stdout).toContain(
      '101 in total. Next page: npm run crier -- notifications --page 1',
    );
    expect(await crierJson(crier.env, 'notifications', '--page', '1')).toMatchObject({
      notifications: [expect.anything()],
      total: 101,
      page: 1,
      hasMore: false,
    });
    expect((await run('notifications', '--page', 'first')).code).toBe(2);
  });
});
