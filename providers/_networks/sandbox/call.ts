/** One request to the sandbox network, and the note that the network keeps of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxFault } from './faults.ts';
import type { Journal } from './journal.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** The newest calls are kept, in memory. */
const MAX_CALLS = 20_000;

/**
 * A publish or token call, whether or not it was accepted. `status` is null while, or when, there was no
 * answer.
 */
export interface SandboxCall {
  readonly at: string;
  readonly path: string;
  /** Name of the account; empty where the token was not known. */
  account: string;
  /** What the caller chose to find its post again. */
  marker: string;
  status: number | null;
}

export interface Call {
  readonly journal: Journal;
  readonly faults: SandboxFault[];
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly note: SandboxCall;
}

/** Begins the note of a call; its status is written when the answer begins. */
export function noteCall(
  calls: SandboxCall[],
  { path, response }: { path: string; response: ServerResponse },
): SandboxCall {
  const note: SandboxCall = { at: new Date().toISOString(), path, account: '', marker: '', status: null };
  calls.push(note);
  if (calls.length > MAX_CALLS) calls.shift();
  for (const end of ['finish', 'close']) {
    response.once(end, () => {
      note.status = response.headersSent ? response.statusCode : null;
    });
  }
  return note;
}

/** The body as a JSON object; undefined when it is none, or over 1 MiB. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // not JSON: answered as a bad request
  }
}
