/**
 * A v1 that was restored from a dump of before the cutover: what Crier publishes waits there as well. Only
 * the person who restored it knows which of the two counts, so it is reported, and the cutover stops it
 * again.
 */
import { counted } from '../../platform/counted.ts';
import type { Statement } from '../../platform/database.ts';
import type { CopyDeps } from '../copy/kind.ts';
import type { Migration } from '../v1-source.ts';
import { noteProblem, type MigratedOrganization } from './organizations.ts';
import { stopStarted, type StopOptions } from './stop-all.ts';
import { stopFeeds } from './stop-feeds.ts';
import { readMarks, stopV1Again } from './stop-v1.ts';

const OURS: Statement = {
  name: 'migrate-v1-taken-over',
  text: `select organization_id as id, legacy_id as "legacyId" from v1_organization
    where source_id = $1 and publishes = 'crier' and phase = 'cut_over'`,
};
// A rollback that has begun lets it go on.
const TELL: Statement = {
  name: 'migrate-v1-tell-restored',
  text: `update v1_organization set detail = detail || jsonb_build_object('problem', $2::text), updated_at = now()
    where organization_id = $1 and publishes = 'crier'`,
};

/** Keeps, as the problem of each organisation that Crier publishes for, what v1 would send of it again. */
export async function notifyRestored(
  migration: Pick<CopyDeps, 'context' | 'source' | 'sourceId'>,
): Promise<void> {
  const { context, sourceId } = migration;
  const ours = await context.database.query<Pick<MigratedOrganization, 'id' | 'legacyId'>>(OURS, [sourceId]);
  for (const organization of ours) {
    const { goesOnPosts } = await readMarks(migration, organization);
    if (!goesOnPosts) continue;
    const text = `v1 would send ${counted(goesOnPosts, 'post')} again for which Crier publishes: its database was restored from before the cutover, or its posts were changed there. Stop the containers of v1, and type "migrate-v1 cutover --organization ${organization.id} --yes", which stops them there again, before you start it`;
    await context.database.query(TELL, [organization.id, text]);
  }
}

/** Stops it again, in an organisation that Crier publishes for; does nothing where the stop holds. */
export async function stopAgain(
  migration: Migration,
  organization: MigratedOrganization,
  { say, signal }: Pick<StopOptions, 'say' | 'signal'>,
): Promise<void> {
  if (!(await readMarks(migration, organization)).goesOn) return;
  const count = await stopV1Again(migration, organization);
  await stopFeeds(migration, organization);
  const tell = (line: string): void => say(`${organization.name}: ${line}`);
  await stopStarted(migration, organization, { say: tell, signal, looksAgain: true });
  await noteProblem(migration.context.database, organization.id, null);
  tell(`stopped ${counted(count, 'post')} of v1 again, which was restored without that`);
}
