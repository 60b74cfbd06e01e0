/** A request as the routes see it, and the errors that they throw. */
import { Refusal, type Answer, type Call as Received } from '../_shared/stand-in.ts';
import type { Family, State } from './state.ts';

export type { Answer } from '../_shared/stand-in.ts';

const PROBLEMS = 'https://api.x.com/2/problems/';

/** An error as X reports it. `more`: further fields of the problem. */
export class ApiError extends Refusal {
  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    const type = 'type' in body ? 'application/problem+json' : 'application/json; charset=utf-8';
    super({ status, body, headers: { 'content-type': type, ...headers } });
  }
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found Error',
  429: 'Too Many Requests',
};

/** A problem without a type of its own. */
export const plain = (status: number, detail: string, headers: Record<string, string> = {}): ApiError =>
  new ApiError(status, { title: TITLES[status], type: 'about:blank', status, detail }, headers);

export const problem = (
  status: number,
  kind: string,
  body: { title: string; detail: string } & Record<string, unknown>,
): ApiError => new ApiError(status, { ...body, type: `${PROBLEMS}${kind}` });

/** A parameter that does not fit; X names it and its value. */
export const invalid = (parameter: string, value: unknown, message: string): ApiError =>
  problem(400, 'invalid-request', {
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    errors: [{ parameters: { [parameter]: [String(value)] }, message }],
  });

export const notFound = (kind: 'tweet' | 'media' | 'article', id: string): ApiError =>
  problem(404, 'resource-not-found', {
    title: 'Not Found Error',
    detail: `Could not find ${kind} with id: [${id}].`,
    resource_type: kind,
    resource_id: id,
    parameter: 'id',
    value: id,
  });

/** A request. `params` are the captured parts of the path. */
export interface Call extends Received {
  readonly params: readonly string[];
}

/** A route. The groups in `path` become `params`. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

/**
 * The grant of the request's token.
 *
 * @throws ApiError 401 (unknown, ended or revoked), 403 (missing permission, suspended account)
 */
export function authorize(state: State, call: Call, ...scopes: readonly string[]): Family {
  const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
  const token = state.accessTokens.get(value);
  if (!token || token.family.revoked || token.endsAt <= state.now().getTime()) {
    throw plain(401, 'Unauthorized');
  }
  if (!scopes.every((scope) => token.family.scopes.includes(scope))) {
    throw plain(403, 'You are not permitted to perform this action.');
  }
  if (token.family.account.suspended) {
    throw plain(403, 'Your account is suspended and is not permitted to access this feature.');
  }
  return token.family;
}

/** A JSON object with no other fields than these. */
export function readJson(call: Call, fields: readonly string[]): Record<string, unknown> {
  if (!(call.headers['content-type'] ?? '').startsWith('application/json')) {
    throw invalid(
      'content-type',
      call.headers['content-type'] ?? '',
      'Content-Type must be application/json',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(call.body.toString());
  } catch {
    throw invalid('body', '', 'The request body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('body', '', 'The request body must be an object');
  }
  onlyKnown(value, fields);
  return value as Record<string, unknown>;
}

/** @throws ApiError naming the first field that X does not know */
export function onlyKnown(value: object, fields: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown) {
    throw invalid(
      unknown,
      '',
      `$.${unknown}: is not defined in the schema and the schema does not allow additional properties`,
    );
  }
}

/** The values of a list in the query, each of which X must know. */
export function listOf(call: Call, name: string, known: readonly string[]): string[] {
  const values = call.query.get(name)?.split(',') ?? [];
  const unknown = values.find((value) => !known.includes(value));
  if (unknown !== undefined) {
    throw invalid(
      name,
      unknown,
      `The \`${name}\` query parameter value [${unknown}] is not one of [${known.join(',')}]`,
    );
  }
  return values;
}
