import type { Context } from '../../context.ts';
import { Organization } from '../../entities/organization.ts';
import { chooseOrganization, type ChosenOrganization } from '../organization.ts';

/**
 * As `chooseOrganization`, but on an instance without organisations it creates the first one, named `wanted`.
 */
export async function chooseOrCreateOrganization(
  { database }: Pick<Context, 'database'>,
  wanted?: string,
): Promise<ChosenOrganization> {
  const em = database.fork();
  if ((await em.count(Organization)) > 0) return chooseOrganization(database, wanted);
  const made = em.create(Organization, {
    name: wanted ?? 'My organisation',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await em.flush();
  return { id: made.id, name: made.name };
}
