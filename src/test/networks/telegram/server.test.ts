import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fetch } from 'undici';
import { accepted, ask, bot, channel, network, refused, start, stop, text } from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a caller', () => {
  it('needs a valid token, not a revoked, unknown or malformed one', async () => {
    expect(await ask('getMe')).toMatchObject(accepted({ id: bot.id, is_bot: true, username: 'crier_bot' }));
    expect(await ask('getMe', {}, `${bot.id}:AAnobody`)).toMatchObject(refused(401, 'Unauthorized'));
    expect(await ask('getMe', {}, 'nobody')).toMatchObject(refused(404, 'Not Found'));
    bot.revoked = true;
    expect(await ask('getMe')).toMatchObject(refused(401, 'Unauthorized'));
  });

  it('can write methods in any case, but none lists or shows messages', async () => {
    expect(await ask('GETME')).toMatchObject({ ok: true });
    for (const method of ['getMessage', 'getChatHistory', 'forwardHistory']) {
      expect(await ask(method, { chat_id: channel.id })).toMatchObject(
        refused(404, 'Not Found: method not found'),
      );
    }
  });

  it('receives updates unless a webhook is set, but never about its own posts', async () => {
    await text('hi');
    expect(await ask('getUpdates')).toEqual({ ok: true, result: [] });
    bot.webhook = true;
    expect(await ask('getUpdates')).toMatchObject(
      refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      ),
    );
  });
});

describe('the stand-in', () => {
  it('serves its ledger, and can run as a separate process', async () => {
    await text('hi');
    expect(await (await fetch(`${network.url}/__ledger`)).json()).toEqual(network.messages());
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, token, chat } = JSON.parse(line.toString()) as { url: string; token: string; chat: string };
    const sent = await fetch(`${url}/bot${token}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: chat, text: 'hi' }),
    });
    expect(await sent.json()).toMatchObject({ ok: true, result: { message_id: 1 } });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
