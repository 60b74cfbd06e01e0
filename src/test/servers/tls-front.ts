/**
 * A reverse proxy with TLS in front of an instance, as operators run one; its certificate is created for the
 * run, and the tests' browsers accept it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { Unavailable, run } from './server.ts';

/** Creates the certificate: Node can read one but not create it. */
export const openssl = {
  name: 'openssl',
  /** @throws Unavailable, with what would help */
  async ensure(): Promise<void> {
    await run('openssl', ['version']).catch(() => {
      throw new Unavailable('there is no openssl on the PATH: install it (apt install openssl)');
    });
  },
};

/** A running front; `url` is https://localhost:PORT. */
export interface TlsFront {
  readonly url: string;
  /** Where requests go from now on; before that they are answered with 502. */
  forwardTo(upstream: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a front on a free loopback port. It sends the instance the scheme and host in X-Forwarded-Proto and
 * -Host.
 */
export async function startTlsFront(): Promise<TlsFront> {
  let upstream: string | undefined;
  const server = https.createServer(await makeCertificate(), (request, response) => {
    if (!upstream) return void response.writeHead(502).end();
    const headers = {
      ...request.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': request.headers.host,
      'x-forwarded-for': '127.0.0.1',
    };
    const onward = http.request(
      new URL(request.url ?? '/', upstream),
      { method: request.method, headers },
      (answer) => {
        // A browser that was closed in the meantime receives nothing more.
        if (response.destroyed) return void answer.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => undefined);
      },
    );
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => void (upstream = url),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A key, and a certificate for a name that it signed itself; `more`: extensions of it. */
export async function makeCertificate(
  name = 'localhost',
  ...more: string[]
): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
      ...more.flatMap((extension) => ['-addext', extension]),
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
