import { describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../sandbox/fixtures/world.ts';

describe('the sandbox network', () => {
  it('adds one ledger entry for each accepted call', async () => {
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
