/** A request as the routes see it, and LinkedIn's errors. */
import { type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path, decoded. */
  readonly params: readonly string[];
}

/** A route; `restli`: the method that the header must name, if it must. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly restli?: 'FINDER' | 'BATCH_GET';
  readonly handle: (state: State, call: Call, token: Token) => Answer;
}

export const refusal = (status: number, message: string, more: object = {}): Refusal =>
  new Refusal({ status, body: { message, ...more, status } });

export const invalid = (field: string, message: string): Refusal =>
  refusal(422, `ERROR :: ${field} :: ${message}`, { code: 'VALIDATION_ERROR' });

export const noPermission = (what: string): Refusal =>
  refusal(403, `Not enough permissions to access: ${what}`, { code: 'ACCESS_DENIED', serviceErrorCode: 100 });

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The parameters of a query, each still in Rest.li's form. Those that are not known are refused. */
export function readQuery({ search }: Call, known: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const pair of search.replace(/^\?/, '').split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    if (name in fields || !known.includes(name)) {
      throw refusal(400, `Query parameters ${name} are not known`, { code: 'PARAM_INVALID' });
    }
    fields[name] = value;
  }
  return fields;
}

/** A text of a query: a colon or a bracket that is not encoded belongs to Rest.li. */
export function textOf(value: string | undefined, name: string): string {
  if (!value || /[:(),']/.test(value)) {
    throw refusal(400, `Invalid query parameters passed to request: ${name}`, { code: 'PARAM_INVALID' });
  }
  return decodeURIComponent(value);
}

/** `List(a,b)`. */
export function listOf(value: string | undefined, name: string): string[] {
  const inner = /^List\((.*)\)$/.exec(value ?? '')?.[1];
  if (!inner) {
    throw refusal(400, `Invalid query parameters passed to request: ${name}`, { code: 'PARAM_INVALID' });
  }
  return inner.split(',').map((one) => textOf(one, name));
}

/** A JSON object with exactly these fields; `optional` ones may be missing. */
export function readBody(
  call: Pick<Call, 'headers' | 'body'>,
  fields: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> {
  if (!String(call.headers['content-type']).startsWith('application/json')) {
    throw refusal(415, 'Unsupported media type');
  }
  return fieldsOf(JSON.parse(call.body.toString()), '', { fields, optional });
}

/** @throws Refusal for a field that is missing, or not known */
export function fieldsOf(
  value: unknown,
  at: string,
  { fields, optional = [] }: { fields: readonly string[]; optional?: readonly string[] },
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${at}/`, 'not a record');
  }
  for (const name of fields) {
    if (!(name in value)) {
      throw invalid(`${at}/${name}`, 'field is required but not found and has no default value');
    }
  }
  for (const name of Object.keys(value)) {
    if (!fields.includes(name) && !optional.includes(name)) {
      throw invalid(`${at}/${name}`, 'unrecognized field found but not allowed');
    }
  }
  return value as Record<string, unknown>;
}
