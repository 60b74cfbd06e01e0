/** What a post can be published without: the subtitles of a video, the picture that stands for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderContext } from './context.ts';
import { ChannelGone, OutcomeUnknown, Rejected, Unsent } from './errors.ts';

/** A network that is in trouble is given about a minute. */
const MAX_TRIES = 6;
const COUNTED_MS = 3_600_000;

/**
 * Whether a post goes without something after this failure: because it is refused, or has failed in several
 * tries of the part. A channel that is gone shows in the call that publishes.
 */
export async function goesWithout(ctx: ProviderContext, what: string, error: unknown): Promise<boolean> {
  if (error instanceof Rejected || error instanceof ChannelGone) return true;
  if (ctx.signal.aborted || !(error instanceof Unsent || error instanceof OutcomeUnknown)) return false;
  const name = `${what} tries`;
  const tries = Number(ctx.uploads?.read(name) ?? 0) + 1;
  await ctx.uploads?.keep(name, tries, COUNTED_MS);
  return tries >= MAX_TRIES;
}

const PAUSE_MS = 2000;
const MAX_CALLS = 3;

/**
 * Adds something to a post that is published already. A network in trouble is asked three times, then the
 * post stays without: why, or null where it was added.
 *
 * @throws what `add` throws where a later try may add it: an expired token, a limit
 */
export async function addAfterwards(
  ctx: ProviderContext,
  add: () => Promise<unknown>,
): Promise<string | null> {
  for (let calls = 1; ; calls++) {
    try {
      await add();
      return null;
    } catch (error) {
      if (error instanceof Rejected || error instanceof ChannelGone) return error.message;
      const isInTrouble = error instanceof Unsent || error instanceof OutcomeUnknown;
      if (!isInTrouble || ctx.signal.aborted) throw error;
      if (calls === MAX_CALLS) return error.message;
      await sleep(PAUSE_MS, undefined, { signal: ctx.signal });
    }
  }
}
