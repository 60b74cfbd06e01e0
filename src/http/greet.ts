import type { Context } from '../platform/context.ts';
import { isPage } from './normalize-path.ts';
import type { Middleware } from './types.ts';

/**
 * Answers `curl http://host/` with where everything is, as text: the caller is no browser (which gets the
 * web app) and no client of the API (whose URLs are longer).
 */
export function greet({ publicUrl, apiUrl }: Pick<Context, 'publicUrl' | 'apiUrl'>): Middleware {
  const places = [
    ['Web app', `${publicUrl}/`],
    ['API', `${apiUrl}/public/v1`],
    ['API reference', `${apiUrl}/docs`],
    ['Health', `${apiUrl}/api/ready`],
  ] as const;
  const width = Math.max(...places.map(([name]) => name.length));
  const lines = places.map(([name, url]) => `${name.padEnd(width)}  ${url}`);
  const text = ['This is Crier, which publishes posts to social networks.', '', ...lines, ''].join('\n');
  return async (ctx, next) => {
    if (ctx.path !== '/' || isPage(ctx) || !['GET', 'HEAD'].includes(ctx.method)) return next();
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = text;
  };
}
