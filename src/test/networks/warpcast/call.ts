/** A request as the routes see it, and Neynar's form of an error (`ErrorRes` of its description). */
import { jsonOf, type Answer, type Call, Refusal } from '../_shared/stand-in.ts';
import type { State } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

/** A route of the API. `query`: the fields that may be there, and those that must. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly string[];
  readonly required?: readonly string[];
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

export const refusal = (status: number, code: string, message: string, property?: string): Refusal =>
  new Refusal({ status, body: { code, message, status, ...(property ? { property } : {}) } });

/** A field that is missing, or not as it must be. */
export const invalid = (property: string, message: string): Refusal =>
  refusal(400, 'InvalidField', message, property);

export const ok = (body: unknown): Answer => ({ status: 200, body });

type Kind = 'string' | 'integer' | 'array' | 'object';

const isKind = (value: unknown, kind: Kind): boolean => {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === 'string';
};

/** The JSON of a request, with these fields and no other; a name with `!` is required. */
export function readJson(call: Call, fields: Readonly<Record<string, Kind>>): Record<string, unknown> {
  const body = jsonOf(call, {
    type: invalid('body', 'Content-Type must be application/json'),
    syntax: invalid('body', 'Invalid JSON'),
  });
  const known = new Map(Object.entries(fields).map(([name, kind]) => [name.replace('!', ''), kind]));
  for (const [name, value] of Object.entries(body)) {
    const kind = known.get(name);
    if (!kind) throw invalid(name, `Unrecognized key: ${name}`);
    if (!isKind(value, kind)) throw invalid(name, `Expected ${kind}`);
  }
  const missing = Object.keys(fields).find((name) => name.endsWith('!') && !(name.slice(0, -1) in body));
  if (missing) throw invalid(missing.slice(0, -1), 'Required');
  return body;
}

/** A whole number in the query. */
export function numberOf(query: URLSearchParams, name: string, most: number): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw invalid(name, `Expected an integer from 1 to ${most}`);
  }
  return value;
}
