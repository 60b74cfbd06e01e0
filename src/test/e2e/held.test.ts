/**
 * Posts of a channel whose credentials stopped working: held, reported to people, and sent when the channel
 * is reconnected.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FUTURE, sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { movePast, startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';
import { unique } from './scenarios.ts';

jest.setTimeout(180_000);

describe('a post of a channel that must be reconnected', () => {
  let world: SandboxWorld;
  let channels = 0;
  beforeAll(async () => {
    world = await startSandboxWorld();
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const newChannel = (): Promise<SandboxChannel> => world.connect(`Account ${++channels} #lookup`);
  const reconnect = async (channel: SandboxChannel): Promise<void> => {
    expect(await world.connect(channel.name)).toMatchObject({ id: channel.id, reconnected: true });
  };
  const create = async (channel: SandboxChannel, ...texts: string[]): Promise<string> =>
    (
      await world.client.create({ channels: [channel.id], parts: texts.map((content) => ({ content })) })
    )[0] ?? '';
  /** Posts for later, whose runs wait. */
  async function createMany(channel: SandboxChannel, texts: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const content of texts) {
      ids.push(
        ...(await world.client.create({
          channels: [channel.id],
          parts: [{ content }],
          date: new Date(FUTURE),
        })),
      );
    }
    for (const id of ids) await world.client.handedOver(id);
    return ids;
  }
  /** A channel whose account is lost, and a post held for it. */
  async function heldPost(text: string): Promise<{ channel: SandboxChannel; id: string }> {
    const channel = await newChannel();
    await world.arm(channel, { kind: 'suspended' });
    const id = await create(channel, text);
    await world.held(id);
    return { channel, id };
  }
  const times = async (text: string): Promise<number> =>
    (await world.texts()).filter((t) => t === text).length;

  it.each([
    [
      'the account is suspended',
      (channel: SandboxChannel) => world.arm(channel, { kind: 'suspended' }),
      'This account is suspended',
    ],
    [
      'its owner logged Crier out',
      (channel: SandboxChannel) => world.revoke(channel),
      'no longer accepts the token',
    ],
  ])(
    'waits when %s; people are notified once; it is published when the channel is reconnected',
    async (_, lose, message) => {
      const channel = await newChannel();
      const text = unique('Held');
      await lose(channel);
      const id = await create(channel, text);
      const page = await world.shows(id, 'the post is held', (p) => p.hold !== null);
      expect(page).toMatchObject({
        state: 'QUEUE',
        status: 'scheduled',
        error: null,
        hold: {
          reason: 'channel',
          message: expect.stringContaining(`"${channel.name}" must be reconnected`),
        },
      });
      expect(page.timeline.find((line) => line.event === 'held')?.text).toMatch(
        /^On hold: the channel must be reconnected.*Nothing was sent$/,
      );
      const { body } = await world.crier.call<{ id: string; refreshNeeded: boolean }[]>(
        'GET',
        '/integrations',
      );
      expect(body).toContainEqual(expect.objectContaining({ id: channel.id, refreshNeeded: true }));
      const notices = (await world.notifications()).filter((content) => content.includes(channel.name));
      expect(notices).toEqual([expect.stringContaining('must be reconnected')]);
      expect(notices[0]).toContain(message);

      await reconnect(channel);
      const after = await world.client.reaches(id, 'published');
      expect(eventsOf(after)).toEqual(expect.arrayContaining(['held', 'resumed', 'published']));
      expect(await times(text)).toBe(1);
    },
  );

  it('waits with all others of its channel, which are not even tried; other accounts continue', async () => {
    const { channel, id } = await heldPost(unique('The first one'));
    // Created while the channel still worked.
    const [second = ''] = await createMany(await newChannel(), [unique('The second one')]);
    await sql(world.crier, 'update post set integration_id = $2 where id = $1', [second, channel.id]);
    await movePast(world.crier, [second], 1);
    await world.held(second);
    expect(eventsOf(await world.client.page(second))).not.toContain('request_sent');
    const other = await create(await newChannel(), unique('Another account'));
    await world.client.reaches(other, 'published');
    await reconnect(channel);
    for (const waiting of [id, second]) await world.client.reaches(waiting, 'published');
  });

  it('is published with other overdue posts, oldest first', async () => {
    const channel = await newChannel();
    const texts = ['Oldest', 'Older', 'Old'].map(unique);
    const ids = await createMany(channel, texts);
    await sql(world.crier, 'update integration set refresh_needed = true where id = $1', [channel.id]);
    await movePast(world.crier, ids, 30);
    for (const id of ids) await world.held(id);
    await reconnect(channel);
    for (const id of ids) await world.client.reaches(id, 'published');
    expect((await world.texts()).filter((text) => texts.includes(text))).toEqual(texts);
  });

  it('is published although its run was lost in the meantime', async () => {
    const text = unique('Run lost');
    const { channel, id } = await heldPost(text);
    await world.loseRun(id);
    await reconnect(channel);
    await world.client.reaches(id, 'published');
    expect(await times(text)).toBe(1);
  });

  it('is published by the reconciler although nothing woke its run', async () => {
    const text = unique('Nobody woke it');
    const { channel, id } = await heldPost(text);
    await sql(world.crier, 'update integration set refresh_needed = false where id = $1', [channel.id]);
    const woken = (await world.reconcile()).woken;
    await world.client.reaches(id, 'published');
    expect(woken).toBeLessThanOrEqual(1); // may have been found by the worker's own pass
    expect(await times(text)).toBe(1);
  });

  it('can be moved while it waits, and is held again at its new date', async () => {
    const text = unique('Moved');
    const { channel, id } = await heldPost(text);
    const date = new Date(Date.now() + 3000).toISOString();
    expect(await world.crier.call('PATCH', `/posts/${id}`, { body: { date } })).toMatchObject({
      status: 200,
      body: { status: 'scheduled', hold: null },
    });
    await world.held(id);
    await reconnect(channel);
    await world.client.reaches(id, 'published');
    expect(await times(text)).toBe(1);
  });

  it('can be deleted, and is not published when the channel is back', async () => {
    const text = unique('Deleted');
    const { channel, id } = await heldPost(text);
    expect((await world.crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
    const run = world.crier.context.temporal.workflow.getHandle(await world.workflowId(id));
    expect(((await run.result()) as { summary: string }).summary).toBe('1 cancelled');
    await reconnect(channel);
    const next = await create(channel, unique('The next one'));
    await world.client.reaches(next, 'published');
    expect(await times(text)).toBe(0);
  });

  describe('in the middle of a thread', () => {
    /** A thread whose first part is published when the account is lost. */
    async function heldThread(): Promise<{ channel: SandboxChannel; id: string; texts: string[] }> {
      const channel = await newChannel();
      const texts = [unique('Out'), unique('Held')];
      const body = {
        type: 'now',
        date: new Date().toISOString(),
        posts: [
          {
            integration: { id: channel.id },
            value: [{ content: texts[0] }, { content: texts[1], delay: 0.05 }],
          },
        ],
      };
      const id =
        (await world.crier.call<{ postId: string }[]>('POST', '/posts', { body })).body[0]?.postId ?? '';
      await eventually('the first part is out', async () => (await world.texts()).includes(texts[0] ?? ''));
      await world.revoke(channel);
      await world.held(id);
      return { channel, id, texts };
    }

    it('waits with the parts that are left, and continues under the published one', async () => {
      const { channel, id, texts } = await heldThread();
      expect(await world.client.page(id)).toMatchObject({
        status: 'publishing',
        hold: { reason: 'channel' },
      });
      await reconnect(channel);
      await world.client.reaches(id, 'published');
      const parts = (await world.ledger()).filter((post) => texts.includes(post.text));
      expect(parts.map((post) => [post.text, post.inReplyTo])).toEqual([
        [texts[0], null],
        [texts[1], parts[0]?.id],
      ]);
    });

    it('can be ended there', async () => {
      const { channel, id, texts } = await heldThread();
      expect((await world.crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
      await world.crier.context.temporal.workflow.getHandle(await world.workflowId(id)).result();
      await reconnect(channel);
      expect(
        await sql(world.crier, 'select state, error_code as code from post where id = $1', [id]),
      ).toEqual([{ state: 'partly_published', code: 'dropped' }]);
      expect((await world.texts()).filter((text) => texts.includes(text))).toEqual([texts[0]]);
    });
  });
});
