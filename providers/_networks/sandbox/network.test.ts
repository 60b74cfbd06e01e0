import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEgress } from '../../../src/platform/egress.ts';
import type { Channel, ProviderContext, VerifyResult } from '../../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../../_kit/errors.ts';
import { buildRequest } from '../../_kit/test-harness.ts';
import { sandbox } from '../../sandbox/index.ts';
import type { SandboxCall } from './call.ts';
import { createSandboxNetwork } from './server.ts';

describe('an account of the sandbox network whose name has tags', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const network = createSandboxNetwork(folder);
  const server = http.createServer(
    (request, response) =>
      void network.handle(request, response).then((known) => known || response.writeHead(404).end()),
  );
  let url: string;
  let egress: ReturnType<typeof createEgress>;
  let context: ProviderContext;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [url] });
    context = {
      egress,
      env: { CRIER_SANDBOX_URL: url },
      signal: new AbortController().signal,
      now: () => new Date(),
    };
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await egress.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (name: string): Promise<Channel> => ({
    id: `channel of ${name}`,
    ...(await sandbox.connect({ name }, context)),
  });
  const request = (channel: Channel, text?: string): ReturnType<typeof buildRequest> =>
    buildRequest({ channel }, sandbox, text ? { text } : {});
  const send = async (request: ReturnType<typeof buildRequest>): Promise<string> => {
    const result = await sandbox.publish(request, await sandbox.prepare(request, context), context);
    return result.status === 'published' ? result.published.id : result.status;
  };
  const look = async (request: ReturnType<typeof buildRequest>): Promise<VerifyResult> =>
    sandbox.verify(request, { prepared: null, sentAt: new Date(), readAt: new Date(), ref: null }, context);
  const arm = async (fault: Record<string, unknown>): Promise<number> => {
    const { credentials } = await open('operator');
    return (
      await fetch(`${url}/sandbox/api/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.token}` },
        body: JSON.stringify(fault),
      })
    ).status;
  };
  const entries = (text: string): number => network.journal.posts().filter((p) => p.text === text).length;

  it('learns its capability when it is opened, and is the same account when it is reopened', async () => {
    const [plain, key, none] = [await open('Ada'), await open('Key #native_key'), await open('None #none')];
    expect([plain, key, none].map((c) => sandbox.capabilityOf?.(c))).toEqual([
      'lookup',
      'native_key',
      'none',
    ]);
    expect((await open('Key #native_key')).internalId).toBe(key.internalId);
    expect((await open('Ada')).internalId).not.toBe(plain.internalId);
    expect(sandbox.capabilityOf?.({ details: {} })).toBe('lookup'); // connected by an earlier version
  });

  it('honours an idempotency key with #native_key, and not without', async () => {
    const keyed = request(await open('Key #native_key'));
    expect(await send(keyed)).toBe(await send(keyed));
    expect(await look(keyed)).toMatchObject({ status: 'found' });
    expect(await look(request(await open('Key #native_key')))).toMatchObject({ status: 'repeatable' });
    const plain = request(await open('Ada'));
    expect(await send(plain)).not.toBe(await send(plain));
    expect([entries(keyed.item.text), entries(plain.item.text)]).toEqual([1, 2]);
  });

  it('does not list its posts with #none', async () => {
    const channel = await open('None #none');
    const post = request(channel);
    const id = await send(post);
    expect(await look(post)).toMatchObject({ status: 'unknown' });
    const get = async (path: string): Promise<number> =>
      (
        await fetch(`${url}/sandbox/api/posts${path}`, {
          headers: { authorization: `Bearer ${channel.credentials.token}` },
        })
      ).status;
    expect([await get(`?marker=${post.idempotencyKey}`), await get(`/${id}`)]).toEqual([403, 403]);
  });

  it('rejects a duplicate text with #no-duplicates, which resolves to its own first attempt', async () => {
    const channel = await open('Strict #no-duplicates');
    const first = request(channel, 'the same words');
    const id = await send(first);
    expect(await send(first)).toBe(id);
    await expect(send(request(channel, 'the same words'))).rejects.toThrow(Rejected);
    await expect(send(request(channel, 'the same words'))).rejects.toThrow(`Content is a duplicate of ${id}`);
    expect(await send(request(channel, 'other words'))).not.toBe(id);
    expect(entries('the same words')).toBe(1);
    const blind = request(await open('Blind #none #no-duplicates'), 'the same words');
    await send(blind);
    await expect(send(blind)).rejects.toThrow(OutcomeUnknown);
  });

  it('has expiring tokens with #token-3s; reusing a refresh token revokes them all', async () => {
    const channel = await open('Short #token-3s');
    await send(request(channel));
    await sleep(3100);
    await expect(send(request(channel))).rejects.toThrow(TokenExpired);
    const renewed = { ...channel, ...(await sandbox.refresh?.(channel, context)) };
    await send(request(renewed));
    await expect(sandbox.refresh?.(channel, context)).rejects.toThrow(ChannelGone);
    await expect(send(request(renewed))).rejects.toThrow(TokenExpired);
    await expect(sandbox.refresh?.(renewed, context)).rejects.toThrow(/invalid or revoked/);
    await send(request(await open('Short #token-3s')));
    await expect(sandbox.refresh?.(await open('Ada'), context)).rejects.toThrow(ChannelGone);
  });

  it.each([
    ['limited_seconds', /^[12]$/],
    ['limited_date', /GMT$/],
    ['limited_silent', /^null$/],
  ])('is limited by %s until the time is over, and no other account is', async (kind, header) => {
    const [limited, free] = [await open(`Limited ${kind} #lookup`), await open('Free #lookup')];
    expect(await arm({ kind, seconds: 2, account: limited.name })).toBe(200);
    const status = async ({ credentials }: Channel): Promise<string> => {
      const response = await fetch(`${url}/sandbox/api/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.token}` },
        body: JSON.stringify({ text: 'hello' }),
      });
      return response.status === 429 ? String(response.headers.get('retry-after')) : String(response.status);
    };
    expect([await status(limited), await status(limited)]).toEqual([
      expect.stringMatching(header),
      expect.stringMatching(header),
    ]);
    expect(await status(free)).toBe('201');
    await sleep(2100);
    expect(await status(limited)).toBe('201');
  });

  it('accepts a post or not behind a garbled answer, and shows it as late, as the switch is set', async () => {
    const channel = await open('Odd #lookup');
    for (const kind of ['bad_gateway', 'gateway_timeout', 'truncated', 'huge', 'wrong_charset']) {
      for (const taken of [true, false]) {
        const post = request(channel);
        await arm({ kind, account: channel.name, taken });
        await expect(send(post)).rejects.toThrow(OutcomeUnknown);
        expect([kind, entries(post.item.text)]).toEqual([kind, taken ? 1 : 0]);
        expect((await look(post)).status).toBe(taken ? 'found' : 'absent');
      }
    }
    const hidden = request(channel);
    await arm({ kind: 'server_error', account: channel.name, taken: true, hiddenSeconds: 60 });
    await expect(send(hidden)).rejects.toThrow(OutcomeUnknown);
    expect([entries(hidden.item.text), (await look(hidden)).status]).toEqual([1, 'absent']);
    expect(await arm({ kind: 'no such thing' })).toBe(400);
  });

  it('appears in the list of calls with the status of each answer', async () => {
    const channel = await open('Counted #lookup');
    const post = request(channel);
    await arm({ kind: 'rejected', account: channel.name });
    await expect(send(post)).rejects.toThrow(Rejected);
    await send(post);
    const calls = ((await (await fetch(`${url}/sandbox/calls.json`)).json()) as SandboxCall[]).filter(
      (c) => c.account === channel.name,
    );
    expect(calls.map(({ marker, status }) => [marker, status])).toEqual([
      [post.idempotencyKey, 422],
      [post.idempotencyKey, 201],
    ]);
  });
});
