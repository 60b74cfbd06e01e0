/** Reports a reverse proxy that TRUSTED_PROXIES does not name: all its visitors count as one. */
import type { AppContext, Middleware } from './types.ts';
import type { Config } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import type { Database, Statement } from '../platform/database.ts';
import { parseAddress } from '../platform/ip-ranges.ts';
import { isFromProxy } from './client-ip.ts';

type Deps = Pick<Context, 'config' | 'database' | 'inBackground' | 'log'>;

const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const;
const NOTE_EVERY_MS = 86_400_000;

const NOTE: Statement = {
  name: 'untrusted-proxy-note',
  text: `
    insert into instance_state (key, value) values ('untrusted_proxy', to_jsonb($1::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()`,
};
const READ: Statement = {
  name: 'untrusted-proxy-read',
  text: `
    select value #>> '{}' as peer from instance_state
    where key = 'untrusted_proxy' and updated_at > now() - interval '2 days'`,
};

/** The IP address of a sender whose forwarded headers do not count, if one was seen in the last two days. */
export async function readUntrustedProxy(database: Pick<Database, 'query'>): Promise<string | null> {
  return (await database.query<{ peer: string }>(READ))[0]?.peer ?? null;
}

/**
 * Explains a sender of forwarded headers, and what to do. With a public address it may as well be a visitor
 * who made them up.
 */
export function describeUntrustedProxy(peer: string): { detail: string; fix: string } {
  const detail =
    `${peer} sends X-Forwarded headers and is not in TRUSTED_PROXIES, so they do not count: ` +
    'everybody who comes through it has one address, and shares the limits on wrong passwords';
  return {
    detail,
    fix: isPrivate(peer)
      ? `If that is your reverse proxy, set TRUSTED_PROXIES=${peer} and restart Crier`
      : `If that is your reverse proxy, set TRUSTED_PROXIES=${peer} and restart Crier; if it is an outsider, there is nothing to do`,
  };
}

/**
 * The log has it once for each process and kind of address; `doctor` reports it for as long as it goes on.
 */
export function noteForwarded(deps: Deps): Middleware {
  const logged = new Set<boolean>();
  let nextMs = 0;
  return async (ctx, next) => {
    const peer = untrustedSender(ctx, deps.config);
    if (peer !== undefined) {
      if (!logged.has(isPrivate(peer))) {
        logged.add(isPrivate(peer));
        const { detail, fix } = describeUntrustedProxy(peer);
        deps.log.warn({ variable: 'TRUSTED_PROXIES', fix }, detail);
      }
      if (performance.now() >= nextMs && (isPrivate(peer) || !logged.has(true))) {
        nextMs = performance.now() + NOTE_EVERY_MS;
        deps.inBackground(
          deps.database
            .query(NOTE, [peer])
            .catch((err: unknown) => deps.log.warn({ err }, 'an untrusted proxy was not noted')),
        );
      }
    }
    await next();
  };
}

function untrustedSender(ctx: AppContext, config: Pick<Config, 'TRUSTED_PROXIES'>): string | undefined {
  if (!HEADERS.some((name) => ctx.get(name)) || isFromProxy(ctx, config)) return undefined;
  return parseAddress(ctx.req.socket.remoteAddress ?? '')?.toString();
}

const isPrivate = (peer: string): boolean => parseAddress(peer)?.range() !== 'unicast';
