/** A request as the routes see it, and Moltbook's form of an error. */
import { Refusal as AnyRefusal, type Answer, type Call as Received } from '../_shared/stand-in.ts';
import type { Agent } from './state.ts';

export type { Answer } from '../_shared/stand-in.ts';

export interface Call extends Omit<Received, 'body'> {
  readonly body: string;
  readonly agent: Agent;
}

/** An answer that ends the request. */
export class Refusal extends AnyRefusal {
  constructor(status: number, error: string, more: Record<string, unknown> = {}) {
    super({ status, body: { success: false, error, ...more } });
  }
}

export const ok = (body: Record<string, unknown>, status = 200): Answer => ({
  status,
  body: { success: true, ...body },
});

/** The fields of a body, all of them texts; an unknown one is refused. */
export function readFields({ headers, body }: Call, allowed: readonly string[]): Record<string, string> {
  if (!String(headers['content-type']).startsWith('application/json')) {
    throw new Refusal(400, 'Content-Type must be application/json');
  }
  const fields = parse(body);
  for (const [name, value] of Object.entries(fields)) {
    if (!allowed.includes(name)) throw new Refusal(400, `Unknown field ${name}`);
    if (typeof value !== 'string') throw new Refusal(400, `${name} must be a string`);
  }
  return fields as Record<string, string>;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Refusal(400, 'Invalid JSON');
  }
}
