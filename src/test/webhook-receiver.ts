/** A receiver of webhooks that verifies what comes with the library of Standard Webhooks, as its users do. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request as it came; `verified` = signed with a secret that the receiver has. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly verified: boolean;
}

interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The body goes on for ever. */
  readonly endless?: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** What it verifies with. */
  secret: string;
  /** What it answers to the next request; `null` = it breaks the connection. */
  answer: () => ReceiverAnswer | null | Promise<ReceiverAnswer | null>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        body: JSON.parse(text) as unknown,
        verified: verifies(receiver.secret, text, request.headers),
      });
      void Promise.resolve(receiver.answer()).then((answer) => {
        if (!answer) return request.socket.destroy();
        response.writeHead(answer.status, answer.headers);
        return answer.endless ? response.write(answer.body) : response.end(answer.body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    secret: '',
    answer: () => ({ status: 204 }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function verifies(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    // the library's error has the reason; a test only asks whether
    return false;
  }
}
