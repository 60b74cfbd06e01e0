/** Deletes an organisation with everything it owns; none of it is published any more. */
import type { PostState } from '../../temporal/contract/post-states.ts';
import { assertNoSubscription } from '../billing/assert-ended.ts';
import type { Context } from '../platform/context.ts';
import type { EntityManager } from '../platform/database.ts';
import { withPatience } from '../platform/pool.ts';
import { ApiError } from '../platform/errors.ts';
import { assertRoleIs } from './policy.ts';
import { noteDeleted } from '../platform/published-until.ts';
import type { StoreName } from '../platform/media/stores/file-store.ts';
import { readRole } from '../platform/organization-lock.ts';
import { sentence } from '../platform/sentences.ts';

/** States in which a run waits for something that will never come once the post is gone. */
const IN_A_RUN: readonly PostState[] = ['scheduled', 'publishing', 'processing', 'unconfirmed'];

interface StoredFile {
  readonly path: string;
  readonly storage: StoreName;
}

interface Waiting {
  readonly group: string;
  readonly state: PostState;
  readonly hold: string | null;
}

/**
 * Deletes an organisation with its channels, posts, keys, apps, access tokens, invitations and files, once
 * its name was typed. The rows go in one transaction, and every key and token with them; the relay then ends
 * the runs of its posts, and a run that comes first finds nothing to send.
 *
 * @returns how many scheduled posts will not be published
 * @throws ApiError `invalid_request` for a different name; `insufficient_role` for anybody but an owner;
 * `post_locked` while a worker publishes one of its posts, `subscription_runs` while its plan is being paid
 * for: nothing has changed then
 */
export async function deleteOrganization(
  context: Context,
  input: { organizationId: string; userId: string; name: string },
): Promise<{ scheduledPosts: number }> {
  const { organizationId, userId, name } = input;
  const remove = async (tx: EntityManager): Promise<{ scheduledPosts: number; files: StoredFile[] }> => {
    const [organization] = await tx.execute<{ name: string }[]>(
      'select name from organization where id = ? for update',
      [organizationId],
    );
    if (!organization) throw new ApiError('organization_not_found');
    assertRoleIs('owner', await readRole(tx, organizationId, userId));
    if (organization.name !== name.trim()) {
      throw new ApiError('invalid_request', {
        issues: [{ path: 'name', ...sentence('not_the_organization_name', { name: organization.name }) }],
      });
    }
    await assertNoSubscription(context, tx, organizationId);
    return removeRows(tx, organizationId);
  };
  const { scheduledPosts, files } = await withPatience(() => context.database.fork().transactional(remove));
  context.log.info({ organizationId, userId, scheduledPosts }, 'an organisation was deleted');
  context.inBackground(removeFiles(context, files));
  return { scheduledPosts };
}

async function removeRows(
  tx: EntityManager,
  organizationId: string,
): Promise<{ scheduledPosts: number; files: StoredFile[] }> {
  // A worker claiming one of them waits for this transaction, then finds no row.
  const posts = await tx.execute<Waiting[]>(
    `select post_group_id as "group", state, hold from post where organization_id = ? and deleted_at is null order by id for update`,
    [organizationId],
  );
  const taken = posts.find(({ state, hold }) => (state === 'publishing' || state === 'processing') && !hold);
  if (taken) {
    throw new ApiError('post_locked', sentence('locked_post_of_organization', { state: taken.state }));
  }
  const groups = [
    ...new Set(posts.filter(({ state }) => IN_A_RUN.includes(state)).map(({ group }) => group)),
  ];
  const files = await tx.execute<StoredFile[]>('select path, storage from media where organization_id = ?', [
    organizationId,
  ]);
  // Ten thousand posts take a second or two; nobody else waits for these rows.
  await tx.execute("set local statement_timeout = '5min'");
  await noteDeleted(tx, organizationId);
  await tx.execute('delete from organization where id = ?', [organizationId]);
  await tx.execute(
    "insert into outbox (id, kind, subject_id) select gen_random_uuid(), 'end_group', unnest(?::uuid[])",
    [`{${groups.join(',')}}`],
  );
  return { scheduledPosts: posts.filter(({ state }) => state === 'scheduled').length, files };
}

/** A file without a row cannot be reached except by its random URL; it is deleted all the same. */
async function removeFiles({ storage, log }: Context, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) {
    await storage
      .removeBytes(file)
      .catch((error: unknown) =>
        log.warn({ err: error, path: file.path }, 'a file of a deleted organisation is left'),
      );
  }
}
