/** The OpenAPI 3.1 document, made of the same declarations that the router and the validators use. */
import { STATUS_CODES } from 'node:http';
import { errorKinds, type ErrorCode } from '../errors.ts';
import type { Network } from '../../providers/_kit/contract.ts';
import type { Operation, Schema } from '../routes/operation.ts';
import { component, components } from './components.ts';

/** Which of the two: for keys and access tokens, or for the sessions of the web app. */
export type Surface = 'public' | 'app';

/** What the document is made of. `url` = address below which the API answers. */
export interface DocumentParts {
  readonly surface?: Surface;
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
  Account: 'Sign in, sign out, and what a person is called',
  Members: 'Organisations and who belongs to them',
  'API keys': 'Keys of the Public API',
  OAuth: 'OAuth 2.0 for third-party apps (RFC 6749, 7009, 7636, 8414)',
  Apps: 'Third-party apps: those that the organisation registered, and those that a person approved',
  Connecting: 'Connect channels at their networks',
  Billing: 'The plan, what is used of it, and its payment',
  Instance: 'What the instance itself is doing',
};

const SURFACES = {
  public: {
    title: 'Crier Public API',
    description:
      'Create, schedule and follow posts to social networks. Every path is also answered below `/api`. Every refusal has a stable code and names the fields that are wrong.',
    security: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The API key or access token as it is, or after "Bearer "',
      },
    },
  },
  app: {
    title: 'Crier app API',
    description:
      'What the web app calls. A session cookie says who calls; a change carries the CSRF token of GET /auth/me in the header `X-CSRF-Token`. API keys and access tokens are for the Public API.',
    security: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'crier_session',
        description: 'Set by signing in; `__Host-crier_session` where the public address is https',
      },
    },
  },
} as const;

/** The whole document as an object. */
export function buildDocument({ surface = 'public', operations, networks, url, version }: DocumentParts) {
  const { title, description, security } = SURFACES[surface];
  const tags = new Set<string>(operations.map((operation) => operation.tag));
  const settings = settingsSchemas(networks);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method] = describeOperation(operation, surface);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }, description },
    servers: [{ url, description: 'This instance' }],
    security: Object.keys(security).map((scheme) => ({ [scheme]: [] })),
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: security,
      schemas: { ...components, ...settings.schemas, ...settings.whole },
    },
  };
}

/** What `buildDocument` makes. */
export type OpenApiDocument = ReturnType<typeof buildDocument>;

/** `linkedin-page` → `LinkedinPageSettings`. */
function settingsName(identifier: string): string {
  return `${identifier
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Settings`;
}

function settingsSchemas(networks: Iterable<Network>) {
  const schemas: Record<string, Schema> = {};
  const mapping: Record<string, string> = {};
  for (const { identifier, name, settingsSchema } of networks) {
    const { $schema: _, ...schema } = settingsSchema;
    const required = [
      '__type',
      ...((schema.required as string[] | undefined) ?? []).filter((field) => field !== '__type'),
    ];
    schemas[settingsName(identifier)] = { title: `Settings for ${name}`, ...schema, required };
    mapping[identifier] = `#/components/schemas/${settingsName(identifier)}`;
  }
  const whole: Record<string, Schema> = {
    Settings: {
      description: 'Those of one network. A draft may leave out what is required.',
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: '__type', mapping },
    },
    SettingsChange: {
      type: 'object',
      description:
        'Some settings of the network, laid over the stored ones. What they become together is checked.',
      properties: {
        __type: { enum: Object.keys(mapping), description: 'The network of the channel; may be left away' },
      },
      additionalProperties: true,
    },
  };
  return { schemas, whole };
}

function describeOperation(operation: Operation, surface: Surface): Record<string, unknown> {
  const { id, tag, summary, description, access, answer } = operation;
  const body = bodyOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(operation, surface),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...headersOf(answer.headers),
        content: { 'application/json': { schema: answer.schema } },
      },
      ...refusals(operation, surface),
    },
  };
}

function bodyOf({ body, form, multipart, example }: Operation): Record<string, unknown> | undefined {
  if (multipart) return { required: true, content: { 'multipart/form-data': { schema: multipart } } };
  const schema = body && withSettings(body);
  return schema === undefined
    ? undefined
    : {
        required: true,
        content: {
          'application/json': { schema, ...(example === undefined ? {} : { example }) },
          ...(form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
        },
      };
}

/** Where a body has settings, the document shows those of all networks; `$comment` says as which shape. */
function withSettings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSettings);
  if (schema === null || typeof schema !== 'object') return schema;
  if ('$comment' in schema) {
    return {
      ...component(String(schema.$comment)),
      description: (schema as { description?: string }).description,
    };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withSettings(value)]));
}

function parametersOf(
  { path, method, access, params = {}, query, headers = {}, idempotent }: Operation,
  surface: Surface,
): Record<string, unknown>[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description = 'Its id', ...schema } = params[name] ?? { type: 'string', format: 'uuid' };
    return { name, in: 'path', required: true, description, schema };
  });
  const properties = Object.entries((query?.properties ?? {}) as Record<string, Schema>);
  const inQuery = properties.map(([name, { description = '', ...schema }]) => ({
    name,
    in: 'query',
    required: ((query?.required ?? []) as string[]).includes(name),
    description,
    schema,
  }));
  const named = {
    ...headers,
    ...(idempotent
      ? {
          'Idempotency-Key':
            'The same key with the same body gives the first answer for 24 hours, byte for byte, and creates nothing again',
        }
      : {}),
    ...(isSessionChange({ access, method }, surface) ? { 'X-CSRF-Token': 'csrfToken of GET /auth/me' } : {}),
  };
  const inHeader = Object.entries(named).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength: 255 },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

const KEY_CODES = ['no_api_key', 'invalid_api_key', 'invalid_oauth_token'] as const;
const APP_CODES = ['not_signed_in', 'no_organization'] as const;

const isSessionChange = (
  { access, method }: Pick<Operation, 'access' | 'method'>,
  surface: Surface,
): boolean => surface === 'app' && access !== 'open' && method !== 'get';

/** Every code that an operation can answer with: its own, and those of the steps before it. */
export function codesOf(
  { path, params, query, method, access, role, body, multipart, idempotent, limited, errors }: Operation,
  surface: Surface,
): ErrorCode[] {
  const codes: ErrorCode[] = [...errors, 'origin_not_allowed', 'unavailable', 'internal'];
  if (access !== 'open') codes.push(...(surface === 'app' ? APP_CODES : KEY_CODES));
  if (access !== 'open' && method !== 'get' && surface === 'public') codes.push('insufficient_scope');
  if (isSessionChange({ access, method }, surface)) codes.push('csrf_failed');
  if (surface === 'app' && (role === 'admin' || role === 'owner')) codes.push('insufficient_role');
  if (path.includes('{') || params) codes.push('invalid_id');
  if (query) codes.push('invalid_request', 'invalid_id');
  if (body && !multipart) codes.push('invalid_json', 'invalid_request', 'body_too_large');
  if (idempotent) codes.push('invalid_idempotency_key', 'idempotency_key_reused');
  if (limited) codes.push('rate_limited');
  return [...new Set(codes)];
}

function refusals(operation: Operation, surface: Surface): Record<string, unknown> {
  const others = Object.entries(operation.others ?? {}).map(
    ([status, { description, schema }]) =>
      [status, { description, content: { 'application/json': { schema } } }] as const,
  );
  const byStatus = Map.groupBy(codesOf(operation, surface), (code) => errorKinds[code].status);
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      status,
      {
        description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\` ${errorKinds[code].message}`).join('; ')}`,
        ...(status === 429 || status === 503 ? headersOf({ 'Retry-After': 'Seconds to wait' }) : {}),
        content: {
          'application/json': { schema: withCodes('Error', codes) },
          'application/problem+json': { schema: withCodes('Problem', codes) },
        },
      },
    ]);
  const ours = Object.fromEntries(entries) as Record<string, { content: Record<string, { schema: Schema }> }>;
  // Where a status has both shapes, either may come.
  for (const [status, other] of others) {
    const schema = ours[status]?.content['application/json']?.schema;
    ours[status] = schema
      ? {
          ...ours[status],
          content: {
            ...ours[status]?.content,
            'application/json': { schema: { anyOf: [other.content['application/json'].schema, schema] } },
          },
        }
      : other;
  }
  return ours;
}

function withCodes(name: string, codes: readonly ErrorCode[]): Schema {
  return { allOf: [component(name), { type: 'object', properties: { code: { enum: codes } } }] };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): { headers?: Record<string, unknown> } {
  const entries = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return entries.length ? { headers: Object.fromEntries(entries) } : {};
}
