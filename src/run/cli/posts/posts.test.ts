import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import type { SandboxPost } from '../../../../providers/_networks/sandbox/journal.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';

interface Created {
  type: string;
  date: string;
  posts: { postId: string; integration: string }[];
}
interface Shown {
  id: string;
  status: string;
  latenessMs: number | null;
  creationMethod: string;
  items: { content: string; delay: number; image: { alt?: string }[] }[];
  timeline: { event: string; text: string }[];
}
interface Refusal {
  error: { code: string; message: string; issues?: { path: string; message: string }[] };
}
interface Listed {
  posts: { id: string; status: string; content: string }[];
}

describe('the posts command', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox', { name: 'Town square' })).id;
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());

  const json = <T>(...args: string[]): Promise<T> => crierJson<T>(crier.env, 'posts', ...args);
  const create = async (...args: string[]): Promise<string> =>
    (await json<Created>('create', '--channel', 'town square', ...args)).posts[0]?.postId ?? '';
  const published = (id: string): Promise<Shown> =>
    eventually(`${id} is published`, async () => {
      const post = await json<Shown>('show', id);
      return post.status === 'published' && post;
    });
  const inOneYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString();

  it('publishes a post now to a channel named by name, and shows its timeline as text', async () => {
    const id = await create('--text', 'Hear ye');
    const post = await published(id);
    expect(post).toMatchObject({ creationMethod: 'CLI', latenessMs: expect.any(Number) });
    const shown = await runCrier(crier.env, 'posts', 'show', id);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/Status +published\n/);
    expect(shown.stdout).toMatch(/Lateness +\d+\.\d\d s after its date\n/);
    expect(shown.stdout).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +Handed to Temporal\n/);
    const ledger = (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[];
    expect(ledger.filter((p) => p.text === 'Hear ye')).toHaveLength(1);
  });

  it('publishes a thread with a picture, and leaves the file where it is', async () => {
    const file = join(crier.dataDir, 'pixel.png');
    writeFileSync(file, PIXEL_PNG);
    const id = await create(
      '--text',
      'One',
      '--thread',
      'Two',
      '--thread',
      'Three',
      '--media',
      file,
      '--alt',
      'a pixel',
    );
    const post = await published(id);
    expect(post.items.map((i) => i.content)).toEqual(['One', 'Two', 'Three']);
    expect(post.items[0]?.image).toEqual([expect.objectContaining({ alt: 'a pixel' })]);
    expect(existsSync(file)).toBe(true);
  });

  it('schedules a post, lists posts by state and date, and cancels a post', async () => {
    const date = inOneYear();
    const id = await create('--text', 'Next year', '--date', date, '--delay', '5', '--thread', 'and later');
    expect((await json<Shown>('show', id)).items.map((i) => i.delay)).toEqual([0, 5]);
    expect((await json<Listed>('list', '--state', 'scheduled')).posts.map((p) => p.id)).toEqual([id]);
    expect(
      (await json<Listed>('list', '--to', new Date().toISOString())).posts.map((p) => p.id),
    ).not.toContain(id);
    expect((await runCrier(crier.env, 'posts', 'list')).stdout).toMatch(
      new RegExp(`${id} +scheduled +${date.slice(0, 10)}.* Town square +Next year`),
    );
    expect(await runCrier(crier.env, 'posts', 'cancel', id)).toMatchObject({
      code: 0,
      stdout: 'The post is cancelled and will not be published\n',
    });
    expect((await json<Listed>('list', '--state', 'cancelled')).posts.map((p) => p.id)).toEqual([id]);
    expect((await json<Shown>('show', id)).timeline.map((t) => t.event)).toContain('cancelled');
  });

  it('saves a draft for a channel named by id', async () => {
    const { type, posts } = await json<Created>(
      'create',
      '--channel',
      channel,
      '--text',
      'Not yet',
      '--draft',
    );
    expect(type).toBe('draft');
    expect((await json<Shown>('show', posts[0]?.postId ?? '')).status).toBe('draft');
  });

  it('retries a failed post, and no other', async () => {
    const id = await create('--text', 'Second chance', '--date', inOneYear());
    expect(await runCrier(crier.env, 'posts', 'retry', id)).toMatchObject({
      code: 1,
      stderr: 'crier: The post can no longer be changed: it is scheduled\n',
    });
    await crier.context.database.query(
      {
        name: 'fail-it',
        text: `
          update post set state = 'failed', error_code = 'rejected', error = 'no', publish_at = now()
          where id = $1`,
      },
      [id],
    );
    expect(await runCrier(crier.env, 'posts', 'retry', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is being retried'),
    });
  });

  describe('of an organisation in Berlin', () => {
    const zone = (name: string): Promise<unknown> =>
      crier.context.database.query({ name: 'zone', text: 'update organization set time_zone = $1' }, [name]);
    beforeAll(() => zone('Europe/Berlin'));
    afterAll(() => zone('UTC'));

    it.each([
      [
        '2031-05-04T09:30',
        '2031-05-04T07:30:00.000Z',
        '2031-05-04 09:30 Europe/Berlin (2031-05-04 07:30 UTC)',
      ],
      [
        '2031-05-04 09:30Z',
        '2031-05-04T09:30:00.000Z',
        '2031-05-04 11:30 Europe/Berlin (2031-05-04 09:30 UTC)',
      ],
      ['2031-12-24', '2031-12-23T23:00:00.000Z', '2031-12-24 00:00 Europe/Berlin (2031-12-23 23:00 UTC)'],
    ])(
      'reads the date %s in its zone unless it has one, and reports which instant it took',
      async (date, at, text) => {
        const args = ['--channel', 'Town square', '--text', `At ${date}`, '--date', date];
        expect((await json<Created>('create', ...args)).date).toBe(at);
        const run = await runCrier(
          crier.env,
          'posts',
          'create',
          ...args,
          '--thread',
          'so that it is another post',
        );
        expect(run).toMatchObject({
          code: 0,
          stdout: expect.stringContaining(`will be published at ${text}`),
        });
      },
    );

    it('has no half past two on the morning when the clocks are set forward', async () => {
      const run = await runCrier(
        ...([crier.env, 'posts', 'create', '--channel', 'Town square', '--text', 'x'] as const),
        '--date',
        '2031-03-30T02:30',
      );
      expect(run).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('does not exist in Europe/Berlin'),
      });
    });
  });

  it('reports that nothing is published while publishing is frozen', async () => {
    const create = (...args: string[]) =>
      runCrier(crier.env, 'posts', 'create', '--channel', 'Town square', ...args);
    const freeze = await runCrier(crier.env, 'freeze', '--all', '--reason', 'moving house');
    expect(freeze.code).toBe(0);
    const run = await create('--text', 'While frozen');
    expect(run.stdout).toContain('waits until publishing is resumed');
    expect(run.stdout).toContain('Publishing is frozen (moving house): nothing is published until');
    expect(run.stdout).not.toContain('is being published');
    expect((await create('--text', 'Draft', '--draft')).stdout).not.toContain('frozen');
    expect((await runCrier(crier.env, 'resume', '--all', '--plan', 'now', '--yes')).code).toBe(0);
    expect((await create('--text', 'After it')).stdout).toContain('is being published');
  });

  it('works without the API', async () => {
    expect(
      (await crierJson<Listed>({ ...crier.env, PORT: '1' }, 'posts', 'list')).posts.length,
    ).toBeGreaterThan(0);
  });

  it.each([
    [
      'an unknown channel',
      ['--channel', 'Nowhere', '--text', 'x'],
      'channel_not_found',
      'there is "Town square" on sandbox',
    ],
    [
      'a date in the past',
      ['--channel', 'Town square', '--text', 'x', '--date', '2020-01-01'],
      'invalid_date',
      '10 minutes in the past',
    ],
    [
      'an invalid date',
      ['--channel', 'Town square', '--text', 'x', '--date', 'soon'],
      'invalid_date',
      'must be ISO 8601',
    ],
    [
      'a missing file',
      ['--channel', 'Town square', '--text', 'x', '--media', '/no/such.png'],
      'file_not_readable',
      'There is no file "/no/such.png"',
    ],
    [
      'a file of another kind',
      ['--channel', 'Town square', '--text', 'x', '--media', 'package.json'],
      'unsupported_file',
      'not supported',
    ],
    ['an empty text', ['--channel', 'Town square', '--text', ' '], 'invalid_content', 'would refuse'],
  ])('rejects %s', async (_, args, code, message) => {
    const run = await runCrier(crier.env, 'posts', 'create', ...args, '--json');
    expect(run).toMatchObject({ code: 1, stderr: '' });
    const { error } = JSON.parse(run.stdout) as Refusal;
    const messages = [error.message, ...(error.issues ?? []).map((issue) => issue.message)].join('; ');
    expect([error.code, messages]).toEqual([code, expect.stringContaining(message)]);
  });

  it('names every problem of the content in one line', async () => {
    expect(
      (await runCrier(crier.env, 'posts', 'create', '--channel', channel, '--text', ' ')).stderr,
    ).toMatch(/would refuse this content: posts\.0\.value\.0\.content is empty.*\n$/);
  });

  it('rejects a name that two channels have, and lists their ids', async () => {
    const other = await crier.context.database.query<{ id: string }>({
      name: 'same-name',
      text: `
        insert into integration (id, organization_id, provider, internal_id, name, credentials)
        select gen_random_uuid(), organization_id, provider, internal.id, 'Same name', credentials
        from integration, (values ('one'), ('two')) internal(id)
        returning id`,
    });
    const { error } = await json<Refusal>('create', '--channel', 'Same name', '--text', 'x');
    expect(error.code).toBe('channel_ambiguous');
    for (const { id } of other) expect(error.message).toContain(id);
  });

  it.each([['show'], ['cancel'], ['retry']])('rejects %s for a post that does not exist', async (verb) => {
    expect((await json<Refusal>(verb, randomUUID())).error.code).toBe('post_not_found');
    expect((await json<Refusal>(verb, 'post-1')).error).toMatchObject({
      code: 'invalid_id',
      message: '"post-1" is not an id, such as 0190c7c1-8a3e-7d0b-9d43-0f3c1f5f0a11',
    });
  });

  it('reports an invalid delay, and more descriptions than pictures, as wrong usage', async () => {
    expect(
      (await runCrier(crier.env, 'posts', 'create', '--channel', channel, '--text', 'x', '--delay', 'long'))
        .code,
    ).toBe(2);
    expect(
      (await runCrier(crier.env, 'posts', 'create', '--channel', channel, '--text', 'x', '--alt', 'nothing'))
        .code,
    ).toBe(2);
  });
});
