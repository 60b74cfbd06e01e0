import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createRegistry } from '../../../providers/index.ts';
import { errorKinds, type ErrorCode } from '../../platform/errors.ts';
import { createRouter } from '../../run/router.ts';
import { appOperations, operations } from '../../run/operations.ts';
import { documentOf } from '../routes/openapi.ts';
import { ID_FORM } from '../shapes.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { codesOf } from './codes-of.ts';

interface DescribedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}
interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: {
    readonly 'application/problem+json'?: {
      readonly schema: {
        readonly allOf: readonly [
          unknown,
          { readonly properties: { readonly code: { readonly enum: readonly string[] } } },
        ];
      };
    };
  };
}

const instanceOf = { providers: createRegistry({ sandbox: false }), apiUrl: 'https://crier.example' };
const document = documentOf(instanceOf, operations);
const appDocument = documentOf(instanceOf, appOperations, 'app');
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as DescribedOperation] as const,
  ),
);

const refOf = ({ $ref = '' }: DescribedResponse): string => $ref.split('/').at(-1) ?? '';
/** The codes of an error response; none for any other. */
const codesIn = ({ content }: DescribedResponse): readonly string[] =>
  content?.['application/problem+json']?.schema.allOf[1].properties.code.enum ?? [];

/** Ids of others, whose form is not ours to define. */
const FOREIGN_IDS = [
  ['releaseId', "a network's"],
  ['accountId', "a network's"],
  ['device_id', "a network's"],
  ['clientId', "a public word of its own, 'crier_…' or an old one"],
  ['client_id', 'the same, as OAuth calls it'],
  ['requestId', 'that of the client, where it sends one'],
  ['connectId', 'a secret of one sign-in at a network'],
];
/** Where `id` is a network's, or a client's own. */
const FOREIGN_PLACES = ['GET /posts/{id}/missing', 'DELETE /posts/group/{group}'];
/** What clients may send where an id stands, as older ones do. */
const ANY_WORD = [
  /\.value\.items\.id$/, // empty where there is none
  /\.image\.items\.id$/, // a name or URL of the file, ignored where it is no id
  /(\.parts|\.additionalProperties)\.items\.id$/, // the composer's own, within one draft
];

interface SchemaNode {
  readonly type?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}
const NAMES_ID = /^id$|Id$|_id$|^integration$/;
const NAMES_IDS = /Ids$|^channels$|^taken$/;

/**
 * Every property that is an id, or a list of them, and does not describe its form; with the format of ids
 * alone.
 */
function formless(node: unknown, path: string): string[] {
  if (Array.isArray(node)) return node.flatMap((one, n) => formless(one, `${path}.${n}`));
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {}, format } = node as SchemaNode;
  const isText = ({ type, anyOf = [] }: SchemaNode): boolean =>
    [type].flat().includes('string') || anyOf.some(isText);
  const says = ({ pattern, anyOf = [] }: SchemaNode): boolean => pattern === ID_FORM || anyOf.some(says);
  const own = Object.entries(properties).filter(([name, schema]) => {
    if (FOREIGN_IDS.some(([known]) => known === name)) return false;
    const lists = [schema, ...(schema.anyOf ?? [])].flatMap(({ items }) => items ?? []);
    return (
      (NAMES_ID.test(name) && isText(schema) && !says(schema)) ||
      (NAMES_IDS.test(name) && lists.some((items) => isText(items) && !says(items)))
    );
  });
  return [
    ...(format === 'uuid' || format === 'id' ? [`${path}: format ${format}`] : []),
    ...own.map(([name]) => `${path}.${name}`),
    ...Object.entries(node).flatMap(([key, inner]) => formless(inner, `${path}.${key}`)),
  ];
}

describe('the OpenAPI document', () => {
  it('defines which form the ids of an answer have', () => {
    const answers = described
      .filter(([name]) => !FOREIGN_PLACES.includes(name))
      .flatMap(([name, { responses }]) => formless(responses, name));
    const schemas = Object.entries(document.components.schemas).filter(
      ([name]) => !name.endsWith('Settings'),
    );
    expect([...answers, ...formless(schemas, 'schemas')]).toEqual([]);
  });

  it.each([
    ['the Public API', document],
    ['the web app', appDocument],
  ])('defines the same form for every id that a request to %s holds, and no narrower one', (_, { paths }) => {
    const requests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const { requestBody, parameters = [] } = operation as {
          requestBody?: object;
          parameters?: readonly { readonly in: string; readonly name: string; readonly schema: SchemaNode }[];
        };
        // A list that is filtered by what is no id is empty (id-filter.ts).
        const inPath = parameters.filter((one) => one.in === 'path' && NAMES_ID.test(one.name));
        const properties = Object.fromEntries(inPath.map(({ name, schema }) => [name, schema]));
        return formless({ properties, requestBody }, `${method.toUpperCase()} ${path}`);
      }),
    );
    const places = (one: string): string =>
      one.replaceAll(/\.(properties|requestBody|content|schema|application\/json)(?=\.)/g, '');
    expect(requests.map(places).filter((one) => !ANY_WORD.some((known) => known.test(one)))).toEqual([]);
  });

  it("is valid OpenAPI 3.1 and passes the linter's strict rules", async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // Existing clients delete by `/posts/group/{group}`. The paths that it could be taken for have other
        // methods, and an id is never "group".
        'no-ambiguous-paths': 'off',
        'paths-kebab-case': 'error',
        'operation-singular-tag': 'error',
        'operation-tag-defined': 'error',
        'path-params-defined': 'error',
        'array-parameter-serialization': 'error',
      },
    });
    const lint = async (source: unknown): Promise<string[]> =>
      (await lintFromString({ source: JSON.stringify(source), absoluteRef: '/openapi.json', config })).map(
        (p) => `${p.severity} ${p.ruleId} ${p.location[0]?.pointer}: ${p.message}`,
      );
    // Types of events are no paths: they use the names of a post's states.
    const isOfEvent = (line: string): boolean => line.startsWith('error paths-kebab-case #/webhooks/');
    expect((await lint(document)).filter((line) => !isOfEvent(line))).toEqual([]);
    expect(await lint(appDocument)).toEqual([]);
    expect(await lint({ ...document, security: [{ apiKeys: [] }] })).toContainEqual(
      expect.stringMatching(/^error security-defined/),
    );
  }, 120_000);

  it.each(described)('gives %s a unique id, a summary, one tag and errors', (_, operation) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(described.filter(([, other]) => other.operationId === operation.operationId)).toHaveLength(1);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.tags).toHaveLength(1);
    expect(Object.keys(operation.responses).filter((status) => Number(status) >= 400)).toEqual(
      expect.arrayContaining(['500', '503']),
    );
  });

  it("has no two paths of one method that differ only in a parameter's name", () => {
    const shapes = described.map(([call]) => call.replaceAll(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, n) => shapes.indexOf(shape) !== n)).toEqual([]);
  });

  it('declares each error code of the catalogue at some operation, except those that no operation answers', () => {
    const declared = new Set([
      ...operations().flatMap((operation) => codesOf(operation, 'public')),
      ...appOperations().flatMap((operation) => codesOf(operation, 'app')),
    ]);
    // no_way_back: of the command line.
    const elsewhere: ErrorCode[] = [
      'route_not_found',
      'method_not_allowed',
      'invalid_signature',
      'no_way_back',
      'publishing_frozen',
    ];
    expect((Object.keys(errorKinds) as ErrorCode[]).filter((code) => !declared.has(code)).sort()).toEqual(
      elsewhere.sort(),
    );
  });

  it.each([
    ['Public API', document, operations, 'public'],
    ['app', appDocument, appOperations, 'app'],
  ] as const)(
    'names the error codes for each status of each operation of the %s',
    (_, { paths, components }, operations, surface) => {
      const shared = components.responses as Record<string, DescribedResponse>;
      for (const operation of operations()) {
        const methods = paths[operation.path] as Record<string, DescribedOperation>;
        const responses = methods[operation.method]?.responses ?? {};
        const named = Object.values(responses).flatMap((response) =>
          codesIn(shared[refOf(response)] ?? response),
        );
        expect(named.toSorted()).toEqual(codesOf(operation, surface).toSorted());
      }
    },
  );

  it('shares an error response among the operations that have it', () => {
    const all = described
      .flatMap(([, { responses }]) => Object.values(responses))
      .filter((r) => codesIn(r).length);
    const texts = all.map((response) => JSON.stringify(response));
    expect(texts.filter((text, n) => texts.indexOf(text) !== n)).toEqual([]);
    expect(Object.keys(document.components.responses)).toContain('PostNotFound');
  });

  it('has settings for each network, selected by __type', () => {
    const { Settings } = document.components.schemas as Record<
      string,
      { discriminator?: { mapping: Record<string, string> } }
    >;
    expect(Object.keys(Settings?.discriminator?.mapping ?? {}).sort()).toEqual(
      [...createRegistry({ sandbox: false }).keys()].sort(),
    );
  });
});

describe('an instance', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('answers each path in the document, and no other below /public/v1', () => {
    const routed = createRouter(crier.context).stack.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    );
    const below = routed
      .filter((call) => call.includes(' /public/v1'))
      .map((call) => call.replace('/public/v1', '').replaceAll(/:(\w+)/g, '{$1}'));
    expect(below.sort()).toEqual(described.map(([call]) => call).sort());
  });

  it('gives the document to everybody, with its own URL and its networks', async () => {
    const { status, body } = await crier.call<typeof document>('GET', '/openapi.json', { key: null });
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(documentOf(crier.context, operations))));
    expect(body.servers).toEqual([
      { url: `${crier.context.publicUrl}/public/v1`, description: 'This instance' },
    ]);
    expect(body.components.schemas).toHaveProperty('SandboxSettings');
  });
});
