import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormData } from 'undici';
import { OutcomeUnknown, Unsent } from '../../providers/_kit/errors.ts';
import { freePort } from '../run/embedded/ports.ts';
import { startMediaHost, type MediaHost } from '../uploads/fixtures/media-host.ts';
import { BlockedAddress, createEgress } from './egress.ts';

describe('a file that is sent', () => {
  let host: MediaHost;
  let folder: string;
  let path: string;
  let egress: ReturnType<typeof createEgress>;
  beforeEach(async () => {
    host = await startMediaHost();
    folder = await mkdtemp(join(tmpdir(), 'crier-stream-'));
    path = join(folder, 'film.mp4');
    await writeFile(path, Buffer.alloc(300_000, 'film'));
    egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [host.url] });
  });
  afterEach(async () => {
    await egress.close();
    await host.stop();
    await rm(folder, { recursive: true });
  });

  /** A URL that answers with this status and headers, after the server has read everything. */
  const endpoint = (status = 200, headers: Record<string, string> = {}, body?: string) => {
    const got: { request?: IncomingMessage; body?: Buffer } = {};
    const url = host.serve('/here', async (request, response) => {
      got.request = request;
      got.body = Buffer.concat(await request.toArray());
      response.writeHead(status, headers).end(body);
    });
    return { url, got };
  };
  const film = (): Promise<Blob> => openAsBlob(path, { type: 'video/mp4' });
  const post = { method: 'POST', headers: { authorization: 'Bearer x' } };

  it('arrives whole, with its length and type', async () => {
    const { url, got } = endpoint(201, { 'x-words': 'kept' }, '{"id":7}');
    const answer = await egress.fetch(url, { ...post, body: await film() });
    expect([answer.status, answer.headers.get('x-words'), await answer.json()]).toEqual([
      201,
      'kept',
      { id: 7 },
    ]);
    expect(got.request?.headers).toMatchObject({
      'content-length': '300000',
      'content-type': 'video/mp4',
      authorization: 'Bearer x',
    });
    expect(got.body?.equals(Buffer.alloc(300_000, 'film'))).toBe(true);
  });

  it('has the type that the call gives it', async () => {
    const { url, got } = endpoint();
    const headers = { 'content-type': 'application/octet-stream' };
    await (await egress.fetch(url, { method: 'POST', headers, body: await film() })).text();
    expect(got.request?.headers['content-type']).toBe('application/octet-stream');
  });

  it('arrives whole in a form, whose length is known', async () => {
    const { url, got } = endpoint();
    const form = new FormData();
    form.set('description', 'waves');
    form.set('file', new File([await film()], 'waves.mp4', { type: 'video/mp4' }), 'waves.mp4');
    await (await egress.fetch(url, { ...post, body: form })).text();
    expect(got.request?.headers['transfer-encoding']).toBeUndefined();
    const type = got.request?.headers['content-type'] ?? '';
    const read = await new Response(new Uint8Array(got.body ?? Buffer.of()), {
      headers: { 'content-type': type },
    }).formData();
    expect(read.get('description')).toBe('waves');
    const file = read.get('file') as File;
    expect([file.name, file.type, file.size]).toEqual(['waves.mp4', 'video/mp4', 300_000]);
  });

  it.each([204, 205, 304])('may be answered with %s, which has no body', async (status) => {
    const answer = await egress.fetch(endpoint(status).url, { ...post, body: await film() });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it('does not follow a redirect', async () => {
    const { url } = endpoint(307, { location: '/elsewhere' });
    expect((await egress.fetch(url, { ...post, body: await film() })).status).toBe(307);
    expect(host.requests).toHaveLength(1);
  });

  it('is not sent to a host that is not public, or where nothing listens', async () => {
    const guarded = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [] });
    await expect(guarded.fetch(endpoint().url, { ...post, body: await film() })).rejects.toBeInstanceOf(
      BlockedAddress,
    );
    await guarded.close();
    const closed = `http://127.0.0.1:${await freePort()}`;
    const open = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
    await expect(open.fetch(closed, { ...post, body: await film() })).rejects.toBeInstanceOf(Unsent);
    await open.close();
    expect(host.requests).toHaveLength(0);
  });

  it.each(['is not answered in time', 'meets a connection that breaks', 'is cut short while it is read'])(
    'leaves the outcome unknown when it %s',
    async (how) => {
      const url = host.serve('/here', (request, response) => {
        if (how.includes('breaks')) request.socket.resetAndDestroy();
        else if (how.includes('time')) request.resume();
        else void request.toArray().then(() => response.end());
      });
      const body = await film();
      if (how.includes('cut short')) await truncate(path, 1000);
      await expect(egress.fetch(url, { ...post, body, timeoutMs: 500 })).rejects.toBeInstanceOf(
        OutcomeUnknown,
      );
    },
  );

  it('may be answered with a limited number of bytes', async () => {
    const { url } = endpoint(200, {}, 'x'.repeat(2000));
    const answer = await egress.fetch(url, { ...post, body: await film(), maxBytes: 1000 });
    await expect(answer.text()).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});
