/**
 * Every endpoint on one page: the operations of the Public API, the steps before each handler, and what lies
 * beside them. The app's own: app.ts.
 */
import Router from '@koa/router';
import type { AppState, Middleware } from './http/types.ts';
import type { Context } from './context.ts';
import { authenticate } from './http/authenticate.ts';
import { authenticateSession } from './http/authenticate-session.ts';
import { idempotency } from './http/idempotency.ts';
import { MAX_OPEN_BYTES, parseBody } from './http/parse-body.ts';
import { rateLimit } from './http/rate-limit.ts';
import { reauthenticate } from './http/reauthenticate.ts';
import { appRoutes } from './app-routes.ts';
import { stripeWebhookRoute } from './billing/routes/stripe-webhook.ts';
import { deleteIntegrationRoute } from './channels/routes/delete-integration.ts';
import { deleteIntegrationOperation } from './channels/routes/delete-integration.schema.ts';
import { findSlotRoute } from './channels/routes/find-slot.ts';
import { findSlotOperation } from './channels/routes/find-slot.schema.ts';
import { getConnectUrlRoute } from './channels/routes/get-connect-url.ts';
import { getConnectUrlOperation } from './channels/routes/get-connect-url.schema.ts';
import { integrationSettingsRoute } from './channels/routes/integration-settings.ts';
import { integrationSettingsOperation } from './channels/routes/integration-settings.schema.ts';
import { listIntegrationsRoute } from './channels/routes/list-integrations.ts';
import { listIntegrationsOperation } from './channels/routes/list-integrations.schema.ts';
import { triggerToolRoute } from './channels/routes/trigger-tool.ts';
import { triggerToolOperation } from './channels/routes/trigger-tool.schema.ts';
import { listNotificationsRoute } from './organizations/routes/list-notifications.ts';
import { listNotificationsOperation } from './organizations/routes/list-notifications.schema.ts';
import { answerAsOAuth } from './oauth/oauth-error.ts';
import { oauthMetadataRoute } from './oauth/routes/metadata.ts';
import type { Operation, Route } from './http/operation.ts';
import { isConnectedOperation, isConnectedRoute } from './organizations/routes/is-connected.ts';
import { listGroupsRoute } from './organizations/routes/list-groups.ts';
import { listGroupsOperation } from './organizations/routes/list-groups.schema.ts';
import { createPostRoute } from './posts/routes/create-post.ts';
import { createPostOperation } from './posts/routes/create-post.schema.ts';
import { deleteGroupRoute, deletePostRoute } from './posts/routes/delete-post.ts';
import { deleteGroupOperation, deletePostOperation } from './posts/routes/delete-post.schema.ts';
import { editPostRoute } from './posts/routes/edit-post.ts';
import { editPostOperation } from './posts/routes/edit-post.schema.ts';
import { getPostRoute } from './posts/routes/get-post.ts';
import { getPostOperation } from './posts/routes/get-post.schema.ts';
import { listPostsRoute } from './posts/routes/list-posts.ts';
import { listPostsOperation } from './posts/routes/list-posts.schema.ts';
import { missingContentRoute, setReleaseIdRoute } from './posts/routes/release-id.ts';
import { missingContentOperation, setReleaseIdOperation } from './posts/routes/release-id.schema.ts';
import { resolvePostRoute } from './posts/routes/resolve-post.ts';
import { resolvePostOperation } from './posts/routes/resolve-post.schema.ts';
import { retryPostRoute } from './posts/routes/retry-post.ts';
import { retryPostOperation } from './posts/routes/retry-post.schema.ts';
import { setSettingsRoute } from './posts/routes/set-settings.ts';
import { setSettingsOperation } from './posts/routes/set-settings.schema.ts';
import { setStatusRoute } from './posts/routes/set-status.ts';
import { setStatusOperation } from './posts/routes/set-status.schema.ts';
import { appOpenApiOperation, docsPageRoute, openApiOperation, openApiRoute } from './http/routes/openapi.ts';
import { healthRoute } from './http/routes/health.ts';
import { metricsRoute } from './http/routes/metrics.ts';
import { readyRoute } from './http/routes/ready.ts';
import { serveUploadRoute } from './uploads/routes/serve-upload.ts';
import { receiveFile, uploadFileRoute } from './uploads/routes/upload-file.ts';
import { uploadFileOperation } from './uploads/routes/upload-file.schema.ts';
import { uploadFromUrlRoute } from './uploads/routes/upload-from-url.ts';
import { uploadFromUrlOperation } from './uploads/routes/upload-from-url.schema.ts';

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
    ? [...(form ? [answerAsOAuth()] : []), proof ? reauthenticate(proof, reading) : reading]
    : [];
  const steps = idempotent ? [...read, idempotency(context.database)] : read;
  return limited ? [rateLimit(context, steps)] : steps;
}
