import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mastodon as provider } from '../providers/mastodon/index.ts';
import type { PartOutcome, PartRef } from '../temporal/contract/publish-post.ts';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startFaultFront, type FaultFront, type FaultTarget } from '../src/test/networks/fault-front.ts';
import { startMastodon, type Mastodon } from '../src/test/networks/mastodon/server.ts';
import type { PartCall } from './deps.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';
import { sentence } from '../src/platform/sentences.ts';

const isUpload: FaultTarget = ({ method, path }) => method === 'POST' && path === '/api/v2/media';
const isPublish: FaultTarget = ({ method, path }) => method === 'POST' && path === '/api/v1/statuses';
const answer = (status: number, headers: Record<string, string> = {}) =>
  ({ kind: 'status', status, headers, body: '{"error":"Not now"}' }) as const;

describe('what preparing a part has made', () => {
  let crier: TestInstance;
  let network: Mastodon;
  let front: FaultFront;
  let channel: string;
  beforeAll(async () => {
    network = await startMastodon();
    front = await startFaultFront(network.url);
    crier = await startInstance({ temporal: false });
    const { token } = network.createAccount({ username: 'ada' });
    channel = (await crier.connect('mastodon', { instance: front.url, token })).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  /** A post with pictures that is due now. */
  const dueNow = async (pictures: number): Promise<PartRef> => {
    const image: { id: string; path: string }[] = [];
    for (let n = 0; n < pictures; n++) {
      image.push((await upload<{ id: string; path: string }>(crier, png())).body);
    }
    const target = buildTarget(channel, {
      settings: { __type: 'mastodon' },
      value: [{ content: 'Spring menu', image: image.map(({ id, path }) => ({ id, path })) }],
    });
    const postId = await createOne(crier, buildPost([], { posts: [target] }));
    await sql(crier, 'update post set publish_at = now() where id = $1', [postId]);
    front.disarm();
    return { postId, position: 0 };
  };
  const callOf = (part: PartRef, changes: Partial<PartCall> = {}): PartCall => ({
    deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
    provider,
    part,
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
    stopping: new AbortController().signal,
    ...changes,
  });
  const send = (part: PartRef, changes?: Partial<PartCall>): Promise<PartOutcome> =>
    publishPart(callOf(part, changes));
  /** How many files arrive on the network meanwhile. */
  const uploadsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const before = network.uploads().length;
    await work();
    return network.uploads().length - before;
  };
  const hoursLater = (part: PartRef): Promise<unknown> =>
    sql(
      crier,
      `update publish_attempt a
      set prepared_until = prepared_until - interval '13 hours', sent_at = sent_at - interval '2 minutes',
        call_ended_at = call_ended_at - interval '2 minutes',
        uploads = (
          select jsonb_object_agg(key, value || jsonb_build_object('untilMs', (value ->> 'untilMs')::float8 - 13 * 3600000))
          from jsonb_each(a.uploads)
        )
      from post_item i
      where i.id = a.post_item_id and i.post_id = $1`,
      [part.postId],
    );
  /** The time that the network named is over. */
  const limitEnds = (): Promise<unknown> => sql(crier, 'delete from channel_limit');
  const stateOf = async (part: PartRef): Promise<unknown> =>
    (await sql(crier, 'select state from post where id = $1', [part.postId]))[0]?.state;

  it('and what it goes without is in the timeline, once', async () => {
    const part = await dueNow(0);
    const without: typeof provider = {
      ...provider,
      async prepare(request, ctx) {
        const { token } = request.channel.credentials;
        const why = sentence('words_of_network', { network: 'X', words: `not with ${token}` });
        for (const reason of [why, 'not again']) await ctx.noteLoss?.('subtitles', reason);
        return provider.prepare(request, ctx);
      },
    };
    expect(await send(part, { provider: without })).toMatchObject({ status: 'published' });
    const explanation = sentence('words_of_network', { network: 'X', words: 'not with [redacted]' });
    const events = "select detail from post_event where post_id = $1 and kind = 'without_subtitles'";
    expect(await sql(crier, events, [part.postId])).toEqual([
      { detail: { part: 1, reason: explanation.message, explanation } },
    ]);
  });

  it('is not uploaded again when a later upload fails', async () => {
    const part = await dueNow(4);
    let uploads = 0;
    front.arm(answer(503), (request) => isUpload(request) && ++uploads === 3);
    expect(await uploadsDuring(() => expect(send(part)).rejects.toMatchObject({ type: 'Unsent' }))).toBe(2);
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(2);
    expect(network.statuses().at(-1)?.mediaIds).toEqual(network.uploads().slice(-4));
  });

  it('is sent at the next try, as it is', async () => {
    const part = await dueNow(1);
    front.arm(answer(429, { 'retry-after': '1' }), isPublish);
    await expect(send(part)).rejects.toMatchObject({ type: 'RateLimited' });
    await limitEnds();
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(0);
  });

  it('is made again when the network may have forgotten it, and nothing was sent', async () => {
    const part = await dueNow(1);
    front.arm(answer(429, { 'retry-after': '1' }), isPublish);
    await expect(send(part)).rejects.toMatchObject({ type: 'RateLimited' });
    await limitEnds();
    await hoursLater(part);
    network.removeUnattached();
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(1);
  });

  it('is uploaded again by a later try when the network may have forgotten it', async () => {
    const part = await dueNow(2);
    let uploads = 0;
    front.arm(answer(503), (request) => isUpload(request) && ++uploads === 2);
    await expect(send(part)).rejects.toMatchObject({ type: 'Unsent' });
    await hoursLater(part);
    network.removeUnattached();
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(2);
  });

  it('stays as it is, however old, when the very same request has to be repeated', async () => {
    const part = await dueNow(1);
    const settled = { provider: { ...provider, settleMs: 0 } };
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await send(part, settled)).toMatchObject({ status: 'unknown' });
    await hoursLater(part);
    expect(await verifyPart(callOf(part, settled))).toEqual({ status: 'retry' });
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(0);
  });

  it('is kept when the worker is stopped, which does not wait for the rest', async () => {
    const part = await dueNow(2);
    const stopping = new AbortController();
    let uploads = 0;
    front.arm({ kind: 'hang_before' }, (request) => {
      if (!isUpload(request) || ++uploads < 2) return false;
      stopping.abort();
      return true;
    });
    await expect(send(part, { stopping: stopping.signal })).rejects.toMatchObject({ type: 'Unsent' });
    expect(await stateOf(part)).toBe('scheduled');
    front.disarm();
    expect(
      await uploadsDuring(() => expect(send(part)).resolves.toMatchObject({ status: 'published' })),
    ).toBe(1);
  });
});

describe('the call that publishes', () => {
  let crier: TestInstance;
  let network: Mastodon;
  let front: FaultFront;
  beforeAll(async () => {
    network = await startMastodon();
    front = await startFaultFront(network.url);
    crier = await startInstance({ temporal: false });
  });
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const dueNow = async (username: string): Promise<PartCall> => {
    const { token } = network.createAccount({ username });
    const { id } = await crier.connect('mastodon', { instance: front.url, token });
    const target = buildTarget(id, { settings: { __type: 'mastodon' } });
    const postId = await createOne(crier, buildPost([], { posts: [target] }));
    await sql(crier, 'update post set publish_at = now() where id = $1', [postId]);
    return {
      deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
      provider,
      part: { postId, position: 0 },
      signal: new AbortController().signal,
      untilShutdown: new AbortController().signal,
      stopping: new AbortController().signal,
    };
  };

  it('ends when the worker is stopped meanwhile', async () => {
    const call = await dueNow('ada');
    const stopping = new AbortController();
    front.arm({ kind: 'slow', delayMs: 500 }, (request) => {
      if (isPublish(request)) stopping.abort();
      return isPublish(request);
    });
    expect(await publishPart({ ...call, stopping: stopping.signal })).toMatchObject({ status: 'published' });
  });

  it('is begun although the worker is being stopped, when the claim has recorded it as sent', async () => {
    const { id } = await crier.connect('sandbox', { name: 'Hedy' });
    const target = buildTarget(id, { settings: { __type: 'sandbox' } });
    const postId = await createOne(crier, buildPost([], { posts: [target] }));
    await sql(crier, 'update post set publish_at = now() where id = $1', [postId]);
    const call = {
      ...(await dueNow('hedy')),
      provider: crier.context.providers.get('sandbox') as typeof provider,
      part: { postId, position: 0 },
      stopping: AbortSignal.abort(),
    };
    expect(await publishPart(call)).toMatchObject({ status: 'published' });
  });

  it('is cut off at the bound of its provider, however long the provider itself waits', async () => {
    const call = await dueNow('grace');
    front.arm({ kind: 'hang_after' }, isPublish);
    const hurried = { ...provider, publishTimeoutMs: 300 };
    expect(await publishPart({ ...call, provider: hurried })).toMatchObject({ status: 'unknown' });
  });
});
