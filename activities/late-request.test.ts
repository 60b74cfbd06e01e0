/** A server that ignores idempotency keys, and a request that it takes long after its connection broke. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Provider } from '../providers/_kit/contract.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startFaultFront, type FaultFront, type FaultTarget } from '../src/test/networks/fault-front.ts';
import { startMastodon, type Mastodon } from '../src/test/networks/mastodon/server.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const isPublish: FaultTarget = ({ method, path }) => method === 'POST' && path === '/api/v1/statuses';

describe.each([
  ['gotosocial', 'ignores keys', 300],
  ['mastodon', 'honours them', 60],
])('a lost request to %s, which %s', (software, _, boundSeconds) => {
  let crier: TestInstance;
  let network: Mastodon;
  let front: FaultFront;
  let provider: Provider;
  let token: string;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    network = await startMastodon({ software });
    front = await startFaultFront(network.url);
    ({ token } = network.createAccount({ username: 'ada' }));
    channel = (await crier.connect('mastodon', { instance: front.url, token })).id;
    const found = crier.context.providers.get('mastodon');
    if (!found) throw new Error('no mastodon');
    provider = found;
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
  });
  /** The outcome, or the seconds until the run is to look again. */
  const verify = async (id: string): Promise<PartOutcome | number> => {
    const outcome = await verifyPart(callOf(id));
    return outcome.status === 'look' ? Math.round(outcome.lookAfterMs / 1000) : outcome;
  };
  const live = (text: string): number => network.statuses().filter((status) => status.text === text).length;

  async function lose(): Promise<{ id: string; text: string }> {
    const text = `Hello ${randomUUID()}`;
    const body = buildPost([], {
      posts: [{ integration: { id: channel }, value: [{ content: text, image: [] }] }],
    });
    const id = await createOne(crier, body);
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publishPart(callOf(id))).toEqual({ status: 'unknown', verifyAfterMs: 10_000 });
    return { id, text };
  }

  /** Moves the call further into the past, by this many seconds. */
  const pass = (id: string, seconds: number): Promise<unknown> =>
    sql(
      crier,
      `update publish_attempt a
      set sent_at = sent_at - make_interval(secs => $2),
        call_ended_at = call_ended_at - make_interval(secs => $2)
      from post_item i
      where i.id = a.post_item_id and i.post_id = $1`,
      [id, seconds],
    );

  it('is looked for again and again before it is sent again, and never early', async () => {
    const { id, text } = await lose();
    await pass(id, 10);
    const first = await verify(id);
    await pass(id, 20);
    expect(await verify(id)).toBeGreaterThan(Number(first));
    await pass(id, boundSeconds - 50);
    expect(await verify(id)).toBeLessThanOrEqual(20);
    expect(live(text)).toBe(0);
    await pass(id, 20);
    expect(await verify(id)).toEqual({ status: 'retry' });
    expect(await publishPart(callOf(id))).toMatchObject({ status: 'published' });
    expect(live(text)).toBe(1);
  });

  it('is not sent again when the server takes it while it is looked for', async () => {
    const { id, text } = await lose();
    await pass(id, 10);
    expect(await verify(id)).toEqual(expect.any(Number));
    const late = await fetch(`${network.url}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: text, visibility: 'public' }),
    });
    expect(late.status).toBe(200);
    await pass(id, 10);
    expect(await verify(id)).toMatchObject({ status: 'published' });
    expect(live(text)).toBe(1);
  });
});
