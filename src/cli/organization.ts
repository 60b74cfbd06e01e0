import type { Context } from '../context.ts';
import { Organization } from '../entities/organization.ts';
import { CliError } from './errors.ts';

/** The organisation whose channels, keys and posts a command works on. */
export interface ChosenOrganization {
  readonly id: string;
  readonly name: string;
}

/**
 * The organisation with this name or id; without one, the only organisation.
 *
 * @throws CliError `organization_not_found`, `organization_ambiguous`; both list the organisations
 */
export async function chooseOrganization(
  context: Pick<Context, 'database'>,
  wanted?: string,
): Promise<ChosenOrganization> {
  const all = await context.database.fork().find(Organization, {}, { orderBy: { createdAt: 'asc' } });
  const matching =
    wanted === undefined ? all : all.filter((o) => o.id === wanted.toLowerCase() || o.name === wanted);
  const [only, another] = matching;
  if (only && !another) return { id: only.id, name: only.name };
  const listed = (another ? matching : all).map((o) => `"${o.name}" (${o.id})`).join(', ');
  if (another) {
    throw new CliError(
      'organization_ambiguous',
      `${wanted === undefined ? 'There are several organisations' : `Several are named "${wanted}"`}. ` +
        `Choose one with --organization: ${listed}`,
    );
  }
  if (all.length) {
    throw new CliError(
      'organization_not_found',
      `No organisation has the name or id "${wanted}"; there is ${listed}`,
    );
  }
  throw new CliError(
    'organization_not_found',
    'This instance has no organisation yet. The first npm start creates one, and so does: ' +
      'npm run crier -- keys create --name NAME',
  );
}

/** The same, but on an instance without organisations it creates the first one, named `wanted`. */
export async function chooseOrCreateOrganization(
  context: Pick<Context, 'database'>,
  wanted?: string,
): Promise<ChosenOrganization> {
  const em = context.database.fork();
  if ((await em.count(Organization)) > 0) return chooseOrganization(context, wanted);
  const made = em.create(Organization, {
    name: wanted ?? 'My organisation',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await em.flush();
  return { id: made.id, name: made.name };
}
