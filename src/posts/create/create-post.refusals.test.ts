import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  countRows,
  refusal,
  sql,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

describe('POST /public/v1/posts refuses', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(async () => {
    expect(await countRows(crier, 'post')).toBe(0);
    await crier?.stop();
  });

  const create = (body: unknown): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', { body });
  const connected = async (change: string): Promise<string> => {
    const { id } = await crier.connect('sandbox', { name: `Channel ${Math.random()}` });
    await sql(crier, `update integration set ${change} where id = $1`, [id]);
    return id;
  };

  it('an empty body, naming everything that is missing', async () => {
    expect(refusal(await create({}))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['type', 'posts'],
    });
  });

  it.each(
    ['schedule', 'update'].flatMap((type) => [
      { type, fields: {} },
      { type, fields: { date: null } },
    ]),
  )('no date: %j', async ({ type, fields }) => {
    const { date: _, ...built } = buildPost(channel, { type });
    const answer = await create({ ...built, ...fields });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['date'] });
    expect(answer.body.message).toContain('only the types "now" and "draft" need none');
  });

  it.each([[null], [[]], ['text'], [7], [true]])('the body %j', async (body) => {
    expect(refusal(await create(JSON.stringify(body)))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['body'],
    });
  });

  it('no body at all', async () => {
    expect(refusal(await create(''))).toEqual({ status: 400, code: 'invalid_request', paths: ['body'] });
  });

  it('every wrong type, naming the place of each', async () => {
    const answer = await create({
      type: 1,
      date: 1935739800000,
      shortLink: 'false',
      tags: ['spring'],
      inter: '7',
      order: 1,
      creationMethod: [],
      posts: [
        { integration: 'id', value: {}, group: 1, settings: [] },
        { integration: { id: 5 }, value: [{ content: null, image: {}, id: 3, delay: '5' }, 'text'] },
        { integration: { id: channel }, value: [] },
        null,
      ],
    });
    expect(answer.status).toBe(400);
    expect(new Set(answer.body.issues?.map((issue) => issue.path))).toEqual(
      new Set([
        'type',
        'date',
        'shortLink',
        'tags.0',
        'inter',
        'order',
        'creationMethod',
        'posts.0.integration',
        'posts.0.value',
        'posts.0.group',
        'posts.0.settings',
        'posts.1.integration.id',
        'posts.1.value.0.content',
        'posts.1.value.0.image',
        'posts.1.value.0.id',
        'posts.1.value.0.delay',
        'posts.1.value.1',
        'posts.2.value',
        'posts.3',
      ]),
    );
    expect(answer.body.message).toContain('posts.1.value.0.image must be a list');
  });

  it.each(['publish', '', 'SCHEDULE', 'toString', '__proto__'])('the type %j', async (type) => {
    const answer = await create(buildPost(channel, { type }));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['type'] });
    expect(answer.body.message).toContain('must be one of schedule, now, draft, update');
  });

  it.each([
    [
      'a negative delay',
      { posts: [{ integration: { id: 'x' }, value: [{ content: 'a', delay: -1 }] }] },
      'posts.0.value.0.delay',
    ],
    ['half a day between repetitions', { inter: 1.5 }, 'inter'],
    ['more days than a database number holds', { inter: 99_999_999_999 }, 'inter'],
    ['no target', { posts: [] }, 'posts'],
    ['101 targets', { posts: Array.from({ length: 101 }, () => buildTarget(UNKNOWN_ID)) }, 'posts'],
  ])('%s', async (_, change, path) => {
    expect(refusal(await create(buildPost(channel, change)))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });

  it('ten thousand invalid items with a short answer', async () => {
    const answer = await create(buildPost([], { posts: Array.from({ length: 10_000 }, () => ({})) }));
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toHaveLength(51);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it('settings without __type, naming the right value', async () => {
    const settings = { title: 'Spring' };
    const answer = await create(buildPost([], { posts: [buildTarget(channel, { settings })] }));
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'provider_mismatch',
      paths: ['posts.0.settings.__type'],
    });
    expect(answer.body.message).toContain('"sandbox"');
  });

  it.each(['mastodon', 'nowhere', 'toString', '__proto__', 'constructor', '', 7, null, { a: 1 }])(
    'settings of the type %j, naming the right value',
    async (type) => {
      const answer = await create(
        buildPost([], { posts: [buildTarget(channel, { settings: { __type: type } })] }),
      );
      expect(refusal(answer)).toEqual({
        status: 400,
        code: 'provider_mismatch',
        paths: ['posts.0.settings.__type'],
      });
      expect(answer.body.message).toContain('settings.__type must be "sandbox" for this channel');
    },
  );

  it('settings without __type only where the instance does not fill it in', async () => {
    const lenient = await startInstance({ temporal: false, env: { CRIER_FILL_SETTINGS_TYPE: 'true' } });
    const id = (await lenient.connect('sandbox')).id;
    const send = (settings: object): Promise<Answer<ErrorBody & { postId: string }[]>> =>
      lenient.call('POST', '/posts', { body: buildPost([], { posts: [buildTarget(id, { settings })] }) });
    const made = await send({ who_can_reply_post: 'everyone' });
    const shown = await lenient.call<{ settings: object }>('GET', `/posts/${made.body[0]?.postId}`);
    expect([made.status, shown.body.settings]).toEqual([
      201,
      { __type: 'sandbox', who_can_reply_post: 'everyone' },
    ]);
    expect(refusal(await send({ __type: 'mastodon' }))).toMatchObject({ code: 'provider_mismatch' });
    await lenient.stop();
  });

  it.each([
    [{ settings: { title: 'x' } }, '"sandbox"'],
    [{ settings: { __type: 'mastodon' } }, '"sandbox"'],
    [{ value: [{ content: 'x'.repeat(20_000) }] }, '20000'],
    [{ value: [{ content: 'x', image: [{ path: 'http://10.0.0.1/a.png' }] }] }, '10.0.0.1'],
    [{ value: [{ content: 'x', image: [{ path: 'http://10.0.0.1/a.png' }] }] }, 'SSRF_ALLOW_CIDRS'],
  ])('with messages that mention each fact once: %j', async (changes, fact) => {
    const { body } = await create(buildPost([], { posts: [buildTarget(channel, changes)] }));
    expect(body.message.split(fact)).toHaveLength(2);
  });

  it.each([
    ['tomorrow', 'must be ISO 8601'],
    ['tomorrow', 'tomorrow'],
    ['2020-01-01T00:00:00Z', '2020-01-01'],
    ['2020-01-01T00:00:00Z', '10 minutes in the past'],
  ])('with messages that mention each fact once: the date %j', async (date, fact) => {
    const { body } = await create(buildPost(channel, { date }));
    expect(body.message.split(fact)).toHaveLength(2);
    expect(body.message.split('date').length).toBeLessThanOrEqual(4);
  });

  it.each(['01900000-0000-7000-8000-000000000000', 'not-an-id', '', 'cya1b2c3d4e5f6g7h8i9j0k1l'])(
    'the unknown channel %j',
    async (id) => {
      expect(refusal(await create(buildPost([channel, id])))).toEqual({
        status: 404,
        code: 'integration_not_found',
        paths: ['posts.1.integration.id'],
      });
    },
  );

  it("another organisation's channel", async () => {
    const other = await crier.anotherOrganization();
    const foreign = await crier.connect('sandbox', { name: 'Foreign' }, other.id);
    expect(refusal(await create(buildPost([channel, foreign.id])))).toEqual({
      status: 403,
      code: 'foreign_resource',
      paths: ['posts.1.integration.id'],
    });
  });

  it('a deleted channel', async () => {
    expect(refusal(await create(buildPost(await connected('deleted_at = now()'))))).toEqual({
      status: 404,
      code: 'integration_not_found',
      paths: ['posts.0.integration.id'],
    });
  });

  it('a disabled channel', async () => {
    expect(refusal(await create(buildPost(await connected('disabled = true'))))).toEqual({
      status: 400,
      code: 'channel_disabled',
      paths: ['posts.0.integration.id'],
    });
  });

  it('a channel that must be reconnected', async () => {
    expect(refusal(await create(buildPost(await connected('refresh_needed = true'))))).toEqual({
      status: 400,
      code: 'channel_disconnected',
      paths: ['posts.0.integration.id'],
    });
  });

  it('a channel of a network that this instance no longer has', async () => {
    const answer = await create(buildPost(await connected("provider = 'retired'")));
    expect(refusal(answer)).toEqual({ status: 400, code: 'channel_disabled' });
    expect(answer.body.message).toBe('This instance cannot publish to retired');
  });

  it('a text that is too long for the network, giving both lengths', async () => {
    const answer = await create(withContent(channel, 'x'.repeat(5001)));
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.value.0.content'],
    });
    expect(answer.body.message).toContain('is 5001 characters long; Sandbox allows 5000');
  });

  it.each(['', '   ', '<p></p>', '<p> &nbsp; </p>', '<script>alert(1)</script>'])(
    'the empty content %j',
    async (content) => {
      expect(refusal(await create(withContent(channel, content)))).toEqual({
        status: 400,
        code: 'invalid_content',
        paths: ['posts.0.value.0.content'],
      });
    },
  );

  it('two invalid parts, naming both', async () => {
    const value = [{ content: 'fine' }, { content: '' }, { content: 'y'.repeat(6000) }];
    expect(refusal(await create(buildPost([], { posts: [buildTarget(channel, { value })] })))).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.value.1.content', 'posts.0.value.2.content'],
    });
  });
});
