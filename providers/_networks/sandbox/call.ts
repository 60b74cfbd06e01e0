/** A request to the sandbox network, and its entry in the list of calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxFault } from './faults.ts';
import type { Journal } from './journal.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** For a caller who is not known yet: a token and little around it. */
export const MAX_OPEN_BYTES = 16 * 1024;
/** Only the newest calls are kept, in memory. */
const MAX_CALLS = 20_000;

/** A publish or token call, accepted or not. `status` is null as long as there is no answer. */
export interface SandboxCall {
  readonly at: string;
  readonly path: string;
  /** Name of the account; empty if the token was unknown. */
  account: string;
  /** The caller's marker for finding the post again. */
  marker: string;
  status: number | null;
}

export interface Call {
  readonly journal: Journal;
  readonly faults: SandboxFault[];
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: SandboxCall;
  /** Whether the instance itself calls, or no authentication is needed. */
  readonly byInstance: boolean;
}

/** Adds a call to the list; its status is set when the answer ends. */
export function logCall(
  calls: SandboxCall[],
  { path, response }: { path: string; response: ServerResponse },
): SandboxCall {
  const entry: SandboxCall = { at: new Date().toISOString(), path, account: '', marker: '', status: null };
  calls.push(entry);
  if (calls.length > MAX_CALLS) calls.shift();
  for (const end of ['finish', 'close']) {
    response.once(end, () => {
      entry.status = response.headersSent ? response.statusCode : null;
    });
  }
  return entry;
}

/** The body as a JSON object; undefined if it is not one, or over `maxBytes` (default: 1 MiB). */
export async function readJson(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without `destroyOnReturn`, leaving the loop would close the socket, and the answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      request.resume();
      return undefined;
    }
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // not JSON; answered as a bad request
  }
}
