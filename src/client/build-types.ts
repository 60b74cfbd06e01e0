/**
 * The types of the client and of the web app: `schema.d.ts`, made of the OpenAPI documents of all networks.
 */
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { createRegistry } from '../../providers/index.ts';
import type { OpenApiDocument } from '../http/openapi/build-document.ts';
import type { Surface } from '../http/openapi/codes-of.ts';
import { appOperations, operations } from '../run/operations.ts';
import { documentOf } from '../http/routes/openapi.ts';

const HEADER = '// Generated from the OpenAPI document (npm run types). Do not change it by hand.\n';

/** The app's shapes are those of the Public API. */
const SHARED = "import type { components } from '../../client/schema.d.ts';\n";

/** Where the types of each document lie. */
export const TYPE_FILES: Readonly<Record<Surface, string>> = {
  public: 'src/client/schema.d.ts',
  app: 'src/web/api/schema.d.ts',
};

/** What the types of each surface are made of: equal documents make equal types. */
export function typedDocuments(): Readonly<Record<Surface, object>> {
  const instance = { providers: createRegistry({ sandbox: false }), apiUrl: 'https://crier.example' };
  const document = documentOf(instance, operations);
  return { public: document, app: appOnly(documentOf(instance, appOperations, 'app'), document) };
}

/** The text of schema.d.ts as it should be. */
export async function buildTypes(surface: Surface): Promise<string> {
  const nodes = await openapiTypes(JSON.stringify(typedDocuments()[surface]), {
    // A field with a default may be omitted from what is sent.
    defaultNonNullable: false,
    transform: (schema) =>
      'contentMediaType' in schema ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  if (surface === 'public') return HEADER + astToString(nodes);
  const own = nodes.filter((node) => !(ts.isInterfaceDeclaration(node) && node.name.text === 'components'));
  return HEADER + SHARED + astToString(own);
}

/**
 * The parts of the app's document beyond the Public API's. The web app shows an error by its code, whichever
 * operation it came from, and never asks for a problem (RFC 9457): one shape covers them all.
 */
function appOnly(app: OpenApiDocument, common: OpenApiDocument): object {
  const error = {
    description: 'An error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const shared = new Set(Object.values(common.paths).flatMap(Object.values).map(idOf));
  const paths = Object.entries(app.paths)
    .filter(([, methods]) => !Object.values(methods).every((operation) => shared.has(idOf(operation))))
    .map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const { responses, ...rest } = operation as {
            readonly responses: Readonly<Record<string, unknown>>;
          };
          const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
          return [method, { ...rest, responses: { ...Object.fromEntries(answers), default: error } }];
        }),
      ),
    ]);
  const { responses: _, ...components } = app.components;
  return { ...app, paths: Object.fromEntries(paths), components };
}

const idOf = (operation: unknown): string => (operation as { readonly operationId: string }).operationId;
