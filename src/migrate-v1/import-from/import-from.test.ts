import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startOtherApi, type OtherServer } from './fixtures/other-api.ts';
import { importFrom, type ImportOptions, type ImportReport } from './import-from.ts';
import { basesOf } from './open-api.ts';

const CAFE = { id: 'ccafe0000000000000000000a', name: 'Café Nord', identifier: 'sandbox', profile: 'cafe' };
const GHOST = { id: 'cghost000000000000000000a', name: 'Ghost', identifier: 'ghost-network' };
const CAST = { id: 'ccast0000000000000000000a', name: 'Cast', identifier: 'wrapcast', disabled: true };

let number = 0;
const post = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `cpost${String((number += 1)).padStart(20, '0')}`,
  content: '<p>Spring menu</p>',
  publishDate: '2025-03-04T09:30:00.000Z',
  releaseURL: null,
  releaseId: null,
  state: 'DRAFT',
  intervalInDays: null,
  group: '5b0c8c0e-7a42-4f0e-9f63-2a1d3f6f0b11',
  tags: [],
  integration: { id: CAFE.id, providerIdentifier: 'sandbox', name: 'Café Nord', picture: null },
  ...changes,
});

// The stand-in answers as v1's successors do, and as no server should.
describe('An import from an instance that is not Crier', () => {
  let crier: TestInstance;
  let other: OtherServer;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());
  beforeEach(async () => {
    other = await startOtherApi();
    other.state.integrations = [CAFE];
  });
  afterEach(async () => {
    await other.stop();
    await sql(crier, 'delete from post');
    await sql(crier, 'delete from import_source');
    await sql(crier, 'delete from integration');
  });

  const run = (changes: Partial<ImportOptions> = {}): Promise<ImportReport> =>
    importFrom(crier.context, {
      baseUrl: other.url,
      key: other.state.key,
      organizationId: crier.organizationId,
      since: new Date('2024-06-01T00:00:00Z'),
      dryRun: false,
      schedule: false,
      wait: true,
      say: () => undefined,
      ...changes,
    });
  const refusal = (changes: Partial<ImportOptions> = {}): Promise<unknown> =>
    run(changes).then(
      () => 'done',
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );
  const saying = (code: string, message: string): unknown => ({
    code,
    message: expect.stringContaining(message),
  });
  const contents = async (): Promise<string[]> =>
    (await sql<{ content: string }>(crier, 'select content from post_item order by content')).map(
      ({ content }) => content,
    );

  it('is found behind /api, and below every URL of it', async () => {
    other.state.posts = [post()];
    expect(await run()).toMatchObject({ address: `${other.url}/api`, posts: { imported: 1 } });
    expect(basesOf('https://old.example')).toEqual(['https://old.example', 'https://old.example/api']);
    for (const url of ['https://old.example/api/', 'https://old.example//api/public/v1/']) {
      expect(basesOf(url)).toEqual(['https://old.example/api']);
    }
    expect(basesOf('https://old.example/public/v1')).toEqual(['https://old.example']);
  });

  it('brings posts of every state, cleaned; what waits there is a draft, and failures have messages', async () => {
    other.state.integrations = [CAFE, CAST, GHOST];
    other.state.groups = [{ id: '1', name: 'Old clients' }, 'nonsense'];
    other.state.posts = [
      post({
        content: '<p onclick="x">Waits</p><script>alert(1)</script>',
        state: 'QUEUE',
        publishDate: '2031-05-04T09:30:00.000Z',
      }),
      post({
        content: 'Plain & \0simple',
        state: 'PUBLISHED',
        releaseURL: 'https://net.example/1',
        releaseId: 'missing',
      }),
      post({ content: 'Failed', state: 'ERROR', settings: '{"broken' }),
      post({ content: 'Cast', integration: { id: CAST.id }, settings: '{"subreddit":[]}' }),
      post({
        content: 'Haunted',
        state: 'QUEUE',
        publishDate: '2031-05-04T09:30:00.000Z',
        integration: { id: GHOST.id },
      }),
      post({ content: 'Newer', state: 'SLEEPING', tags: [{ tag: { name: 'spring', color: 'red' } }, null] }),
    ];
    const report = await run();
    expect(report).toMatchObject({
      showsParts: false,
      posts: { imported: 6, waiting: 2 },
      groups: ['Old clients'],
    });
    expect(report.problems).toEqual([
      { post: other.state.posts[2]?.id, problem: 'its settings could not be read' },
    ]);
    expect(report.channels.map(({ network, problem }) => `${network}: ${problem}`)).toEqual([
      'sandbox: has to be connected',
      'warpcast: has to be connected',
      'ghost-network: Crier does not have the network ghost-network',
    ]);
    expect(
      await sql(
        crier,
        `select i.content, p.state, p.release_url as url, p.error from post p
        join post_item i on i.post_id = p.id order by i.content`,
      ),
    ).toEqual([
      { content: '<p>Waits</p>', state: 'draft', url: null, error: null },
      { content: 'Cast', state: 'draft', url: null, error: null },
      {
        content: 'Failed',
        state: 'failed',
        url: null,
        error: 'The other instance could not publish it, and kept no reason',
      },
      { content: 'Haunted', state: 'draft', url: null, error: null },
      { content: 'Newer', state: 'draft', url: null, error: null },
      { content: 'Plain & simple', state: 'published', url: 'https://net.example/1', error: null },
    ]);
  });

  it('names posts that cannot be read, and brings the others', async () => {
    other.state.posts = [
      post({ publishDate: '2025-03-04T09:30:00.000Z', integration: {} }),
      post({ integration: { id: 'cnobody' } }),
      post({ content: 'Fine' }),
      { publishDate: '2025-03-04T09:30:00.000Z' },
    ];
    expect((await run()).problems.map(({ problem }) => problem)).toEqual([
      'it names no channel',
      'it has no id that can be used',
      'its channel is not listed, or was removed here',
    ]);
    expect(await contents()).toEqual(['Fine']);
  });

  it('continues a series as a draft at its coming date, and does not repeat what was published', async () => {
    const own = '2025-03-04T09:30:00.000Z';
    const series = { ...post({ state: 'PUBLISHED', intervalInDays: 7 }), actualDate: own };
    const coming = ['2031-05-04T09:30:00.000Z', '2031-05-11T09:30:00.000Z'];
    other.state.posts = [series, ...coming.map((publishDate) => ({ ...series, publishDate }))];
    expect(await run()).toMatchObject({ posts: { imported: 2, waiting: 1 } });
    expect(
      await sql(
        crier,
        `select state, interval_days as days, to_char(publish_at at time zone 'UTC', 'YYYY-MM-DD') as at
        from post order by publish_at`,
      ),
    ).toEqual([
      { state: 'published', days: null, at: '2025-03-04' },
      { state: 'draft', days: 7, at: '2031-05-04' },
    ]);
    expect(await run()).toMatchObject({ posts: { imported: 0, changed: 0, same: 2 } });
  });

  it('schedules nothing that may have lost its files and further parts', async () => {
    other.state.posts = [post({ state: 'QUEUE', publishDate: '2031-05-04T09:30:00.000Z' })];
    for (const round of ['new', 'known']) {
      expect([round, await run({ schedule: true })]).toEqual([
        round,
        expect.objectContaining({
          scheduled: 0,
          notScheduled: expect.stringContaining('neither the files nor the further parts'),
        }),
      ]);
    }
    expect(await sql(crier, 'select state from post')).toEqual([{ state: 'draft' }]);
  });

  it('waits as long as a limit asks, and goes on', async () => {
    other.state.posts = [post()];
    other.state.limit = { after: 3, retryAfter: '1' };
    const said: string[] = [];
    expect(await run({ say: (line) => said.push(line) })).toMatchObject({ posts: { imported: 1 } });
    expect(said).toContainEqual(expect.stringContaining('waiting 1 s'));
  });

  it('ends at a limit when it may not wait, keeps what it has, and brings the rest later', async () => {
    other.state.posts = [
      post({ content: 'First' }),
      post({ content: 'Second', publishDate: '2031-05-04T09:30:00.000Z' }),
    ];
    // Channels, groups, the first post, one post by its id.
    other.state.limit = { after: 5, retryAfter: '3600' };
    expect(await refusal({ wait: false })).toEqual(
      saying('rate_limited', 'run the same command again later, it goes on where it was'),
    );
    expect(await contents()).toEqual(['First']);
    expect(await run({ wait: false })).toMatchObject({ posts: { imported: 1, same: 1 } });
    expect(await contents()).toEqual(['First', 'Second']);
  });

  it('asks for less where an answer is too large', async () => {
    const huge = (response: ServerResponse): void =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`"${'x'.repeat(21 * 1024 * 1024)}"`);
    other.state.posts = [
      post({ content: 'Early', publishDate: '2024-07-01T00:00:00.000Z' }),
      post({ content: 'Late' }),
    ];
    other.state.odd.push(huge);
    expect(await run()).toMatchObject({ posts: { imported: 2 } });
    expect(await contents()).toEqual(['Early', 'Late']);
  });

  it.each([
    ['a page', 200, '<!doctype html><title>Sign in</title>', 'not like a Public API'],
    ['broken JSON', 200, '{"posts": [', 'not like a Public API'],
    ['something else', 200, '{"posts": "none"}', 'something that is not a list'],
    ['an error', 500, '{"statusCode":500}', 'answered 500 to GET /posts: look at its log'],
    ['a lost right', 401, '{"msg":"Invalid API key"}', 'does not accept the key'],
  ])('names the fix for %s instead of posts, and stores none', async (_, status, text, message) => {
    other.state.posts = [post()];
    other.state.odd.push((response) => void response.writeHead(status).end(text));
    expect(await refusal()).toMatchObject({ message: expect.stringContaining(message) });
    expect(await contents()).toEqual([]);
  });

  it('names the fix for a wrong key, a wrong URL, and an instance that is away', async () => {
    expect(await refusal({ key: 'wrong' })).toEqual(saying('invalid_request', 'does not accept the key'));
    expect(await refusal({ key: 'two\nlines' })).toEqual(
      saying('invalid_request', 'nothing else, in one line'),
    );
    expect(await refusal({ baseUrl: `${other.url}/blog/public/v1` })).toEqual(
      saying('invalid_request', 'give the URL at which the other instance serves /public/v1'),
    );
    const closed = createServer();
    await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    expect(await refusal({ baseUrl: `http://127.0.0.1:${port}` })).toEqual(
      saying('unavailable', 'check the URL, and that the other instance is running'),
    );
    expect(await refusal({ baseUrl: 'http://10.0.0.1' })).toEqual(
      saying('blocked_address', 'SSRF_ALLOW_CIDRS'),
    );
    expect(await sql(crier, 'select 1 from integration')).toEqual([]);
  });

  it('is refused for an organisation that v1 still publishes for', async () => {
    await sql(
      crier,
      `insert into v1_source (id, fingerprint, version) values ('01900000-0000-7000-8000-00000000aaaa', 'x', 'v2.11.3')`,
    );
    await sql(
      crier,
      `insert into v1_organization (organization_id, source_id, legacy_id) values ($1, '01900000-0000-7000-8000-00000000aaaa', 'o')`,
      [crier.organizationId],
    );
    expect(await refusal()).toEqual(
      saying('cutover_pending', 'The previous instance still publishes for this organisation'),
    );
    expect(other.asked).toEqual([]);
  });
});
