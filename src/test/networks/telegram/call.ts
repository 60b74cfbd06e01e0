/** A request as the methods see it, and the errors they throw. */
import { Response } from 'undici';
import { Refusal, type Call as Received } from '../_shared/stand-in.ts';
import type { Bot, State } from './state.ts';

/** An error as the Bot API reports it: `{"ok":false,"error_code":…,"description":…,"parameters":…}`. */
export class ApiError extends Refusal {
  constructor(status: number, description: string, parameters?: Record<string, number>) {
    const wait = parameters?.retry_after;
    super({
      status,
      body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
      ...(wait ? { headers: { 'retry-after': String(wait) } } : {}),
    });
  }
}

export const bad = (message: string): ApiError => new ApiError(400, `Bad Request: ${message}`);

export const forbidden = (message: string): ApiError => new ApiError(403, `Forbidden: ${message}`);

/**
 * The fields of a request in any encoding. Objects and arrays in a JSON body are kept as JSON, as in a form.
 */
export type Fields = ReadonlyMap<string, string | Blob>;

export interface Call {
  readonly state: State;
  readonly bot: Bot;
  readonly fields: Fields;
}

/** A method of the Bot API. It returns the response's `result`. */
export type Method = (call: Call) => unknown;

/** A text field, not trimmed; empty if it is missing. */
export function text(call: Call, name: string): string {
  const value = call.fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** An integer field; null if it is missing or not an integer. */
export function integer(call: Call, name: string): number | null {
  const value = text(call, name).trim();
  return /^-?\d+$/.test(value) ? Number(value) : null;
}

/** A JSON field; null if it is missing. */
export function json(call: Call, name: string, message: string): unknown {
  const value = text(call, name);
  if (!value) return null;
  try {
    return JSON.parse(value);
  } catch {
    throw bad(message);
  }
}

/** Reads the fields of the query and of the body (multipart, urlencoded or JSON). */
export async function readFields({ query, headers, body }: Received): Promise<Fields> {
  const type = headers['content-type'] ?? '';
  const fields = new Map<string, string | Blob>(query);
  if (!body.length) return fields;
  try {
    const entries: Iterable<[string, unknown]> = type.startsWith('application/json')
      ? Object.entries(JSON.parse(body.toString()) as Record<string, unknown>)
      : await new Response(body, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of entries) {
      if (value !== null) {
        fields.set(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value));
      }
    }
  } catch (error) {
    throw bad(`can't parse the request (${(error as Error).name})`);
  }
  return fields;
}
