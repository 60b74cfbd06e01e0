/** What a post can be published without: the subtitles of a video, the picture that stands for it. */
import type { ProviderContext } from './context.ts';
import { ChannelGone, OutcomeUnknown, Rejected, Unsent } from './errors.ts';

/** A network that is in trouble is given about a minute. */
const MOST_TRIES = 6;
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
  return tries >= MOST_TRIES;
}
