import { freeze, readFreeze } from '../../platform/freeze.ts';
import type { Session } from '../command.ts';
import type { Answer } from '../output.ts';
import { chooseScope, commandFor } from './scope.ts';

export interface FreezeOptions {
  readonly all?: boolean;
  readonly organization?: string;
  readonly reason: string;
}

/**
 * Freezes and waits for the calls that are on their way; `failed` when one of them was still open after 30
 * seconds.
 */
export async function freezePublishing(session: Session, options: FreezeOptions): Promise<Answer> {
  const scope = await chooseScope(session, options);
  const { database } = session.context;
  const openCalls = await freeze(database, scope, { reason: options.reason });
  const state = await readFreeze(database, scope);
  const since = state?.at.toISOString() ?? null;
  return {
    json: {
      frozen: true,
      organizationId: scope.organizationId ?? null,
      since,
      reason: state?.reason ?? options.reason,
      openCalls,
    },
    lines: [
      `Nothing leaves any more for ${scope.words}: ${state?.reason ?? options.reason}`,
      ...(openCalls
        ? [
            `${openCalls} ${openCalls === 1 ? 'call' : 'calls'} to a network began before and ${openCalls === 1 ? 'has' : 'have'} not been answered yet: what they send is out or will be`,
          ]
        : []),
      `Posts can still be written; what comes due waits. End it with: ${commandFor(scope, 'resume')}`,
    ],
    failed: openCalls > 0,
  };
}
