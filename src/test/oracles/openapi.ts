/**
 * An oracle of an OpenAPI 3 document: path, method, query, body and status of each exchange. What the
 * document does not name is a finding: Crier must not rely on it, and a stand-in must not invent it.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Exchange, Message } from './exchange.ts';
import { readForm } from './form.ts';
import type { Finding, OracleCheck } from './oracle.ts';

type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly explode?: boolean;
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly unknown[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation and where it was found. */
interface Known {
  readonly name: string;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

const ROOT = 'openapi';

/** Reads a document (JSON) and returns its oracle. */
export function openApiCheck(text: string): OracleCheck {
  const document = JSON.parse(text) as Document;
  const check = compiler(document);
  return async (exchange) => {
    const known = findOperation(document, exchange);
    if (!known) {
      const path = exchange.target.replace(/\?.*$/, '');
      const operation = `${exchange.method} ${path}`;
      return [{ side: 'request', operation, message: 'is not an operation of the description' }];
    }
    const finding =
      (side: Finding['side']) =>
      (message: string): Finding => ({ side, operation: known.name, message });
    return [
      ...[
        ...checkAuthorization(known, exchange),
        ...checkParameters(document, known, { exchange, check }),
        ...(await checkBody(known.operation, exchange.request, check)),
      ].map(finding('request')),
      ...checkAnswer(known.operation, exchange, check).map(finding('answer')),
    ];
  };
}

/**
 * Reports what is wrong with a value; `name`: its place. `text`: the value came as text. `closed`: objects
 * have no other fields than those that are named.
 */
type Check = (
  schema: Schema,
  value: unknown,
  at: { name: string; text?: boolean; closed?: boolean },
) => string[];

function compiler(document: Document): Check {
  const build = (known: Document, coerceTypes: boolean): Ajv => {
    const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes });
    addFormats.default(ajv);
    // Bytes in a form, for which JSON has no type.
    ajv.addFormat('binary', true).addSchema(known, ROOT);
    return ajv;
  };
  const kinds = {
    exact: build(document, false),
    text: build(document, true),
    closed: build(close(document) as Document, false),
  };
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value, { name, text, closed }) => {
    const ajv = kinds[text ? 'text' : closed ? 'closed' : 'exact'];
    let validate = compiled.get(schema);
    if (!validate) {
      // Wrapped, so that a value that came as text can be read as a number.
      const part = absolute(closed ? close(schema) : schema);
      validate = ajv.compile({ type: 'object', properties: { value: part } });
      compiled.set(schema, validate);
    }
    if (validate({ value })) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
      const allowed = 'allowedValues' in params ? ` (${JSON.stringify(params.allowedValues)})` : '';
      return `${name}${instancePath.replace('/value', '')} ${message}${extra}${allowed}`;
    });
  };
}

/** The same schemas, where an object has only the fields that are named: a stand-in must not invent any. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, close(part)]));
  const isObject = closed.type === 'object' && closed.properties && !('additionalProperties' in closed);
  return isObject && !closed.allOf ? { ...closed, additionalProperties: false } : closed;
}

/** References of a part of the document, as references from anywhere. */
function absolute(value: unknown): Schema {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`)) as Schema;
}

function findOperation(document: Document, { method, target }: Exchange): Known | undefined {
  const path = target.replace(/\?.*$/, '');
  const fits = Object.entries(document.paths).flatMap(([template, operations]) => {
    const operation = operations[method.toLowerCase()];
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (!operation || !match) return [];
    const values = Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(match[n + 1] ?? '')]));
    return [{ name: `${method} ${template}`, operation, path: values }];
  });
  // `/2/users/me` is not the user "me".
  return fits.toSorted((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0];
}

function checkAuthorization({ operation }: Known, { request, status }: Exchange): string[] {
  const isOpen = !operation.security?.length;
  return isOpen || request.headers.authorization || status === 401 ? [] : ['has no Authorization header'];
}

function checkParameters(
  document: Document,
  { operation, path }: Known,
  { exchange, check }: { exchange: Exchange; check: Check },
): string[] {
  const declared = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const query = new URLSearchParams(/\?(.*)$/.exec(exchange.target)?.[1] ?? '');
  const unknown = [...new Set(query.keys())].filter(
    (name) => !declared.some((parameter) => parameter.in === 'query' && parameter.name === name),
  );
  const known = declared.flatMap((parameter) => {
    const values = parameter.in === 'path' ? [path[parameter.name] ?? ''] : query.getAll(parameter.name);
    if (parameter.in !== 'path' && parameter.in !== 'query') return [];
    const name = `the ${parameter.in} parameter ${parameter.name}`;
    if (!values.length) return parameter.required ? [`${name} is missing`] : [];
    if (parameter.schema.type === 'array') {
      const items = parameter.explode === false ? values.flatMap((part) => part.split(',')) : values;
      return check(parameter.schema, items, { name, text: true });
    }
    if (values.length > 1) return [`${name} is given ${values.length} times`];
    return check(parameter.schema, values[0], { name, text: true });
  });
  return [...unknown.map((name) => `the query parameter ${name} is not in the description`), ...known];
}

function resolve(document: Document, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  return document.components.parameters?.[name] as Parameter;
}

const typeOf = (message: Message): string =>
  (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

async function checkBody({ requestBody }: Operation, request: Message, check: Check): Promise<string[]> {
  if (!requestBody) return request.body.length ? ['has a body, and the description has none'] : [];
  if (!request.body.length) return requestBody.required ? ['has no body'] : [];
  const type = typeOf(request);
  const schema = requestBody.content[type]?.schema;
  if (!schema) return [`has a body of the type "${type}"`];
  if (type === 'multipart/form-data') {
    return check(schema, await readForm(request), { name: 'the form', text: true });
  }
  const value = parse(request.body);
  return value === undefined ? ['has a body that is not JSON'] : check(schema, value, { name: 'the body' });
}

function checkAnswer({ responses }: Operation, { status, answer }: Exchange, check: Check): string[] {
  const declared = responses[String(status)] ?? (status >= 400 ? responses.default : undefined);
  if (!declared) return [`has the status ${status}`];
  const schema = declared.content?.[typeOf(answer)]?.schema;
  if (!schema) return [`${status} has a body of the type "${typeOf(answer)}"`];
  const value = parse(answer.body);
  return value === undefined
    ? ['has a body that is not JSON']
    : check(schema, value, { name: `the ${status}`, closed: status < 400 });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // reported by the caller
  }
}
