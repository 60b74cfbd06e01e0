/** The OpenAPI 3.1 document, made of the same declarations that the router and the validators use. */
import { STATUS_CODES } from 'node:http';
import { errorKinds, type ErrorCode } from '../errors.ts';
import type { Network } from '../../providers/_kit/contract.ts';
import type { Operation, Schema } from '../routes/operation.ts';
import { component, components } from './components.ts';

/** What the document is made of. `url` = address below which the API answers. */
export interface DocumentParts {
  readonly operations: readonly Operation[];
  readonly networks: Iterable<Network>;
  readonly url: string;
  readonly version: string;
}

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Posts: 'Create, schedule, change and follow posts',
  Media: 'Store pictures and videos for posts',
  Channels: 'The accounts at networks that posts go to, and what each of them takes',
  Organisation: 'The key, and what its organisation should know',
  Reference: 'This document',
};

/** The whole document as an object. */
export function buildDocument({ operations, networks, url, version }: DocumentParts) {
  const settings = settingsSchemas(networks);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = describeOperation(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crier Public API', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: 'Create, schedule and follow posts to social networks. Every path is also answered below `/api`. Every refusal has a stable code and names the fields that are wrong.',
    },
    servers: [{ url, description: 'This instance' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The API key or access token as it is, or after "Bearer "' } },
      schemas: { ...components, ...settings.schemas, ...settings.whole },
    },
  };
}

/** What `buildDocument` makes. */
export type OpenApiDocument = ReturnType<typeof buildDocument>;

/** `linkedin-page` → `LinkedinPageSettings`. */
function settingsName(identifier: string): string {
  return `${identifier.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Settings`;
}

function settingsSchemas(networks: Iterable<Network>) {
  const schemas: Record<string, Schema> = {};
  const mapping: Record<string, string> = {};
  for (const { identifier, name, settingsSchema } of networks) {
    const { $schema: _, ...schema } = settingsSchema;
    const required = ['__type', ...((schema.required as string[] | undefined) ?? []).filter((field) => field !== '__type')];
    schemas[settingsName(identifier)] = { title: `Settings for ${name}`, ...schema, required };
    mapping[identifier] = `#/components/schemas/${settingsName(identifier)}`;
  }
  const whole: Record<string, Schema> = {
    Settings: { description: 'Those of one network. A draft may leave out what is required.', oneOf: Object.values(mapping).map(($ref) => ({ $ref })), discriminator: { propertyName: '__type', mapping } },
    SettingsChange: {
      type: 'object', description: 'Some settings of the network, laid over the stored ones. What they become together is checked.',
      properties: { __type: { enum: Object.keys(mapping), description: 'The network of the channel; may be left away' } },
      additionalProperties: true,
    },
  };
  return { schemas, whole };
}

function describeOperation(operation: Operation): Record<string, unknown> {
  const { id, tag, summary, description, access, answer } = operation;
  const body = bodyOf(operation);
  return {
    operationId: id, tags: [tag], summary, ...(description ? { description } : {}), ...(access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [answer.status]: { description: answer.description, ...headersOf(answer.headers), content: { 'application/json': { schema: answer.schema } } },
      ...refusals(operation),
    },
  };
}

function bodyOf({ body, multipart, example }: Operation): Record<string, unknown> | undefined {
  if (multipart) return { required: true, content: { 'multipart/form-data': { schema: multipart } } };
  return body && { required: true, content: { 'application/json': { schema: withSettings(body), ...(example === undefined ? {} : { example }) } } };
}

/** Where a body has settings, the document shows those of all networks; `$comment` says as which shape. */
function withSettings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSettings);
  if (schema === null || typeof schema !== 'object') return schema;
  if ('$comment' in schema) return { ...component(String(schema.$comment)), description: (schema as { description?: string }).description };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withSettings(value)]));
}

function parametersOf({ path, params = {}, query, headers = {}, idempotent }: Operation): Record<string, unknown>[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description = 'Its id', ...schema } = params[name] ?? { type: 'string', format: 'uuid' };
    return { name, in: 'path', required: true, description, schema };
  });
  const properties = Object.entries((query?.properties ?? {}) as Record<string, Schema>);
  const inQuery = properties.map(([name, { description = '', ...schema }]) => ({ name, in: 'query', required: ((query?.required ?? []) as string[]).includes(name), description, schema }));
  const named = { ...headers, ...(idempotent ? { 'Idempotency-Key': 'The same key with the same body gives the first answer for 24 hours, byte for byte, and creates nothing again' } : {}) };
  const inHeader = Object.entries(named).map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } }));
  return [...inPath, ...inQuery, ...inHeader];
}

/** Every code that an operation can answer with: its own, and those of the steps before it. */
export function codesOf({ path, params, query, method, access, idempotent, limited, errors }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [...errors, 'origin_not_allowed', 'unavailable', 'internal'];
  if (access !== 'open') codes.push('no_api_key', 'invalid_api_key');
  if (access !== 'open' && method !== 'get') codes.push('insufficient_scope');
  if (path.includes('{') || params) codes.push('invalid_id');
  if (query) codes.push('invalid_request', 'invalid_id');
  if (access === 'body') codes.push('invalid_json', 'invalid_request', 'body_too_large');
  if (idempotent) codes.push('invalid_idempotency_key', 'idempotency_key_reused');
  if (limited) codes.push('rate_limited');
  return [...new Set(codes)];
}

function refusals(operation: Operation): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(operation), (code) => errorKinds[code].status);
  const entries = [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\` ${errorKinds[code].message}`).join('; ')}`,
    ...(status === 429 || status === 503 ? headersOf({ 'Retry-After': 'Seconds to wait' }) : {}),
    content: { 'application/json': { schema: withCodes('Error', codes) }, 'application/problem+json': { schema: withCodes('Problem', codes) } },
  }]);
  return Object.fromEntries(entries);
}

function withCodes(name: string, codes: readonly ErrorCode[]): Schema {
  return { allOf: [component(name), { type: 'object', properties: { code: { enum: codes } } }] };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): { headers?: Record<string, unknown> } {
  const entries = Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return entries.length ? { headers: Object.fromEntries(entries) } : {};
}
