/** Under which names this instance may be asked, and who sits at its machine. */
import { isIP } from 'node:net';
import type { AppContext, Middleware } from './types.ts';
import type { Config } from '../platform/config/config.ts';
import { parseAddress } from '../platform/ip-ranges.ts';
import { ApiError } from '../platform/errors.ts';
import { isFromProxy } from './client-ip.ts';
import { isThisMachine } from './public-url.ts';
import { sentence } from '../platform/sentences.ts';

type HostConfig = Pick<
  Config,
  'FRONTEND_URL' | 'MAIN_URL' | 'NEXT_PUBLIC_BACKEND_URL' | 'CRIER_SANDBOX_URL' | 'TRUSTED_PROXIES'
>;

/** Paths that programs call, under any host name: callers have credentials, or learn nothing. */
const FOR_PROGRAMS = new Set([
  '/api/health',
  '/api/ready',
  '/api/oauth/token',
  '/api/oauth/revoke',
  '/api/billing/webhook',
]);

/**
 * The web app's operations and the sandbox answer only under the instance's own host names. A foreign page
 * can make its own name lead to this machine (DNS rebinding), and would read and change what is open to
 * anybody who can reach it.
 */
export function checkHost(config: HostConfig): Middleware {
  return async (ctx, next) => {
    const isChecked = /^\/(?:api|sandbox)(?:\/|$)/i.test(ctx.path) && !FOR_PROGRAMS.has(ctx.path);
    const host = isChecked ? askedHost(ctx, config) : '';
    if (host && !isKnownHost(host, config)) {
      throw new ApiError(
        'host_not_allowed',
        sentence('not_a_url_of_this_instance', { host: host.slice(0, 200) }),
      );
    }
    await next();
  };
}

/**
 * The host name that the browser used, as a trusted proxy reports it; a proxy that reports none is trusted to
 * know its names.
 */
function askedHost(ctx: AppContext, config: HostConfig): string {
  if (!isFromProxy(ctx, config)) return ctx.get('host');
  return ctx.get('x-forwarded-host').split(',')[0]?.trim() ?? '';
}

/**
 * Whether a Host is the instance's own: a configured name, or one that no outsider can point here. Those are
 * IP addresses, names of this machine, and names without a dot (a container's, say).
 */
export function isKnownHost(host: string, config: HostConfig): boolean {
  const hostname = hostnameOf(host);
  if (hostname === undefined) return false;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) || !hostname.includes('.')) return true;
  const { FRONTEND_URL, MAIN_URL, NEXT_PUBLIC_BACKEND_URL, CRIER_SANDBOX_URL } = config;
  const own = [FRONTEND_URL, MAIN_URL, NEXT_PUBLIC_BACKEND_URL, CRIER_SANDBOX_URL];
  return hostname.endsWith('.localhost') || own.some((url) => url && new URL(url).hostname === hostname);
}

function hostnameOf(host: string): string | undefined {
  const url = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}`) : null;
  return url?.hostname.replace(/\.$/, '');
}

/** Headers that proxies add: the connection is then not the browser's own. */
const OF_PROXIES = /^(?:forwarded|via|x-forwarded.*|x-real-ip|.*client-ip|cf-.*)$/;

/**
 * Whether the request comes from this machine: over loopback, under a name of this machine, through no proxy.
 * If FRONTEND_URL names another machine, a proxy is to be expected, and one that adds no header looks the
 * same.
 */
export function isAtThisMachine(
  ctx: Pick<AppContext, 'get' | 'req'>,
  { FRONTEND_URL }: Pick<Config, 'FRONTEND_URL'>,
): boolean {
  const host = URL.parse(`http://${ctx.get('host')}`);
  return (
    parseAddress(ctx.req.socket.remoteAddress ?? '')?.range() === 'loopback' &&
    !Object.keys(ctx.req.headers).some((name) => OF_PROXIES.test(name)) &&
    host !== null &&
    isThisMachine(host) &&
    (!FRONTEND_URL || isThisMachine(new URL(FRONTEND_URL)))
  );
}
