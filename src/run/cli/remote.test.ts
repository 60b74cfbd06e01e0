import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FUTURE,
  UNKNOWN_ID,
  addKey,
  buildPost,
  createOne,
  createPosts,
  png,
  setState,
  sql,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { crierJson, runCrier, runOnTerminal, type CliRun } from './fixtures/run-cli.ts';

interface Created {
  type: string;
  date: string;
  posts: { postId: string; integration: string }[];
}
interface Shown {
  id: string;
  status: string;
  creationMethod: string;
  items: { content: string; delay: number; image: { alt?: string }[] }[];
}
interface Listed {
  posts: { id: string }[];
}

jest.setTimeout(120_000);
const onTerminal = existsSync('/usr/bin/script') ? it : it.skip;

describe('the command line over HTTP', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  // Another machine: only a URL and an API key are known.
  let remote: NodeJS.ProcessEnv;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Town square' })).id;
    remote = {
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      CRIER_DATA_DIR: join(crier.dataDir, 'elsewhere'),
      CRIER_API_URL: undefined,
      CRIER_API_KEY: crier.apiKey,
    };
  });
  beforeEach(async () => {
    id = await createOne(crier, buildPost(channel));
  });
  afterAll(() => crier?.stop());

  const run = (...args: string[]): Promise<CliRun> => runCrier(remote, ...args, '--api', crier.url);
  const json = <T>(...args: string[]): Promise<T> => crierJson<T>(remote, ...args, '--api', crier.url);
  /** Expects the same result on the machine of the instance and over HTTP, in lines and with --json. */
  const sameAsLocal = async (...args: string[]): Promise<CliRun> => {
    const [lines, document, ownLines, ownDocument] = await Promise.all([
      run(...args),
      run(...args, '--json'),
      runCrier(crier.env, ...args),
      runCrier(crier.env, ...args, '--json'),
    ]);
    expect([lines, document]).toEqual([ownLines, ownDocument]);
    return lines;
  };

  it('lists channels, posts and notifications as on the machine of the instance', async () => {
    await sql(
      crier,
      `insert into notification (organization_id, kind, content)
      values ($1, 'failed', 'The menu was refused')`,
      [crier.organizationId],
    );
    expect((await sameAsLocal('channels', 'list')).stdout).toContain('Town square');
    expect((await sameAsLocal('notifications')).stdout).toContain('The menu was refused');
    expect((await sameAsLocal('notifications', '--page', '1')).stdout).toBe('No notifications\n');
    expect((await sameAsLocal('posts', 'list')).stdout).toContain(id);
    expect(
      (await sameAsLocal('posts', 'list', '--state', 'scheduled', '--from', FUTURE, '--to', FUTURE)).stdout,
    ).toContain(id);
    expect((await sameAsLocal('posts', 'list', '--state', 'processing')).stdout).toBe(
      'No posts in the state processing from a week ago onwards\n',
    );
  });

  it('lists a repeated post once, in any range', async () => {
    await sql(crier, 'update post set interval_days = 7 where id = $1', [id]);
    const { posts } = await json<Listed>('posts', 'list', '--from', FUTURE, '--to', '2032-05-04');
    expect(posts.filter((post) => post.id === id)).toHaveLength(1);
    await sameAsLocal('posts', 'list', '--from', FUTURE, '--to', '2032-05-04');
  });

  it('lists more posts than fit on a page of the API, each once and none before the range', async () => {
    const target = Array.from({ length: 100 }, () => channel);
    for (let n = 0; n < 6; n++) await createPosts(crier, buildPost(target));
    const past = await createOne(crier, buildPost(channel));
    await sql(crier, "update post set publish_at = '2020-01-01' where id = $1", [past]);
    const { posts } = await json<Listed>('posts', 'list');
    expect(new Set(posts.map((post) => post.id)).size).toBe(posts.length);
    expect([posts.length > 600, posts.some((post) => post.id === past)]).toEqual([true, false]);
    await sameAsLocal('posts', 'list');
  });

  it('shows a post, or the same error, as on the machine of the instance', async () => {
    expect((await sameAsLocal('posts', 'show', id)).stdout).toContain('Town square on sandbox');
    expect((await sameAsLocal('posts', 'show', UNKNOWN_ID)).stderr).toBe(
      `crier: No post has the id ${UNKNOWN_ID}\n`,
    );
    expect((await sameAsLocal('posts', 'show', 'post-1')).stderr).toMatch(
      /^crier: "post-1" is not an id, .+\n$/,
    );
  });

  it('creates a thread with a picture of this computer, for a channel named by name', async () => {
    const file = join(crier.dataDir, 'menu.png');
    writeFileSync(file, png(3, 2));
    const made = await json<Created>(
      'posts',
      'create',
      '--channel',
      'town square',
      '--text',
      'One',
      '--thread',
      'Two',
      '--delay',
      '5',
      '--media',
      file,
      '--alt',
      'the menu',
      '--date',
      FUTURE,
    );
    expect(made).toEqual({
      type: 'schedule',
      date: FUTURE,
      posts: [{ postId: expect.any(String), integration: channel }],
      timeZone: 'UTC',
      frozen: null,
    });
    const post = await json<Shown>('posts', 'show', made.posts[0]?.postId ?? '');
    expect(post).toMatchObject({
      status: 'scheduled',
      creationMethod: 'CLI',
      items: [
        { content: 'One', delay: 0, image: [{ alt: 'the menu' }] },
        { content: 'Two', delay: 5, image: [] },
      ],
    });
  });

  it('creates a post twice when it is run twice, because each run has its own Idempotency-Key', async () => {
    const create = (): Promise<Created> =>
      json<Created>('posts', 'create', '--channel', channel, '--text', 'Twice', '--date', FUTURE);
    expect((await create()).posts[0]?.postId).not.toBe((await create()).posts[0]?.postId);
    expect((await run('posts', 'create', '--channel', channel, '--text', 'Later', '--draft')).stdout).toMatch(
      /Town square: is saved as a draft\n\nTo follow it/,
    );
  });

  it.each([
    ['an unknown channel', ['--channel', 'Nowhere', '--text', 'x']],
    ['a date that cannot be read', ['--channel', 'Town square', '--text', 'x', '--date', 'soon']],
    ['an empty text', ['--channel', 'Town square', '--text', ' ']],
    ['a missing file', ['--channel', 'Town square', '--text', 'x', '--media', '/no/such.png']],
    ['a file of another kind', ['--channel', 'Town square', '--text', 'x', '--media', 'package.json']],
    ['descriptions without pictures', ['--channel', 'Town square', '--text', 'x', '--alt', 'nothing']],
  ])('rejects %s as on the machine of the instance, with the same code and issues', async (_, args) => {
    expect((await sameAsLocal('posts', 'create', ...args)).code).toBeGreaterThan(0);
  });

  it.each([
    ['scheduled', 'cancelled'],
    ['draft', 'cancelled'],
    ['published', 'published'],
    ['missed', 'missed'],
  ])('cancels a post that is %s, which ends as %s', async (state, status) => {
    await setState(crier, id, state);
    expect(await json('posts', 'cancel', id)).toEqual({ id, status });
    expect(
      await sql(crier, 'select state, deleted_at is not null as deleted from post where id = $1', [id]),
    ).toEqual([{ state: status, deleted: true }]);
    expect(await json('posts', 'cancel', id)).toEqual({ id, status });
  });

  it('does not cancel a post that a worker is publishing, with the message of the API', async () => {
    await setState(crier, id, 'publishing');
    expect(await run('posts', 'cancel', id)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'crier: The post can no longer be changed: it is publishing. It may be on the network: its request was sent, and the answer is not known yet\n',
    });
  });

  it('retries a failed post, and no other', async () => {
    expect(await run('posts', 'retry', id)).toMatchObject({
      code: 1,
      stderr: 'crier: The post can no longer be changed: it is scheduled\n',
    });
    await setState(crier, id, 'failed');
    expect(await run('posts', 'retry', id)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^The post is being retried[^]*Status +scheduled/),
    });
  });

  it('resolves an unconfirmed post, once', async () => {
    await setState(crier, id, 'unconfirmed');
    const options = ['--published', '--url', 'https://network.test/1', '--id', '1'];
    expect(await json('posts', 'resolve', id, ...options)).toMatchObject({
      id,
      status: 'published',
      releaseURL: 'https://network.test/1',
      releaseId: '1',
    });
    expect(await run('posts', 'resolve', id, ...options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The post can no longer be changed'),
    });
    expect((await run('posts', 'resolve', id)).code).toBe(2);
  });

  it('is in the help of exactly the commands that support it', async () => {
    const helps = async (...args: string[]): Promise<string> =>
      (await runCrier(remote, ...args, '--help')).stdout;
    expect((await helps()).replaceAll(/\s+/g, ' ')).toContain('over HTTP, with --api URL');
    for (const verb of ['create', 'list', 'show', 'cancel', 'retry', 'resolve']) {
      expect(await helps('posts', verb)).toMatch(/--api <url> .*over HTTP.*CRIER_API_KEY/s);
    }
    expect((await helps('posts', 'explain')) + (await helps('keys', 'list'))).not.toContain('--api');
  });

  it('accepts the URL of the instance or of its API, also from the environment', async () => {
    for (const url of [
      `${crier.url}/`,
      `${crier.url}/api`,
      `${crier.url}/api/`,
      `${crier.url}/public/v1`,
      `${crier.url}/api/public/v1/`,
    ]) {
      expect(await runCrier(remote, 'channels', 'list', '--api', url)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Town square'),
      });
    }
    expect(await runCrier({ ...remote, CRIER_API_URL: crier.url }, 'channels', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Town square'),
    });
  });

  it('reads with a read-only API key, which is refused a change', async () => {
    const env = { ...remote, CRIER_API_KEY: await addKey(crier, "scopes = '{read}'") };
    expect((await runCrier(env, 'posts', 'show', id, '--api', crier.url)).code).toBe(0);
    expect(await runCrier(env, 'posts', 'cancel', id, '--api', crier.url)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'crier: This API key is read-only\n',
    });
    expect(await crierJson(env, 'posts', 'retry', id, '--api', crier.url)).toEqual({
      error: { code: 'insufficient_scope', message: 'This API key is read-only' },
    });
  });

  it('shows nothing of another organisation, because the API key decides', async () => {
    const env = { ...remote, CRIER_API_KEY: (await crier.anotherOrganization()).apiKey };
    expect((await runCrier(env, 'channels', 'list', '--api', crier.url)).stdout).toContain(
      'has no channels yet',
    );
    expect(await crierJson(env, 'posts', 'show', id, '--api', crier.url)).toMatchObject({
      error: { code: 'foreign_resource' },
    });
    expect(await run('channels', 'list', '--organization', 'Ada & Co')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the API key decides the organisation'),
    });
  });

  it('lists cancelled posts only on the machine of the instance, and explains it', async () => {
    expect(await run('posts', 'list', '--state', 'cancelled')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('without --api'),
    });
  });

  it.each([
    ['keys', 'list'],
    ['doctor'],
    ['posts', 'explain', UNKNOWN_ID],
    ['backup', 'x.tar'],
    ['freeze', '--all', '--reason', 'x'],
    ['channels', 'connect', 'sandbox'],
  ])('reports which commands work only on the machine of the instance: %s %s %s', async (...args) => {
    const message = expect.stringMatching(/^crier: "[a-z ]+" works only on the machine of the instance/);
    expect(await run(...args)).toMatchObject({ code: 1, stdout: '', stderr: message });
    expect(await runCrier({ ...remote, CRIER_API_URL: crier.url }, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: message,
    });
  });

  it('names which variable to set when there is nobody to ask for the API key', async () => {
    expect(
      await runCrier({ ...remote, CRIER_API_KEY: undefined }, 'posts', 'list', '--api', crier.url),
    ).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        `crier: An API key for ${crier.url} is needed: set CRIER_API_KEY, ` +
        'or run this in a terminal to be asked for it\n',
    });
  });

  onTerminal('asks a person for the API key, without echo', async () => {
    const shown = await runOnTerminal(
      { ...remote, CRIER_API_KEY: undefined },
      ['channels', 'list', '--api', crier.url],
      [{ question: 'API key for', type: crier.apiKey }],
    );
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Town square') });
    expect(shown.stdout).not.toContain(crier.apiKey);
  });
});
