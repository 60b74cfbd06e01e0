/**
 * Stripe's own stand-in (stripe-mock): it checks keys, names and values of each request against Stripe's
 * OpenAPI document, and stores nothing.
 */
import { spawn } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { ensureGoProgram } from './go-program.ts';
import { cacheFolder, endProcess, type RealServer } from './server.ts';

const VERSION = '0.203.0';
const folder = (): string => cacheFolder(`stripe-mock-${VERSION}`);

/** One request as it arrived. `body` is the form that it carried. */
export interface StripeRequest {
  readonly call: string;
  readonly body: URLSearchParams;
  readonly idempotencyKey: string | undefined;
}

/** A running stand-in. `requests` = everything that it received, oldest first. */
export interface RunningStripe {
  readonly url: string;
  readonly requests: StripeRequest[];
  stop(): Promise<void>;
}

/** stripe-mock behind a front that records the requests. */
export const stripeMock: RealServer<never, RunningStripe> = {
  name: 'stripe-mock',

  async ensure(log) {
    await ensureGoProgram(log, {
      name: 'stripe-mock',
      module: `github.com/stripe/stripe-mock@v${VERSION}`,
      folder: folder(),
    });
  },

  async start() {
    const [plain, tls] = [await freePort(), await freePort()];
    // Without an explicit address, the second port is open to the network.
    const child = spawn(
      join(folder(), 'stripe-mock'),
      ['-http-addr', `127.0.0.1:${plain}`, '-https-addr', `127.0.0.1:${tls}`],
      { stdio: 'ignore', env: childEnv() },
    );
    const requests: StripeRequest[] = [];
    const front = http.createServer(
      (request, response) => void forward(request, response, { port: plain, requests }),
    );
    try {
      while (
        !(await fetch(`http://127.0.0.1:${plain}/v1/customers`).then(
          () => true,
          () => false,
        ))
      ) {
        if (child.exitCode !== null) throw new Error(`stripe-mock ended with ${child.exitCode}`);
        await sleep(50);
      }
      await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    } catch (error) {
      await endProcess(child);
      throw error;
    }
    return {
      url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      requests,
      async stop() {
        front.closeAllConnections();
        await new Promise((resolve) => front.close(resolve));
        await endProcess(child);
      },
    };
  },
};

async function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { port, requests }: { port: number; requests: StripeRequest[] },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const key = request.headers['idempotency-key'];
  requests.push({
    call: `${request.method} ${request.url}`,
    body: new URLSearchParams(body.toString()),
    idempotencyKey: typeof key === 'string' ? key : undefined,
  });
  const asked = http.request(
    { host: '127.0.0.1', port, method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  asked.on('error', () => response.destroy());
  asked.end(body);
}
