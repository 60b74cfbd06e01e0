/** Files that posts need and that are not here: such a post would fail at its date. */
import { counted } from '../platform/counted.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { Migration } from './v1-source.ts';

/** A post that is to be sent yet. `post`: its id in v1. `date`: RFC 3339. `files`: as v1 names them. */
export interface PostWithoutFiles {
  readonly organization: string;
  readonly post: string;
  readonly date: string;
  readonly files: readonly string[];
}

/** Those of these posts (`l`: legacy_id, `p`: post) that are still to be sent. */
export const NEEDS_FILES = `l.kind = 'post' and l.missing is not null and l.organization_id = p.organization_id
    and p.deleted_at is null and (p.state = 'scheduled' or p.interval_days is not null)`;
const MISSING: Statement = {
  name: 'migrate-v1-missing-files',
  text: `select o.name as organization, l.legacy_id as post,
      to_char(p.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date,
      array(select f ->> 'file' from jsonb_array_elements(l.missing) f) as files
    from legacy_id l join post p on p.id = l.id
      join v1_organization w on w.organization_id = p.organization_id and w.publishes = 'v1'
      join organization o on o.id = p.organization_id
    where l.source_id = $1 and ($2::uuid is null or p.organization_id = $2) and ${NEEDS_FILES}
    order by p.publish_at, l.legacy_id`,
};

/** @param organizationId its id here; default: all that v1 publishes for */
export function readMissingFiles(
  { context, sourceId }: Pick<Migration, 'context' | 'sourceId'>,
  organizationId: string | null = null,
): Promise<PostWithoutFiles[]> {
  return context.database.query<PostWithoutFiles>(MISSING, [sourceId, organizationId]);
}

/** "post ckabc of 2026-11-25T02:12:09Z: https://old.example/uploads/a.png" */
export const lineOf = ({ post, date, files }: Omit<PostWithoutFiles, 'organization'>): string =>
  `post ${post} of ${date}: ${files.join(', ')}`;

const NAMED = 5;

/**
 * Refuses to go on with posts that would fail, unless they are to be published without these files.
 *
 * @throws ApiError `invalid_request` naming the posts, their dates and files, and the ways out
 */
export async function assertFilesHere(
  migration: Pick<Migration, 'context' | 'sourceId'>,
  { id, name }: { readonly id: string; readonly name: string },
  { withoutMissingFiles = false }: { readonly withoutMissingFiles?: boolean | undefined },
): Promise<void> {
  if (withoutMissingFiles) return;
  const posts = await readMissingFiles(migration, id);
  if (!posts.length) return;
  const named = posts.slice(0, NAMED).map(lineOf).join('; ');
  const rest = posts.length > NAMED ? `; and ${posts.length - NAMED} more` : '';
  throw new ApiError('invalid_request', {
    inEnglish:
      `${counted(posts.length, 'post')} of "${name}" ${posts.length === 1 ? 'needs' : 'need'} files that are not here (${named}${rest}). ` +
      'Repeat "copy" with --uploads where the files are, or change these posts in v1; or repeat this with --without-missing-files, and they are published without them',
  });
}
