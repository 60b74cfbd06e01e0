/**
 * The contract of networks that make several calls for one part, of which every one may fail:
 *   testSteps(facebook, async () => ({ …, steps }))
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Json,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from './contract.ts';
import {
  AlreadyThere,
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from './errors.ts';
import { keysOf } from './identity.ts';
import {
  asInActivities,
  buildRequest,
  prepareStored,
  type ImpossibleFailures,
  type NetworkHarness,
  type StepFailure,
  type StepsHarness,
} from './test-harness.ts';
import { onShortPages, SHORT_PAGE } from './test-wire.ts';

const STEPS = 3;
const FAILURES = {
  rejected: ['is rejected', Rejected],
  rate_limited: ['has to wait', RateLimited],
  token_expired: ['meets an expired token', TokenExpired],
  server_error: ['meets an error', OutcomeUnknown],
  lost_answer: ['loses its answer', OutcomeUnknown],
  lost_request: ['is lost', OutcomeUnknown],
} as const satisfies Record<StepFailure, readonly [string, unknown]>;
const CASES = (Object.keys(FAILURES) as StepFailure[]).flatMap((mode) =>
  [1, 2, 3].map((n) => [n, FAILURES[mode][0], mode] as const),
);

/** Runs the cases against a network with `steps`; `impossible` are failures that it cannot have. */
export function testSteps(
  tested: Provider,
  start: () => Promise<NetworkHarness>,
  impossible: ImpossibleFailures = {},
): void {
  const provider = asInActivities(tested);
  describe(`${provider.name} makes several calls for one part`, () => {
    let network: NetworkHarness;
    beforeAll(async () => {
      network = await start();
    }, 180_000);
    afterAll(() => network?.stop());

    const possible = CASES.filter(([, , mode]) => !impossible[mode]);
    it.each(possible)('and sends nothing twice where call %i of three %s', async (n, _, mode) => {
      const part = await begin(provider, network);
      part.steps.failAt(n, mode);
      const error = await part.publish();
      const out = mode === 'lost_answer' ? n : n - 1;
      expect(await part.added()).toBe(out);
      // Once something is published, the part is neither failed nor free to be edited.
      expect(error).toBeInstanceOf(n > 1 ? OutcomeUnknown : FAILURES[mode][1]);
      if (n > 1) expect((error as Error).message).toContain(`${n - 1} of ${STEPS} `);
      if (n > 1 && mode === 'rate_limited') expect((error as OutcomeUnknown).resetAt).toBeInstanceOf(Date);
      await part.complete(error);
      expect(await part.added()).toBe(STEPS);
    });

    it("and keeps the network's message where a repeat is rejected before it has added anything", async () => {
      const part = await begin(provider, network);
      part.steps.failAt(2, 'rejected');
      expect(await part.publish()).toBeInstanceOf(OutcomeUnknown);
      expect((await part.verify()).status).toBe('repeatable');
      part.steps.failAt(1, 'rejected');
      const error = await part.publish();
      expect(error).toBeInstanceOf(AlreadyThere);
      expect((error as Error).message).toContain(`1 of ${STEPS} `);
      expect((await part.verify()).status).toBe('repeatable');
      expect(await part.added()).toBe(1);
    });

    it('and finds what is published on the second page of a list, below another item with the same text', async () => {
      // Of its own: a list that the other cases have filled would leave it to a person.
      const own = await start();
      try {
        await findBelowAnother(provider, own);
      } finally {
        await own.stop();
      }
    });

    it.each([
      ['answered', null],
      ['found after a lost answer', 'lost_answer'],
    ] as const)('and knows all that they made by keys of their own, and removes it: %s', async (_, mode) => {
      if (mode && impossible[mode]) return;
      const own = await start();
      try {
        const part = await begin(provider, own);
        if (mode) part.steps.failAt(STEPS, mode);
        const end = (await part.publish()) as { published: Published };
        const { published } = mode ? ((await part.verify()) as typeof end) : end;
        expect(keysOf(provider, published)).toHaveLength(STEPS);
        if (!provider.remove) return;
        await provider.remove(own.channel, published, own.context);
        await provider.remove(own.channel, published, own.context);
        expect(await part.added()).toBe(0);
      } finally {
        await own.stop();
      }
    });

    const atOnce = (['rate_limited', 'token_expired', 'lost_request'] as const).filter((m) => !impossible[m]);
    it.each(atOnce)(
      'and reports that something is published where its repeat fails at once: %s',
      async (mode) => {
        const part = await begin(provider, network);
        part.steps.failAt(2, 'lost_request');
        await part.publish();
        part.steps.failAt(1, mode);
        expect(await part.publish()).toBeInstanceOf(OutcomeUnknown);
        await part.complete(null);
        expect(await part.added()).toBe(STEPS);
      },
    );
  });
}

/**
 * Two calls of a part are published when another part with the same text, and more, is published as a whole.
 */
async function findBelowAnother(provider: Provider, network: NetworkHarness): Promise<void> {
  const others: Published[] = [];
  const isTaken = (post: Published): boolean =>
    others.some((one) => keysOf(provider, one).includes(provider.keyOf(post)));
  const part = await begin(provider, network, { isTaken });
  part.steps.failAt(2, 'lost_answer');
  expect(await part.publish()).toBeInstanceOf(OutcomeUnknown);
  for (let added = 0; added <= SHORT_PAGE; added += STEPS) {
    const other = await begin(provider, network, { text: part.text, isTaken });
    others.push(((await other.publish()) as { published: Published }).published);
  }
  const before = await part.added();
  const context = onShortPages(network.context);
  expect(await part.verify(context)).toMatchObject({ status: 'repeatable' });
  expect(await part.publish(context)).toMatchObject({ status: 'published' });
  expect(await part.added()).toBe(before + 1);
}

/** A context that keeps the URLs of calls that are not reads. */
export function countingChanges(context: ProviderContext): {
  context: ProviderContext;
  changes: readonly string[];
} {
  const changes: string[] = [];
  const fetch: ProviderContext['egress']['fetch'] = async (url, init) => {
    if (!['GET', 'HEAD'].includes(init?.method ?? 'GET')) changes.push(String(url));
    return context.egress.fetch(url, init);
  };
  return { context: { ...context, egress: { ...context.egress, fetch } }, changes };
}

const isResent = ({ status }: VerifyResult): boolean => status === 'absent' || status === 'repeatable';

/** A part of three calls that is prepared. */
interface Part {
  readonly steps: StepsHarness;
  readonly text: string;
  /** What it was answered with, or failed with. */
  publish(context?: ProviderContext): Promise<unknown>;
  verify(context?: ProviderContext): Promise<VerifyResult>;
  /**
   * Goes on as the product does: looks, unless nothing can be published, and repeats what may be repeated.
   */
  complete(error: unknown): Promise<void>;
  /** How much has gone out since. */
  added(): Promise<number>;
}

async function begin(
  provider: Provider,
  network: NetworkHarness,
  { text, isTaken }: { text?: string; isTaken?: SentAttempt['isTaken'] } = {},
): Promise<Part> {
  const { steps } = network;
  if (!steps) throw new Error(`${provider.identifier} does not say how its calls fail`);
  const request: PublishRequest = buildRequest(network, provider, {
    ...steps.request(),
    ...(text === undefined ? {} : { text }),
    readTaken: async () => isTaken,
  });
  const prepared: Json = await prepareStored(provider, request, network.context);
  const before = new Set((await network.published()).map(({ id }) => id));
  const sentAt = new Date();
  const publish = async (context = network.context): Promise<unknown> => {
    const end = await provider.publish(request, prepared, context).catch((error: unknown) => error);
    await network.recover();
    return end;
  };
  const verify = async (context = network.context): Promise<VerifyResult> => {
    await sleep(network.showsAtOnce ? 0 : Math.min(provider.settleMs, 3000));
    const attempt = { prepared, sentAt, readAt: new Date(), ref: null, ...(isTaken ? { isTaken } : {}) };
    return provider.verify(request, attempt, context);
  };
  return {
    steps,
    text: request.item.text,
    publish,
    verify,
    async complete(error) {
      const isFree = error instanceof ProviderError && !(error instanceof OutcomeUnknown);
      const verdict = isFree ? null : await verify();
      // All are published, though it may not be known as which of several that look the same.
      if (verdict && !isResent(verdict)) return;
      expect(await publish()).toMatchObject({ status: 'published' });
      expect(isResent(await verify())).toBe(false);
    },
    added: async () => (await network.published()).filter(({ id }) => !before.has(id)).length,
  };
}
