/** The router: every operation with the steps before its handler, and what lies beside the two APIs. */
import Router from '@koa/router';
import compress from 'koa-compress';
import type { AppState, Middleware } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { authenticate } from '../http/authenticate.ts';
import { authenticateSession } from '../http/authenticate-session.ts';
import { assertStorable } from '../http/check-json.ts';
import { readOldIds, showOldIds } from '../http/old-ids.ts';
import { idempotency } from '../http/idempotency.ts';
import { MAX_EVENT_BYTES, MAX_OPEN_BYTES, parseBody } from '../http/parse-body.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { changesWhatIsPublished, refuseElsewhere } from '../http/refuse-elsewhere.ts';
import { reauthenticate } from '../http/reauthenticate.ts';
import { stripeWebhookRoute } from '../billing/routes/stripe-webhook.ts';
import { answerAsOAuth } from '../oauth/oauth-error.ts';
import { oauthMetadataRoute } from '../oauth/routes/metadata.ts';
import type { Operation } from '../http/operation.ts';
import { healthRoute } from '../http/routes/health.ts';
import { metricsRoute } from '../http/routes/metrics.ts';
import { readyRoute } from '../http/routes/ready.ts';
import { serveSignedRoute } from '../uploads/routes/serve-signed.ts';
import { serveUploadRoute } from '../uploads/routes/serve-upload.ts';
import { docsFileRoute, docsPageRoute } from '../http/routes/openapi.ts';
import { receiveFile } from '../uploads/routes/upload-file.ts';
import { appOperations, operations } from './operations.ts';

export function createRouter(context: Context): Router<AppState> {
  const router = new Router<AppState>();
  mount(router, context, {
    prefix: '/public/v1',
    operations: operations(),
    prove: (operation) => authenticate(context.database, operation),
    oldIds: true,
  });
  mount(router, context, {
    prefix: '/api',
    operations: appOperations(),
    prove: (operation) => authenticateSession(context, operation),
  });
  router.get('/api/health', healthRoute());
  router.get('/api/ready', readyRoute(context));
  router.get('/metrics', metricsRoute(context));
  router.get('/.well-known/oauth-authorization-server', oauthMetadataRoute(context));
  router.post('/api/billing/webhook', parseBody({ maxBytes: MAX_EVENT_BYTES }), stripeWebhookRoute(context));
  for (const prefix of uploadPrefixes(context)) {
    router.get(`${prefix}/signed/*path`, serveSignedRoute(context));
    router.get(`${prefix}/*path`, serveUploadRoute(context));
  }
  router.get('/docs', docsPageRoute(context, operations));
  router.get('/docs/:file', docsFileRoute());
  return router;
}

/** Answers below a kilobyte would hardly be shorter. */
const COMPRESS: Middleware = compress({ threshold: 1024 });

/** Operations below one prefix, all with the same way to prove who calls. */
interface Mount {
  readonly prefix: string;
  readonly operations: readonly Operation[];
  prove(operation: Operation): Middleware;
  /** Clients may know records by their old ids. */
  readonly oldIds?: true;
}

function mount(
  router: Router<AppState>,
  context: Context,
  { prefix, operations: mounted, prove, oldIds: old }: Mount,
): void {
  for (const operation of mounted) {
    const proof = operation.access === 'open' ? undefined : prove(operation);
    const steps = [
      ...(operation.compressed ? [COMPRESS] : []),
      ...(proof ? [proof] : []),
      checkUrl(operation),
      ...(proof && old ? [showOldIds(context.database)] : []),
      ...(proof && changesWhatIsPublished(operation) ? [refuseElsewhere()] : []),
      ...stepsOf(context, operation, proof),
      ...(proof && old ? [readOldIds(context.database)] : []),
    ];
    router[operation.method](
      `${prefix}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...steps,
      begin(operation),
      operation.handler(context),
    );
  }
}

/** Parameters of the path and of a query that is read are held to what bodies are. */
function checkUrl({ query }: Operation): Middleware {
  return (ctx, next) => {
    const odd = Object.values<string>(ctx.params).find((value) => value.includes('\0'));
    if (odd !== undefined) throw new ApiError('invalid_id');
    if (query) assertStorable({ ...ctx.query });
    return next();
  };
}

/** A request that fails before this step has changed nothing (handle-errors.ts). */
function begin({ idempotent }: Operation): Middleware {
  return (ctx, next) => {
    ctx.state.begun = { takesKey: idempotent ?? false };
    return next();
  };
}

/** URLs that were handed out before the prefix was changed go on working. */
function uploadPrefixes({ config }: Context): string[] {
  const own = config.NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY.replace(/^\/api(?=\/uploads)/, '');
  return [...new Set(['/uploads', own])];
}

/** What comes between authentication and the handler, in order. */
function stepsOf(context: Context, operation: Operation, proof: Middleware | undefined): Middleware[] {
  const { multipart, body, form, idempotent, limited } = operation;
  const reading = multipart
    ? receiveFile(context)
    : body
      ? parseBody({ ...(form ? { form } : {}), ...(proof ? {} : { maxBytes: MAX_OPEN_BYTES }) })
      : undefined;
  const read = reading
    ? [...(form ? [answerAsOAuth(operation)] : []), proof ? reauthenticate(proof, reading) : reading]
    : [];
  const steps = idempotent ? [...read, idempotency(context.database)] : read;
  return limited ? [rateLimit(context, steps)] : steps;
}
