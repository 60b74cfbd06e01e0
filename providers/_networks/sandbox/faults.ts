/** Fault switches: how the next publish or token calls to the sandbox network fail. */
import type { ServerResponse } from 'node:http';

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

type Answer = (response: ServerResponse, fault: SandboxFault) => void;

const html =
  (status: number, title: string): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<html><body><h1>${title}</h1></body></html>`);
const limited =
  (header: (resetMs: number) => Record<string, string>): Answer =>
  (response, fault) =>
    json(
      response,
      429,
      { error: 'rate_limited', message: 'Slow down' },
      header(fault.untilMs ?? Date.now() + fault.seconds * 1000),
    );
const inSeconds = (resetMs: number): Record<string, string> => ({
  'retry-after': String(Math.ceil((resetMs - Date.now()) / 1000)),
});

const HUGE_BYTES = 10 * 1024 * 1024;
const CHUNK = Buffer.alloc(65_536, 'x');

/** A valid JSON document of 10 MB, sent as fast as it is read. */
const huge: Answer = (response) => {
  response.writeHead(201, { 'content-type': 'application/json' }).write('{"id":"huge","padding":"');
  let left = HUGE_BYTES / CHUNK.length;
  const more = (): void => {
    while (left-- > 0) if (!response.write(CHUNK)) return void response.once('drain', more);
    response.end('"}');
  };
  more();
};

/** An endless body, one byte at a time. */
const drip: Answer = (response) => {
  response.writeHead(201, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
};

/** Answers that replace the usual one. `slow`, `late` and `refresh_slow` have none: they only wait. */
export const ANSWERS = {
  rate_limited: limited(inSeconds),
  // These limit the account for `seconds`, and reject every call until then.
  limited_seconds: limited(inSeconds),
  limited_date: limited((resetMs) => ({
    'retry-after': new Date(Math.ceil(resetMs / 1000) * 1000).toUTCString(),
  })),
  limited_silent: limited(() => ({})),
  server_error: (response) => json(response, 500, { error: 'internal', message: 'Something went wrong' }),
  bad_gateway: html(502, '502 Bad Gateway'),
  gateway_timeout: html(504, '504 Gateway Time-out'),
  token_expired: (response) =>
    json(response, 401, { error: 'token_expired', message: 'The token has expired' }),
  rejected: (response) =>
    json(response, 422, { error: 'unprocessable', message: 'This text breaks a rule of the network' }),
  suspended: (response) =>
    json(response, 403, { error: 'account_suspended', message: 'This account is suspended' }),
  lost_request: () => undefined,
  reset_before: (response) => void response.req.socket.resetAndDestroy(),
  lost_answer: () => undefined,
  reset_after: (response) => void response.req.socket.resetAndDestroy(),
  garbage: html(200, 'Just a moment…'),
  truncated: (response) =>
    void response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"3f2c9a1e-77'),
  huge,
  wrong_charset: (response) =>
    void response
      .writeHead(201, { 'content-type': 'application/json; charset=utf-16' })
      .end(Buffer.from('{"id":"早安","url":"/"}', 'utf16le')),
  drip,
  // Of the token endpoint.
  refresh_unavailable: (response) =>
    json(response, 503, {
      error: 'temporarily_unavailable',
      error_description: 'The authorization server is overloaded',
    }),
} satisfies Record<string, Answer>;

/** Kinds of failure. Those in `ACCEPTING` accept the post unless the switch is set otherwise. */
export const SANDBOX_FAULTS = [
  ...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]),
  'slow',
  'late',
  'refresh_slow',
] as const;
export type SandboxFaultKind = (typeof SANDBOX_FAULTS)[number];
const ACCEPTING: readonly SandboxFaultKind[] = ['lost_answer', 'reset_after', 'garbage', 'slow', 'late'];

/** One switch, as set over HTTP. */
export interface SandboxFault {
  readonly kind: SandboxFaultKind;
  /** How many calls fail. */
  times: number;
  /**
   * Duration of a rate limit; delay of `slow` (after the post was accepted), `late` (before) and
   * `refresh_slow`.
   */
  readonly seconds: number;
  /** Limits the switch to the accounts with this name. */
  readonly account?: string;
  /** Limits the switch to this account: the person who set it has no power over others. */
  readonly accountId?: string;
  /** Whether the post is accepted although the call fails. */
  readonly taken?: boolean;
  /** For how many seconds an accepted post is missing from the account's list. */
  readonly hiddenSeconds?: number;
  /** When a limit ends; set by the first call. */
  untilMs?: number;
}

/** Whether the network accepts the post of a call that fails like this. */
export const acceptsPost = (fault: SandboxFault): boolean => fault.taken ?? ACCEPTING.includes(fault.kind);

export function answerOf(fault: SandboxFault): Answer | undefined {
  const answers: Partial<Record<SandboxFaultKind, Answer>> = ANSWERS;
  return answers[fault.kind];
}

/** Reads a switch from a request; undefined if there is no such kind. */
export function readFault(body: Record<string, unknown>): SandboxFault | undefined {
  const { kind, times = 1, seconds = 2, account, taken, hiddenSeconds } = body;
  const known = SANDBOX_FAULTS.find((name) => name === kind);
  if (!known) return undefined;
  return {
    kind: known,
    times: Number(times),
    seconds: Number(seconds),
    ...(typeof account === 'string' ? { account } : {}),
    ...(typeof taken === 'boolean' ? { taken } : {}),
    ...(hiddenSeconds === undefined ? {} : { hiddenSeconds: Number(hiddenSeconds) }),
  };
}

/** The next switch that applies to a call of this account; removed from the list once it is used up. */
export function nextFault(
  faults: SandboxFault[],
  call: 'post' | 'token',
  account: { readonly id: string; readonly name: string } | undefined,
): SandboxFault | undefined {
  const fault = faults.find(
    (f) =>
      f.kind.startsWith('refresh_') === (call === 'token') &&
      (f.account === undefined || f.account === account?.name) &&
      (f.accountId === undefined || f.accountId === account?.id),
  );
  if (!fault) return undefined;
  const used = (): void => void faults.splice(faults.indexOf(fault), 1);
  if (!fault.kind.startsWith('limited_')) {
    if (--fault.times <= 0) used();
    return fault;
  }
  fault.untilMs ??= Date.now() + fault.seconds * 1000;
  if (Date.now() < fault.untilMs) return fault;
  used();
  return nextFault(faults, call, account);
}
