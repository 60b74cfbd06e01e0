import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MadeStory, Role } from '../../src/test/networks/medium/state.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { mediumOracle } from '../../src/test/oracles/medium.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import type { PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { medium as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => void (world = await startWorld({ recorder })));
afterAll(() => world.stop());

const live = async (request: PublishRequest): Promise<MadeStory | undefined> => {
  const { id } = await publishUntilLive(provider, request, world.context);
  return world.network.stories().find((story) => story.id === id);
};

describe('a story', () => {
  it('is on the profile for everyone, with title and subtitle above the text, in Markdown', async () => {
    const request = world.request({ text: 'We cook **asparagus**.' });
    const { id, url } = await publishUntilLive(provider, request, world.context);
    expect(world.network.stories().at(-1)).toMatchObject({
      id,
      url,
      author: { username: 'ada' },
      publication: null,
      title: 'Spring menu',
      contentFormat: 'markdown',
      content: '# Spring menu\n\n## What we cook in May\n\nWe cook **asparagus**.',
      tags: [],
      canonicalUrl: null,
      publishStatus: 'public',
    });
  });

  it('has its tags and the URL where it was first published', async () => {
    const canonical = 'https://cafe.example/menu';
    const tags = ['x'.repeat(26), ' food ', 'spring', 'menu'].map((value) => ({ value, label: value }));
    expect(await live(world.request({}, { canonical, tags }))).toMatchObject({
      canonicalUrl: canonical,
      tags: ['food', 'spring', 'menu'],
    });
    expect(
      await live(world.request({}, { canonical: '', tags: null, publication: '', publishStatus: null })),
    ).toMatchObject({ canonicalUrl: null, tags: [], publication: null });
  });

  it('has all rights reserved, or the license that is wanted', async () => {
    expect(await live(world.request({}, { license: 'cc-40-by-sa' }))).toMatchObject({
      license: 'cc-40-by-sa',
    });
    expect(await live(world.request({}, { license: '' }))).toMatchObject({ license: 'all-rights-reserved' });
  });

  it.each(['unlisted', 'draft', 'public'])('is %s if that is wanted', async (publishStatus) => {
    expect(await live(world.request({}, { publishStatus }))).toMatchObject({ publishStatus });
  });

  it('of which Medium makes something else is not published, and names where it is', async () => {
    world.network.arm({ status: 'draft' });
    const refused = publishUntilLive(provider, world.request(), world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(
      /set the post to "draft" instead of "public"; it is at https:\/\/medium\.com\/@ada\//,
    );
    world.network.arm({ status: null });
  });
});

describe('a picture', () => {
  it('is uploaded before, and stands below the text with its alternative text', async () => {
    const request = world.request({ text: 'Look', media: [pngFile('a [green] *pixel*'), pngFile('')] });
    const before = world.network.images().length;
    const story = await live(request);
    const [one, two] = world.network.images().slice(before);
    expect([one?.type, one?.fileName]).toEqual(['image/png', 'pixel.png']);
    expect(story?.content.split('\n\n').slice(2)).toEqual([
      'Look',
      `![a \\[green\\] \\*pixel\\*](${one?.url})`,
      `![](${two?.url})`,
    ]);
  });

  it('is uploaded once, however often the story is prepared', async () => {
    const request = world.request({ media: [pngFile()] });
    const { context } = world;
    const before = world.network.images().length;
    expect(await provider.prepare(request, context)).toEqual(await provider.prepare(request, context));
    expect(world.network.images().length).toBe(before + 1);
  });

  it('of a type that Medium does not take is refused before anything is published', async () => {
    const webp = { ...pngFile(), mime: 'image/webp', fileName: 'a.webp' };
    const refused = provider.prepare(world.request({ media: [webp] }), world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Unsupported image type: image/webp');
  });
});

describe('a story in a publication', () => {
  const publication = (role: Role): string =>
    world.network.createPublication('Kitchen', { [world.account.id]: role, someone: 'editor' }).id;

  it('is public if the account is an editor, and a draft for the editors if it is a writer', async () => {
    for (const [role, publishStatus] of [
      ['editor', 'public'],
      ['writer', 'draft'],
    ] as const) {
      const id = publication(role);
      expect(await live(world.request({}, { publication: id }))).toMatchObject({
        publication: { id },
        publishStatus,
      });
    }
  });

  it('cannot be made public by a writer, which is reported before anything is sent', async () => {
    const id = publication('writer');
    const wanted = world.request({}, { publication: id, publishStatus: 'public' });
    await expect(provider.prepare(wanted, world.context)).rejects.toThrow('may only hand in drafts');
    const drafted = world.request({}, { publication: id, publishStatus: 'draft' });
    expect(await live(drafted)).toMatchObject({ publishStatus: 'draft' });
  });

  it("is refused with Medium's message where the account is neither, or the publication does not exist", async () => {
    const request = world.request({}, { publication: publication('follower') });
    await expect(publishUntilLive(provider, request, world.context)).rejects.toThrow(
      'User is not allowed to publish in this publication. (HTTP 403)',
    );
    const unknown = provider.prepare(world.request({}, { publication: 'gone' }), world.context);
    await expect(unknown).rejects.toBeInstanceOf(Rejected);
    await expect(unknown).rejects.toThrow('Publication does not exist.');
  });

  it('is chosen from those of the account, which Medium lists with the ones it follows', async () => {
    const mine = world.network.createPublication('Ours', { [world.account.id]: 'follower' });
    world.network.createPublication('Theirs', { someone: 'editor' });
    const listed = await provider.tools?.publications?.run(world.channel, {}, world.context);
    expect(listed).toContainEqual({ id: mine.id, name: 'Ours' });
    expect(listed).not.toContainEqual(expect.objectContaining({ name: 'Theirs' }));
  });
});

describe("Medium's answer", () => {
  const failing = async (what: Parameters<World['front']['arm']>[0]): Promise<unknown> => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(what, isPublish);
    return provider.publish(request, prepared, world.context).catch((error: unknown) => error);
  };

  it('to one story too many lets the account wait, for as long as it asks or a quarter of an hour', async () => {
    const began = Date.now();
    const waits = async (headers: Record<string, string> = {}): Promise<number> => {
      const error = await failing(fault(429, 4000, 'Too many requests.', headers));
      expect(error).toBeInstanceOf(RateLimited);
      return Math.round(((error as RateLimited).resetAt.getTime() - began) / 60_000);
    };
    expect(await waits()).toBe(15);
    expect(await waits({ 'retry-after': '3600' })).toBe(60);
  });

  it('about the token explains that there are no new ones', async () => {
    const error = await failing(fault(401, 6003, 'Token was invalid.'));
    expect(error).toBeInstanceOf(TokenExpired);
    expect((error as Error).message).toMatch(/Token was invalid.*Medium gives out no new integration tokens/);
  });

  it('is distinguished from that of the firewall in front of it, which has sent nothing on', async () => {
    const blocked = await failing({ kind: 'status', status: 403, body: '<html>Attention Required!</html>' });
    expect(blocked).toBeInstanceOf(Unsent);
    expect(await failing(fault(403, 2004, 'Not allowed.'))).toBeInstanceOf(Rejected);
  });

  it('without the story in it proves nothing', async () => {
    expect(await failing({ kind: 'status', status: 201, body: '{}' })).toBeInstanceOf(OutcomeUnknown);
    expect(await failing({ kind: 'status', status: 201, body: '{"data":{}}' })).toBeInstanceOf(
      OutcomeUnknown,
    );
  });

  it('that never arrived is left to a person, whether there is a story or not', async () => {
    for (const [kind, made] of [
      ['reset_after', 1],
      ['reset_before', 0],
    ] as const) {
      const request = world.request();
      const attempt = await world.lose(request, kind);
      expect(world.network.stories().filter((s) => s.content.includes(request.item.text)).length).toBe(made);
      expect(await provider.verify(request, attempt, world.context)).toEqual({
        status: 'unknown',
        reason: expect.stringContaining('medium.com/me/stories'),
      });
    }
  });
});

testAgainst(mediumOracle, recorder);
