import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

/** The previews that a message asks for. */
async function sent(settings: Record<string, unknown>): Promise<unknown> {
  const bodies: string[] = [];
  const { egress } = world.context;
  const context = {
    ...world.context,
    egress: {
      ...egress,
      fetch: (...[url, init]: Parameters<typeof egress.fetch>) => {
        if (String(url).includes('chat.postMessage')) bodies.push(String(init?.body));
        return egress.fetch(url, init);
      },
    },
  };
  const request = world.request({}, settings);
  const { slack } = await import('./index.ts');
  await slack.publish(request, await slack.prepare(request, context), context);
  const { unfurl_links, unfurl_media } = JSON.parse(bodies[0] ?? '{}') as Record<string, unknown>;
  return { unfurl_links, unfurl_media };
}

describe('the previews of a message on Slack', () => {
  it('are those of Slack unless a person chose otherwise', async () => {
    expect(await sent({})).toEqual({});
    expect(await sent({ unfurl_links: false, unfurl_media: true })).toEqual({});
    expect(await sent({ unfurl_links: null, unfurl_media: null })).toEqual({});
    expect(await sent({ unfurl_links: true, unfurl_media: false })).toEqual({
      unfurl_links: true,
      unfurl_media: false,
    });
  });

  it('do not matter to a message with files', async () => {
    await world.publish(world.request({ media: [pngFile()] }, { unfurl_links: true }));
    expect(world.live()).toHaveLength(1);
  });
});
