/** Whether each service that makes links short takes its key; nothing is made there. */
import { createEgress } from '../../platform/egress.ts';
import { checkShortener, configuredShorteners, type Configured } from '../../short-links/services/index.ts';
import type { Egress } from '../../../providers/_kit/egress.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Nothing to say without any: Crier makes links short itself. */
export async function checkShorteners({ config }: Pick<DoctorDeps, 'config'>): Promise<Finding[]> {
  const [used, ...unused] = configuredShorteners(config);
  if (!used) return [];
  const egress = createEgress({
    guardDisabled: config.DISABLE_SSRF_PROTECTION,
    allowCidrs: config.SSRF_ALLOW_CIDRS,
    proxyUrl: config.HTTPS_PROXY ?? config.HTTP_PROXY,
    proxyResolves: config.CRIER_PROXY_RESOLVES,
    trustedOrigins: [],
  });
  try {
    return [
      await checked(egress, used),
      ...(await Promise.all(unused.map((one) => checked(egress, one)))),
      ...unused.map(({ title, variable }) =>
        warn('Short links', `${title} is not used: ${used.title} comes first`, `Remove ${variable}`),
      ),
    ];
  } finally {
    await egress.close();
  }
}

async function checked(egress: Egress, configured: Configured): Promise<Finding> {
  const { title, variable, endpoint, shortener } = configured;
  try {
    await checkShortener(egress, configured);
    return ok('Short links', `${title} takes the key; links are made on ${shortener.domain}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return fail('Short links', error.message, `Correct ${variable}, or let this machine reach ${endpoint}`);
  }
}
