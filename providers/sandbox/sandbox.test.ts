import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '../../src/platform/egress.ts';
import { testProvider, type Breakage, type NetworkHarness } from '../_kit/test-provider.ts';
import type { SandboxFaultKind } from '../_networks/sandbox/faults.ts';
import type { SandboxPost } from '../_networks/sandbox/journal.ts';
import { createSandboxNetwork } from '../_networks/sandbox/server.ts';
import { sandbox } from './index.ts';

const KINDS: Record<Exclude<Breakage, 'refused_connection'>, SandboxFaultKind> = {
  rate_limited: 'rate_limited',
  token_expired: 'token_expired',
  rejected: 'rejected',
  channel_gone: 'suspended',
  server_error: 'server_error',
  lost_answer: 'lost_answer',
  lost_request: 'lost_request',
  garbage_answer: 'garbage',
};

async function startSandbox(): Promise<NetworkHarness & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const network = createSandboxNetwork(folder);
  const server = http.createServer((request, response) => {
    network.handle(request, response).then(
      (known) => known || response.writeHead(404).end(),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const egress = createEgress({
    guardDisabled: false,
    allowCidrs: [],
    trustedOrigins: [url, 'http://127.0.0.1:2999'],
  });
  const env: Record<string, string | undefined> = { CRIER_SANDBOX_URL: url };
  const context = { egress, env, signal: new AbortController().signal, now: () => new Date() };
  const account = await sandbox.connect({ name: 'Ada' }, context);
  const headers = {
    authorization: `Bearer ${account.credentials.token}`,
    'content-type': 'application/json',
  };
  return {
    url,
    context,
    channel: { id: 'c', ...account },
    async published() {
      const posts = (await (await fetch(`${url}/sandbox/posts.json`)).json()) as SandboxPost[];
      return posts
        .filter((p) => !p.removedAt)
        .map((p) => ({ id: p.id, text: p.text, mediaCount: p.media.length, parentId: p.inReplyTo }));
    },
    async break(how) {
      if (how === 'refused_connection') env.CRIER_SANDBOX_URL = 'http://127.0.0.1:2999';
      else {
        await fetch(`${url}/sandbox/api/faults`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ kind: KINDS[how] }),
        });
      }
    },
    mend: () => void (env.CRIER_SANDBOX_URL = url),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await egress.close();
      rmSync(folder, { recursive: true });
    },
  };
}

testProvider(sandbox, startSandbox);

describe('the sandbox network', () => {
  it('keeps one ledger entry for each accepted call, in the documented shape', async () => {
    const network = await startSandbox();
    const call = (body: unknown, token = network.channel.credentials.token): Promise<Response> =>
      fetch(`${network.url}/sandbox/api/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    expect((await call({ text: 'one', media: [] })).status).toBe(201);
    expect((await call({ text: 'one', media: [] })).status).toBe(201);
    expect((await call({ text: ' ', media: [] })).status).toBe(422);
    expect((await call({ text: 'x'.repeat(5001) })).status).toBe(422);
    expect((await call({ text: 'reply', inReplyTo: 'nobody' })).status).toBe(404);
    expect((await call({ text: 'stranger' }, 'sbx_wrong')).status).toBe(401);
    expect((await call({ text: 'mixed up', channelId: 'another' })).status).toBe(403);
    const entry = {
      id: expect.any(String),
      channelId: network.channel.internalId,
      text: 'one',
      media: [],
      inReplyTo: null,
      receivedAt: expect.stringMatching(/Z$/),
    };
    expect(await (await fetch(`${network.url}/sandbox/posts.json`)).json()).toEqual([entry, entry]);
    await network.stop();
  });

  it('shows a post as text, never as markup', async () => {
    const network = await startSandbox();
    await fetch(`${network.url}/sandbox/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${network.channel.credentials.token}` },
      body: JSON.stringify({ text: '<script>alert(1)</script>' }),
    });
    const page = await (await fetch(`${network.url}/sandbox`)).text();
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>');
    await network.stop();
  });
});
