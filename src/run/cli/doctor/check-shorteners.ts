/**
 * Whether each service that makes links short takes its key, without a link, and whether the short domain
 * leads here.
 */
import { createEgress } from '../../../platform/egress.ts';
import {
  checkShortener,
  configuredShorteners,
  type Configured,
} from '../../../short-links/services/index.ts';
import type { Egress } from '../../../../providers/_kit/egress.ts';
import { linkPage } from '../../../short-links/link-page.ts';
import { LinkRefused, ShortenerAway } from '../../../short-links/services/service.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Nothing to report without any, and without a domain of their own: Crier makes links short itself. */
export async function checkShorteners({ config }: Pick<DoctorDeps, 'config'>): Promise<Finding[]> {
  const [used, ...unused] = configuredShorteners(config);
  if (!used) return checkOwnDomain(config);
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
        warn(CHECK, `${title} is not used: ${used.title} comes first`, `Remove ${variable}`),
      ),
    ];
  } finally {
    await egress.close();
  }
}

async function checked(egress: Egress, configured: Configured): Promise<Finding> {
  const { title, shortener } = configured;
  try {
    await checkShortener(egress, configured);
    return ok(CHECK, `${title} takes the key; links are made on ${shortener.domain}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const detail = error instanceof LinkRefused ? `${title}: ${error.message}` : error.message;
    return fail(CHECK, detail, fixFor(configured, error));
  }
}

/** What a person can do who has never set it up. */
function fixFor({ title, variable, endpoint, names }: Configured, error: Error): string {
  const isRefused = error instanceof LinkRefused;
  const status = isRefused || error instanceof ShortenerAway ? error.status : undefined;
  if (isRefused && status === undefined) return `Correct ${names.domain}, or ${variable}`;
  if (status === 401 || status === 403) {
    return `Make a new API key at ${title}, set it as ${variable} for the API and the worker, and restart them`;
  }
  if (status === 429) return 'It asks to wait: try again in a minute';
  // Every account may read what was asked for.
  if (status !== undefined && status < 500 && status !== 408) {
    return `Correct ${names.endpoint}: ${endpoint} does not answer as the API of ${title}`;
  }
  if (status !== undefined) {
    return 'Try again later. Until then posts wait, or are published with long links: see Settings > Short links';
  }
  return `Let this machine reach ${endpoint}, or correct ${names.endpoint}`;
}

/**
 * Whether the short domain leads to this instance. Behind a router its name often leads to a private address.
 */
async function checkOwnDomain(config: DoctorDeps['config']): Promise<Finding[]> {
  const domain = config.SHORT_LINK_DOMAIN;
  if (!domain) return [];
  const egress = createEgress({
    guardDisabled: true,
    allowCidrs: [],
    proxyUrl: config.HTTPS_PROXY ?? config.HTTP_PROXY,
    trustedOrigins: [],
  });
  const fix = `Let ${new URL(domain).host} lead to this instance (docs/short-links.md, "A domain of your own"), or remove SHORT_LINK_DOMAIN`;
  try {
    const answer = await egress.fetch(`${domain}/s/`, {
      headers: { 'accept-language': 'en' },
      timeoutMs: DEADLINE_MS,
    });
    return (await answer.text()) === linkPage('en', 'missing')
      ? [ok(CHECK, `${domain}/s/ leads to Crier`)]
      : [
          fail(
            CHECK,
            `${domain}/s/ is answered by something else (${answer.status}): no short link works`,
            fix,
          ),
        ];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [fail(CHECK, `${domain} cannot be reached from this machine: ${error.message}`, fix)];
  } finally {
    await egress.close();
  }
}

const CHECK = 'Short links';
