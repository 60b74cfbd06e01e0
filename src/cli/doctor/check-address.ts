import { checkAddresses, readBrowserOrigin } from '../../http/public-address.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Port of an API that is not told another one. */
const ALONE = 3000;

/** Whether FRONTEND_URL, NEXT_PUBLIC_BACKEND_URL and the address that browsers really used are one. */
export async function checkAddress({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const seen = await readBrowserOrigin(database);
  const problems = checkAddresses({ ...config, PORT: config.PORT || ALONE }, seen);
  if (problems.length) return problems.map(({ detail, fix }) => warn('Web address', detail, fix));
  const address =
    config.FRONTEND_URL ?? `http://localhost:${config.PORT || ALONE}, as FRONTEND_URL is not set`;
  return [
    ok(
      'Web address',
      `${address}; ${seen ? `browsers were seen at ${seen.origin}` : 'no browser was seen yet'}`,
    ),
  ];
}
