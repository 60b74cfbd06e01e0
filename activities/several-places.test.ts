/**
 * A part that is one call for each of several places (the subreddits of a Reddit post), and breaks off
 * between.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { reddit as provider } from '../providers/reddit/index.ts';
import { isPublish, settingsFor } from '../providers/reddit/fixtures/world.ts';
import { connectUrl, finish, press } from '../src/channels/connect/fixtures/browser.ts';
import { buildPost, buildTarget, createOne, sql } from '../src/test/factories.ts';
import { holdTable } from '../src/test/hold-table.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { startFaultFront, type FaultFront, type FaultTarget } from '../src/test/networks/fault-front.ts';
import { startReddit, type Reddit } from '../src/test/networks/reddit/server.ts';
import { addPerson } from '../src/test/person.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const PUBLIC = 'https://crier.example';
const PLACES = ['cafes', 'bakeries', 'tearooms'];

describe('a post to several subreddits', () => {
  let crier: TestInstance;
  let network: Reddit;
  let front: FaultFront;
  let channel: string;
  let ahead = 0;
  beforeAll(async () => {
    network = await startReddit({
      redirectUris: [`${PUBLIC}/integrations/social/reddit`],
      now: () => new Date(Date.now() + ahead),
    });
    front = await startFaultFront(network.url);
    network.createAccount('grace');
    for (const name of PLACES) network.addSubreddit({ name });
    crier = await startInstance({
      temporal: false,
      env: {
        FRONTEND_URL: PUBLIC,
        REDDIT_API_URL: front.url,
        REDDIT_CLIENT_ID: network.client.id,
        REDDIT_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'reddit'), 'Allow as grace');
    channel = (await finish(ada, 'reddit', back.query)).body.channel?.id ?? '';
  });
  beforeEach(() => {
    front.disarm();
    network.arm({ rateLimit: null, acceptedBefore: 0 });
    network.addSubreddit({ name: 'bakeries' });
  });
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const callOf = (postId: string): PartCall => ({
    deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
    provider,
    part: { postId, position: 0 },
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
    stopping: new AbortController().signal,
  });
  const publish = (id: string): Promise<PartOutcome> => publishPart(callOf(id));
  /** The outcome, or `later` while the run is to look again. */
  const verify = async (id: string): Promise<PartOutcome | 'later'> => {
    const outcome = await verifyPart(callOf(id));
    return outcome.status === 'look' ? 'later' : outcome;
  };

  async function dueNow(
    text = `Hello ${randomUUID()}`,
    places: readonly string[] = PLACES,
  ): Promise<{ id: string; text: string }> {
    const settings = { __type: 'reddit', ...settingsFor(...places.map((subreddit) => ({ subreddit }))) };
    const target = buildTarget(channel, { settings, value: [{ content: text }] });
    const id = await createOne(crier, buildPost([], { posts: [target] }));
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    return { id, text };
  }
  const placesOf = (text: string): string[] =>
    network
      .entries()
      .filter((entry) => entry.text === text)
      .map(({ subreddit }) => subreddit);

  /** Reddit's own time to wait is over. */
  const endLimit = (): Promise<unknown> => sql(crier, 'delete from channel_limit');

  /** Moves the call further into the past, by this many seconds. */
  const pass = async (id: string, seconds: number): Promise<unknown> => {
    await endLimit();
    return sql(
      crier,
      `update publish_attempt a
      set sent_at = sent_at - make_interval(secs => $2),
        call_ended_at = call_ended_at - make_interval(secs => $2)
      from post_item i
      where i.id = a.post_item_id and i.post_id = $1`,
      [id, seconds],
    );
  };

  it.each([
    [
      'has to wait after the first',
      1,
      () => network.arm({ acceptedBefore: 1, rateLimit: { words: 'Take a break for 2 minutes.' } }),
    ],
    ['loses the answer to the first', 1, () => front.arm({ kind: 'reset_after' }, isPublish)],
    [
      'loses the second request',
      1,
      () => {
        let calls = 0;
        front.arm({ kind: 'reset_before' }, (request) => isPublish(request) && ++calls === 2);
      },
    ],
    [
      'meets an error after the second',
      2,
      () => {
        let calls = 0;
        front.arm(
          { kind: 'status', status: 503, body: '' },
          (request) => isPublish(request) && ++calls === 3,
        );
      },
    ],
  ])('that %s is looked up, and then goes to those that are missing, once each', async (_, out, breakOff) => {
    const { id, text } = await dueNow();
    breakOff();
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(placesOf(text)).toEqual(PLACES.slice(0, out));
    network.arm({ rateLimit: null });
    // Something may still be on its way.
    expect(await verify(id)).toBe('later');
    await pass(id, 180);
    expect(await verify(id)).toEqual({ status: 'retry' });
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text)).toEqual(PLACES);
  });

  it('whose last answer is lost is found complete, and not sent again', async () => {
    const { id, text } = await dueNow();
    let calls = 0;
    front.arm({ kind: 'reset_after' }, (request) => isPublish(request) && ++calls === 3);
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(await verify(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text)).toEqual(PLACES);
  });

  it('that the second refuses permanently ends unconfirmed, with what is published and why', async () => {
    network.addSubreddit({ name: 'bakeries', forbiddenInTitles: ['menu'] });
    const { id, text } = await dueNow();
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    await pass(id, 180);
    expect(await verify(id)).toEqual({ status: 'retry' });
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    await pass(id, 180);
    expect(await verify(id)).toMatchObject({ status: 'unconfirmed' });
    const [post] = await sql<{ state: string; message: string }>(
      crier,
      'select state, error as message from post where id = $1',
      [id],
    );
    expect(post).toEqual({
      state: 'unconfirmed',
      message: expect.stringContaining('1 of 3 submissions are published. Reddit answered SUBMIT_VALIDATION'),
    });
    expect(placesOf(text)).toEqual(['cafes']);
  });

  it('that is due after the access token has ended is published with a renewed one', async () => {
    const version = (): Promise<{ version: number }[]> =>
      sql(crier, 'select credentials_version as version from integration where id = $1', [channel]);
    const [before] = await version();
    ahead = 2 * 86_400_000;
    const { id, text } = await dueNow();
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text)).toEqual(PLACES);
    expect((await version())[0]?.version).toBe((before?.version ?? 0) + 1);
  });

  it('that has to wait before the first is released, and is published afterwards', async () => {
    const { id, text } = await dueNow();
    network.arm({
      rateLimit: { words: 'you are doing that too much. try again in 8 minutes.', seconds: 480 },
    });
    expect(await publish(id)).toEqual({
      status: 'wait',
      waitMs: expect.any(Number),
      reason: 'rate limited by the network',
    });
    expect(placesOf(text)).toEqual([]);
    network.arm({ rateLimit: null });
    await endLimit();
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text)).toEqual(PLACES);
  });

  it('that waited while another one with the same text was published goes to all of them as well', async () => {
    const { id, text } = await dueNow();
    network.arm({ rateLimit: { words: 'Take a break for 2 minutes.' } });
    expect(await publish(id)).toMatchObject({ status: 'wait' });
    network.arm({ rateLimit: null });
    await endLimit();
    const twin = await dueNow(text);
    expect(await publish(twin.id)).toMatchObject({ status: 'published' });
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text)).toEqual([...PLACES, ...PLACES]);
  });

  it('that is partly published takes none of the places of another one with the same text', async () => {
    const { id, text } = await dueNow();
    let calls = 0;
    front.arm({ kind: 'reset_before' }, (request) => isPublish(request) && ++calls === 2);
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    const twin = await dueNow(text);
    expect(await publish(twin.id)).toMatchObject({ status: 'published' });
    await pass(id, 180);
    expect(await verify(id)).toEqual({ status: 'retry' });
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(placesOf(text).toSorted()).toEqual([...PLACES, ...PLACES].toSorted());
  });

  it('has none of its places taken for a lost post with the same text, not only the first', async () => {
    const lost = await dueNow(undefined, ['tearooms']);
    const { text } = lost;
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publish(lost.id)).toMatchObject({ status: 'unknown' });
    const whole = await dueNow(text);
    expect(await publish(whole.id)).toMatchObject({ status: 'published' });
    await pass(lost.id, 180);
    expect(await verify(lost.id)).toEqual({ status: 'retry' });
    expect(await publish(lost.id)).toMatchObject({ status: 'published' });
    expect(placesOf(text).toSorted()).toEqual([...PLACES, 'tearooms'].toSorted());
  });

  it('has no place, not even a later one, that another one has which is looked up at the same moment', async () => {
    let calls = 0;
    const second: FaultTarget = (request) => isPublish(request) && ++calls === 2;
    const one = await dueNow(undefined, ['cafes', 'tearooms']);
    front.arm({ kind: 'reset_before' }, second);
    expect(await publish(one.id)).toMatchObject({ status: 'unknown' });
    const { text } = one;
    const other = await dueNow(text, ['bakeries', 'tearooms']);
    calls = 0;
    front.arm({ kind: 'reset_after' }, second);
    expect(await publish(other.id)).toMatchObject({ status: 'unknown' });
    expect(placesOf(text)).toEqual(['cafes', 'bakeries', 'tearooms']);
    // Both have read what is there, and whose it is, before either is recorded.
    const release = await holdTable(crier.context.config.DATABASE_URL ?? '', 'publish_attempt');
    const looks = Promise.all([one, other].map(async ({ id }) => ({ id, seen: await verify(id) })));
    await eventually('both are about to be recorded', async () => {
      const waiting = await sql(
        crier,
        "select 1 from pg_locks where not granted and relation = 'publish_attempt'::regclass",
      );
      return waiting.length === 2;
    });
    await release();
    const without = (await looks).filter(({ seen }) => seen === 'later');
    expect(without).toHaveLength(1);
    for (const { id } of without) {
      await pass(id, 180);
      expect(await verify(id)).toEqual({ status: 'retry' });
      expect(await publish(id)).toMatchObject({ status: 'published' });
    }
    expect(placesOf(text).toSorted()).toEqual(['bakeries', 'cafes', 'tearooms', 'tearooms']);
    const items = await sql<{ ref: { names: string[] } }>(
      crier,
      'select ref from post_item where post_id = any($1)',
      [[one.id, other.id]],
    );
    expect(new Set(items.flatMap(({ ref }) => ref.names)).size).toBe(4);
  });
});
