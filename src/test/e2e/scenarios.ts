/**
 * What holds for every network, as one table: each scenario uses the Public API and asks the network what is
 * live.
 */
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { Post } from '../../platform/entities/post.ts';
import { pngOfItsOwn } from '../factories.ts';
import type { TestInstance } from '../instance.ts';
import { inSeconds, eventsOf, until, type Client, type Part, type PostPage } from './client.ts';
import { sha256, type Network, type Seen } from './networks.ts';

/**
 * What a scenario works with. `firstSeenMs` = the time by which an observer saw a text live on the network.
 */
export interface World {
  readonly crier: TestInstance;
  readonly client: Client;
  readonly network: Network;
  readonly channel: string;
  readonly firstSeenMs: ReadonlyMap<string, number>;
}

/** A text that no other test sends. */
export const unique = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;

/** The posts on the network with this text. */
export async function live(network: Network, text: string): Promise<Seen[]> {
  return (await network.seen()).filter((post) => post.text === text);
}

/** A picture that is stored at the instance. */
export async function picture(
  client: Client,
  alt: string,
): Promise<{ image: NonNullable<Part['image']>; sha256: string }> {
  const bytes = pngOfItsOwn(PIXEL_PNG);
  const { id, path } = await client.upload({ bytes, name: 'pixel.png', type: 'image/png' });
  return { image: [{ id, path, alt }], sha256: sha256(bytes) };
}

const schedule = async ({ client, channel }: World, date: Date, ...parts: Part[]): Promise<string> =>
  (await client.create({ channels: [channel], date, parts }))[0] as string;

/** Published, once, and not before its date. */
async function expectPublished(
  world: World,
  id: string,
  expected: { text: string; date: Date },
): Promise<{ page: PostPage; seen: Seen }> {
  const page = await world.client.reaches(id, 'published');
  const found = await live(world.network, expected.text);
  expect(found).toHaveLength(1);
  const seen = found[0] as Seen;
  expect(seen.atMs).toBeGreaterThanOrEqual(expected.date.getTime());
  expect(world.firstSeenMs.get(expected.text) ?? Infinity).toBeGreaterThanOrEqual(expected.date.getTime());
  expect(page).toMatchObject({
    state: 'PUBLISHED',
    releaseId: seen.id,
    releaseURL: expect.stringMatching(/^https?:\/\//),
  });
  expect(page.latenessMs).toBeGreaterThanOrEqual(0);
  return { page, seen };
}

async function change(world: World, id: string, body: object): Promise<void> {
  const answer = await world.crier.call('PATCH', `/posts/${id}`, { body });
  expect(answer).toMatchObject({ status: 200 });
}

/** The parts are live, each once, each under the one before it. */
async function expectThread(network: Network, texts: readonly string[]): Promise<Seen[]> {
  const parts: Seen[] = [];
  for (const text of texts) {
    const found = await live(network, text);
    expect(found).toHaveLength(1);
    parts.push(found[0] as Seen);
  }
  expect(parts.map((p) => p.parentId)).toEqual([null, ...parts.slice(0, -1).map((p) => p.id)]);
  return parts;
}

/** The row and the run behind a post. */
export async function behind(
  { crier }: Pick<World, 'crier'>,
  id: string,
): Promise<{ state: string; workflowId: string; events: string[] }> {
  const em = crier.context.database.fork();
  const post = await em.findOneOrFail(Post, { id }, { populate: ['postGroup'] });
  const events = await em.find(PostEvent, { post: id }, { orderBy: { id: 'asc' } });
  return {
    state: post.state,
    workflowId: publishWorkflowId(post.postGroup.id),
    events: events.map((e) => e.kind),
  };
}

/** The scenarios of posts with several parts, for networks that have threads. */
export const OF_THREADS: ReadonlySet<string> = new Set([
  'puts the parts of a thread under each other, in order, one with a picture',
]);

/** What each network must prove by itself. The others are about scheduling, which is the same for all. */
export const OF_EACH_NETWORK: ReadonlySet<string> = new Set([
  'is published once at its date, and its page says where and how late',
  'includes a picture with its alternative text',
  ...OF_THREADS,
]);

/** The table: a sentence about the product, and its proof. */
export const SCENARIOS: Record<string, (world: World) => Promise<void>> = {
  async 'is published once at its date, and its page says where and how late'(world) {
    const text = unique('Hello at its date');
    const date = inSeconds(6);
    const { page } = await expectPublished(world, await schedule(world, date, { content: text }), {
      text,
      date,
    });
    expect(eventsOf(page)).toEqual(['accepted', 'claimed', 'request_sent', 'published']);
  },

  async 'includes a picture with its alternative text'(world) {
    const text = unique('With a picture');
    const date = inSeconds(3);
    const { image, sha256: hash } = await picture(world.client, 'a single blue pixel');
    const { seen } = await expectPublished(world, await schedule(world, date, { content: text, image }), {
      text,
      date,
    });
    expect(seen.media).toEqual([
      {
        alt: seen.media[0]?.alt === null ? null : 'a single blue pixel',
        sha256: seen.media[0]?.sha256 === null ? null : hash,
      },
    ]);
  },

  async 'puts the parts of a thread under each other, in order, one with a picture'(world) {
    const texts = ['One', 'Two', 'Three'].map(unique);
    const date = inSeconds(3);
    const { image } = await picture(world.client, 'between one and three');
    const id = await schedule(
      world,
      date,
      ...texts.map((content, i) => (i === 1 ? { content, image } : { content })),
    );
    const { page } = await expectPublished(world, id, { text: texts[0] as string, date });
    const parts = await expectThread(world.network, texts);
    expect(parts.map((p) => p.media.map((m) => m.alt ?? 'between one and three'))).toEqual([
      [],
      ['between one and three'],
      [],
    ]);
    expect(page.items.map((item) => item.releaseId)).toEqual(parts.map((p) => p.id));
  },

  async 'is published earlier when it is moved to an earlier date'(world) {
    const text = unique('Rather soon');
    const id = await schedule(world, inSeconds(3600), { content: text });
    const date = inSeconds(3);
    await change(world, id, { date: date.toISOString() });
    await expectPublished(world, id, { text, date });
  },

  async 'waits longer when it is moved to a later date'(world) {
    const text = unique('Rather later');
    const id = await schedule(world, inSeconds(5), { content: text });
    const date = inSeconds(9);
    await change(world, id, { date: date.toISOString() });
    await expectPublished(world, id, { text, date });
  },

  async 'is published with its latest text'(world) {
    const [before, text] = [unique('Draught'), unique('Draft')];
    const date = inSeconds(6);
    const id = await schedule(world, date, { content: before });
    await change(world, id, { content: text });
    await expectPublished(world, id, { text, date });
    expect(await live(world.network, before)).toEqual([]);
  },

  async 'is published with the parts that an edit added'(world) {
    const texts = ['First', 'Second', 'Third'].map(unique);
    const date = inSeconds(6);
    const id = await schedule(world, date, { content: unique('Alone') });
    await change(world, id, { value: texts.map((content) => ({ content })) });
    await expectPublished(world, id, { text: texts[0] as string, date });
    await expectThread(world.network, texts);
  },

  async 'is published without the parts that an edit removed'(world) {
    const texts = ['Stays', 'Goes', 'Goes too'].map(unique);
    const date = inSeconds(6);
    const id = await schedule(world, date, ...texts.map((content) => ({ content })));
    await change(world, id, { value: [{ content: texts[0] }] });
    const { page } = await expectPublished(world, id, { text: texts[0] as string, date });
    expect(page.items).toHaveLength(1);
    expect((await world.network.seen()).filter((p) => texts.includes(p.text))).toHaveLength(1);
  },

  async 'is never published once it was cancelled, and its run ends'(world) {
    const text = unique('Better not');
    const date = inSeconds(6);
    const id = await schedule(world, date, { content: text });
    await world.client.handedOver(id);
    expect(await world.crier.call('DELETE', `/posts/${id}`)).toMatchObject({ status: 200 });
    const { state, workflowId, events } = await behind(world, id);
    expect({ state, events }).toEqual({
      state: 'cancelled',
      events: ['accepted', 'workflow_started', 'cancelled'],
    });
    const run = world.crier.context.temporal.workflow.getHandle(workflowId);
    expect(await run.result()).toMatchObject({ summary: '1 cancelled' });
    await until(date, 2000);
    expect(await live(world.network, text)).toEqual([]);
  },

  async 'is published at once when its date is up to 10 minutes past, and refused when it is further past'(
    world,
  ) {
    const text = unique('A little late');
    const date = inSeconds(-300);
    const { page } = await expectPublished(world, await schedule(world, date, { content: text }), {
      text,
      date,
    });
    expect(page.latenessMs).toBeGreaterThanOrEqual(299_000);
    const body = {
      type: 'schedule',
      date: inSeconds(-660).toISOString(),
      posts: [{ integration: { id: world.channel }, value: [{ content: 'Much too late' }] }],
    };
    expect(await world.crier.call('POST', '/posts', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_date' },
    });
  },

  async 'is published now'(world) {
    const text = unique('Now');
    const date = new Date(Math.floor(Date.now() / 1000) * 1000);
    const [id = ''] = await world.client.create({ channels: [world.channel], parts: [{ content: text }] });
    await expectPublished(world, id, { text, date });
  },

  async 'stays in Crier as a draft'(world) {
    const text = unique('Not yet');
    const date = inSeconds(2);
    const [id = ''] = await world.client.create({
      channels: [world.channel],
      parts: [{ content: text }],
      type: 'draft',
      date,
    });
    await until(date, 3000);
    expect(await world.client.page(id)).toMatchObject({ state: 'DRAFT', status: 'draft' });
    expect(await live(world.network, text)).toEqual([]);
  },
};
