/** The Koa app from a context: the whole middleware order on one screen. */
import { join } from 'node:path';
import cors from '@koa/cors';
import Koa from 'koa';
import { createSandboxNetwork } from '../../providers/_networks/sandbox/server.ts';
import type { AppState } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { checkOrigin } from '../http/check-origin.ts';
import { checkHost } from '../http/known-host.ts';
import { greet } from '../http/greet.ts';
import { handleErrors } from '../http/handle-errors.ts';
import { normalizePath } from '../http/normalize-path.ts';
import { noteForwarded } from '../http/note-forwarded.ts';
import { noteOrigin } from '../http/note-origin.ts';
import { readQueriesOnce } from '../http/read-fields.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { refuseShare, serveWeb } from '../http/serve-web.ts';
import { serveSandbox } from '../http/serve-sandbox.ts';
import { deriveSandboxKeys, loadEncryptionKeys } from '../platform/secrets.ts';
import { followShortLinks } from '../short-links/follow-links.ts';
import { createRouter } from './router.ts';

/** Builds the app; it holds no state of its own. */
export function createApp(context: Context): Koa<AppState> {
  const { config, log } = context;
  const app = new Koa<AppState>();
  const router = createRouter(context);
  // Without Secure cookies a page on MAIN_URL has its session in a header (http/session-cookie.ts).
  const sessionHeader = config.NOT_SECURED ? ['auth'] : [];
  readQueriesOnce(app);
  app.use(handleErrors(log));
  app.use(securityHeaders(context));
  app.use(normalizePath());
  app.use(noteForwarded(context));
  app.use(followShortLinks(context));
  app.use(checkHost(config));
  if (config.CRIER_SANDBOX) {
    const instanceKeys = deriveSandboxKeys(loadEncryptionKeys(config, { create: false }));
    app.use(serveSandbox(createSandboxNetwork(join(config.CRIER_DATA_DIR, 'sandbox'), { instanceKeys })));
  }
  app.use(refuseShare());
  app.use(noteOrigin(context));
  app.use(checkOrigin([config.FRONTEND_URL, config.MAIN_URL]));
  app.use(
    cors({
      origin: (ctx) => ctx.get('origin'),
      credentials: true,
      allowHeaders: [
        'Content-Type',
        'Authorization',
        'Idempotency-Key',
        'If-Match',
        'X-CSRF-Token',
        'X-Organization',
        ...sessionHeader,
      ],
      exposeHeaders: [
        'ETag',
        'X-Request-Id',
        'WWW-Authenticate',
        'Retry-After',
        'Idempotency-Replayed',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        ...sessionHeader,
      ],
    }),
  );
  app.use(router.routes());
  app.use(greet(context));
  app.use(serveWeb(context));
  app.on('error', (error: Error, ctx?: { state: Partial<AppState> }) =>
    (ctx?.state.log ?? log).warn({ err: error }, 'connection failed'),
  );
  return app;
}
