/**
 * The contract of networks that make several calls for one part, of which every one may fail:
 *   testSteps(facebook, async () => ({ …, steps }))
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Provider, ProviderContext, PublishRequest, VerifyResult } from './contract.ts';
import {
  AlreadyThere,
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from './errors.ts';
import {
  asInActivities,
  buildRequest,
  prepareStored,
  type ImpossibleFailures,
  type NetworkHarness,
  type StepFailure,
  type StepsHarness,
} from './test-harness.ts';

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
      // Once something is out, the part is neither failed nor free to be edited.
      expect(error).toBeInstanceOf(n > 1 ? OutcomeUnknown : FAILURES[mode][1]);
      if (n > 1) expect((error as Error).message).toContain(`${n - 1} of ${STEPS} `);
      if (n > 1 && mode === 'rate_limited') expect((error as OutcomeUnknown).resetAt).toBeInstanceOf(Date);
      await part.complete(error);
      expect(await part.added()).toBe(STEPS);
    });

    it("and keeps the network's words where a repeat is rejected before it has added anything", async () => {
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

    const atOnce = (['rate_limited', 'token_expired', 'lost_request'] as const).filter((m) => !impossible[m]);
    it.each(atOnce)('and says that something is out where its repeat fails at once: %s', async (mode) => {
      const part = await begin(provider, network);
      part.steps.failAt(2, 'lost_request');
      await part.publish();
      part.steps.failAt(1, mode);
      expect(await part.publish()).toBeInstanceOf(OutcomeUnknown);
      await part.complete(null);
      expect(await part.added()).toBe(STEPS);
    });
  });
}

/** A context that keeps the addresses of calls that are no reads. */
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
  /** What it was answered with, or failed with. */
  publish(): Promise<unknown>;
  verify(): Promise<VerifyResult>;
  /** Goes on as the product does: looks, unless nothing can be out, and repeats what may be repeated. */
  complete(error: unknown): Promise<void>;
  /** How much has gone out since. */
  added(): Promise<number>;
}

async function begin(provider: Provider, network: NetworkHarness): Promise<Part> {
  const { steps } = network;
  if (!steps) throw new Error(`${provider.identifier} does not say how its calls fail`);
  const request: PublishRequest = buildRequest(network, provider, steps.request());
  const prepared: Json = await prepareStored(provider, request, network.context);
  const before = new Set((await network.published()).map(({ id }) => id));
  const sentAt = new Date();
  const publish = async (): Promise<unknown> => {
    const end = await provider.publish(request, prepared, network.context).catch((error: unknown) => error);
    await network.recover();
    return end;
  };
  const verify = async (): Promise<VerifyResult> => {
    await sleep(network.showsAtOnce ? 0 : Math.min(provider.settleMs, 3000));
    const attempt = { prepared, sentAt, readAt: new Date(), ref: null };
    return provider.verify(request, attempt, network.context);
  };
  return {
    steps,
    publish,
    verify,
    async complete(error) {
      const isFree = error instanceof ProviderError && !(error instanceof OutcomeUnknown);
      const verdict = isFree ? null : await verify();
      // All are out, though it may not be known as which of several that look the same.
      if (verdict && !isResent(verdict)) return;
      expect(await publish()).toMatchObject({ status: 'published' });
      expect(isResent(await verify())).toBe(false);
    },
    added: async () => (await network.published()).filter(({ id }) => !before.has(id)).length,
  };
}
