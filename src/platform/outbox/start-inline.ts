import type { Context } from '../context.ts';
import { BreakerOpen } from '../breaker.ts';
import { within } from '../within.ts';
import { startGroup, type DispatchDeps, type GroupTarget } from './start-group.ts';

const DEADLINE_MS = 500;
/**
 * Starts of this process under way at a time. More would wait in Temporal instead, where they hold up what is
 * due.
 */
const AT_ONCE = 16;

/** What a message right after a commit takes. */
export type InlineDeps = DispatchDeps & Pick<Context, 'temporalBreaker' | 'storeId' | 'inBackground' | 'log'>;

/** Of each database, the starts under way. */
const underWay = new WeakMap<DispatchDeps['database'], Set<Promise<void>>>();

/**
 * Starts the run of a group beside the answer: resolves when the start has begun, which waits while too many
 * others are under way, so that no more is accepted than can be started. The message in the outbox holds
 * until the run is there.
 */
export async function startBeside(
  context: InlineDeps,
  groupId: string,
  known?: readonly GroupTarget[],
): Promise<void> {
  const starts = underWay.get(context.database) ?? new Set();
  underWay.set(context.database, starts);
  while (starts.size >= AT_ONCE) await Promise.race(starts);
  const start = startInline(context, groupId, known).finally(() => starts.delete(start));
  starts.add(start);
  context.inBackground(start);
}

/**
 * Starts the run of a group right after the commit. A failure does no harm: the outbox row is there, and the
 * relay delivers it.
 *
 * @param known the group as it was just stored; read from the database when absent
 */
export async function startInline(
  context: InlineDeps,
  groupId: string,
  known?: readonly GroupTarget[],
): Promise<void> {
  await deliverInline(context, { what: 'start', fields: { groupId } }, (storeId) =>
    startGroup(context, groupId, storeId, { known }),
  );
}

/**
 * Delivers a message to Temporal right after the commit, within 500 ms, or leaves it to the relay. While
 * Temporal is down, most requests do not even try (breaker.ts).
 */
export async function deliverInline(
  context: InlineDeps,
  { what, fields }: { what: string; fields: object },
  deliver: (storeId: string) => Promise<unknown>,
): Promise<void> {
  const { temporal, temporalBreaker, log } = context;
  try {
    await temporalBreaker(() => {
      const delivery = temporal.connection.withDeadline(Date.now() + DEADLINE_MS, async () =>
        deliver(await context.storeId()),
      );
      context.inBackground(delivery);
      // The client's own deadline ends calls, but not the pauses between its retries: with those, a request
      // waited for almost a second.
      return within(DEADLINE_MS, delivery);
    });
  } catch (error) {
    // The requests that did try have already logged that Temporal is down.
    log[error instanceof BreakerOpen ? 'debug' : 'info'](
      { ...fields, reason: error instanceof Error ? error.message : String(error) },
      `${what} left to the relay`,
    );
  }
}
