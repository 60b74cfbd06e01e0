import type { AppContext } from '../types.ts';
import type { Context } from '../../context.ts';
import { buildDocument, type OpenApiDocument } from '../openapi/build-document.ts';
import type { Surface } from '../openapi/codes-of.ts';
import { renderReference } from '../openapi/render-reference.ts';
import { VERSION } from '../../platform/version.ts';
import type { Operation } from '../operation.ts';

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
  { networks, publicUrl }: Pick<Context, 'networks' | 'publicUrl'>,
  operations: Operations,
  surface: Surface = 'public',
): OpenApiDocument {
  return buildDocument({
    surface,
    operations: operations(),
    networks: networks.values(),
    url: `${publicUrl}${surface === 'app' ? '/api' : '/public/v1'}`,
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

/** GET /docs: the same for people, as one page without scripts. */
export function docsPageRoute(context: Context, operations: Operations): (ctx: AppContext) => void {
  let page: string | undefined;
  return (ctx) => {
    ctx.body = page ??= renderReference(documentOf(context, operations));
    ctx.type = 'text/html';
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
  };
}
