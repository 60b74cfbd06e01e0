/** The way back from the stop of v1: it publishes again what waited there. */
import { DATE_UNNOTED, FOUND_DELETED, SENT_UNNOTED, STOPPED_AS_DRAFT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import { readNoted, stopped } from './stopped-rows.ts';
import { withWriter } from './write-v1.ts';

const BATCH = 1000;

const ANY_STOPPED = `select 1 from "Post" where id = any($1) and ${stopped('"Post"')} limit 1`;

// v1 had sent these without noting it, and they were found on the network: it does not send them again.
const NOTE_SENT = `update "Post" p
  set state = 'PUBLISHED', error = null, "deletedAt" = null, "releaseId" = s."releaseId", "releaseURL" = s.url
  from jsonb_to_recordset($1::jsonb) as s(id text, "releaseId" text, url text)
  where p.id = s.id and s."releaseId" is not null and p.state <> 'PUBLISHED' returning p.id`;

// `p` is the row of v1, `s` the same as it was before the stop.
/** A run of v1 found it deleted, and has not tried to send it. */
const WAS_FOUND_DELETED = `p.state = 'ERROR' and p.error = '${FOUND_DELETED}'`;
/** Its state is no longer that of `s`, because it was stopped. */
const WAS_CHANGED = `(p.state = 'DRAFT' and p.error = '${STOPPED_AS_DRAFT}' or ${WAS_FOUND_DELETED})`;
const had = (state: string): string =>
  `(p.state = '${state}' or ${WAS_FOUND_DELETED} and s.state = '${state}')`;
// A run was asked to send these, and was ended or noted nothing: v1 would send them once more.
const MAY_BE_PUBLISHED = `s."mayBePublished" and ${had('QUEUE')}`;
const DATE_MAY_BE_PUBLISHED = `s."dateMayBePublished" and ${had('PUBLISHED')}`;
const PUT_BACK = `update "Post" p
  set "deletedAt" = null,
    state = case
      when ${MAY_BE_PUBLISHED} or ${DATE_MAY_BE_PUBLISHED} then 'ERROR'
      when ${WAS_CHANGED} then s.state::"State"
      else p.state end,
    error = case
      when ${MAY_BE_PUBLISHED} then $2
      when ${DATE_MAY_BE_PUBLISHED} then $3
      when ${WAS_CHANGED} then s.error
      else p.error end
  from jsonb_to_recordset($1::jsonb)
    as s(id text, state text, error text, "mayBePublished" boolean, "dateMayBePublished" boolean)
  where p.id = s.id and ${stopped('p')}
  returning p.id, p.state = 'QUEUE' and p."parentPostId" is null as waits`;

/**
 * Puts back what was stopped, as it was. What v1 has sent or failed to send since stays as it is, and what
 * turned out to be published is published.
 *
 * @returns how many posts wait again
 */
export async function restartV1(migration: Migration, organization: MigratedOrganization): Promise<number> {
  const rows = await readNoted(migration, organization);
  // A stop that was refused has noted posts that v1 still publishes: its database may not be written to.
  const ids = rows.map(({ id }) => id);
  const wasWritten =
    rows.some(({ releaseId }) => releaseId) || (await migration.source.query(ANY_STOPPED, [ids])).length > 0;
  if (!wasWritten) return 0;
  return withWriter(migration, async (query) => {
    let count = 0;
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = JSON.stringify(rows.slice(from, from + BATCH));
      await query(NOTE_SENT, [batch]);
      const again = await query<{ waits: boolean }>(PUT_BACK, [batch, SENT_UNNOTED, DATE_UNNOTED]);
      count += again.filter(({ waits }) => waits).length;
    }
    return count;
  });
}
