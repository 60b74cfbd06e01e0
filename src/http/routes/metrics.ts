import type { AppContext } from '../types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { carriesToken } from '../../platform/metrics/authorize.ts';
import { CONTENT_TYPE, renderMetrics } from '../../platform/metrics/render.ts';
import { sentence } from '../../platform/sentences.ts';

/**
 * GET /metrics: with METRICS_TOKEN only. The API's port is the public one, and behind a proxy every caller
 * looks like this machine.
 */
export function metricsRoute({ config, database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    if (!config.METRICS_TOKEN) throw new ApiError('route_not_found', sentence('metrics_off'));
    if (!ctx.get('authorization')) {
      throw new ApiError('no_api_key', {
        ...sentence('metrics_token_missing'),
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    if (!carriesToken(ctx.get('authorization'), config.METRICS_TOKEN)) {
      throw new ApiError('invalid_api_key', {
        ...sentence('metrics_token_invalid'),
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    ctx.body = await renderMetrics(database);
    ctx.set('content-type', CONTENT_TYPE);
  };
}
