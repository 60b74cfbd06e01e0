/** The events of an instance, also while it is restarted in between. */
import { CrierError } from '@crier/client';
import { LISTENER_MINUTES } from '../../../platform/entities/events.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { HeardEvent, ListenerFilter } from '../../../webhooks/listeners.ts';
import { CliError, messageOf } from '../errors.ts';
import type { Instance } from '../instance/instance.ts';

export interface EventSource {
  /**
   * The next events, oldest first; none while the instance does not answer. `taken` are not asked for again.
   */
  next(taken: readonly string[]): Promise<readonly HeardEvent[]>;
  /** Leaves nothing behind. */
  end(): Promise<void>;
}

/** The options of a source. `say` prints a line. */
export interface SourceOptions {
  readonly filter: ListenerFilter;
  readonly say: (line: string) => Promise<void>;
}

/** @throws what the instance refuses the listener with; later too, when nothing can come any more */
export async function openEvents(instance: Instance, { filter, say }: SourceOptions): Promise<EventSource> {
  let id = await instance.createListener(filter);
  let answeredAt = new Date();
  let isAway = false;
  /** Taken, and the instance may not know it. */
  let unreported: readonly string[] = [];

  const ask = async (): Promise<readonly HeardEvent[]> => {
    try {
      return await instance.takeEvents(id, unreported);
    } catch (error) {
      if (codeOf(error) !== 'listener_not_found') throw error;
      id = await instance.createListener(filter);
      await say(
        `Events between ${clock(answeredAt)} and ${clock(new Date())} may be missing: ` +
          `the instance keeps them for ${LISTENER_MINUTES} minutes only`,
      );
      return [];
    }
  };
  return {
    async next(taken) {
      unreported = [...unreported, ...taken];
      try {
        const events = await ask();
        unreported = [];
        answeredAt = new Date();
        if (isAway) await say('The instance responds again; it has kept what happened in the meantime');
        isAway = false;
        return events;
      } catch (error) {
        if (!mayPass(error)) throw error;
        if (!isAway) await say(`The instance does not answer (${messageOf(error)}); trying again`);
        isAway = true;
        return [];
      }
    },
    end: () => instance.deleteListener(id),
  };
}

/** The time of day on this computer. */
export const clock = (at: Date): string => at.toLocaleTimeString('en-GB');

const PASSING = [429, 502, 503, 504];

function mayPass(error: unknown): boolean {
  if (error instanceof CliError) return ['instance_unreachable', 'not_crier'].includes(error.code);
  return PASSING.includes((error instanceof CrierError ? error : ApiError.from(error)).status);
}

const codeOf = (error: unknown): string =>
  error instanceof CliError || error instanceof CrierError ? error.code : ApiError.from(error).code;
