import { STATUS_CODES } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import type { AppContext, Middleware } from './types.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { sentence } from '../platform/sentences.ts';

/** One log line for each request and one shape for each error; a 5xx reveals nothing internal. */
export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = process.hrtime.bigint();
    ctx.state.requestId = uuidv7();
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw nowhere(ctx);
    } catch (error) {
      const refusal = withOutcome(ctx, ApiError.from(error));
      if (refusal.status >= 500) {
        ctx.state.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'request failed');
      }
      writeError(ctx, refusal);
    } finally {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      ctx.state.log.info(
        { method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms) },
        'request',
      );
    }
  };
}

/**
 * TRACE would send back what a request carries, its key too. Older clients read a 404 for the other methods.
 */
function nowhere({ method, path }: AppContext): ApiError {
  return method === 'TRACE'
    ? new ApiError('method_not_allowed', { headers: { allow: METHODS } })
    : new ApiError('route_not_found', sentence('no_route', { method, path }));
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/**
 * Adds what is known when the database did not answer. A failure before the handler has changed nothing;
 * after that, the answer of a commit may be all that was lost.
 */
function withOutcome({ method, state }: AppContext, error: ApiError): ApiError {
  if (error.code !== 'unavailable' || ['GET', 'HEAD'].includes(method)) return error;
  const outcome = !state.begun
    ? 'nothing_was_changed'
    : state.idempotency
      ? 'may_be_done_repeat'
      : state.begun.takesKey
        ? 'may_be_done_look_or_key'
        : 'may_be_done_look';
  return new ApiError('unavailable', {
    ...sentence('unavailable_and', { unavailable: error.sentence, outcome: sentence(outcome) }),
    headers: { ...error.headers },
    cause: error.cause,
  });
}

/**
 * The error shape that every known client can read; `application/problem+json` (RFC 9457) when it is asked
 * for.
 */
export function writeError(ctx: AppContext, error: ApiError): void {
  const reason = STATUS_CODES[error.status] ?? 'Error';
  ctx.status = error.status;
  // RFC 9110, section 11.6.1: every 401 names how to authenticate. "Cookie" opens no dialog in a browser.
  if (error.status === 401) {
    ctx.set('WWW-Authenticate', `${ctx.path.startsWith('/api/') ? 'Cookie' : 'Bearer'} realm="Crier"`);
  }
  for (const [name, value] of Object.entries(error.headers)) ctx.set(name, value);
  const more = {
    ...(error.reason ? { reason: error.reason } : {}),
    ...(error.params ? { params: error.params } : {}),
    ...(error.issues.length ? { issues: error.issues } : {}),
    ...(error.details ? { quota: error.details } : {}),
  };
  const message = error.issues.length
    ? `${error.message}: ${error.issues.map(messageOf).join('; ')}`
    : error.message;
  if (ctx.accepts('application/json', 'application/problem+json') === 'application/problem+json') {
    ctx.body = {
      type: `urn:crier:error:${error.code}`,
      title: reason,
      status: error.status,
      detail: message,
      code: error.code,
      ...more,
      requestId: ctx.state.requestId,
    };
    ctx.type = 'application/problem+json';
    return;
  }
  ctx.body = {
    statusCode: error.status,
    error: reason,
    code: error.code,
    message,
    msg: message,
    ...more,
    requestId: ctx.state.requestId,
  };
}

/** An issue of the request as a whole has no path. */
const messageOf = ({ path, message }: Issue): string => (path ? `${path} ${message}` : message);
