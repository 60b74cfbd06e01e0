/** Every endpoint on one page: method, path, and the steps before its handler. */
import Router from '@koa/router';
import type { AppState, Middleware } from '../app-types.ts';
import type { Context } from '../context.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { idempotency } from '../middleware/idempotency.ts';
import { parseBody } from '../middleware/parse-body.ts';
import { listIntegrationsRoute } from './integrations/list-integrations.ts';
import { listNotificationsRoute } from './notifications/list-notifications.ts';
import { createPostRoute } from './posts/create-post.ts';
import { deletePostRoute } from './posts/delete-post.ts';
import { editPostRoute } from './posts/edit-post.ts';
import { getPostRoute } from './posts/get-post.ts';
import { listPostsRoute } from './posts/list-posts.ts';
import { resolvePostRoute } from './posts/resolve-post.ts';
import { retryPostRoute } from './posts/retry-post.ts';
import { healthRoute } from './system/health.ts';
import { metricsRoute } from './system/metrics.ts';
import { readyRoute } from './system/ready.ts';
import { serveUploadRoute } from './uploads/serve-upload.ts';
import { receiveFile, uploadFileRoute } from './uploads/upload-file.ts';

/** Builds the router. */
export function createRouter(context: Context): Router<AppState> {
  const router = new Router<AppState>();
  const signedIn = authenticate(context.database);
  const reads: Middleware[] = [signedIn];
  const writes: Middleware[] = [signedIn, parseBody()];
  const creates: Middleware[] = [...writes, idempotency(context.database)];

  router.get('/api/health', healthRoute());
  router.get('/api/ready', readyRoute(context));
  router.get('/metrics', metricsRoute(context));
  router.get('/uploads/*path', serveUploadRoute(context));

  router.get('/public/v1/is-connected', ...reads, (ctx) => { ctx.body = { connected: true }; });
  router.get('/public/v1/integrations', ...reads, listIntegrationsRoute(context));
  router.post('/public/v1/upload', signedIn, receiveFile(context), uploadFileRoute(context));
  router.post('/public/v1/posts', ...creates, createPostRoute(context));
  router.get('/public/v1/posts', ...reads, listPostsRoute(context));
  router.get('/public/v1/posts/:id', ...reads, getPostRoute(context));
  router.patch('/public/v1/posts/:id', ...writes, editPostRoute(context));
  router.delete('/public/v1/posts/:id', ...reads, deletePostRoute(context));
  router.post('/public/v1/posts/:id/retry', ...writes, retryPostRoute(context));
  router.post('/public/v1/posts/:id/resolve', ...writes, resolvePostRoute(context));
  router.get('/public/v1/notifications', ...reads, listNotificationsRoute(context));
  return router;
}
