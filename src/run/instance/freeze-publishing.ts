/** Freezing and resuming from the operator's page, with an entry in the audit log of whom it concerns. */
import type { Person } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { freeze, readFreeze, type FreezeScope } from '../../platform/freeze.ts';
import { resume, type ResumeChoice, type ResumePlan } from '../../posts/decide/resume.ts';
import { missing } from '../../platform/missing.ts';

type Deps = Pick<Context, 'database'>;

/** A request that waited longer would look broken; what is still open then is reported. */
const WAIT_MS = 5000;

// The name of the operator is for their own organisations; others see that Crier did it.
const AUDIT: Statement = {
  name: 'instance-audit',
  text: `insert into audit_event (organization_id, user_id, kind, subject_id, detail)
    select o.id, (select m.user_id from membership m where m.organization_id = o.id and m.user_id = $2), $3, null, $4::jsonb
    from organization o where $1::uuid is null or o.id = $1`,
};
const KNOWN: Statement = { name: 'instance-organization', text: 'select id from organization where id = $1' };

/**
 * Nothing is sent from now on.
 *
 * @returns how many calls to networks had begun and were not answered within five seconds
 * @throws ApiError `organization_not_found`
 */
export async function freezePublishing(
  { database }: Deps,
  by: Pick<Person, 'userId'>,
  { scope, reason }: { scope: FreezeScope; reason: string },
): Promise<number> {
  await assertKnown({ database }, scope);
  const openCalls = await freeze(database, scope, { reason, waitMs: WAIT_MS });
  await database.query(AUDIT, [
    scope.organizationId ?? null,
    by.userId,
    'publishing_frozen',
    JSON.stringify({ reason }),
  ]);
  return openCalls;
}

/**
 * Ends a freeze and applies the choice for the overdue posts.
 *
 * @throws ApiError `organization_not_found`, `not_frozen`, `organization_moved`; `instance_frozen` for one
 * organisation while the whole instance is frozen: nothing would be published
 */
export async function resumePublishing(
  { database }: Deps,
  by: Pick<Person, 'userId'>,
  { scope, choice }: { scope: FreezeScope; choice: ResumeChoice },
): Promise<ResumePlan> {
  await assertKnown({ database }, scope);
  if (scope.organizationId && (await readFreeze(database, {}))) throw new ApiError('instance_frozen');
  const plan = await resume({ database }, scope, choice);
  await database.query(AUDIT, [
    scope.organizationId ?? null,
    by.userId,
    'publishing_resumed',
    JSON.stringify({ action: choice.action, overdue: plan.overdue }),
  ]);
  return plan;
}

async function assertKnown({ database }: Deps, { organizationId }: FreezeScope): Promise<void> {
  if (organizationId && !(await database.query(KNOWN, [organizationId])).length) {
    throw missing('organisation', organizationId);
  }
}
