import type { Context } from '../context.ts';
import { BreakerOpen } from '../breaker.ts';
import { createPlaces } from '../places.ts';
import { within } from '../within.ts';
import { startGroup, type DispatchDeps, type GroupTarget } from './start-group.ts';

const DEADLINE_MS = 500;
/** Starts under way at a time: more would wait in Temporal. After two seconds, one is left to the relay. */
const starts = createPlaces<Context['database']>(16, 2000);

/** What a message right after a commit takes. */
export type InlineDeps = DispatchDeps &
  Pick<Context, 'temporalBreaker' | 'storeId' | 'inBackground' | 'stopping' | 'log'>;

/** `known`: the group as it was just stored; read from the database when absent. */
type Group = [groupId: string, known?: readonly GroupTarget[]];

/**
 * Begins `startInline` beside the answer, which waits while too many others are under way: no more is
 * accepted than can be started.
 */
export async function startBeside(context: InlineDeps, ...group: Group): Promise<void> {
  await starts.begin(context.database, async () => {
    if (!context.stopping.aborted) await startInline(context, ...group);
  });
}

/** Resolves when the starts that are under way now have ended. */
export const startsEnded = starts.ended;

/**
 * Starts the run of a group right after the commit. A failure does no harm: the outbox row is there, and the
 * relay delivers it.
 */
export async function startInline(context: InlineDeps, ...[groupId, known]: Group): Promise<void> {
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
