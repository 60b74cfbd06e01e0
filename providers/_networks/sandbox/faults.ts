/** Fault switches of the sandbox network: how its next publish calls go wrong. */
import type { ServerResponse } from 'node:http';

/** Kinds of failure; `lost_answer`, `reset_after` and `garbage` take the post, the others do not. */
export const SANDBOX_FAULTS = ['rate_limited', 'server_error', 'bad_gateway', 'token_expired', 'rejected', 'suspended', 'lost_request', 'reset_before', 'lost_answer', 'reset_after', 'garbage', 'slow'] as const;
export type SandboxFaultKind = (typeof SANDBOX_FAULTS)[number];

/** `times` publish calls go wrong; `seconds` is the reset time of `rate_limited` and the delay of `slow`. */
export interface SandboxFault {
  readonly kind: SandboxFaultKind;
  times: number;
  readonly seconds: number;
}

/** Answers that are given without taking the post. */
export const REFUSALS: Partial<Record<SandboxFaultKind, (response: ServerResponse, fault: SandboxFault) => void>> = {
  rate_limited: (response, fault) => json(response, 429, { error: 'rate_limited', message: 'Slow down' }, { 'retry-after': String(fault.seconds) }),
  server_error: (response) => json(response, 500, { error: 'internal', message: 'Something went wrong' }),
  bad_gateway: (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>'),
  token_expired: (response) => json(response, 401, { error: 'token_expired', message: 'The token has expired' }),
  rejected: (response) => json(response, 422, { error: 'unprocessable', message: 'This text breaks a rule of the network' }),
  suspended: (response) => json(response, 403, { error: 'account_suspended', message: 'This account is suspended' }),
  lost_request: () => undefined,
  reset_before: (response) => void response.req.socket.resetAndDestroy(),
};

/** Writes a JSON answer. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body));
}
