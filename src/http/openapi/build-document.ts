/** The OpenAPI 3.1 document, made of the same declarations that the router and the validators use. */
import type { Network } from '../../../providers/_kit/contract.ts';
import { EVENTS, WEBHOOK_EVENT_TYPES } from '../../platform/entities/events.ts';
import type { Operation, Schema } from '../operation.ts';
import { id } from '../shapes.ts';
import { payloadSchema } from '../webhook-events.ts';
import { isInOrganization, isSessionChange, type Surface } from './codes-of.ts';
import { component, components } from './components.ts';
import { portable } from './portable.ts';
import { buildErrorResponses, headersOf, type ErrorResponses } from './error-responses.ts';

/** The parts of a document. `url` = the URL below which the API answers. */
export interface DocumentParts {
  readonly surface?: Surface;
  readonly operations: readonly Operation[];
  readonly networks: Iterable<Network>;
  readonly url: string;
  readonly version: string;
}

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Posts: 'Create, schedule, change and track posts',
  Media: 'Upload pictures and videos for posts',
  Channels: 'Connected accounts at networks, and what each of them accepts',
  Organisation: 'The API key, and notifications for its organisation',
  Reference: 'This document',
  Account: 'Sign-up, sign-in, sessions and profile',
  Members: 'Organisations and their members',
  'API keys': 'API keys for the Public API',
  OAuth: 'OAuth 2.0 for third-party apps (RFC 6749, 7009, 7636, 8414)',
  Apps: 'Third-party apps: those the organisation registered, and those a person approved',
  Connecting: 'Connect channels to Crier',
  Billing: 'The plan, its use and its payment',
  Instance: 'The state of the instance itself',
  Webhooks: 'Events that are sent to a URL of yours as they happen',
};

/** What signs a request (standardwebhooks.com). */
const SIGNATURE_HEADERS = {
  'webhook-id': 'The id of the event, the same in every delivery of it',
  'webhook-timestamp': 'When the request was made, in seconds since the epoch',
  'webhook-signature': '`v1,` and the signature in Base64; two of them while a secret is being replaced',
} as const;

const SURFACES = {
  public: {
    title: 'Crier Public API',
    description:
      'Create, schedule and follow posts to social networks. Every path also works below `/api`. Every error has a stable code and names the fields that are wrong.',
    security: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The API key or access token, on its own or after "Bearer "',
      },
    },
  },
  app: {
    title: 'Crier app API',
    description:
      'The operations of the web app. A session cookie authenticates the caller, and a change also carries the CSRF token from GET /auth/me in the header `X-CSRF-Token`. A request that names an organisation in the header `X-Organization` is refused once the session works in another one, as it does after another window of the browser has switched. API keys and access tokens work on the Public API only.',
    security: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'crier_session',
        description: 'Set by signing in; called `__Host-crier_session` if the public URL is https',
      },
    },
  },
} as const;

/** The whole document as an object. */
export function buildDocument({ surface = 'public', operations, networks, url, version }: DocumentParts) {
  const { title, description, security } = SURFACES[surface];
  const tags = new Set<string>(operations.map((operation) => operation.tag));
  const settings = settingsSchemas(networks);
  const errors = buildErrorResponses(operations, surface);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method] = describeOperation(operation, surface, errors);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }, description },
    servers: [{ url, description: 'This instance' }],
    security: Object.keys(security).map((scheme) => ({ [scheme]: [] })),
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: portable(paths),
    ...(surface === 'public' ? { webhooks: portable(describeEvents()) } : {}),
    components: {
      securitySchemes: security,
      responses: portable(errors.shared),
      schemas: portable({ ...components, ...settings.schemas, ...settings.whole }),
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
      description: 'Settings for one network. A draft may omit required ones.',
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: '__type', mapping },
    },
    SettingsChange: {
      type: 'object',
      description: 'Settings to merge into the stored ones. The result is checked.',
      properties: {
        __type: { enum: Object.keys(mapping), description: "The channel's network; may be omitted" },
      },
      additionalProperties: true,
    },
  };
  return { schemas, whole };
}

/** What a receiver gets, by type of event. */
function describeEvents(): Record<string, unknown> {
  const parameters = Object.entries(SIGNATURE_HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          tags: ['Webhooks'],
          operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase())}`,
          summary: type,
          description: EVENTS[type].when,
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: payloadSchema(type) } } },
          responses: {
            '2XX': { description: 'Taken. Anything else is tried again for three days; 410 ends it' },
          },
        },
      },
    ]),
  );
}

function describeOperation(
  operation: Operation,
  surface: Surface,
  errors: ErrorResponses,
): Record<string, unknown> {
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
        content: { [answer.type ?? 'application/json']: { schema: answer.schema } },
      },
      ...errors.of(operation),
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

/** Where a body has settings, the document shows those of all networks; `$comment` names the shape. */
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
  { path, method, access, role, params = {}, query, headers = {}, idempotent }: Operation,
  surface: Surface,
): Record<string, unknown>[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description = 'Its id', ...schema } = params[name] ?? id('Its id');
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
            'For 24 hours, the same key with the same body returns the first answer, byte for byte, and creates nothing',
        }
      : {}),
    ...(isSessionChange({ access, method }, surface)
      ? { 'X-CSRF-Token': 'The csrfToken from GET /auth/me' }
      : {}),
    ...(isInOrganization({ access, role }, surface)
      ? {
          'X-Organization': 'The id of the organisation that is meant, where the session may work in another',
        }
      : {}),
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
