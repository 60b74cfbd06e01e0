/**
 * Every endpoint on one page: the operations of the Public API, the steps before each handler, and what lies
 * beside them. The app's own: app.ts.
 */
import Router from '@koa/router';
import type { AppState, Middleware } from '../app-types.ts';
import type { Context } from '../context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { authenticateSession } from '../middleware/authenticate-session.ts';
import { idempotency } from '../middleware/idempotency.ts';
import { MAX_OPEN_BYTES, parseBody } from '../middleware/parse-body.ts';
import { rateLimit } from '../middleware/rate-limit.ts';
import { stillProven } from '../middleware/still-proven.ts';
import { appRoutes } from './app.ts';
import { stripeWebhookRoute } from './billing/stripe-webhook.ts';
import { deleteIntegrationRoute } from './integrations/delete-integration.ts';
import { deleteIntegrationOperation } from './integrations/delete-integration.schema.ts';
import { findSlotRoute } from './integrations/find-slot.ts';
import { findSlotOperation } from './integrations/find-slot.schema.ts';
import { getConnectUrlRoute } from './integrations/get-connect-url.ts';
import { getConnectUrlOperation } from './integrations/get-connect-url.schema.ts';
import { integrationSettingsRoute } from './integrations/integration-settings.ts';
import { integrationSettingsOperation } from './integrations/integration-settings.schema.ts';
import { listIntegrationsRoute } from './integrations/list-integrations.ts';
import { listIntegrationsOperation } from './integrations/list-integrations.schema.ts';
import { triggerToolRoute } from './integrations/trigger-tool.ts';
import { triggerToolOperation } from './integrations/trigger-tool.schema.ts';
import { listNotificationsRoute } from './notifications/list-notifications.ts';
import { listNotificationsOperation } from './notifications/list-notifications.schema.ts';
import { answerAsOAuth } from '../oauth/oauth-error.ts';
import { oauthMetadataRoute } from './oauth/metadata.ts';
import type { Operation, Route } from './operation.ts';
import { isConnectedOperation, isConnectedRoute } from './organization/is-connected.ts';
import { listGroupsRoute } from './organization/list-groups.ts';
import { listGroupsOperation } from './organization/list-groups.schema.ts';
import { createPostRoute } from './posts/create-post.ts';
import { createPostOperation } from './posts/create-post.schema.ts';
import { deleteGroupRoute, deletePostRoute } from './posts/delete-post.ts';
import { deleteGroupOperation, deletePostOperation } from './posts/delete-post.schema.ts';
import { editPostRoute } from './posts/edit-post.ts';
import { editPostOperation } from './posts/edit-post.schema.ts';
import { getPostRoute } from './posts/get-post.ts';
import { getPostOperation } from './posts/get-post.schema.ts';
import { listPostsRoute } from './posts/list-posts.ts';
import { listPostsOperation } from './posts/list-posts.schema.ts';
import { missingContentRoute, setReleaseIdRoute } from './posts/release-id.ts';
import { missingContentOperation, setReleaseIdOperation } from './posts/release-id.schema.ts';
import { resolvePostRoute } from './posts/resolve-post.ts';
import { resolvePostOperation } from './posts/resolve-post.schema.ts';
import { retryPostRoute } from './posts/retry-post.ts';
import { retryPostOperation } from './posts/retry-post.schema.ts';
import { setSettingsRoute } from './posts/set-settings.ts';
import { setSettingsOperation } from './posts/set-settings.schema.ts';
import { setStatusRoute } from './posts/set-status.ts';
import { setStatusOperation } from './posts/set-status.schema.ts';
import { appOpenApiOperation, docsPageRoute, openApiOperation, openApiRoute } from './reference/openapi.ts';
import { healthRoute } from './system/health.ts';
import { metricsRoute } from './system/metrics.ts';
import { readyRoute } from './system/ready.ts';
import { serveUploadRoute } from './uploads/serve-upload.ts';
import { receiveFile, uploadFileRoute } from './uploads/upload-file.ts';
import { uploadFileOperation } from './uploads/upload-file.schema.ts';
import { uploadFromUrlRoute } from './uploads/upload-from-url.ts';
import { uploadFromUrlOperation } from './uploads/upload-from-url.schema.ts';

/**
 * The operations of the Public API, in the order of the reference. A fixed path stands before one with a
 * parameter.
 */
export const routes: readonly Route[] = [
  [createPostOperation, createPostRoute],
  [listPostsOperation, listPostsRoute],
  [getPostOperation, getPostRoute],
  [editPostOperation, editPostRoute],
  [deleteGroupOperation, deleteGroupRoute],
  [deletePostOperation, deletePostRoute],
  [setStatusOperation, setStatusRoute],
  [setSettingsOperation, setSettingsRoute],
  [retryPostOperation, retryPostRoute],
  [resolvePostOperation, resolvePostRoute],
  [missingContentOperation, missingContentRoute],
  [setReleaseIdOperation, setReleaseIdRoute],
  [uploadFileOperation, uploadFileRoute],
  [uploadFromUrlOperation, uploadFromUrlRoute],
  [listIntegrationsOperation, listIntegrationsRoute],
  [integrationSettingsOperation, integrationSettingsRoute],
  [triggerToolOperation, triggerToolRoute],
  [findSlotOperation, findSlotRoute],
  [deleteIntegrationOperation, deleteIntegrationRoute],
  [getConnectUrlOperation, getConnectUrlRoute],
  [listGroupsOperation, listGroupsRoute],
  [listNotificationsOperation, listNotificationsRoute],
  [isConnectedOperation, isConnectedRoute],
  [openApiOperation, (context) => openApiRoute(context, operations)],
];

/** What the router, the OpenAPI document and the reference page are made of. */
export const operations = (): Operation[] => routes.map(([operation]) => operation);

/**
 * What a browser reaches below `/api` with its session: the app's own operations, and those of the Public
 * API, by the same handlers. An operation that both have (its document) is the app's.
 */
export function sessionRoutes(): Route[] {
  const document: Route = [appOpenApiOperation, (context) => openApiRoute(context, appOperations, 'app')];
  const own = new Set([document, ...appRoutes].map(([{ method, path }]) => `${method} ${path}`));
  return [document, ...appRoutes, ...routes.filter(([{ method, path }]) => !own.has(`${method} ${path}`))];
}

/** Of the app's OpenAPI document. */
export const appOperations = (): Operation[] => sessionRoutes().map(([operation]) => operation);

/** Builds the router. */
export function createRouter(context: Context): Router<AppState> {
  const router = new Router<AppState>();
  mount(router, context, { prefix: '/public/v1', routes, prove: () => authenticate(context.database) });
  mount(router, context, {
    prefix: '/api',
    routes: sessionRoutes(),
    prove: (operation) => authenticateSession(context, operation),
  });
  router.get('/api/health', healthRoute());
  router.get('/api/ready', readyRoute(context));
  router.get('/metrics', metricsRoute(context));
  router.get('/.well-known/oauth-authorization-server', oauthMetadataRoute(context));
  router.post('/api/billing/webhook', parseBody({ maxBytes: MAX_OPEN_BYTES }), stripeWebhookRoute(context));
  for (const prefix of uploadPrefixes(context)) router.get(`${prefix}/*path`, serveUploadRoute(context));
  router.get('/docs', docsPageRoute(context, operations));
  return router;
}

/** Operations below one prefix, all with the same way to prove who calls. */
interface Mount {
  readonly prefix: string;
  readonly routes: readonly Route[];
  prove(operation: Operation): Middleware;
}

function mount(router: Router<AppState>, context: Context, { prefix, routes: mounted, prove }: Mount): void {
  for (const [operation, handler] of mounted) {
    const proof = operation.access === 'open' ? undefined : prove(operation);
    const steps = [...(proof ? [proof] : []), ...stepsOf(context, operation, proof)];
    router[operation.method](
      `${prefix}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...steps,
      handler(context),
    );
  }
}

/** Addresses that were handed out before the prefix was changed go on working. */
function uploadPrefixes({ config }: Context): string[] {
  const own = config.NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY.replace(/^\/api(?=\/uploads)/, '');
  return [...new Set(['/uploads', own])];
}

/** What comes between authentication and the handler, in order. */
function stepsOf(
  context: Context,
  { multipart, body, form, idempotent, limited }: Operation,
  proof: Middleware | undefined,
): Middleware[] {
  const reading = multipart
    ? receiveFile(context)
    : body
      ? parseBody({ ...(form ? { form } : {}), ...(proof ? {} : { maxBytes: MAX_OPEN_BYTES }) })
      : undefined;
  const read = reading
    ? [...(form ? [answerAsOAuth()] : []), proof ? stillProven(proof, reading) : reading]
    : [];
  const steps = idempotent ? [...read, idempotency(context.database)] : read;
  return limited ? [rateLimit(context, steps)] : steps;
}
