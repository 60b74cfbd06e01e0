import { describeUntrustedProxy, readUntrustedProxy } from '../../../http/note-forwarded.ts';
import { checkUrls, readBrowserOrigin } from '../../../http/public-url.ts';
import { isWithin, parseAddress, trustedRanges } from '../../../platform/ip-ranges.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** The port of an API that was started on its own. */
const DEFAULT_PORT = 3000;

/**
 * Checks whether forwarded headers come from an untrusted proxy. Without such headers there is nothing to
 * report.
 */
export async function checkProxies({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const peer = await readUntrustedProxy(database);
  const address = parseAddress(peer ?? '');
  const isTrusted =
    address && trustedRanges(config.TRUSTED_PROXIES).some((range) => isWithin(address, range));
  if (!peer || isTrusted) return [];
  const { detail, fix } = describeUntrustedProxy(peer);
  return [warn('Reverse proxy', detail, fix)];
}

/** Checks whether FRONTEND_URL, NEXT_PUBLIC_BACKEND_URL and the URL that browsers use are the same. */
export async function checkUrl({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const seen = await readBrowserOrigin(database);
  const problems = checkUrls({ ...config, PORT: config.PORT || DEFAULT_PORT }, seen);
  if (problems.length) return problems.map(({ detail, fix }) => warn('Public URL', detail, fix));
  const url =
    config.FRONTEND_URL ?? `http://localhost:${config.PORT || DEFAULT_PORT}, because FRONTEND_URL is not set`;
  return [
    ok('Public URL', `${url}; ${seen ? `a browser has used ${seen.origin}` : 'no browser has used it yet'}`),
  ];
}
