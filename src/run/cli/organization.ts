import type { Reader, Statement } from '../../platform/database.ts';
import { CliError } from './errors.ts';

/** The organisation whose channels, keys and posts a command works on. */
export interface ChosenOrganization {
  readonly id: string;
  readonly name: string;
}

const READ: Statement = {
  name: 'cli-organizations',
  text: 'select id, name from organization order by created_at',
};

/**
 * The organisation with this name or id; without one, the only organisation.
 *
 * @throws CliError `organization_not_found`, `organization_ambiguous`; both list the organisations
 */
export async function chooseOrganization(database: Reader, wanted?: string): Promise<ChosenOrganization> {
  const all = await database.query<ChosenOrganization>(READ);
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
