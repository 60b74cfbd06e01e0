import type { Context } from '../../../platform/context.ts';
import { Organization } from '../../../platform/entities/organization.ts';
import { chooseOrganization, type ChosenOrganization } from '../organization.ts';

/** The mark that the first start and the first account set as well: the second one waits here. */
const CLAIM =
  "insert into instance_state (key, value) values ('first_run', 'true') on conflict (key) do update set value = excluded.value";

/**
 * As `chooseOrganization`, but on an instance without organisations it creates the first one, named `wanted`.
 * Of several at once, one creates it.
 */
export async function chooseOrCreateOrganization(
  { database }: Pick<Context, 'database'>,
  wanted?: string,
): Promise<ChosenOrganization> {
  const em = database.fork();
  if ((await em.count(Organization)) > 0) return chooseOrganization(database, wanted);
  const made = await em.transactional(async (tx) => {
    await tx.execute(CLAIM);
    if ((await tx.count(Organization)) > 0) return null;
    const organization = tx.create(Organization, {
      name: wanted ?? 'My organisation',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    await tx.flush();
    return { id: organization.id, name: organization.name };
  });
  return made ?? chooseOrganization(database, wanted);
}
