/** One request as the methods see it, and the refusals they throw. */
import { Response } from 'undici';
import type { IncomingMessage } from 'node:http';
import type { Bot, State } from './state.ts';

/** A refusal in the Bot API's own form: `{"ok":false,"error_code":…,"description":…,"parameters":…}`. */
export class Refused extends Error {
  readonly status: number;
  readonly parameters: Record<string, number> | undefined;

  constructor(status: number, description: string, parameters?: Record<string, number>) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

/** 400 with the prefix that the Bot API puts before its words. */
export const bad = (words: string): Refused => new Refused(400, `Bad Request: ${words}`);

/** 403 with its prefix. */
export const forbidden = (words: string): Refused => new Refused(403, `Forbidden: ${words}`);

/**
 * Fields of a request in any of its notations; an object or array of a JSON body is JSON here, as in a form.
 */
export type Fields = ReadonlyMap<string, string | Blob>;

/** A method call by a bot. */
export interface Call {
  readonly state: State;
  readonly bot: Bot;
  readonly fields: Fields;
}

/** A method of the Bot API: gives its `result`. */
export type Method = (call: Call) => unknown;

/** A text field, trimmed of nothing; empty when it is missing. */
export function text(call: Call, name: string): string {
  const value = call.fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** A whole number; null when the field is missing or something else. */
export function integer(call: Call, name: string): number | null {
  const value = text(call, name).trim();
  return /^-?\d+$/.test(value) ? Number(value) : null;
}

/** A field in JSON notation; null when it is missing. */
export function json(call: Call, name: string, words: string): unknown {
  const value = text(call, name);
  if (!value) return null;
  try {
    return JSON.parse(value);
  } catch {
    throw bad(words);
  }
}

/** Reads the fields of query and body (multipart, urlencoded, JSON). */
export async function readFields(
  request: IncomingMessage,
  query: URLSearchParams,
  body: Buffer<ArrayBuffer>,
): Promise<Fields> {
  const type = request.headers['content-type'] ?? '';
  const fields = new Map<string, string | Blob>(query);
  if (!body.length) return fields;
  try {
    const given: Iterable<[string, unknown]> = type.startsWith('application/json')
      ? Object.entries(JSON.parse(body.toString()) as Record<string, unknown>)
      : await new Response(body, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of given) {
      if (value !== null) {
        fields.set(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value));
      }
    }
  } catch (error) {
    throw bad(`can't parse the request (${(error as Error).name})`);
  }
  return fields;
}
