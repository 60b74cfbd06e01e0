import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { armFault } from '../src/test/sandbox-fault.ts';
import { SEND_WITHIN_MS } from '../temporal/contract/bounds.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { createNetworkActivities, type NetworkActivity } from './index.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

describe('a worker whose activity Temporal has given up while the network was slow to answer', () => {
  let crier: TestInstance;
  let channel: string;
  let publish: NetworkActivity;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Neither #none' })).id;
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    publish = createNetworkActivities(deps, provider, new AbortController().signal)[
      'sandbox.publish'
    ] as NetworkActivity;
  });
  afterAll(() => crier?.stop());

  const accepted = async (): Promise<number> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as unknown[]).length;

  /** Publishes a post, and cancels the activity while the network takes its time. */
  const cancelDuringCall = async (
    reason: 'TIMED_OUT' | 'NOT_FOUND' | 'WORKER_SHUTDOWN',
    details: ConstructorParameters<typeof ActivityCancellationDetails>[0],
  ): Promise<{ outcome: PartOutcome; state: string | undefined }> => {
    const id = await createOne(crier, buildPost(channel, { type: 'now' }));
    await armFault(crier, channel, { kind: 'slow', seconds: 2 });
    const before = await accepted();
    const environment = new MockActivityEnvironment();
    const running = environment.run(publish, { postId: id, position: 0 });
    await eventually('the network has the request', async () => (await accepted()) > before);
    environment.cancel(reason, new ActivityCancellationDetails(details));
    const outcome = (await running) as PartOutcome;
    const [row] = await sql<{ state: string }>(crier, 'select state from post where id = $1', [id]);
    return { outcome, state: row?.state };
  };

  it.each([
    ['timed the activity out', 'TIMED_OUT', { timedOut: true }],
    ['no longer knows the activity', 'NOT_FOUND', { notFound: true }],
  ] as const)('hears the answer all the same, and records it: Temporal %s', async (_, reason, details) => {
    expect(await cancelDuringCall(reason, details)).toMatchObject({
      outcome: { status: 'published' },
      state: 'published',
    });
  });

  it('cuts the call off when it shuts down itself, and leaves its outcome to be looked up', async () => {
    expect(await cancelDuringCall('WORKER_SHUTDOWN', { workerShutdown: true })).toMatchObject({
      outcome: { status: 'unknown' },
      state: 'publishing',
    });
  });
});

describe('a worker that was suspended right before its call', () => {
  it('does not send, because meanwhile another may have', async () => {
    const crier = await startInstance({ temporal: false });
    const realNow = Date.now;
    try {
      const { id: channel } = await crier.connect('sandbox');
      const id = await createOne(crier, buildPost(channel, { type: 'now' }));
      const provider = crier.context.providers.get('sandbox');
      if (!provider) throw new Error('no sandbox');
      let calls = 0;
      const counting = { ...provider, publish: async () => Promise.reject(new Error(`call ${++calls}`)) };
      const outcome = await publishPart({
        deps: {
          ...crier.context,
          providerEnv: crier.context.config.providerEnv,
          // The clock goes on while the process does not.
          faultPoint: (name) => {
            if (name === 'publish:after-sent') Date.now = () => realNow() + SEND_WITHIN_MS + 1000;
          },
        },
        provider: counting,
        part: { postId: id, position: 0 },
        signal: new AbortController().signal,
        untilShutdown: new AbortController().signal,
      });
      expect([outcome.status, calls]).toEqual(['unknown', 0]);
    } finally {
      Date.now = realNow;
      await crier.stop();
    }
  });
});

describe('a part whose answer was lost', () => {
  it('is not sent again before its call is certainly over and the network has settled', async () => {
    const crier = await startInstance({ temporal: false });
    try {
      const { id: channel } = await crier.connect('sandbox', { name: 'Ada #lookup' });
      const provider = crier.context.providers.get('sandbox');
      if (!provider) throw new Error('no sandbox');
      const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
      const signal = new AbortController().signal;
      const id = await createOne(crier, buildPost(channel, { type: 'now' }));
      await armFault(crier, channel, { kind: 'reset_before' });
      const part = { postId: id, position: 0 };
      const call = { deps, provider: { ...provider, settleMs: 60_000 }, part, signal, untilShutdown: signal };
      expect((await publishPart(call)).status).toBe('unknown');
      expect(await verifyPart(call)).toMatchObject({ status: 'look' });
      const [row] = await sql<{ phase: string }>(
        crier,
        'select a.phase from publish_attempt a join post_item i on i.id = a.post_item_id where i.post_id = $1',
        [id],
      );
      expect(row?.phase).toBe('sent');
    } finally {
      await crier.stop();
    }
  });
});
