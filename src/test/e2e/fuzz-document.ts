/**
 * The OpenAPI document for the fuzzer, with ids, dates and URLs that exist here. Random ones would always be
 * refused by the first check.
 */
import type { OpenApiDocument } from '../../http/openapi/build-document.ts';
import { FUTURE } from '../factories.ts';

/** A part of the document. */
type Node = Readonly<Record<string, unknown>>;
type Operations = Readonly<Record<string, Node>>;

/** What exists on the instance. */
export interface KnownThings {
  readonly posts: readonly string[];
  readonly groups: readonly string[];
  readonly channels: readonly string[];
  /** One channel of each network that is tried, by network. */
  readonly byNetwork: Readonly<Record<string, string>>;
  /** URL of an upload. */
  readonly media: string;
}

/** The operations with these methods, with existing ids next to anything else that fits. */
export function fuzzDocument(
  document: OpenApiDocument,
  things: KnownThings,
  methods: readonly string[],
): Node {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const kept = Object.entries(operations as Operations).filter(([method]) => methods.includes(method));
    return [
      path,
      Object.fromEntries(
        kept.map(([method, operation]) => [method, knowing({ path, method, operation }, things)]),
      ),
    ] as const;
  });
  const schemas = {
    ...document.components.schemas,
    SettingsChange: { type: 'object', properties: { __type: { const: 'sandbox' } } },
  };
  return {
    ...document,
    paths: Object.fromEntries(paths.filter(([, operations]) => Object.keys(operations).length)),
    components: { ...document.components, schemas },
  };
}

function knowing(
  { path, method, operation }: { path: string; method: string; operation: Node },
  things: KnownThings,
): Node {
  const ids = path.includes('{group}')
    ? things.groups
    : path.startsWith('/posts/')
      ? things.posts
      : things.channels;
  const parameters = (operation.parameters as readonly Node[]).map((parameter) =>
    parameter.in === 'path'
      ? { ...parameter, schema: { anyOf: [{ enum: ids }, parameter.schema] } }
      : parameter,
  );
  if (!('requestBody' in operation)) return { ...operation, parameters };
  const requestBody = withValues(operation.requestBody, things);
  return {
    ...operation,
    parameters,
    requestBody:
      /^\/posts(\/check)?$/.test(path) && method === 'post' ? withChannels(requestBody, things) : requestBody,
  };
}

/** Dates, texts and media, wherever they occur in a body. */
function withValues(schema: unknown, things: KnownThings): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withValues(part, things));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => {
      if (name === 'date' && isSchema(part)) {
        return [name, { anyOf: [{ enum: [FUTURE, '2031-05-04', '2031-02-30', '2031-05-04 09:30'] }, part] }];
      }
      if (name === 'content' && isSchema(part)) {
        return [name, { anyOf: [{ enum: ['Spring menu', '<p>Spring menu</p>', ''] }, part] }];
      }
      if (name === 'path' && isSchema(part)) {
        return [name, { anyOf: [{ enum: [things.media, 'data:image/png;base64,AAAA'] }, part] }];
      }
      return [name, withValues(part, things)];
    }),
  );
}

function isSchema(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part;
}

/** Part of a create request. */
interface Entries {
  readonly items: { readonly properties: Node };
}

/**
 * A request to create or check posts, whose entries have a channel and settings of that channel's network;
 * half of them contain nothing that could be refused.
 */
function withChannels(requestBody: unknown, { byNetwork }: KnownThings): unknown {
  const body = structuredClone(requestBody) as {
    content: { 'application/json': { schema: { properties: { posts: unknown } } } };
  };
  const { properties } = body.content['application/json'].schema;
  const posts = properties.posts as Entries;
  const integration = (id: string): Node => ({
    type: 'object',
    properties: { id: { const: id } },
    required: ['id'],
  });
  const settings = (network: string): Node => ({
    $ref: `#/components/schemas/${network
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}Settings`,
  });
  const entries = Object.entries(byNetwork).map(([network, id]) => ({
    ...posts.items,
    properties: { ...posts.items.properties, integration: integration(id), settings: settings(network) },
  }));
  const plain = closed({
    integration: closed({ id: { const: byNetwork.sandbox } }),
    value: {
      type: 'array',
      minItems: 1,
      maxItems: 5,
      items: closed({ content: { type: 'string', pattern: '^[A-Za-z ]{1,100}x$' } }),
    },
  });
  properties.posts = {
    anyOf: [
      { ...posts, items: plain },
      { ...posts, items: { anyOf: entries } },
    ],
  };
  return body;
}

function closed(properties: Node): Node {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
