/** A request as the routes see it, and answers in Skool's forms: a text, or the fields that are wrong. */
import type http from 'node:http';
import { Refusal as AnyRefusal, type Answer, type Call as Received } from '../_shared/stand-in.ts';
import type { Person, State } from './state.ts';

export type { Answer } from '../_shared/stand-in.ts';

export interface Call extends Received {
  readonly person: Person;
}

/** An answer that ends the request. */
export class Refusal extends AnyRefusal {
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super({ status, body, headers });
  }
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export function readJson({ headers, body }: Call): Record<string, unknown> {
  if (!String(headers['content-type']).startsWith('application/json')) throw new Refusal(400, 'bad request');
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

/** Refuses what the web app does not send, and what it does not leave out. */
export function assertFields(
  fields: Record<string, unknown>,
  allowed: readonly string[],
  required: readonly string[] = allowed,
): void {
  const unknown = Object.keys(fields).find((name) => !allowed.includes(name));
  const missing = required.find((name) => fields[name] === undefined);
  if (unknown || missing) {
    throw new Refusal(422, {
      fields: [{ user: unknown ?? missing, error: `${unknown ?? missing} is invalid` }],
    });
  }
}

/** Who is signed in, by both cookies. */
export function personOf({ people }: State, headers: http.IncomingHttpHeaders): Person {
  const cookies = new Map(
    (headers.cookie ?? '').split('; ').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const person = people.find(
    (one) => one.authToken === cookies.get('auth_token') && one.clientId === cookies.get('client_id'),
  );
  if (!person || person.signedOut) throw new Refusal(401, 'unauthorized');
  return person;
}
