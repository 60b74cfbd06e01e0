import type { Context } from '../context.ts';
import { Organization } from '../entities/organization.ts';
import { CliError } from './errors.ts';

/** Whose channels, keys and posts a command is about. */
export interface ChosenOrganization {
  readonly id: string;
  readonly name: string;
}

/**
 * The organisation of that name or id; without one, the only one that there is.
 *
 * @throws CliError `organization_not_found`, `organization_ambiguous` listing what there is
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
      `Several organisations ${wanted === undefined ? 'exist' : `are named "${wanted}"`}; choose one with --organization: ${listed}`,
    );
  }
  if (all.length) {
    throw new CliError('organization_not_found', `No organisation is "${wanted}"; there is ${listed}`);
  }
  throw new CliError(
    'organization_not_found',
    'This instance has no organisation yet: the first npm start makes one, and so does: npm run crier -- keys create --name NAME',
  );
}

/** As above; on an instance without any organisation it makes the first one, named `wanted`. */
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
