/**
 * The contract as a test, written once and run against every provider:
 *   testProvider(bluesky, async () => ({ channel, context, published, break: … }))
 * The network under test is a real server where one can run, else a strict stand-in; `published()` is its own
 * truth.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Channel,
  Json,
  MediaFile,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
} from './contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from './errors.ts';

/** What a network shows of one post. */
export interface SeenPost {
  readonly id: string;
  readonly text: string;
  readonly mediaCount: number;
  readonly parentId: string | null;
}

/**
 * Ways in which the next publish call fails. The harness arms each in the network's own form (its status, its
 * words). `lost_answer` = the network takes the post, the answer never comes; `lost_request` = the network
 * never sees it.
 */
export type Breakage =
  | 'refused_connection'
  | 'rate_limited'
  | 'token_expired'
  | 'rejected'
  | 'channel_gone'
  | 'server_error'
  | 'lost_answer'
  | 'lost_request'
  | 'garbage_answer';

/** A network prepared for the contract test. */
export interface NetworkHarness {
  readonly channel: Channel;
  readonly context: ProviderContext;
  readonly settings?: Record<string, unknown>;
  /** Everything live at the network, oldest first. */
  published(): Promise<readonly SeenPost[]>;
  /** Breaks the next publish call (and only that: `prepare` and `verify` still work). */
  break(how: Breakage): Promise<void> | void;
  /** Ends the breakage, so that reads work again. */
  mend(): Promise<void> | void;
  stop(): Promise<void>;
}

export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** An image as `PublishRequest` carries it. */
export function pngFile(alt = 'a single pixel'): MediaFile {
  return {
    id: randomUUID(),
    kind: 'image',
    mime: 'image/png',
    size: PIXEL_PNG.length,
    width: 1,
    height: 1,
    alt,
    fileName: 'pixel.png',
    url: 'https://crier.example/uploads/pixel.png',
    bytes: async () => new Uint8Array(PIXEL_PNG),
  };
}

/** A request for one item, with fresh ids. */
export function buildRequest(
  harness: Pick<NetworkHarness, 'channel' | 'settings'>,
  provider: Provider,
  overrides: Partial<PublishRequest> & { text?: string; media?: MediaFile[] } = {},
): PublishRequest {
  const { text = `Hello ${randomUUID()}`, media = [], ...rest } = overrides;
  return {
    channel: harness.channel,
    item: { id: randomUUID(), position: rest.parent ? 1 : 0, text, media },
    settings: { __type: provider.identifier, ...harness.settings },
    root: null,
    parent: null,
    idempotencyKey: randomUUID(),
    ...rest,
  };
}

/** Prepares, publishes and, where the network processes, polls until the post is live. */
export async function publishWhole(
  provider: Provider,
  request: PublishRequest,
  context: ProviderContext,
): Promise<Published> {
  let result = await provider.publish(request, await prepareStored(provider, request, context), context);
  while (result.status === 'processing') {
    if (!provider.poll) throw new Error(`${provider.identifier} answered processing but has no poll`);
    await sleep(Math.min(result.pollAfterMs, 1000));
    result = await provider.poll(request, result.ref, context);
  }
  return result.published;
}

// What `prepare` returns goes through a jsonb column, so the test sends it through JSON as well.
async function prepareStored(
  provider: Provider,
  request: PublishRequest,
  context: ProviderContext,
): Promise<Json> {
  return JSON.parse(JSON.stringify(await provider.prepare(request, context))) as Json;
}

/** Failures that a network cannot have, each with the reason; their cases are skipped by that name. */
export type Impossible = Partial<Record<Breakage, string>>;

/** Runs the contract against a provider. `start` is called once. */
export function testProvider(
  provider: Provider,
  start: () => Promise<NetworkHarness>,
  impossible: Impossible = {},
): void {
  describe(`${provider.name} keeps the provider contract`, () => {
    let network: NetworkHarness;
    beforeAll(async () => {
      network = await start();
    }, 180_000);
    afterAll(() => network?.stop());

    const count = async (text: string): Promise<number> =>
      (await network.published()).filter((p) => p.text.includes(text)).length;

    // One case of a failure: skipped by name where the network cannot fail so.
    function itBroken(
      how: Breakage,
      sentence: string,
      check: (outcome: Awaited<ReturnType<typeof breakNext>>) => Promise<void>,
    ): void {
      const reason = impossible[how];
      if (reason) it.skip(`${sentence} (skipped: ${reason})`, () => undefined);
      else it(sentence, async () => check(await breakNext(how)), 120_000);
    }

    async function breakNext(
      how: Breakage,
    ): Promise<{ request: PublishRequest; prepared: Json; error: unknown; sentAt: Date }> {
      const request = buildRequest(network, provider);
      const prepared = await prepareStored(provider, request, network.context);
      await network.break(how);
      const sentAt = new Date();
      const error = await provider.publish(request, prepared, network.context).then(
        (r) => r,
        (e: unknown) => e,
      );
      await network.mend();
      return { request, prepared, error, sentAt };
    }

    it('publishes a text once and says where it is', async () => {
      const request = buildRequest(network, provider);
      const live = await publishWhole(provider, request, network.context);
      expect(live.id).not.toBe('');
      expect(await count(request.item.text)).toBe(1);
    });

    it('puts no credential into what it prepares', async () => {
      const prepared = JSON.stringify(
        await provider.prepare(buildRequest(network, provider), network.context),
      );
      for (const secret of Object.values(network.channel.credentials)) {
        if (secret.length > 7) expect(prepared).not.toContain(secret);
      }
    });

    it('prepares without a call and always the same, where it says so', async () => {
      if (!provider.preparesAlone) return;
      const request = buildRequest(network, provider);
      const alone = {
        ...network.context,
        egress: {
          ...network.context.egress,
          fetch: async () => {
            throw new Error('prepare called the network');
          },
        },
      };
      expect(await provider.prepare(request, alone)).toEqual(await provider.prepare(request, alone));
    });

    it('publishes a picture with its alternative text', async () => {
      if (!provider.rules.media.maxImages) return;
      const request = buildRequest(network, provider, { media: [pngFile()] });
      await publishWhole(provider, request, network.context);
      expect((await network.published()).filter((p) => p.text.includes(request.item.text))).toEqual([
        expect.objectContaining({ mediaCount: 1 }),
      ]);
    });

    it('hangs a thread part under the part before it', async () => {
      if (provider.followUps === 'none') return;
      const root = await publishWhole(provider, buildRequest(network, provider), network.context);
      const second = await publishWhole(
        provider,
        buildRequest(network, provider, { root, parent: root }),
        network.context,
      );
      const request = buildRequest(network, provider, { root, parent: second });
      await publishWhole(provider, request, network.context);
      expect((await network.published()).find((p) => p.text.includes(request.item.text))?.parentId).toBe(
        second.id,
      );
    });

    const classes = [
      ['refused_connection', Unsent, 0],
      ['rate_limited', RateLimited, 0],
      ['token_expired', TokenExpired, 0],
      ['rejected', Rejected, 0],
      ['channel_gone', ChannelGone, 0],
      ['server_error', OutcomeUnknown, 0],
      ['garbage_answer', OutcomeUnknown, 1],
    ] as const;
    for (const [how, expected, seen] of classes) {
      itBroken(how, `calls ${how} by its name`, async (outcome) => {
        expect(outcome.error).toBeInstanceOf(expected);
        expect(await count(outcome.request.item.text)).toBe(seen);
        if (outcome.error instanceof RateLimited) {
          expect(outcome.error.resetAt.getTime()).toBeGreaterThan(Date.now());
        }
      });
    }

    itBroken(
      'lost_answer',
      'finds a post whose answer was lost, and never makes a second one',
      async (outcome) => {
        expect(outcome.error).toBeInstanceOf(OutcomeUnknown);
        await sleep(Math.min(provider.settleMs, 3000));
        const verdict = await provider.verify(
          outcome.request,
          { prepared: outcome.prepared, sentAt: outcome.sentAt, ref: null },
          network.context,
        );
        if (provider.capability === 'none') return expect(verdict.status).toBe('unknown');
        expect(['found', 'repeatable']).toContain(verdict.status);
        if (verdict.status === 'repeatable') {
          await provider.publish(outcome.request, outcome.prepared, network.context);
        }
        expect(await count(outcome.request.item.text)).toBe(1);
      },
    );

    itBroken(
      'lost_request',
      'does not claim to have found a post that the network never saw',
      async (outcome) => {
        await sleep(Math.min(provider.settleMs, 3000));
        const verdict = await provider.verify(
          outcome.request,
          { prepared: outcome.prepared, sentAt: outcome.sentAt, ref: null },
          network.context,
        );
        if (provider.capability === 'none') return expect(verdict.status).toBe('unknown');
        expect(['absent', 'repeatable']).toContain(verdict.status);
        await provider.publish(outcome.request, outcome.prepared, network.context);
        expect(await count(outcome.request.item.text)).toBe(1);
      },
    );

    it('removes a post, and again', async () => {
      if (!provider.remove) return;
      const request = buildRequest(network, provider);
      const live = await publishWhole(provider, request, network.context);
      await provider.remove(network.channel, live, network.context);
      await provider.remove(network.channel, live, network.context);
      expect(await count(request.item.text)).toBe(0);
    });

    it('lists what the account published lately, with ids that posts have', async () => {
      if (!provider.recent) return;
      const live = await publishWhole(provider, buildRequest(network, provider), network.context);
      const [newest] = await provider.recent(network.channel, network.context);
      expect(newest).toEqual({ id: live.id, url: expect.stringMatching(/^https?:/) });
    });

    it('reads the numbers that the network shows', async () => {
      if (!provider.analytics && !provider.postAnalytics) return;
      const live = await publishWhole(provider, buildRequest(network, provider), network.context);
      const metrics = [
        ...((await provider.analytics?.(network.channel, network.context)) ?? []),
        ...((await provider.postAnalytics?.(network.channel, live, network.context)) ?? []),
      ];
      expect(metrics).not.toEqual([]);
      for (const { label, total } of metrics) {
        expect({ label, whole: Number.isInteger(total) && total >= 0 }).toEqual({
          label: expect.stringMatching(/^[A-Z]/),
          whole: true,
        });
      }
    });
  });
}
