import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { bluesky as provider } from './index.ts';

/** As the lexicon has it: `q` is a prefix, `limit` 1 to 100, and a PDS proxies for its own accounts alone. */
function refusalOf({ headers }: IncomingMessage, { pathname, searchParams }: URL): [number, string] | null {
  if (pathname !== '/xrpc/app.bsky.actor.searchActorsTypeahead') return [501, 'MethodNotImplemented'];
  if (headers.authorization !== 'Bearer jwt') return [401, 'AuthMissing'];
  const limit = Number(searchParams.get('limit') ?? 10);
  return limit < 1 || limit > 100 ? [400, 'InvalidRequest'] : null;
}

const ACTORS = [
  { did: 'did:plc:1', handle: 'ada.example.com', displayName: 'Ada' },
  { did: 'did:plc:2', handle: 'adele.example.com' },
  { did: 'did:plc:3', handle: 'handle.invalid', displayName: 'Adam' },
];

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://pds');
  const [status, error] = refusalOf(request, url) ?? [200, null];
  const body = error
    ? { error, message: error }
    : { actors: url.searchParams.get('q') === 'ad' ? ACTORS : [] };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

describe('the tools', () => {
  let channel: Channel;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const pds = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    channel = { credentials: { accessJwt: 'jwt' }, details: { pds } } as unknown as Channel;
  });
  afterAll(() => void server.close());
  const context = {
    egress: { fetch: (url: URL, init: RequestInit) => fetch(url, init) },
    now: () => new Date(),
  } as unknown as ProviderContext;

  it('find accounts by the beginning of their name, except those that cannot be mentioned', async () => {
    const mentions = (query: string) => provider.tools?.mentions?.run(channel, { query }, context);
    expect(await mentions('ad')).toEqual([
      { label: 'Ada', handle: '@ada.example.com', mention: '@ada.example.com' },
      { label: 'adele.example.com', handle: '@adele.example.com', mention: '@adele.example.com' },
    ]);
    expect(await mentions('zz')).toEqual([]);
  });

  it('are refused without a session', async () => {
    const other = { ...channel, credentials: { accessJwt: 'old' } };
    await expect(provider.tools?.mentions?.run(other, { query: 'ad' }, context)).rejects.toThrow();
  });
});
