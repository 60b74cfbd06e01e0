/**
 * Our own short links, followed: `GET /s/<code>` leads on with a 302, sets no cookie and is counted. A
 * middleware and no route: on the short domain nothing else of the instance answers.
 */
import { randomUUID } from 'node:crypto';
import { isbot } from 'isbot';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { clientIp, isFromProxy, networkOf } from '../http/client-ip.ts';
import { createLimiter } from '../http/rate-limit-store.ts';
import { tooManyAttempts } from '../http/throttle.ts';
import type { AppContext, Middleware } from '../http/types.ts';
import type { Statement } from '../platform/database.ts';
import { hashToken } from '../platform/secrets.ts';
import { isCode } from './code.ts';
import { COUNT, referrerOf } from './count-click.ts';
import { notFoundPage, pagePolicy } from './not-found-page.ts';

type Deps = Pick<Context, 'config' | 'database' | 'publicUrl' | 'log' | 'inBackground'>;

/** The table takes no target but of http and https. */
const FIND: Statement = {
  name: 'short-link-find',
  text: "select id, target from short_link where code = $1 and service = 'crier'",
};

/** How many codes that do not exist may be tried from one place. */
const GUESSES = { name: 'short-link-guess', points: 60, seconds: 60 } as const;
/** How many clicks on one link from one place count. Further ones lead on as well. */
const CLICKS = { name: 'short-link-click', points: 30, seconds: 60 } as const;

/**
 * Answers below `/s/`, and everything on the short domain where that is not the public one.
 *
 * Where a visitor came from is kept as a host, and nothing of who it was: their address is counted for a
 * minute, under a hash that only this process can make.
 */
export function followShortLinks(context: Deps): Middleware {
  const [guesses, clicks] = [createLimiter(context, GUESSES), createLimiter(context, CLICKS)];
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

  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const [, code] = (isRead && /^\/s(?:\/([^/]*))?\/?$/.exec(ctx.path)) || [];
    const isOurs = isRead && /^\/s(?:\/|$)/.test(ctx.path);
    if (!isOurs && !isOnShortDomain(ctx, context)) return next();
    const link = code && isCode(code) ? await find(context, code) : undefined;
    if (!link || !code) {
      if (isOurs) await guesses.consume(placeOf(ctx)).catch(refuse);
      return sendNotFound(ctx);
    }
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'strict-origin-when-cross-origin' });
    ctx.redirect(link.target);
    // A browser that fetches a page ahead is not somebody who reads it.
    if (ctx.method === 'HEAD' || ctx.get('sec-purpose').startsWith('prefetch')) return;
    const isBot = !ctx.get('user-agent') || isbot(ctx.get('user-agent'));
    context.inBackground(
      count(ctx, { ...link, code, isBot }).catch((err: unknown) =>
        context.log.warn({ err }, 'a click was not counted'),
      ),
    );
  };
}

async function find({ database }: Deps, code: string): Promise<{ id: string; target: string } | undefined> {
  return (await database.query<{ id: string; target: string }>(FIND, [code]))[0];
}

/** @throws ApiError `too_many_attempts` */
function refuse(window: unknown): never {
  if (!(window instanceof RateLimiterRes)) throw window;
  throw tooManyAttempts(window);
}

/** Whether the request came to a short domain that is not the public address as well. */
function isOnShortDomain(ctx: AppContext, { config, publicUrl }: Deps): boolean {
  if (!config.SHORT_LINK_DOMAIN) return false;
  const short = new URL(config.SHORT_LINK_DOMAIN).host;
  const forwarded = isFromProxy(ctx, config) ? ctx.get('x-forwarded-host').split(',')[0]?.trim() : '';
  return short !== new URL(publicUrl).host && (forwarded || ctx.get('host')) === short;
}

function sendNotFound(ctx: AppContext): void {
  ctx.status = 404;
  ctx.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = notFoundPage(ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en');
}
