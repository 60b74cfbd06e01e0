/** Whether others can fetch the files of posts from this instance, as some networks and their readers do. */
import { isPublicAddress } from '../../../providers/_kit/public-address.ts';
import { createRegistry } from '../../../providers/index.ts';
import { apiOrigin } from '../../platform/api-origin.ts';
import type { Statement } from '../../platform/database.ts';
import { messageOf } from '../errors.ts';
import { namesOf } from './check-channels.ts';
import { DEADLINE_MS, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

const CHANNELS: Statement = {
  name: 'doctor-fetching-channels',
  text: 'select provider, name from integration where deleted_at is null and not disabled order by created_at',
};
const LAST_FILE: Statement = {
  name: 'doctor-last-file',
  text: 'select path, size::float8 as size from media where deleted_at is null order by id desc limit 1',
};

/** Nothing to say where no channel needs it. */
export async function checkFiles({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const offered = createRegistry({ sandbox: Boolean(config.CRIER_SANDBOX) });
  const rows = await database.query<{ provider: string; name: string }>(CHANNELS);
  const fetching = rows.filter(({ provider }) => offered.get(provider)?.fetchesMedia);
  if (!fetching.length) return [];
  const address = apiOrigin(config) ?? config.FRONTEND_URL;
  if (!isPublicAddress(address ?? '')) {
    return [
      warn(
        'Files',
        `the networks of ${namesOf(fetching)} fetch files from ${address ?? 'this machine'}, which they cannot reach`,
        'Set FRONTEND_URL to a public https address; posts without files go out as they are',
      ),
    ];
  }
  const [file] = await database.query<{ path: string; size: number }>(LAST_FILE);
  if (!file) return [ok('Files', `will be fetched from ${address}; there is none yet to try it with`)];
  return [
    await askFor(`${address}${config.NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY ?? '/uploads'}/${file.path}`, file),
  ];
}

/** Asks for an upload at its public address, as a network does; `size` in bytes. */
export async function askFor(url: string, { size }: { readonly size: number }): Promise<Finding> {
  const fix = `Let what stands in front of Crier pass it on; try it from another network: curl -I ${url}`;
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(DEADLINE_MS),
      redirect: 'manual',
    });
    const bytes = Number(response.headers.get('content-length'));
    if (response.status !== 200) {
      return warn('Files', `${url} answers ${response.status}, not with the file`, fix);
    }
    return bytes === size
      ? ok('Files', `can be fetched: ${url}`)
      : warn('Files', `${url} answers with ${bytes} bytes, and the file has ${size}`, fix);
  } catch (error) {
    const why = messageOf((error as Error).cause ?? error);
    return warn('Files', `${url} cannot be fetched from this machine: ${why}`, fix);
  }
}
