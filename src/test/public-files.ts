/**
 * A URL that is public by its form, at which the files of a test are, or are not: calls get there through a
 * proxy, as an operator can set one, and end at a server with TLS of this machine.
 */
import type http from 'node:http';
import https from 'node:https';
import { extname } from 'node:path';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startProxy } from './proxy.ts';
import { makeCertificate } from './servers/tls-front.ts';

const HOST = 'files.cafe.example';

export interface PublicFiles {
  /** Settings of an instance whose bucket is there. */
  readonly env: Readonly<Record<string, string>>;
  /** What was asked for: "GET /a.png". */
  readonly asked: readonly string[];
  /**
   * From now on; `bytes`: what the answer has. At first nothing is there: 404. `extension`: to the
   * files that have it (".mp4"), instead of to all others.
   */
  answer(status: number, bytes?: number, extension?: string): void;
  stop(): Promise<void>;
}

/** Needs `openssl`. Until `stop`, this process trusts its certificate. */
export async function startPublicFiles(): Promise<PublicFiles> {
  const certificate = await makeCertificate(HOST);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert.toString()]);
  const asked: string[] = [];
  const answers = new Map([['', { status: 404, bytes: 0 }]]);
  const files = https.createServer(certificate, ({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    const now = answers.get(extname(url ?? '')) ?? answers.get('') ?? { status: 404, bytes: 0 };
    response.writeHead(now.status, { 'content-length': now.bytes }).end(Buffer.alloc(now.bytes));
  });
  const port = await listen(files);
  const proxy = startProxy([], () => port);
  const proxyPort = await listen(proxy);
  return {
    asked,
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PUBLIC_URL: `https://${HOST}`,
    },
    answer: (status, bytes = 0, extension = '') => void answers.set(extension, { status, bytes }),
    async stop() {
      setDefaultCACertificates(trusted);
      await Promise.all([files, proxy].map(close));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

function close(server: http.Server | https.Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
