/**
 * Checks exchanges by Google's discovery documents (developers.google.com/discovery/v1/reference/apis):
 * methods, parameters, and the schemas of JSON bodies.
 */
import { Ajv } from 'ajv';
import type { Exchange } from '../exchange.ts';
import type { Finding, OracleCheck } from '../oracle.ts';

interface Parameter {
  readonly type?: string;
  readonly required?: boolean;
  readonly repeated?: boolean;
  readonly enum?: readonly string[];
  readonly location?: 'path' | 'query';
}

interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly flatPath: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly mediaUpload?: {
    readonly accept: readonly string[];
    readonly maxSize?: string;
    readonly protocols: { readonly simple: { readonly path: string } };
  };
}

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

/** The fields of a discovery document that are read. */
export interface Discovery extends Resource {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The parameter of a session, which only Google itself puts into a URL. */
const SESSION = 'upload_id';

/** The oracle of one API. */
export function discoveryCheck(document: Discovery): OracleCheck {
  const methods = methodsOf(document);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const [name, schema] of Object.entries(document.schemas)) {
    ajv.addSchema({ ...(strictly(schema) as object), $id: name });
  }
  return async (exchange) => {
    const { pathname, searchParams } = new URL(exchange.target, 'https://googleapis.com');
    // A request within a session is a part of the one that opened it.
    const httpMethod = exchange.method === 'PUT' && searchParams.has(SESSION) ? 'POST' : exchange.method;
    const method = methods.find(
      (one) => one.httpMethod === httpMethod && pathsOf(one).some((path) => fits(path, pathname.slice(1))),
    );
    const operation = `${exchange.method} ${pathname}`;
    if (!method) return [{ side: 'request', operation, message: 'is no method of the API' }];
    const upload = pathname.startsWith('/upload/') ? method.mediaUpload : undefined;
    // What the stand-in refuses may be wrong on purpose.
    const request =
      exchange.status >= 400
        ? []
        : [
            ...checkParameters({ ...document.parameters, ...method.parameters }, searchParams),
            ...(upload ? checkUpload(upload, exchange) : []),
            ...checkBody(ajv, bodyOf(exchange), method.request?.$ref),
          ];
    const answer = checkBody(ajv, exchange.status === 200 ? exchange.answer : null, method.response?.$ref);
    return [...toFindings('request', operation, request), ...toFindings('answer', operation, answer)];
  };
}

const toFindings = (side: Finding['side'], operation: string, messages: readonly string[]): Finding[] =>
  messages.map((message) => ({ side, operation, message }));

const methodsOf = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf),
];

const pathsOf = ({ flatPath, mediaUpload }: Method): string[] => [
  flatPath,
  ...(mediaUpload ? [mediaUpload.protocols.simple.path.replace(/^\//, '')] : []),
];

/** `v1/accounts/{accountsId}/locations`: a name in braces is one part of the path. */
function fits(template: string, path: string): boolean {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/:]+')}$`).test(path);
}

const bodyOf = ({ method, request }: Exchange): Exchange['request'] | null =>
  method === 'PUT' || !(request.headers['content-type'] ?? '').startsWith('application/json')
    ? null
    : request;

function checkParameters(known: Readonly<Record<string, Parameter>>, query: URLSearchParams): string[] {
  const missing = Object.entries(known)
    .filter(([name, { required, location }]) => required && location !== 'path' && !query.has(name))
    .map(([name]) => `lacks the parameter ${name}`);
  const wrong = [...query].flatMap(([name, value]) => {
    if (name === SESSION) return [];
    const parameter = known[name];
    if (!parameter) return [`has an unknown parameter ${name}`];
    const isGood =
      (!parameter.enum || parameter.enum.includes(value)) &&
      (parameter.type !== 'boolean' || /^(true|false)$/.test(value)) &&
      (parameter.type !== 'integer' || /^\d+$/.test(value));
    return isGood ? [] : [`has ${name}=${value}`];
  });
  return [...missing, ...wrong];
}

/** The type and the size of a file, in whichever headers a protocol has them. */
function checkUpload(
  { accept, maxSize }: NonNullable<Method['mediaUpload']>,
  { method, request: { headers, body } }: Exchange,
): string[] {
  const isSession = 'x-upload-content-type' in headers || method === 'PUT';
  const type = headers['x-upload-content-type'] ?? headers['content-type'] ?? '';
  const size = Number(isSession ? (headers['x-upload-content-length'] ?? 0) : body.length);
  const taken = accept.some(
    (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  );
  return [
    ...(taken || (method === 'PUT' && !body.length) ? [] : [`uploads the type ${type}`]),
    ...(size > Number(maxSize ?? Infinity) ? [`uploads ${size} bytes`] : []),
  ];
}

function checkBody(ajv: Ajv, message: Exchange['answer'] | null, schema: string | undefined): string[] {
  if (!message || !message.body.length) return [];
  if (!schema) return ['has a body, which the method has not'];
  const validate = ajv.getSchema(schema);
  if (!validate) return [`has no schema ${schema}`];
  if (validate(JSON.parse(message.body.toString()))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} (${JSON.stringify(params)})`,
  );
}

/** Keywords that mean something else in JSON Schema, except as the names of properties. */
const OTHER: ReadonlySet<string> = new Set(['id', 'required', 'annotations']);

/** A value of any type, which JSON Schema leaves out. */
const ANY = 'any';

/** As JSON Schema: an object has no other properties than those that are named. */
function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (!value || typeof value !== 'object') return value;
  const { properties, ...rest } = value as Record<string, unknown>;
  const known = Object.entries(rest).filter(([name, one]) => !OTHER.has(name) && one !== ANY);
  const all = strictlyAll(Object.fromEntries(known));
  if (!properties || typeof properties !== 'object') return all;
  return {
    ...all,
    properties: strictlyAll(properties),
    ...(rest.additionalProperties === undefined ? { additionalProperties: false } : {}),
  };
}

const strictlyAll = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, one]) => [name, strictly(one)]));
