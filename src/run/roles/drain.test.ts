import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { drainable, type Drain } from './drain.ts';

/** Longer than a test lasts. */
const LONG_MS = 60_000;

describe('a server that is stopped', () => {
  let server: http.Server;
  let port: number;
  let drain: Drain;
  let agent: http.Agent;
  /** Answers of requests that are in progress, oldest first. */
  let waiting: http.ServerResponse[];

  beforeEach(async () => {
    waiting = [];
    server = http.createServer({ keepAliveTimeout: LONG_MS }, (request, response) =>
      request.url === '/slow' ? void waiting.push(response) : response.end('at once'),
    );
    drain = drainable(server);
    agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterEach(() => {
    agent.destroy();
    server.close().closeAllConnections();
  });

  /** Asks over a connection that is kept for the next request. */
  async function get(path: string): Promise<{ body: string; connection: string | undefined }> {
    const request = http.get({ host: '127.0.0.1', port, path, agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const body = (await response.setEncoding('utf8').toArray()).join('');
    return { body, connection: response.headers.connection };
  }

  async function inProgress(): Promise<http.ServerResponse> {
    if (!waiting.length) await once(server, 'request');
    return waiting[0] as http.ServerResponse;
  }

  it('answers a request in progress, and ends its connection with it', async () => {
    const answer = get('/slow');
    const response = await inProgress();
    const ended = drain(LONG_MS);
    response.end('in the end');
    expect(await answer).toEqual({ body: 'in the end', connection: 'close' });
    await ended;
  });

  it('answers a request that is on its way over a kept connection', async () => {
    const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
    const ask = async (): Promise<string> => {
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      return String(await once(socket, 'data'));
    };
    expect(await ask()).toContain('Connection: keep-alive');
    const ended = drain(LONG_MS);
    expect(await ask()).toContain('Connection: close');
    await ended;
  });

  it('takes no new connections', async () => {
    await get('/');
    void drain(LONG_MS);
    agent.destroy();
    agent = new http.Agent();
    await expect(get('/')).rejects.toThrow('ECONNREFUSED');
  });

  it('ends kept connections that nobody uses', async () => {
    await get('/');
    await drain(1);
  });

  it('ends the connection of an answer that had begun before', async () => {
    const answer = get('/slow');
    const response = await inProgress();
    response.write('half ');
    const ended = drain(0);
    response.end('and half');
    expect(await answer).toEqual({ body: 'half and half', connection: 'keep-alive' });
    await ended;
  });
});
