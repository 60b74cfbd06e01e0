import { freeze, readFreeze } from '../../../platform/freeze.ts';
import { parseDate } from '../../../platform/parse-date.ts';
import { noteRestored } from '../../../platform/restored.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { counted } from '../../../platform/counted.ts';
import { type Answer } from '../output.ts';
import { chooseScope, commandFor } from './scope.ts';

export interface FreezeOptions {
  readonly all?: boolean;
  readonly organization?: string;
  readonly reason: string;
  readonly putBackTo?: string;
}

/** Freezes and waits for calls that have begun; `failed` if one is still open after 30 seconds. */
export async function freezePublishing(session: Session, options: FreezeOptions): Promise<Answer> {
  const { putBackTo } = options;
  if (putBackTo && !options.all) throw new CliError('usage', '--put-back-to needs --all');
  const backupAt = putBackTo ? parseDate(putBackTo, '--put-back-to') : null;
  const scope = await chooseScope(session, options);
  const { database } = session.context;
  if (backupAt) await noteRestored(database, backupAt);
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
      `Publishing is frozen for ${scope.name}: ${state?.reason ?? options.reason}`,
      ...(openCalls
        ? [
            `${counted(openCalls, 'call')} to a network had already begun, without an answer so far. ` +
              'What was sent may still be published',
          ]
        : []),
      `Posts can still be created; those that become due are held. To resume: ${commandFor(scope, 'resume')}`,
    ],
    failed: openCalls > 0,
  };
}
