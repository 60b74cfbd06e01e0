import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FUTURE, buildPost, countRows, createOne, setState } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { freePort } from '../embedded/ports.ts';
import { crierJson, runCrier, type CliRun } from './fixtures/run-cli.ts';

const KEY = 'hunter22-hunter22-hunter22';

/** Another program on a port of its own, while `work` runs. */
async function withServer<T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

describe('a command over HTTP', () => {
  let crier: TestInstance;
  let channel: string;
  let remote: NodeJS.ProcessEnv;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Town square' })).id;
    remote = {
      DATABASE_URL: undefined,
      TEMPORAL_ADDRESS: undefined,
      CRIER_DATA_DIR: join(crier.dataDir, 'elsewhere'),
      CRIER_API_URL: undefined,
      CRIER_API_KEY: KEY,
    };
  });
  afterAll(() => crier?.stop());

  const list = (api: string, env: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCrier({ ...remote, ...env }, 'posts', 'list', '--api', api);

  /** Passes everything on to the instance; `drop` decides after which answers the connection breaks. */
  const dropping =
    (drop: (incoming: IncomingMessage) => boolean): RequestListener =>
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const onward = request(
        `${crier.url}${incoming.url}`,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          if (drop(incoming)) return void answer.resume().once('end', () => outgoing.destroy());
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward);
    };

  it('fails with a wrong API key, with the message of the API, and does not show the key', async () => {
    expect(await list(crier.url)).toEqual({ code: 1, stdout: '', stderr: 'crier: Invalid API key\n' });
    expect(await crierJson(remote, 'posts', 'list', '--api', crier.url)).toEqual({
      error: { code: 'invalid_api_key', message: 'Invalid API key' },
    });
    expect((await list(crier.url, { CRIER_API_KEY: crier.apiKey })).code).toBe(0);
  });

  it('rejects an API key that no header can carry, and does not show it', async () => {
    const run = await list(crier.url, { CRIER_API_KEY: `${KEY}\nschlüssel` });
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('CRIER_API_KEY is not an API key'),
    });
    expect(run.stderr).not.toContain('hunter22');
  });

  it.each([
    [['--api-key', KEY]],
    [[`--api-key=${KEY}`]],
    [['--key', KEY]],
    [['--api', `https://ada:${KEY}@crier.example`]],
    [['--api', `https://crier.example/?key=${KEY}`]],
  ])('rejects an API key as an argument (%j), and does not repeat it', async (args) => {
    const run = await runCrier(remote, 'posts', 'list', ...args);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('CRIER_API_KEY') });
    expect(run.stderr).not.toContain('hunter22');
  });

  it.each(['crier.example', 'ftp://crier.example', ''])('reports the URL %j as wrong usage', async (url) => {
    expect(await list(url)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'crier: --api (or CRIER_API_URL) must be a full URL such as https://crier.example\n',
    });
  });

  it('names the URL if it cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await list(url)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^crier: ${url} cannot be reached \\(.*ECONNREFUSED.*\\): check the URL`),
      ),
    });
    expect(await crierJson(remote, 'posts', 'list', '--api', url)).toMatchObject({
      error: { code: 'instance_unreachable' },
    });
  });

  it.each<[string, RequestListener]>([
    ['a page', (_, answer) => void answer.setHeader('content-type', 'text/html').end('<h1>It works</h1>')],
    ['an error page of a proxy', (_, answer) => void answer.writeHead(502).end('<h1>Bad Gateway</h1>')],
    ["another program's JSON", (_, answer) => void answer.end('{"ok":true}')],
    ["another program's refusal", (_, answer) => void answer.writeHead(401).end('{"message":"who are you"}')],
    ['nothing', (_, answer) => void answer.writeHead(204).end()],
  ])('asks whether the URL is that of Crier when the answer is %s', async (_, listener) => {
    await withServer(listener, async (url) => {
      for (const args of [
        ['posts', 'list'],
        ['channels', 'list'],
        ['notifications'],
        ['posts', 'show', crier.organizationId],
      ]) {
        const run = await runCrier(remote, ...args, '--api', url);
        expect(run).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(
            new RegExp(
              `^crier: ${url} answered \\(status \\d+\\), but not like Crier: is this a Crier instance\\?\n$`,
            ),
          ),
        });
      }
    });
  });

  it('does not send the API key where a redirect leads, and names where that is', async () => {
    await withServer(
      (_, answer) => void answer.writeHead(301, { location: `${crier.url}/public/v1/posts` }).end(),
      async (url) => {
        expect(await list(url)).toMatchObject({
          code: 1,
          stderr: `crier: ${url} redirects to ${crier.url}: use the URL of Crier itself\n`,
        });
      },
    );
  });

  it('creates a post once when the answer is lost, and prints it', async () => {
    const before = await countRows(crier, 'post');
    let lost = 0;
    const run = await withServer(
      dropping(({ method }) => method === 'POST' && lost++ === 0),
      (url) =>
        runCrier(
          { ...remote, CRIER_API_KEY: crier.apiKey },
          'posts',
          'create',
          '--channel',
          channel,
          '--text',
          'Once',
          '--date',
          FUTURE,
          '--api',
          url,
        ),
    );
    expect(run).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Town square: will be published at'),
    });
    expect([lost, await countRows(crier, 'post')]).toEqual([2, before + 1]);
  });

  it('does not claim that nothing happened when the answer to a change is lost', async () => {
    const id = await createOne(crier, buildPost(channel));
    await setState(crier, id, 'failed');
    const run = await withServer(
      dropping(({ method }) => method === 'POST'),
      (url) => runCrier({ ...remote, CRIER_API_KEY: crier.apiKey }, 'posts', 'retry', id, '--api', url),
    );
    expect(run).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /closed the connection before it answered .*it may have done what you asked/,
      ),
    });
  });
});
