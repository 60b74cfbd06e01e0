import type { AppContext, Middleware } from './types.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { noteBrowserOrigin, type BrowserOrigin } from './public-url.ts';
import { isFromProxy } from './client-ip.ts';
import { isPage } from './normalize-path.ts';

type Deps = Pick<Context, 'config' | 'database' | 'publicUrl' | 'inBackground' | 'log'>;

const EVERY_MS = 60_000;
const LONGEST = 200;

/**
 * Records the origin under which browsers reach the instance, so that a wrong FRONTEND_URL can be detected
 * (public-url.ts). Costs nothing while it stays the same, and at most one statement a minute when it
 * changes; no response waits for it.
 */
export function noteOrigin(deps: Deps): Middleware {
  let noted: BrowserOrigin | undefined;
  let nextMs = 0;
  const note = (seen: BrowserOrigin | undefined): void => {
    if (!seen || performance.now() < nextMs || (noted && !isMoreTelling(seen, noted))) return;
    noted = seen;
    nextMs = performance.now() + EVERY_MS;
    deps.inBackground(
      noteBrowserOrigin(deps.database, seen).catch((err: unknown) =>
        deps.log.warn({ err }, 'the origin that browsers use was not noted'),
      ),
    );
  };
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      note(refusedOrigin(ctx, error));
      throw error;
    }
    note(isPage(ctx) ? pageOrigin(ctx, deps) : sessionOrigin(ctx));
  };
}

/** The statement decides the same; this check saves the statement. */
function isMoreTelling(seen: BrowserOrigin, noted: BrowserOrigin): boolean {
  if (seen.seen === 'page' && noted.seen === 'session') return false;
  return seen.origin !== noted.origin || seen.seen !== noted.seen;
}

/** A change by a session: the CSRF header was right, so the page is ours, at any origin. */
function sessionOrigin(ctx: AppContext): BrowserOrigin | undefined {
  if (ctx.method === 'GET' || ctx.status >= 400 || ctx.state.caller?.via !== 'session') return undefined;
  return known(ctx.get('origin'), 'session');
}

/**
 * Behind a proxy that does not pass the Host on, a wrong FRONTEND_URL has every change rejected. The browser
 * reports that the page and the called URL are one origin (W3C Fetch Metadata), so it is ours.
 */
function refusedOrigin(ctx: AppContext, error: unknown): BrowserOrigin | undefined {
  const ours =
    error instanceof ApiError &&
    error.code === 'origin_not_allowed' &&
    ctx.get('sec-fetch-site') === 'same-origin';
  return ours ? known(ctx.get('origin'), 'page') : undefined;
}

function pageOrigin(ctx: AppContext, deps: Deps): BrowserOrigin | undefined {
  if (ctx.status !== 200 || ctx.response.type !== 'text/html') return undefined;
  const trusted = isFromProxy(ctx, deps.config);
  const host = (trusted && firstOf(ctx.get('x-forwarded-host'))) || ctx.get('host');
  const scheme = trusted ? firstOf(ctx.get('x-forwarded-proto')) : '';
  const expected = new URL(deps.publicUrl);
  // The browser's scheme is then unknown, and nothing is known to be wrong.
  if (!scheme && host === expected.host) return known(expected.origin, 'page');
  // Browsers send these headers only over https and to the local machine (W3C Fetch Metadata).
  return known(`${scheme || (ctx.get('sec-fetch-mode') ? 'https' : 'http')}://${host}`, 'page');
}

const firstOf = (list: string): string => list.split(',')[0]?.trim() ?? '';

/** The origin of a request, and nothing else of it: no path, no credentials, nothing unbounded. */
function known(origin: string, seen: BrowserOrigin['seen']): BrowserOrigin | undefined {
  if (origin.length > LONGEST || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return /^https?:$/.test(url.protocol) && !url.username && url.pathname === '/' && !url.search
    ? { origin: url.origin, seen }
    : undefined;
}
