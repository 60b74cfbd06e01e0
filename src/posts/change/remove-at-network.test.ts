import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDiscordServer, type DiscordServer } from '../../test/e2e/network-discord.ts';
import { buildPost, buildTarget, createOne, setState, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

const AGENT = 'DiscordBot (https://crier.example, 1)';

describe('a published post that is deleted with atNetwork=true', () => {
  let crier: TestInstance;
  let discord: DiscordServer;
  let channel: string;
  beforeAll(async () => {
    discord = await startDiscordServer();
    crier = await startInstance({ temporal: false, env: discord.env });
    channel = (await crier.connect('discord', discord.fields)).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await discord?.stop();
  });

  /** A thread whose parts stand on the network as these messages. */
  async function published(...messages: readonly string[]): Promise<string> {
    const value = messages.map((content) => ({ content }));
    const target = buildTarget(channel, { settings: discord.settings, value });
    const id = await createOne(crier, buildPost([], { posts: [target] }));
    await setState(crier, id, 'published');
    for (const [position, message] of messages.entries()) {
      await sql(
        crier,
        `update post_item set release_id = $2, ref = $3, published_at = now()
         where post_id = $1 and position = $4`,
        [id, message, JSON.stringify({ channelId: discord.news, threadId: null, title: 'T' }), position],
      );
    }
    return id;
  }
  /** A message of our own account, as publishing makes it. */
  async function say(content: string): Promise<string> {
    const answer = await fetch(`${discord.server.url}/api/v10/channels/${discord.news}/messages`, {
      method: 'POST',
      headers: {
        'user-agent': AGENT,
        authorization: `Bot ${discord.bot.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ content }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  }
  const remove = (id: string, query = '?atNetwork=true'): Promise<Answer<ErrorBody & { status: string }>> =>
    crier.call('DELETE', `/posts/${id}${query}`);
  const removable = async (id: string): Promise<boolean | undefined> =>
    (await crier.call<{ removable?: boolean }>('GET', `/posts/${id}`)).body.removable;
  const isDown = (message: string): boolean =>
    discord.server.messages().some(({ id, deletedAt }) => id === message && deletedAt !== null);

  it('is taken down there with all its parts, and is gone here; repeated, it answers the same', async () => {
    const messages = [await say('First'), await say('Second')];
    const id = await published(...messages);
    expect(await removable(id)).toBe(true);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, status: 'published' } });
    expect(messages.map(isDown)).toEqual([true, true]);
    expect((await crier.call('GET', `/posts/${id}`)).status).toBe(404);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, status: 'published' } });
    expect(
      await sql(crier, "select detail from post_event where post_id = $1 and kind = 'deleted'", [id]),
    ).toEqual([{ detail: { atNetwork: true } }]);
  });

  it('is gone here as well when it was removed there', async () => {
    const message = await say('Removed by hand');
    const id = await published(message);
    await remove(await published(message));
    expect((await remove(id)).status).toBe(200);
  });

  it('stays there without it', async () => {
    const message = await say('Stays');
    expect((await remove(await published(message), '')).status).toBe(200);
    expect((await remove(await published(message), '?atNetwork=false')).status).toBe(200);
    expect(isDown(message)).toBe(false);
  });

  it('stays in both places when the network refuses', async () => {
    const id = await published(discord.server.say(discord.news, "Somebody else's"));
    expect(await remove(id)).toMatchObject({ status: 400, body: { code: 'network_refused' } });
    expect((await crier.call('GET', `/posts/${id}`)).status).toBe(200);
  });

  it('is not taken down without its id there: the answer explains what can be done', async () => {
    const id = await published('missing');
    expect(await removable(id)).toBe(false);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'removal_unsupported' } });
    expect((await remove(id, '')).status).toBe(200);
  });

  it('is not taken down while its state has changed since it was read, or a part is on its way', async () => {
    const message = await say('Changed');
    const id = await published(message);
    const stale = await crier.call('DELETE', `/posts/${id}?atNetwork=true`, {
      headers: { 'if-match': '"7"' },
    });
    expect(stale).toMatchObject({ status: 412, body: { code: 'revision_mismatch' } });
    await setState(crier, id, 'publishing');
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'post_locked' } });
    expect(isDown(message)).toBe(false);
  });

  it('is only deleted when nothing of it is published', async () => {
    const target = buildTarget(channel, { settings: discord.settings });
    const id = await createOne(crier, buildPost([], { posts: [target] }));
    expect(await removable(id)).toBe(false);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, status: 'cancelled' } });
  });

  it('must ask for it with true or false', async () => {
    const id = await published(await say('Typo'));
    expect(await remove(id, '?atNetwork=yes')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'atNetwork', message: expect.any(String) }] },
    });
  });
});
