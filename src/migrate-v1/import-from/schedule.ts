/**
 * Posts that waited there are scheduled here, once a person has confirmed that they are no longer sent there.
 */
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { changePost } from '../../posts/change/change-post.ts';
import { prepareEdit } from '../../posts/change/edit-post.ts';
import { toSchedule } from '../../posts/change/set-post-status.ts';
import type { ImportDeps } from './deps.ts';

/** What was scheduled, and why the others were not. */
export interface Scheduled {
  readonly scheduled: number;
  readonly problems: readonly { readonly post: string; readonly problem: string }[];
}

interface Waiting {
  readonly id: string;
  readonly theirId: string;
  readonly problem: string | null;
  readonly revision: number;
  readonly isDue: boolean;
  readonly disabled: boolean;
}

// Only what this run has seen there: a post that is gone there may have been deleted on purpose.
const WAITING: Statement = {
  name: 'import-waiting',
  text: `select p.id, r.their_id as "theirId", r.problem, p.revision, p.publish_at <= $4 as "isDue", c.disabled
    from imported_record r join post p on p.id = r.id join integration c on c.id = p.integration_id
    where r.source_id = $1 and r.kind = 'post' and r.waits and r.their_id = any($2)
      and p.organization_id = $3 and p.state = 'draft' and p.deleted_at is null
    order by p.publish_at, p.id`,
};
/** What is due within it may be under way there still. */
const MARGIN_MS = 2 * 60_000;

/**
 * Schedules drafts that waited there and are still listed there, each after the check of a new post. A
 * channel that has to be connected again is no reason against it: its posts are held until then.
 *
 * @param seen the keys of what is listed there now
 */
export async function scheduleWaiting(deps: ImportDeps, seen: readonly string[]): Promise<Scheduled> {
  const { context, organizationId, sourceId } = deps;
  const until = new Date((await context.now()).getTime() + MARGIN_MS);
  const waiting = await context.database.query<Waiting>(WAITING, [sourceId, seen, organizationId, until]);
  const problems: { post: string; problem: string }[] = [];
  for (const post of waiting) {
    const problem = reasonAgainst(post) ?? (await schedule(deps, post.id));
    if (problem) problems.push({ post: post.theirId, problem: `not scheduled: ${problem}` });
  }
  return { scheduled: waiting.length - problems.length, problems };
}

function reasonAgainst({ problem, revision, isDue, disabled }: Waiting): string | null {
  if (isDue) return 'its date has passed, so it may have been published there';
  if (revision > 1) return 'it was changed here, so schedule it here yourself';
  if (disabled) return 'its channel is disabled';
  return problem;
}

/** @returns why it cannot be published; null when it is scheduled */
async function schedule({ context, organizationId }: ImportDeps, postId: string): Promise<string | null> {
  try {
    const ref = { organizationId, postId };
    const { revision } = await prepareEdit(context, ref, {}, { asDraft: false });
    await changePost(context, { ...ref, revisions: [revision] }, toSchedule);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const [issue] = error.issues;
    return issue ? `${issue.path} ${issue.message}` : error.message;
  }
}
