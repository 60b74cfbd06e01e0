/** The freezes at this moment, and what a resume would find. */
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { planResume, type ResumePlan } from '../../posts/decide/resume.ts';

/** A freeze. `organization`: null for the whole instance. */
export interface Freeze {
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly at: Date;
  readonly reason: string;
  readonly plan: ResumePlan;
}

/** How many organisations are listed, each with its plan. */
const MAX_ORGANIZATIONS = 20;

const FROZEN: Statement = {
  name: 'instance-frozen-organizations',
  text: `select id, name, (extract(epoch from frozen_at) * 1000)::float8 as "atMs", coalesce(frozen_reason, '') as reason
    from organization where frozen_at is not null and moved_at is null order by frozen_at limit $1`,
};

/** The instance first, then its organisations by the time of their freeze; not those that were moved away. */
export async function readFreezes(context: Pick<Context, 'database'>): Promise<Freeze[]> {
  const [instance, organizations] = await Promise.all([
    readFreeze(context.database, {}),
    context.database.query<{ id: string; name: string; atMs: number; reason: string }>(FROZEN, [
      MAX_ORGANIZATIONS,
    ]),
  ]);
  const freezes: Freeze[] = [];
  if (instance) {
    const { at, reason } = instance;
    freezes.push({ organization: null, at, reason, plan: await planResume(context, {}) });
  }
  for (const { id, name, atMs, reason } of organizations) {
    freezes.push({
      organization: { id, name },
      at: new Date(atMs),
      reason,
      plan: await planResume(context, { organizationId: id }),
    });
  }
  return freezes;
}
