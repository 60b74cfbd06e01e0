/** A request as the routes see it, and TikTok's form of an answer. */
import type { Grant, Token } from '../_shared/grants.ts';
import { type Answer, type Call, Refusal, unknownOf } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly handle: (state: State, call: Call, token: Token<Grant<Account>>) => Answer;
}

const LOG_ID = '20261123101010ABCDEF0123456789';

/** `{"error": {"code": …, "message": …}}`. */
export const refusal = (status: number, code: string, message: string): Refusal =>
  new Refusal({ status, body: { data: {}, error: { code, message, log_id: LOG_ID } } });

export const invalid = (message: string): Refusal => refusal(400, 'invalid_params', message);

export const ok = (data: unknown): Answer => ({
  status: 200,
  body: { data, error: { code: 'ok', message: '', log_id: LOG_ID } },
});

/** `{"error": …, "error_description": …}`, of the token endpoint. */
export const refusedGrant = (error: string, description: string): Refusal =>
  new Refusal({ status: 400, body: { error, error_description: description, log_id: LOG_ID } });

/** The body, which may have these fields and no other. */
export function readJson(
  { headers, body }: Pick<Call, 'headers' | 'body'>,
  known: readonly string[],
): Record<string, unknown> {
  if (!/^application\/json/i.test(String(headers['content-type']))) {
    throw invalid('The content type must be application/json; charset=UTF-8');
  }
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  } catch {
    throw invalid('The request body is not valid JSON');
  }
  return onlyKnown(json, known);
}

/** An object that has none but these fields. */
export function onlyKnown(value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalid('An object is missing');
  const unknown = unknownOf(Object.keys(value), known);
  if (unknown.length) throw invalid(`Unknown fields: ${unknown.join(', ')}`);
  return value as Record<string, unknown>;
}

/** The fields that the query asks for, of those that there are. */
export function fieldsOf({ query }: Call, known: readonly string[]): string[] {
  const fields = (query.get('fields') ?? '').split(',').filter(Boolean);
  if (!fields.length) throw invalid('Fields is required');
  const unknown = unknownOf(fields, known);
  if (unknown.length) throw invalid(`Invalid fields in request: ${unknown.join(', ')}`);
  return fields;
}

export const pick = (from: Readonly<Record<string, unknown>>, fields: readonly string[]): object =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
