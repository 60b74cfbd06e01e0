/**
 * Resend's API: the emulator of the package `emulate`, which stores mails and Idempotency-Keys, behind a
 * front that refuses what Resend refuses and the emulator accepts. Names, statuses and messages are those of
 * https://resend.com/docs/api-reference/errors.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { freePort } from '../../run/embedded/ports.ts';

/** A mail as Resend shows it. */
export interface ResendMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

export interface Resend {
  readonly url: string;
  /** A key with full access, and one that can only send. */
  readonly keys: { readonly full: string; readonly sending: string };
  /** Idempotency keys in the order of the requests. */
  readonly idempotencyKeys: readonly string[];
  /**
   * Answers for the next requests to send, before anything is checked; `break` accepts the mail and loses the
   * answer.
   */
  readonly next: (Answer | 'break')[];
  mails(): Promise<ResendMail[]>;
  stop(): Promise<void>;
}

/** An error answer. */
export interface Answer {
  readonly status: number;
  readonly name: string;
  readonly message?: string;
  readonly headers?: Record<string, string>;
}

const KEYS = { full: 're_Full1234_abcdefghijklmnop', sending: 're_Send1234_abcdefghijklmnop' } as const;
const DOMAINS = [
  { name: 'crier.example', status: 'verified' },
  { name: 'new.example', status: 'pending' },
] as const;
/** `user@domain`, or `Name <user@domain>`. */
const ADDRESS =
  /^(?:[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+|(?:"(?:[^"\\]|\\.)*"|[^"<>@,]+) <[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+>)$/;

/** Starts both on free ports of 127.0.0.1. */
export async function startResend(): Promise<Resend> {
  const emulator = await createEmulator({ service: 'resend', port: await freePort() });
  const next: Resend['next'] = [];
  const idempotencyKeys: string[] = [];
  const front = http.createServer(
    (request, response) => void handle(request, response).catch((error: Error) => response.destroy(error)),
  );

  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const answer = (status: number, content: object, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(content));
    const sends = request.method === 'POST' && request.url === '/emails';
    if (sends) idempotencyKeys.push(String(request.headers['idempotency-key'] ?? ''));
    const planned = sends ? next.shift() : undefined;
    const refusal = planned && planned !== 'break' ? planned : check(request, body);
    if (refusal) {
      return answer(
        refusal.status,
        { statusCode: refusal.status, name: refusal.name, message: refusal.message ?? refusal.name },
        refusal.headers,
      );
    }
    if (request.url === '/domains') return answer(200, { object: 'list', has_more: false, data: DOMAINS });
    const passed = await fetch(`${emulator.url}${request.url}`, {
      method: request.method,
      headers: {
        'content-type': 'application/json',
        ...(sends ? { 'idempotency-key': idempotencyKeys.at(-1) ?? '' } : {}),
      },
      body: body || undefined,
    });
    if (planned === 'break') return void request.socket.destroy();
    answer(passed.status, (await passed.json()) as object);
  };

  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    keys: KEYS,
    idempotencyKeys,
    next,
    mails: async () =>
      ((await (await fetch(`${emulator.url}/emails`)).json()) as { data: ResendMail[] }).data,
    async stop() {
      front.closeAllConnections();
      await Promise.all([new Promise((resolve) => front.close(resolve)), emulator.close()]);
    },
  };
}

function check(request: http.IncomingMessage, body: string): Answer | null {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!request.headers['user-agent']) return { status: 403, name: '1010', message: 'error code: 1010' };
  if (!key) {
    return { status: 401, name: 'missing_api_key', message: 'Missing API key in the authorization header.' };
  }
  if (key !== KEYS.full && key !== KEYS.sending) {
    return { status: 403, name: 'invalid_api_key', message: 'API key is invalid' };
  }
  if (request.url !== '/emails' && request.url !== '/domains') {
    return { status: 404, name: 'not_found', message: 'The requested endpoint does not exist' };
  }
  if (request.url === '/domains') {
    return key === KEYS.full
      ? null
      : {
          status: 401,
          name: 'restricted_api_key',
          message: 'This API key is restricted to only send emails',
        };
  }
  return checkMail(request, body);
}

function checkMail(request: http.IncomingMessage, body: string): Answer | null {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (key.length < 1 || key.length > 256)) {
    return { status: 400, name: 'invalid_idempotency_key', message: 'The key must be between 1-256 chars.' };
  }
  if (request.headers['content-type']?.split(';')[0] !== 'application/json') {
    return { status: 422, name: 'validation_error', message: 'The body must be JSON' };
  }
  const mail = JSON.parse(body) as {
    from?: unknown;
    to?: unknown;
    subject?: unknown;
    html?: unknown;
    text?: unknown;
  };
  const missing =
    (['from', 'to', 'subject'] as const).find((field) => !mail[field]) ??
    (mail.html || mail.text ? undefined : 'html');
  if (missing) {
    return { status: 422, name: 'missing_required_field', message: `Missing \`${missing}\` field.` };
  }
  const recipients = [mail.to].flat();
  for (const [field, value] of [['from', mail.from], ...recipients.map((to) => ['to', to])] as const) {
    if (typeof value !== 'string' || !ADDRESS.test(value)) {
      return {
        status: 422,
        name: 'validation_error',
        message: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
      };
    }
  }
  if (recipients.length > 50) {
    return { status: 422, name: 'validation_error', message: 'The `to` field has too many items' };
  }
  const domain = /@([^@>]+)>?$/.exec(String(mail.from))?.[1] ?? '';
  if (!DOMAINS.some((d) => d.name === domain && d.status === 'verified')) {
    return {
      status: 403,
      name: 'validation_error',
      message: `The ${domain} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
    };
  }
  return null;
}
