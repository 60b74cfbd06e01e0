/** A server that answers what Reddit has answered, and a provider's context that calls it. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderContext } from '../../../../providers/_kit/contract.ts';
import { createEgress } from '../../../platform/egress.ts';
import type { Exchange } from './recordings.ts';

/** What is answered to a path; the body without the encoding that it was sent in. */
export type Recorded = Pick<Exchange, 'status' | 'headers' | 'body'>;

export interface Replay {
  readonly context: ProviderContext;
  /** Answers the requests whose path matches, until the next call for the same pattern. */
  answer(path: RegExp, recorded: Recorded): void;
  stop(): Promise<void>;
}

/** Headers that describe how the bytes travelled, and are the server's own here. */
const OF_THE_TRANSPORT = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

export async function startReplay(): Promise<Replay> {
  const answers: { path: RegExp; recorded: Recorded }[] = [];
  const server = http.createServer((request, response) => {
    request.resume();
    const found = answers.findLast(({ path }) => path.test(request.url ?? ''))?.recorded;
    if (!found) return void response.writeHead(599).end(`nothing is recorded for ${request.url}`);
    const headers = [...found.headers].filter(([name]) => !OF_THE_TRANSPORT.has(name));
    response.writeHead(found.status, Object.fromEntries(headers)).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [url] });
  return {
    context: {
      egress,
      env: { REDDIT_API_URL: url, REDDIT_CLIENT_ID: 'id', REDDIT_CLIENT_SECRET: 'secret' },
      signal: new AbortController().signal,
      now: () => new Date(),
    },
    answer: (path, recorded) => void answers.push({ path, recorded }),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await egress.close();
    },
  };
}

/** A page of things, in the form of every listing of Reddit. */
export const listingOf = (kind: string, ...things: readonly unknown[]): Recorded => ({
  status: 200,
  headers: new Headers({ 'content-type': 'application/json; charset=UTF-8' }),
  body: JSON.stringify({
    kind: 'Listing',
    data: { after: null, children: things.map((data) => ({ kind, data })) },
  }),
});
