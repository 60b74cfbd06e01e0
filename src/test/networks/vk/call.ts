/** A request as the methods see it, and VK's form of an answer. */
import { bearerOf } from '../_shared/grants.ts';
import type { Call } from '../_shared/stand-in.ts';
import type { Grant, State } from './state.ts';

export type { Answer, Call } from '../_shared/stand-in.ts';

export type Params = Readonly<Record<string, string>>;

/** A method of the API: the rights that a token needs, and its parameters (`*`: required). */
export interface Method {
  readonly scope: string | null;
  readonly params: readonly string[];
  readonly handle: (state: State, params: Params, grant: Grant) => unknown;
}

/** `{"error": {"error_code", "error_msg"}}`, with HTTP 200. */
export class VkRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const denied = (what = 'Access denied'): VkRefusal => new VkRefusal(15, what);

/** "One of the parameters specified was missing or invalid". */
export const wrong = (name: string, how = 'is undefined'): VkRefusal =>
  new VkRefusal(100, `One of the parameters specified was missing or invalid: ${name} ${how}`);

/** The form of a call: known names, and a whole number where the name says so. */
export function readParams({ headers, body }: Call, { params }: Method): Params {
  if (!String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
    throw wrong('v');
  }
  const fields = Object.fromEntries(new URLSearchParams(body.toString()));
  if (fields.v !== '5.199') throw new VkRefusal(8, 'Invalid request: version is deprecated or not known');
  if ('access_token' in fields) throw wrong('access_token', 'is in the header');
  const known = new Set(['v', ...params.map((name) => name.replace('*', ''))]);
  for (const name of Object.keys(fields)) if (!known.has(name)) throw wrong(name, 'is not known');
  for (const name of params) {
    if (name.endsWith('*') && !fields[name.slice(0, -1)]) throw wrong(name.slice(0, -1));
  }
  for (const [name, value] of Object.entries(fields)) {
    if (/^(owner_id|post_id|comment_id|count|offset|server)$/.test(name) && !/^-?\d+$/.test(value)) {
      throw wrong(name, 'is not an integer');
    }
  }
  return fields;
}

export function grantOf(state: State, call: Call, { scope }: Method): Grant {
  const grant = state.grants.find(bearerOf(call), () => {
    throw new VkRefusal(5, 'User authorization failed: access_token has expired.');
  });
  if (!grant) throw new VkRefusal(5, 'User authorization failed: invalid access_token (4).');
  if (scope && !grant.scopes.includes(scope)) {
    throw denied('Access denied: no access to call this method');
  }
  return grant;
}
