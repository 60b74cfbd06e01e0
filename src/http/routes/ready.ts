import { ofRequest, type Context } from '../../platform/context.ts';
import { readReadiness } from '../readiness.ts';
import type { AppContext } from '../types.ts';

/**
 * Anybody may ask, and each look costs the database a write and Temporal a question: one serves all askers.
 */
const SHARED_FOR_MS = 1000;

/**
 * GET /api/ready: 200 when a post created now would be published, else 503; each check has its result.
 * `frozen` (`{at}` or null) is no check: an instance that a person froze works as intended, and another one
 * in its place would be frozen as well. The reason stays private. An answer is at most a second old.
 */
export function readyRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const shared = shareFor(SHARED_FOR_MS, look);
  return async (ctx) => {
    const { status, body } = await shared(ofRequest(context, ctx));
    ctx.set('Cache-Control', 'no-store');
    Object.assign(ctx, { status, body });
  };
}

async function look(context: Context): Promise<{ status: number; body: object }> {
  const { ready, checks, frozen } = await readReadiness(context);
  const inWords = Object.entries(checks).map(([name, { ok, found }]) => [
    name,
    { ok, detail: found.message },
  ]);
  const body = { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(inWords), frozen };
  return { status: ready ? 200 : 503, body };
}

/** Callers share a look that has not ended, or ended less than `ms` ago. `look` never rejects. */
function shareFor<A, T>(ms: number, look: (by: A) => Promise<T>): (by: A) => Promise<T> {
  let last: { readonly found: Promise<T>; endedMs?: number } | undefined;
  return (by) => {
    if (last && (last.endedMs === undefined || performance.now() - last.endedMs < ms)) return last.found;
    const begun: typeof last = { found: look(by) };
    void begun.found.finally(() => (begun.endedMs = performance.now()));
    last = begun;
    return begun.found;
  };
}
