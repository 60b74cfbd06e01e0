import { OF_PAGES } from '../security-headers.ts';
import type { AppContext } from '../types.ts';
import type { Context } from '../../platform/context.ts';
import { buildDocument, type OpenApiDocument } from '../openapi/build-document.ts';
import type { Surface } from '../openapi/codes-of.ts';
import { guideFile } from '../openapi/guide/files.ts';
import { SESSION_PLACE, renderReference } from '../openapi/render-reference.ts';
import { ApiError } from '../../platform/errors.ts';
import { VERSION } from '../../platform/version.ts';
import type { Operation } from '../operation.ts';
import { readSessionToken } from '../session-cookie.ts';
import { sentence } from '../../platform/sentences.ts';

export const openApiOperation = {
  id: 'getOpenApi',
  method: 'get',
  path: '/openapi.json',
  tag: 'Reference',
  access: 'open',
  summary: 'This document',
  answer: { status: 200, description: 'OpenAPI 3.1', schema: { type: 'object' } },
  errors: [],
} as const satisfies Omit<Operation, 'handler'>;

/** The same for the operations of the web app. */
export const appOpenApiOperation = { ...openApiOperation, id: 'getAppOpenApi' } as const satisfies Omit<
  Operation,
  'handler'
>;

/** The list of operations, asked for at the first request: this one stands in it. */
type Operations = () => readonly Operation[];

/** The document as an instance answers it. */
export function documentOf(
  { providers, apiUrl }: Pick<Context, 'providers' | 'apiUrl'>,
  operations: Operations,
  surface: Surface = 'public',
): OpenApiDocument {
  return buildDocument({
    surface,
    operations: operations(),
    networks: providers.values(),
    url: `${apiUrl}${surface === 'app' ? '/api' : '/public/v1'}`,
    version: VERSION,
  });
}

export function openApiHandler(
  context: Context,
  operations: Operations,
  surface: Surface = 'public',
): (ctx: AppContext) => void {
  let text: string | undefined;
  return (ctx) => {
    ctx.body = text ??= JSON.stringify(documentOf(context, operations, surface));
    ctx.type = 'application/json';
  };
}

/** The page runs its own script, reads the reader's channels, and loads nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** GET /docs: the guide and the reference for people. It differs only in whether its reader has a session. */
export function docsPageRoute(context: Context, operations: Operations): (ctx: AppContext) => void {
  let page: string | undefined;
  return (ctx) => {
    page ??= renderReference(documentOf(context, operations));
    const signedIn = readSessionToken(context, ctx) !== undefined;
    ctx.body = signedIn ? page.replace(SESSION_PLACE, SESSION_PLACE.replace('no', 'yes')) : page;
    ctx.type = 'text/html';
    ctx.set({
      ...OF_PAGES,
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-cache',
      Vary: 'Cookie',
    });
  };
}

/** GET /docs/{file}: what the page loads. */
export function docsFileRoute(): (ctx: AppContext) => void {
  return (ctx) => {
    const file = guideFile(ctx.params.file ?? '');
    if (!file) {
      throw new ApiError('route_not_found', sentence('no_route', { method: ctx.method, path: ctx.path }));
    }
    ctx.status = 200;
    ctx.type = file.type;
    ctx.set({ 'Cache-Control': 'no-cache', ETag: file.etag });
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = file.body;
  };
}
