import type { AppContext } from '../types.ts';

/** GET /api/health: the process answers. Reports nothing about what it depends on; /api/ready does. */
export function healthRoute(): (ctx: AppContext) => void {
  return (ctx) => {
    ctx.body = { status: 'ok' };
  };
}
