/**
 * Our own short links, followed: `GET /s/<code>` redirects with a 302, sets no cookie and is counted. A
 * middleware and no route: on the short domain nothing else of the instance answers.
 */
import { randomUUID } from 'node:crypto';
import { isbot } from 'isbot';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../platform/context.ts';
import { clientIp, isFromProxy, networkOf } from '../http/client-ip.ts';
import { createLimiter, secondsLeft } from '../http/rate-limit-store.ts';
import type { AppContext, Middleware } from '../http/types.ts';
import type { Statement } from '../platform/database.ts';
import { hashToken } from '../platform/secrets.ts';
import { isCode } from './code.ts';
import { COUNT, referrerOf } from './count-click.ts';
import { linkPage, pagePolicy } from './link-page.ts';

type Deps = Pick<Context, 'config' | 'database' | 'publicUrl' | 'log' | 'inBackground'>;

/** The table takes no target but of http and https. */
const FIND: Statement = {
  name: 'short-link-find',
  text: `select id, target, disabled_at is not null as disabled
    from short_link
    where code = $1 and service = 'crier'`,
};

/**
 * How many codes that do not exist may be tried from one place. Only those count, so no number of readers
 * behind one IP address uses the tries up. Beyond them, codes that exist are answered with 429 as well: a
 * redirect would show a guesser the code, and nothing would have been limited. People with the same IP
 * address wait for the rest of the minute; the page then opens the link by itself.
 *
 * Counted in memory, as no other process can make the hash of a place: a guess costs no row.
 */
const GUESSES = { points: 60, duration: 60 } as const;
/** How many clicks on one link from one place count. Further ones are redirected as well. */
const CLICKS = { name: 'short-link-click', points: 30, seconds: 60 } as const;

/**
 * Answers below `/s/`, and everything on the short domain where that is not the public one.
 *
 * The referrer of a visitor is kept as a host, and nothing about the person: their IP address is counted for
 * a minute, under a hash that only this process can make.
 */
export function followShortLinks(context: Deps): Middleware {
  const [guesses, clicks] = [new RateLimiterMemory(GUESSES), createLimiter(context, CLICKS)];
  const salt = randomUUID();
  const placeOf = (ctx: AppContext, code = ''): string =>
    hashToken(`${salt} ${networkOf(clientIp(ctx, context.config))} ${code}`);

  const count = async (
    ctx: AppContext,
    link: { id: string; code: string; isBot: boolean },
  ): Promise<void> => {
    const place = placeOf(ctx, link.code);
    const referrer = referrerOf(ctx.get('referer'));
    try {
      await clicks.consume(place);
      await context.database.query(COUNT, [link.id, referrer, link.isBot]);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
    }
  };

  /** The window that the place of a visitor has used up, also by this visit; else undefined. */
  const usedUp = async (ctx: AppContext, isKnown: boolean): Promise<RateLimiterRes | undefined> => {
    const place = placeOf(ctx);
    if (!isKnown) return guesses.consume(place).then(() => undefined, thrownWindow);
    const window = await guesses.get(place);
    return window && window.remainingPoints === 0 && window.msBeforeNext > 0 ? window : undefined;
  };

  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const [, code] = (isRead && /^\/s(?:\/([^/]*))?\/?$/.exec(ctx.path)) || [];
    const isOurs = isRead && /^\/s(?:\/|$)/.test(ctx.path);
    if (!isOurs && !isOnShortDomain(ctx, context)) return next();
    const link = code && isCode(code) ? await find(context, code) : undefined;
    // Asked once the code was looked up: of many tries at once, no more than the limit learn something.
    const wait = isOurs ? await usedUp(ctx, link !== undefined) : undefined;
    if (wait) return sendBusy(ctx, secondsLeft(wait));
    if (!link || !code) return sendPage(ctx, 404, 'missing');
    if (link.disabled) return sendPage(ctx, 410, 'disabled');
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'strict-origin-when-cross-origin' });
    ctx.redirect(link.target);
    // Koa writes %25 for a per cent sign that begins no escape, as in %u00e4: that leads elsewhere.
    ctx.set('Location', new URL(link.target).href);
    // A browser that fetches a page ahead is not a reader.
    if (ctx.method === 'HEAD' || ctx.get('sec-purpose').startsWith('prefetch')) return;
    const isBot = !ctx.get('user-agent') || isbot(ctx.get('user-agent'));
    context.inBackground(
      count(ctx, { ...link, code, isBot }).catch((err: unknown) =>
        context.log.warn({ err }, 'a click was not counted'),
      ),
    );
  };
}

interface Found {
  readonly id: string;
  readonly target: string;
  readonly disabled: boolean;
}

async function find({ database }: Deps, code: string): Promise<Found | undefined> {
  return (await database.query<Found>(FIND, [code]))[0];
}

function thrownWindow(window: unknown): RateLimiterRes {
  if (window instanceof RateLimiterRes) return window;
  throw window;
}

/** Whether the request came to a short domain that is not the public host as well. */
function isOnShortDomain(ctx: AppContext, { config, publicUrl }: Deps): boolean {
  if (!config.SHORT_LINK_DOMAIN) return false;
  const short = new URL(config.SHORT_LINK_DOMAIN).host;
  const forwarded = isFromProxy(ctx, config) ? ctx.get('x-forwarded-host').split(',')[0]?.trim() : '';
  return short !== new URL(publicUrl).host && (forwarded || ctx.get('host')) === short;
}

function sendBusy(ctx: AppContext, seconds: number): void {
  sendPage(ctx, 429, 'busy');
  ctx.set({ 'Retry-After': String(seconds), Refresh: String(seconds) });
}

function sendPage(ctx: AppContext, status: number, why: Parameters<typeof linkPage>[1]): void {
  ctx.status = status;
  ctx.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = linkPage(ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en', why);
}
