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
} from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
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
  // As for somebody on another machine: an address and a key, and nothing of the instance's own.
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
  /** Both ways of the same command, in lines and with --json, answer the same. */
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

  it('lists channels, posts and notifications as on the machine itself', async () => {
    await sql(
      crier,
      "insert into notification (organization_id, kind, content) values ($1, 'failed', 'The menu was refused')",
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
      'No posts in the state processing since a week ago\n',
    );
  });

  it('lists a repeated post once, whatever the range', async () => {
    await sql(crier, 'update post set interval_days = 7 where id = $1', [id]);
    const { posts } = await json<Listed>('posts', 'list', '--from', FUTURE, '--to', '2032-05-04');
    expect(posts.filter((post) => post.id === id)).toHaveLength(1);
    await sameAsLocal('posts', 'list', '--from', FUTURE, '--to', '2032-05-04');
  });

  it('lists more posts than the API answers at once, each of them once, and none before the range', async () => {
    const target = Array.from({ length: 100 }, () => channel);
    for (let n = 0; n < 6; n++) await createPosts(crier, buildPost(target));
    const past = await createOne(crier, buildPost(channel));
    await sql(crier, "update post set publish_at = '2020-01-01' where id = $1", [past]);
    const { posts } = await json<Listed>('posts', 'list');
    expect(new Set(posts.map((post) => post.id)).size).toBe(posts.length);
    expect([posts.length > 600, posts.some((post) => post.id === past)]).toEqual([true, false]);
    await sameAsLocal('posts', 'list');
  });

  it('shows a post as on the machine itself, and refuses in the same words what is none', async () => {
    expect((await sameAsLocal('posts', 'show', id)).stdout).toContain('Town square at sandbox');
    expect((await sameAsLocal('posts', 'show', UNKNOWN_ID)).stderr).toBe(
      `crier: No post has the id ${UNKNOWN_ID}\n`,
    );
    expect((await sameAsLocal('posts', 'show', 'post-1')).stderr).toBe('crier: "post-1" is not an id\n');
  });

  it('creates a thread with a picture of this computer, through the channel of that name', async () => {
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

  it('creates the same post twice when it is asked twice: each run has a key of its own', async () => {
    const create = (): Promise<Created> =>
      json<Created>('posts', 'create', '--channel', channel, '--text', 'Twice', '--date', FUTURE);
    expect((await create()).posts[0]?.postId).not.toBe((await create()).posts[0]?.postId);
    expect((await run('posts', 'create', '--channel', channel, '--text', 'Later', '--draft')).stdout).toMatch(
      /Town square: is kept as a draft\n\nFollow it with/,
    );
  });

  it.each([
    ['a channel that is not there', ['--channel', 'Nowhere', '--text', 'x']],
    ['a date that is past', ['--channel', 'Town square', '--text', 'x', '--date', 'soon']],
    ['a text that is empty', ['--channel', 'Town square', '--text', ' ']],
    ['a file that is not there', ['--channel', 'Town square', '--text', 'x', '--media', '/no/such.png']],
    ['a file of another kind', ['--channel', 'Town square', '--text', 'x', '--media', 'package.json']],
    ['descriptions without pictures', ['--channel', 'Town square', '--text', 'x', '--alt', 'nothing']],
  ])('refuses %s as on the machine itself, with code and places', async (_, args) => {
    expect((await sameAsLocal('posts', 'create', ...args)).code).toBeGreaterThan(0);
  });

  it.each([
    ['scheduled', 'cancelled'],
    ['draft', 'cancelled'],
    ['published', 'published'],
    ['missed', 'missed'],
  ])('cancels a post that is %s: it ends as %s', async (state, status) => {
    await setState(crier, id, state);
    expect(await json('posts', 'cancel', id)).toEqual({ id, status });
    expect(
      await sql(crier, 'select state, deleted_at is not null as deleted from post where id = $1', [id]),
    ).toEqual([{ state: status, deleted: true }]);
    expect((await run('posts', 'cancel', id)).stderr).toBe(`crier: No post has the id ${id}\n`);
  });

  it('does not cancel what a worker has, in the words of the API', async () => {
    await setState(crier, id, 'publishing');
    expect(await run('posts', 'cancel', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'crier: The post can no longer be changed: it is publishing\n',
    });
  });

  it('publishes a failed post again, and no other', async () => {
    expect(await run('posts', 'retry', id)).toMatchObject({
      code: 1,
      stderr: 'crier: The post can no longer be changed: it is scheduled\n',
    });
    await setState(crier, id, 'failed');
    expect(await run('posts', 'retry', id)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^The post is published again[^]*State +scheduled/),
    });
  });

  it('settles an unconfirmed post, once', async () => {
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

  it('is in the help of the commands that work so, and of no other', async () => {
    const helps = async (...args: string[]): Promise<string> =>
      (await runCrier(remote, ...args, '--help')).stdout;
    expect(await helps()).toContain('over HTTP: --api URL');
    for (const verb of ['create', 'list', 'show', 'cancel', 'retry', 'resolve']) {
      expect(await helps('posts', verb)).toMatch(/--api <url> .*over HTTP.*CRIER_API_KEY/s);
    }
    expect((await helps('posts', 'explain')) + (await helps('keys', 'list'))).not.toContain('--api');
  });

  it('takes the address of the instance, or of its API, or of the environment', async () => {
    for (const address of [
      `${crier.url}/`,
      `${crier.url}/api`,
      `${crier.url}/api/`,
      `${crier.url}/public/v1`,
      `${crier.url}/api/public/v1/`,
    ]) {
      expect(await runCrier(remote, 'channels', 'list', '--api', address)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Town square'),
      });
    }
    expect(await runCrier({ ...remote, CRIER_API_URL: crier.url }, 'channels', 'list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Town square'),
    });
  });

  it('reads with a key that may only read, and is refused a change in words', async () => {
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

  it('shows nothing of another organisation: the key decides', async () => {
    const env = { ...remote, CRIER_API_KEY: (await crier.anotherOrganization()).apiKey };
    expect((await runCrier(env, 'channels', 'list', '--api', crier.url)).stdout).toContain(
      'has no channel yet',
    );
    expect(await crierJson(env, 'posts', 'show', id, '--api', crier.url)).toMatchObject({
      error: { code: 'foreign_resource' },
    });
    expect(await run('channels', 'list', '--organization', 'Ada & Co')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the key decides the organisation'),
    });
  });

  it('lists cancelled posts on the machine itself only, and says so', async () => {
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
  ])('says that it needs the machine of the instance: %s %s %s', async (...args) => {
    const words = expect.stringMatching(/^crier: "[a-z ]+" needs the machine of the instance/);
    expect(await run(...args)).toMatchObject({ code: 1, stdout: '', stderr: words });
    expect(await runCrier({ ...remote, CRIER_API_URL: crier.url }, ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: words,
    });
  });

  it('says which variable to set when nobody can be asked for the key', async () => {
    expect(
      await runCrier({ ...remote, CRIER_API_KEY: undefined }, 'posts', 'list', '--api', crier.url),
    ).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `crier: An API key of ${crier.url} is needed: set CRIER_API_KEY, or run this in a terminal to be asked\n`,
    });
  });

  onTerminal('asks a person for the key without echo', async () => {
    const shown = await runOnTerminal(
      { ...remote, CRIER_API_KEY: undefined },
      ['channels', 'list', '--api', crier.url],
      [{ question: 'API key of', type: crier.apiKey }],
    );
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Town square') });
    expect(shown.stdout).not.toContain(crier.apiKey);
  });
});
