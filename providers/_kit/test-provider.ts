/**
 * The contract as a test, written once and run against every provider:
 *   testProvider(mastodon, async () => ({ channel, context, published, fail, recover, stop }))
 * The network is a real server if one runs locally, else a strict stand-in; `published()` is what it really
 * has.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Provider, Published, PublishRequest } from './contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from './errors.ts';
import { lettersOf } from './recent.ts';
import {
  asInActivities,
  buildRequest,
  pngFile,
  prepareStored,
  publishUntilLive,
  type FailureMode,
  type ImpossibleFailures,
  type NetworkHarness,
} from './test-harness.ts';
import {
  expectVerdict,
  itFindsAgain,
  itFindsInOtherLists,
  itKnowsPosts,
  itTellsTwinsApart,
  mayHaveTwins,
  type UnderTest,
} from './test-lookup.ts';
import { countingChanges } from './test-steps.ts';

/** Runs the contract against a provider. `start` is called once; `impossible` are failures it cannot have. */
export function testProvider(
  tested: Provider,
  start: () => Promise<NetworkHarness>,
  impossible: ImpossibleFailures = {},
): void {
  const provider = asInActivities(tested);
  describe(`${provider.name} keeps the provider contract`, () => {
    let network: NetworkHarness;
    beforeAll(async () => {
      network = await start();
    }, 180_000);
    afterAll(() => network?.stop());

    const { settled, count } = looksAt(() => network, provider);

    function itFailing(
      mode: FailureMode,
      sentence: string,
      check: (outcome: Awaited<ReturnType<typeof publishFailing>>) => Promise<void>,
    ): void {
      const reason = impossible[mode];
      if (reason) it.skip(`${sentence} (skipped: ${reason})`, () => undefined);
      else it(sentence, async () => check(await publishFailing(mode)), 120_000);
    }

    async function publishFailing(
      mode: FailureMode,
    ): Promise<{ request: PublishRequest; prepared: Json; error: unknown; sentAt: Date }> {
      const request = buildRequest(network, provider);
      const prepared = await prepareStored(provider, request, network.context);
      await network.fail(mode);
      const sentAt = new Date();
      const error = await provider.publish(request, prepared, network.context).then(
        (r) => r,
        (e: unknown) => e,
      );
      await network.recover();
      return { request, prepared, error, sentAt };
    }

    it('publishes a text once and returns its id', async () => {
      const request = buildRequest(network, provider);
      const live = await publishUntilLive(provider, request, network.context);
      expect(live.id).not.toBe('');
      expect(await count(request.item.text)).toBe(1);
    });

    it('prepares a request that contains no credentials', async () => {
      const prepared = JSON.stringify(
        await provider.prepare(buildRequest(network, provider), network.context),
      );
      for (const secret of Object.values(network.channel.credentials)) {
        if (secret.length > 7) expect(prepared).not.toContain(secret);
      }
    });

    it('prepares without a call, and the same every time, if it declares that', async () => {
      if (!provider.preparesOffline) return;
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
      await publishUntilLive(provider, request, network.context);
      expect((await network.published()).filter((p) => p.text.includes(request.item.text))).toEqual([
        expect.objectContaining({ mediaCount: 1 }),
      ]);
    });

    it('publishes a part of a thread as a reply to the part before it', async () => {
      if (provider.followUps === 'none') return;
      const root = await publishUntilLive(provider, buildRequest(network, provider), network.context);
      const second = await publishUntilLive(
        provider,
        buildRequest(network, provider, { root, parent: root }),
        network.context,
      );
      const request = buildRequest(network, provider, { root, parent: second });
      await publishUntilLive(provider, request, network.context);
      const parents = [second.id];
      // Where a comment cannot be commented on, all stand below the post.
      if (provider.followUps === 'comment') parents.push(root.id);
      expect(parents).toContain(
        (await network.published()).find((p) => p.text.includes(request.item.text))?.parentId,
      );
    });

    const classes = [
      ['connection_refused', Unsent, 0],
      ['rate_limited', RateLimited, 0],
      ['token_expired', TokenExpired, 0],
      ['rejected', Rejected, 0],
      ['channel_gone', ChannelGone, 0],
      ['server_error', OutcomeUnknown, 0],
      ['garbage_answer', OutcomeUnknown, 1],
    ] as const;
    for (const [mode, expected, seen] of classes) {
      itFailing(mode, `throws ${expected.name} after ${mode}`, async (outcome) => {
        expect(outcome.error).toBeInstanceOf(expected);
        expect(await count(outcome.request.item.text)).toBe(seen);
        if (outcome.error instanceof RateLimited) {
          expect(outcome.error.resetAt.getTime()).toBeGreaterThan(Date.now());
        }
      });
    }

    itFailing(
      'lost_answer',
      'finds a post whose answer was lost, and never creates a second one',
      async (outcome) => {
        expect(outcome.error).toBeInstanceOf(OutcomeUnknown);
        await settled();
        const verdict = await provider.verify(
          outcome.request,
          { prepared: outcome.prepared, sentAt: outcome.sentAt, readAt: new Date(), ref: null },
          network.context,
        );
        if (provider.capability === 'none') return expect(verdict.status).toBe('unknown');
        expectVerdict(verdict, ['found', 'repeatable']);
        if (verdict.status === 'repeatable') {
          await provider.publish(outcome.request, outcome.prepared, network.context);
        }
        expect(await count(outcome.request.item.text)).toBe(1);
      },
    );

    itFailing(
      'lost_request',
      'does not report a post as found that the network never saw',
      async (outcome) => {
        await settled();
        const verdict = await provider.verify(
          outcome.request,
          { prepared: outcome.prepared, sentAt: outcome.sentAt, readAt: new Date(), ref: null },
          network.context,
        );
        if (provider.capability === 'none') return expect(verdict.status).toBe('unknown');
        expectVerdict(verdict, ['absent', 'repeatable']);
        await provider.publish(outcome.request, outcome.prepared, network.context);
        expect(await count(outcome.request.item.text)).toBe(1);
      },
    );

    // A repeat proves nothing about the first request, however it ends.
    for (const mode of ['connection_refused', 'rate_limited', 'token_expired', 'rejected'] as const) {
      const reason = impossible[mode] ?? impossible.lost_answer;
      const sentence = `knows the post whose answer was lost although its repeat ended with ${mode}`;
      if (reason) it.skip(`${sentence} (skipped: ${reason})`, () => undefined);
      else if (provider.capability !== 'none') {
        it(
          sentence,
          async () => {
            const { request, prepared, sentAt } = await publishFailing('lost_answer');
            await network.fail(mode);
            await expect(provider.publish(request, prepared, network.context)).rejects.toBeInstanceOf(Error);
            await network.recover();
            await settled();
            const attempt = { prepared, sentAt, readAt: new Date(), ref: null };
            const verdict = await provider.verify(request, attempt, network.context);
            expectVerdict(verdict, ['found']);
            expect(await count(request.item.text)).toBe(1);
          },
          120_000,
        );
      }
    }

    it('never takes the post of another item with the same text for a lost one', async () => {
      if (impossible.lost_request || provider.capability === 'none') return;
      const first = await publishFailing('lost_request');
      const twin = buildRequest(network, provider, { text: first.request.item.text });
      const live = await publishUntilLive(provider, twin, network.context);
      const attempt = { prepared: first.prepared, sentAt: first.sentAt, readAt: new Date(), ref: null };
      const isTaken = (post: Published): boolean => provider.keyOf(post) === provider.keyOf(live);
      const verdict = await provider.verify(first.request, { ...attempt, isTaken }, network.context);
      expectVerdict(verdict, ['absent', 'repeatable']);
      await provider.publish(first.request, first.prepared, network.context);
      expect(await count(first.request.item.text)).toBe(2);
    }, 120_000);

    const underTest: UnderTest = { provider, impossible, network: () => network, settled, count };
    itKnowsPosts(underTest);
    itFindsAgain(underTest);
    itFindsInOtherLists(underTest);
    it('publishes with one call that changes something, unless the settings ask for several', async () => {
      const pictures = Math.min(2, provider.rules.media.maxImages ?? 0);
      for (const media of [[...(network.media ?? [])], Array.from({ length: pictures }, () => pngFile())]) {
        const request = buildRequest(network, provider, { media });
        const prepared = await prepareStored(provider, request, network.context);
        const { context, changes } = countingChanges(network.context);
        await provider.publish(request, prepared, context);
        expect(changes.length).toBeLessThanOrEqual(1);
      }
    });

    it('removes a post, and does so again without an error', async () => {
      if (!provider.remove) return;
      const request = buildRequest(network, provider);
      const live = await publishUntilLive(provider, request, network.context);
      await provider.remove(network.channel, live, network.context);
      await provider.remove(network.channel, live, network.context);
      expect(await count(request.item.text)).toBe(0);
    });

    it('lists what the account published lately, newest first, by the ids of the posts', async () => {
      if (!provider.recent) return;
      const request = buildRequest(network, provider);
      const live = await publishUntilLive(provider, request, network.context);
      const [newest] = await provider.recent(network.channel, network.context);
      expect(newest).toMatchObject({ id: live.id, url: expect.stringMatching(/^https?:/) });
      if (newest?.at !== undefined) expect(Date.parse(newest.at)).toBeGreaterThan(0);
      if (newest?.text !== undefined) expect(lettersOf(newest.text)).toContain(lettersOf(request.item.text));
    });

    it('reads the numbers that the network shows', async () => {
      if (!provider.analytics && !provider.postAnalytics) return;
      const live = await publishUntilLive(provider, buildRequest(network, provider), network.context);
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

  if (!mayHaveTwins({ provider, impossible })) return;
  // On a network of their own: a list that many other posts have filled would leave it to a person.
  describe(`${provider.name} distinguishes posts with the same text`, () => {
    let network: NetworkHarness;
    beforeAll(async () => {
      network = await start();
    }, 180_000);
    afterAll(() => network?.stop());
    itTellsTwinsApart({ provider, impossible, network: () => network, ...looksAt(() => network, provider) });
  });
}

/** Waits until a look shows what is there; how many posts have a text. */
const looksAt = (
  network: () => NetworkHarness,
  provider: Provider,
): Pick<UnderTest, 'settled' | 'count'> => ({
  settled: () => sleep(network().showsAtOnce ? 0 : Math.min(provider.settleMs, 3000)),
  count: async (text) => (await network().published()).filter((p) => p.text.includes(text)).length,
});
