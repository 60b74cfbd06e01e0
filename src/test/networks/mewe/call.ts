/** A request as the routes see it, and answers. MeWe does not say how its errors look. */
import type http from 'node:http';
import { Response } from 'undici';
import { bearerOf } from '../_shared/grants.ts';
import { Refusal as AnyRefusal, unknownOf, type Call } from '../_shared/stand-in.ts';
import type { Answer } from '../_shared/stand-in.ts';
import type { Person, State } from './state.ts';

export type { Answer, Call } from '../_shared/stand-in.ts';

/** An answer that ends the request. */
export class Refusal extends AnyRefusal {
  constructor(status: number, message: string) {
    super({ status, body: { message } });
  }
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export function readJson(call: Call, allowed: readonly string[]): Record<string, unknown> {
  if (!String(call.headers['content-type']).startsWith('application/json')) {
    throw new Refusal(400, 'The body is not JSON');
  }
  const fields = JSON.parse(call.body.toString()) as Record<string, unknown>;
  const unknown = unknownOf(Object.keys(fields), allowed);
  if (unknown.length) throw new Refusal(400, `Unknown field ${unknown.join(', ')}`);
  return fields;
}

/** The one file of a form. */
export async function readFile({ headers, body }: Call): Promise<Blob> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw new Refusal(400, 'Not a form');
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (!file || typeof file === 'string' || [...form].length !== 1) throw new Refusal(400, 'file is required');
  return file as unknown as Blob;
}

/** The person of a call; every call names the app. */
export function personOf(state: State, call: Call): Person {
  assertApp(state, call.headers);
  const token = state.tokens.get(bearerOf(call) ?? '');
  if (!token || token.expiresAt <= state.now().getTime()) throw new Refusal(401, 'Unauthorized');
  return token.person;
}

export function assertApp(state: State, headers: http.IncomingHttpHeaders): void {
  if (headers['x-app-id'] !== state.app.id) throw new Refusal(401, 'Unknown application');
}
