/** A post that quotes another: published, found again, and refused as Mastodon refuses. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../../_kit/test-harness.ts';
import { startWorld, type World } from '../fixtures/world.ts';
import { mastodon as provider } from '../index.ts';

let world: World;
afterEach(() => world?.stop());

/** A post of the account, which is quoted. */
async function start(): Promise<{ quoted: string; url: string }> {
  world = await startWorld();
  const { id, url } = await publishUntilLive(provider, world.request({ text: 'Spring' }), world.context);
  return { quoted: id, url: url ?? '' };
}
const publish = (request: ReturnType<World['request']>) => publishUntilLive(provider, request, world.context);

describe('a post on Mastodon that quotes another', () => {
  it('has the quote in its first part, by ID or URL, and says in each part who may quote it', async () => {
    const { quoted, url } = await start();
    const settings = { quoted_status_id: url, quote_approval_policy: 'followers' };
    const root = await publish(world.request({ text: 'As we said', settings }));
    const reply = world.request({ text: 'More', settings, root, parent: root });
    await publish({ ...reply, item: { ...reply.item, position: 1 } });
    await publish(world.request({ text: 'Again', settings: { quoted_status_id: quoted } }));
    expect(world.live().slice(1)).toMatchObject([
      { quotedId: quoted, quotePolicy: 'followers' },
      { quotedId: null, quotePolicy: 'followers' },
      { quotedId: quoted, quotePolicy: 'public' },
    ]);
  });

  it.each([false, true])('is found again after a lost answer, pending: %s', async (quotesPending) => {
    const { quoted } = await start();
    world.network.arm({ quotesPending });
    const lost = world.request({ text: 'As we said', settings: { quoted_status_id: quoted } });
    const attempt = await world.lose(lost);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'found' });
  });

  it('is not taken for a post of the same text without a quote, or with another one', async () => {
    const { quoted } = await start();
    const other = await publish(world.request({ text: 'Summer' }));
    const lost = world.request({ text: 'As we said', settings: { quoted_status_id: quoted } });
    const attempt = await world.lose(lost, 'reset_before');
    await publish(world.request({ text: 'As we said' }));
    await publish(world.request({ text: 'As we said', settings: { quoted_status_id: other.id } }));
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'repeatable' });
  });

  it('is refused with the words of the instance where the post is not there, or may not be quoted', async () => {
    await start();
    const { token } = world.network.createAccount({ username: 'grace' });
    const answer = await fetch(`${world.network.url}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Mine', quote_approval_policy: 'nobody' }),
    });
    const { id } = (await answer.json()) as { id: string };
    for (const quoted_status_id of ['1', id]) {
      await expect(publish(world.request({ settings: { quoted_status_id } }))).rejects.toThrow(
        'The post you are trying to quote does not appear to exist.',
      );
    }
  });

  it('can be written once the instance says that it has quotes, as it does from 4.5', async () => {
    const versions = await Promise.all(
      ['4.2.0', '4.4.1', '4.5.2'].map(async (version) => {
        const one = await startWorld({ version });
        await one.stop();
        return one.channel.details.apiVersion;
      }),
    );
    expect(versions).toEqual([0, 2, 7]);
  });
});
