/** A part that is several irreversible calls: a story for each file, a submission to each subreddit. */
import { AlreadyThere, OutcomeUnknown, ProviderError, RateLimited, Rejected, resetOf } from './errors.ts';
import { sentence } from './sentences/catalogue.ts';
import type { Counted } from './sentences/failures.ts';

/** The calls of one part, in their order. */
interface Steps<M> {
  readonly steps: number;
  /** What one call makes, in the plural, for people: "stories". */
  readonly noun: Counted;
  /**
   * What earlier calls for this part have made, by its step; undefined for a step that is missing. Reads
   * only, and is asked only where there are several steps.
   */
  findMade(): Promise<readonly (M | undefined)[]>;
  /** The irreversible call of one step, from 0; at most `callMs` long. */
  send(step: number): Promise<M>;
  readonly callMs: number;
  /** `Provider.publishTimeoutMs`: what does not fit into it goes on after a look at what is published. */
  readonly timeoutMs: number;
}

/**
 * Sends what is missing, one call after the other, and returns what all of them have made, in order.
 *
 * Once something is published, the part is neither failed nor unsent: every failure is an unknown outcome of
 * the whole, with how much is published. `verify` finds it, and a repeat, which looks first, goes on with the
 * rest.
 *
 * @throws what `send` throws while nothing is published; `AlreadyThere` if the network rejects a repeat
 * before it has added anything, because going on is of no use, but some of it is there; else OutcomeUnknown
 */
export async function publishSteps<M>(plan: Steps<M>): Promise<M[]> {
  const { steps, noun, callMs, timeoutMs } = plan;
  const beginMs = performance.now();
  const found = steps > 1 ? await plan.findMade() : [];
  const made: M[] = [];
  let out = found.filter((one) => one !== undefined).length;
  let added = 0;
  for (let step = 0; step < steps; step++) {
    const before = found[step];
    if (before !== undefined) {
      made.push(before);
      continue;
    }
    const sent = { done: out, all: steps, noun };
    if (added && performance.now() - beginMs > timeoutMs - callMs) {
      throw new OutcomeUnknown(sentence('others_follow', sent));
    }
    made.push(
      await plan.send(step).catch((error: unknown) => {
        throw out ? afterSome(error, sent, added) : error;
      }),
    );
    out++;
    added++;
  }
  return made;
}

interface Sent {
  readonly done: number;
  readonly all: number;
  readonly noun: Counted;
}

/** The meaning of a failure when something of the same part is published. */
function afterSome(error: unknown, sent: Sent, added: number): unknown {
  const why =
    error instanceof ProviderError ? error.said : error instanceof Error ? error.message : String(error);
  const said = sentence('some_published', { ...sent, why });
  const networkCode = error instanceof RateLimited || error instanceof Rejected ? error.networkCode : null;
  if (error instanceof Rejected && !added) return new AlreadyThere(said, { networkCode, cause: error });
  const unknown = new OutcomeUnknown(said, { networkCode, cause: error });
  unknown.resetAt = resetOf(error);
  return unknown;
}
