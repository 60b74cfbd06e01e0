import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
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

describe('posts on the command line', () => {
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

  it('publishes now, through the channel of that name, and tells the story in words', async () => {
    const id = await create('--text', 'Hear ye');
    const post = await published(id);
    expect(post).toMatchObject({ creationMethod: 'CLI', latenessMs: expect.any(Number) });
    const shown = await runCrier(crier.env, 'posts', 'show', id);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/State +published\n/);
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

  it('schedules, lists by state and date, and cancels', async () => {
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
      stdout: 'The post is cancelled: it will not go out\n',
    });
    expect((await json<Listed>('list', '--state', 'cancelled')).posts.map((p) => p.id)).toEqual([id]);
    expect((await json<Shown>('show', id)).timeline.map((t) => t.event)).toContain('cancelled');
  });

  it('keeps a draft, to a channel named by its id', async () => {
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

  it('publishes a failed post again, and no other', async () => {
    const id = await create('--text', 'Second chance', '--date', inOneYear());
    expect(await runCrier(crier.env, 'posts', 'retry', id)).toMatchObject({
      code: 1,
      stderr: 'crier: The post can no longer be changed: it is scheduled\n',
    });
    await crier.context.database.query(
      {
        name: 'fail-it',
        text: "update post set state = 'failed', error_code = 'rejected', error = 'no', publish_at = now() where id = $1",
      },
      [id],
    );
    expect(await runCrier(crier.env, 'posts', 'retry', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is published again'),
    });
  });

  it('works while the API is down: nothing of it is asked', async () => {
    expect(
      (await crierJson<Listed>({ ...crier.env, PORT: '1' }, 'posts', 'list')).posts.length,
    ).toBeGreaterThan(0);
  });

  it.each([
    [
      'a channel that is not there',
      ['--channel', 'Nowhere', '--text', 'x'],
      'channel_not_found',
      'there is "Town square" at sandbox',
    ],
    [
      'a date that is past',
      ['--channel', 'Town square', '--text', 'x', '--date', '2020-01-01'],
      'invalid_date',
      '10 minutes in the past',
    ],
    [
      'a date that is none',
      ['--channel', 'Town square', '--text', 'x', '--date', 'soon'],
      'invalid_date',
      'not a date',
    ],
    [
      'a file that is not there',
      ['--channel', 'Town square', '--text', 'x', '--media', '/no/such.png'],
      'file_not_readable',
      'There is no file "/no/such.png"',
    ],
    [
      'a file of another kind',
      ['--channel', 'Town square', '--text', 'x', '--media', 'package.json'],
      'unsupported_file',
      'not accepted',
    ],
    ['a text that is empty', ['--channel', 'Town square', '--text', ' '], 'invalid_content', 'would refuse'],
  ])('refuses %s', async (_, args, code, words) => {
    const run = await runCrier(crier.env, 'posts', 'create', ...args, '--json');
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect((JSON.parse(run.stdout) as Refusal).error).toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });

  it('names each problem of the content in its one line', async () => {
    expect(
      (await runCrier(crier.env, 'posts', 'create', '--channel', channel, '--text', ' ')).stderr,
    ).toMatch(/would refuse this content: posts\.0\.value\.0\.content is empty.*\n$/);
  });

  it('refuses a name that two channels have, listing their ids', async () => {
    const other = await crier.context.database.query<{ id: string }>({
      name: 'twin',
      text: `insert into integration (id, organization_id, provider, internal_id, name, credentials)
      select gen_random_uuid(), organization_id, provider, 'twin', 'Twins', credentials from integration union all select gen_random_uuid(), organization_id, provider, 'twin 2', 'Twins', credentials from integration returning id`,
    });
    const { error } = await json<Refusal>('create', '--channel', 'Twins', '--text', 'x');
    expect(error.code).toBe('channel_ambiguous');
    for (const { id } of other) expect(error.message).toContain(id);
  });

  it.each([['show'], ['cancel'], ['retry']])('refuses to %s what is no post', async (verb) => {
    expect((await json<Refusal>(verb, randomUUID())).error.code).toBe('post_not_found');
    expect((await json<Refusal>(verb, 'post-1')).error).toMatchObject({
      code: 'invalid_id',
      message: '"post-1" is not an id',
    });
  });

  it('calls a delay that is no number, and more descriptions than pictures, wrong usage', async () => {
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
