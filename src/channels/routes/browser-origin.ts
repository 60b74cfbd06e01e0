import type { AppContext } from '../../http/types.ts';

/**
 * The origin under which the caller's browser has the app open: its own header (Origin; a GET may have none),
 * else the host that was asked.
 */
export function browserOrigin(ctx: AppContext): string {
  const origin = ctx.get('origin');
  return (URL.canParse(origin) ? origin : `${ctx.protocol}://${ctx.host}`).slice(0, 300);
}
