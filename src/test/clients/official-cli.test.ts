import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FUTURE, UNKNOWN_ID, buildPost, createOne, png, setState, sql } from '../factories.ts';
import { startDiscordServer, type DiscordServer } from '../e2e/network-discord.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { officialCli, type OfficialCli, type OfficialRun } from './official-cli.ts';

interface Created {
  postId: string;
  integration: string;
}

describe('the official command line of existing clients', () => {
  let crier: TestInstance;
  let server: DiscordServer;
  let cli: OfficialCli;
  let sandbox: string;
  let second: string;
  let discord: string;
  beforeAll(async () => {
    server = await startDiscordServer();
    crier = await startInstance({ temporal: false, env: server.env });
    sandbox = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    second = (await crier.connect('sandbox', { name: 'Cafe South' })).id;
    discord = (await crier.connect('discord', server.fields)).id;
    cli = officialCli(`${crier.url}/api`, crier.apiKey);
  });
  afterAll(async () => {
    cli?.remove();
    await crier?.stop();
    await server?.stop();
  });

  /** A run that must succeed; returns its JSON. */
  const good = async <T>(...args: string[]): Promise<T> => {
    const { code, text, json } = await cli.run(...args);
    if (code !== 0) throw new Error(`ended with ${code}: ${text}`);
    return json as T;
  };
  const create = async (...args: string[]): Promise<Created[]> => good('posts:create', '-s', FUTURE, ...args);
  const failure = (run: OfficialRun): [number | null, string] => [run.code, run.text.replaceAll(/\s+/g, ' ')];

  it('finds its key valid and counts the channels (auth:status)', async () => {
    const { code, text } = await cli.run('auth:status');
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('Credentials are valid. 3 integration(s) connected.'),
    ]);
  });

  it('finds a wrong key invalid (auth:status)', async () => {
    const { text } = await cli.runWith({ POSTIZ_API_KEY: 'wrong' }, 'auth:status');
    expect(text).toContain('Credentials are expired or invalid');
  });

  it('lists channels with the fields that scripts read (integrations:list)', async () => {
    expect(await good('integrations:list')).toEqual([
      expect.objectContaining({ id: sandbox, identifier: 'sandbox', name: 'Cafe Nord' }),
      expect.objectContaining({ id: second, identifier: 'sandbox' }),
      expect.objectContaining({ id: discord, identifier: 'discord' }),
    ]);
  });

  it('shows length, settings and tools of a channel (integrations:settings)', async () => {
    expect(await good('integrations:settings', discord)).toMatchObject({
      output: {
        maxLength: expect.any(Number),
        settings: { type: 'object', properties: { channel: {} } },
        tools: expect.arrayContaining([expect.objectContaining({ methodName: 'channels' })]),
      },
    });
    expect(await good('integrations:settings', sandbox)).toMatchObject({
      output: { settings: 'No additional settings required', tools: [] },
    });
    expect(failure(await cli.run('integrations:settings', UNKNOWN_ID))).toEqual([
      1,
      expect.stringContaining('API Error (404)'),
    ]);
  });

  it('runs a tool (integrations:trigger)', async () => {
    expect(await good('integrations:trigger', discord, 'channels')).toEqual({
      output: [expect.objectContaining({ id: server.news, name: expect.stringContaining('news') })],
    });
    expect(await good('integrations:trigger', discord, 'channels', '-d', '{}')).toHaveProperty('output');
    expect(failure(await cli.run('integrations:trigger', discord, 'getBoards'))).toEqual([
      1,
      expect.stringMatching(/API Error \(404\).*has no tool \\?"getBoards/),
    ]);
  });

  it('creates a post (posts:create)', async () => {
    expect(await create('-c', 'Spring menu', '-i', sandbox)).toEqual([
      { postId: expect.any(String), integration: sandbox },
    ]);
  });

  it('creates one for several channels, as a thread with minutes between, and as a draft (posts:create -i -d -t)', async () => {
    const made = await create(
      '-c',
      'For all',
      '-c',
      'Book a table',
      '-d',
      '7',
      '-t',
      'draft',
      '-i',
      `${sandbox}, ${second}`,
    );
    expect(made.map((post) => post.integration)).toEqual([sandbox, second]);
    const { body } = await crier.call<{ state: string; items: unknown[] }>(
      'GET',
      `/posts/${made[0]?.postId}`,
    );
    expect(body).toMatchObject({
      state: 'DRAFT',
      items: [
        { content: 'For all', delay: 0 },
        { content: 'Book a table', delay: 7 },
      ],
    });
  });

  it('uploads a file and posts it by its URL alone (upload, posts:create -m)', async () => {
    const { id, path } = await good<{ id: string; path: string }>('upload', cli.file('menu.png', png()));
    const [made] = await create('-c', 'With a picture', '-m', path, '-i', sandbox);
    expect((await crier.call('GET', `/posts/${made?.postId}`)).body).toMatchObject({
      items: [{ image: [{ id, path }] }],
    });
    expect(failure(await cli.run('upload', cli.file('page.png', '<html>')))).toEqual([
      1,
      expect.stringMatching(/Upload failed \(400\).*unsupported_file/),
    ]);
  });

  it("posts with a network's settings, once they name it (posts:create --settings)", async () => {
    const settings = { channel: server.news };
    const refused = await cli.run(
      'posts:create',
      '-c',
      'Hello server',
      '-s',
      FUTURE,
      '-i',
      discord,
      '--settings',
      JSON.stringify(settings),
    );
    expect(failure(refused)).toEqual([
      1,
      expect.stringMatching(
        /Failed to create post.*API Error \(400\).*settings\.__type must be \\"discord\\"/,
      ),
    ]);
    expect(
      await create(
        '-c',
        'Hello server',
        '-i',
        discord,
        '--settings',
        JSON.stringify({ __type: 'discord', ...settings }),
      ),
    ).toHaveLength(1);
  });

  it('sends a file unchanged (posts:create --json)', async () => {
    expect(
      await good(
        'posts:create',
        '--json',
        cli.file('post.json', JSON.stringify(buildPost([sandbox, second], { type: 'draft' }))),
      ),
    ).toHaveLength(2);
    expect(
      failure(await cli.run('posts:create', '--json', cli.file('wrong.json', '{"type":"later","posts":[]}'))),
    ).toEqual([1, expect.stringMatching(/API Error \(400\).*type must be one of/)]);
  });

  it('lists posts in a range, in the days around now, and in a group (posts:list)', async () => {
    const list = async (...args: string[]): Promise<{ posts: { id: string }[] }> =>
      good('posts:list', ...args);
    const range = ['--startDate', '2031-05-01', '--endDate', '2031-06-01'];
    expect((await list(...range)).posts).toContainEqual(
      expect.objectContaining({ content: 'Spring menu', releaseId: null, state: 'QUEUE' }),
    );
    expect((await list()).posts).toEqual([]);
    expect((await list(...range, '--customer', UNKNOWN_ID)).posts).toEqual([]);
    expect(failure(await cli.run('posts:list', '--startDate', 'soon'))).toEqual([
      1,
      expect.stringContaining('API Error (400)'),
    ]);
  });

  it('deletes a post, and confirms it again when it is asked again (posts:delete)', async () => {
    const id = await createOne(crier, buildPost(sandbox));
    for (const _ of [1, 2]) {
      expect(await cli.run('posts:delete', id)).toMatchObject({
        code: 0,
        text: expect.stringContaining('deleted successfully'),
      });
    }
    expect(failure(await cli.run('posts:delete', UNKNOWN_ID))).toEqual([
      1,
      expect.stringMatching(/API Error \(404\).*post_not_found/),
    ]);
  });

  it('lists candidates for a post without an id, and sets the right one (posts:missing, posts:connect)', async () => {
    const id = await createOne(crier, buildPost(sandbox));
    expect(await good('posts:missing', id)).toEqual([]);
    expect(failure(await cli.run('posts:connect', id, '--release-id', '4711'))).toEqual([
      1,
      expect.stringContaining('API Error (409)'),
    ]);
    await setState(crier, id, 'published');
    await sql(crier, "update post set release_id = 'missing' where id = $1", [id]);
    expect(await good('posts:connect', id, '--release-id', '4711')).toEqual({ id, releaseId: '4711' });
  });

  it('finds no numbers where a network shows none (analytics:platform, analytics:post)', async () => {
    expect(await good('analytics:platform', sandbox)).toEqual([]);
    const [made] = await create('-c', 'Without numbers', '-i', sandbox);
    expect(await good('analytics:post', made?.postId ?? '')).toEqual([]);
  });

  it.each([
    ['without /api', ''],
    ['that ends in a slash', '/api/'],
  ])('does the same with a base URL %s', async (name, base) => {
    const other = officialCli(`${crier.url}${base}`, crier.apiKey);
    try {
      expect((await other.run('integrations:list')).json).toEqual(await good('integrations:list'));
      const made = await other.run('posts:create', '-s', FUTURE, '-c', `A URL ${name}`, '-i', sandbox);
      expect(made).toMatchObject({ code: 0, json: [{ postId: expect.any(String), integration: sandbox }] });
      expect(await other.run('upload', other.file('menu.png', png()))).toMatchObject({ code: 0 });
      expect(failure(await other.run('posts:delete', UNKNOWN_ID))).toEqual([
        1,
        expect.stringMatching(/API Error \(404\).*post_not_found/),
      ]);
    } finally {
      other.remove();
    }
  });
});
