/** Whether others can fetch the files of posts from this instance, as some networks and their readers do. */
import { createRegistry } from '../../../../providers/index.ts';
import { findReach, type Fetched } from '../../../uploads/reach.ts';
import { namesOf } from './check-channels.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Nothing to report where no channel needs it. */
export async function checkFiles({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const providers = createRegistry({ sandbox: Boolean(config.CRIER_SANDBOX) });
  const reach = await findReach({ config, database, providers }, null);
  if (reach.status === 'unneeded') return [];
  if (reach.status === 'private') {
    return [
      warn(
        'Files',
        `the networks of ${namesOf(reach.channels)} fetch files from ${reach.base ?? 'this machine'}, which they cannot reach`,
        'Set FRONTEND_URL to a public https URL; posts without files are published as they are',
      ),
    ];
  }
  return reach.status === 'untried'
    ? [ok('Files', `will be fetched from ${reach.base}; there is none yet to try it with`)]
    : [wordsOn(reach, reach)];
}

/** What came of asking for a file; `bytes`: its size. */
export function wordsOn(fetched: Fetched, { url, bytes }: { url: string; bytes: number }): Finding {
  const fix = `Let the proxy in front of Crier pass it on; try it from another network: curl -I ${url}`;
  switch (fetched.status) {
    case 'fetched':
      return ok('Files', `can be fetched: ${url}`);
    case 'refused':
      return warn('Files', `${url} responds with ${fetched.httpStatus} instead of the file`, fix);
    case 'different':
      return warn('Files', `${url} answers with ${fetched.got} bytes, and the file has ${bytes}`, fix);
    case 'unreachable':
      return warn('Files', `${url} cannot be fetched from this machine: ${fetched.why}`, fix);
  }
}
