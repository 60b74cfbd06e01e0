import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstDevto } from '../../src/test/oracles/devto/devto.ts';
import type { PublishRequest } from '../_kit/contract.ts';
import { AlreadyThere, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { isCreate, isPublish, photo, refusal, startWorld, type World } from './fixtures/world.ts';
import { devto as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => void (world = await startWorld({ recorder })));
beforeEach(() => void world.front.disarm());
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const newest = () => world.network.articles().at(-1);

describe('an article', () => {
  it('has its title, text, pictures, cover, tags, series, canonical URL and organisation, and no date', async () => {
    const organization = world.network.createOrganization('bakers', world.user);
    const request = world.request(
      {
        text: '# Bread\n\nEvery day',
        media: [photo('a loaf [fresh]\nfrom the oven'), photo('')],
        settingsMedia: { main_image: { ...photo(), url: 'https://crier.example/uploads/cover.png' } },
      },
      {
        canonical: 'https://bakery.example/bread',
        description: 'What we bake',
        series: ' Bread ',
        organization: String(organization.id),
        tags: [{ value: 1, label: 'WebDev' }, { label: 'brot' }],
      },
    );
    const published = await publish(request);
    expect(newest()).toMatchObject({
      title: request.settings.title,
      body:
        '# Bread\n\nEvery day\n\n![a loaf \\[fresh\\] from the oven](https://crier.example/uploads/pixel.png)' +
        '\n\n![](https://crier.example/uploads/pixel.png)',
      mainImage: 'https://crier.example/uploads/cover.png',
      canonicalUrl: 'https://bakery.example/bread',
      description: 'What we bake',
      series: 'Bread',
      tags: ['webdev', 'brot'],
      organization: { username: 'bakers' },
      published: true,
      editedAt: null,
    });
    expect(published.id).toBe(String(newest()?.id));
    expect(published.url).toMatch(/\/bakers\/news-(?!.*temp-slug)/);
    expect(world.network.dropped()).toEqual([]);
    const sent = recorder.exchanges.map(({ request: { body } }) => body.toString());
    expect(sent.join()).not.toContain('published_at');
  });

  it('is written as a draft first, which nobody else sees', async () => {
    const request = world.request(
      { text: 'Every day' },
      { canonical: '', series: '', organization: '', tags: null },
    );
    await prepareStored(provider, request, world.context);
    expect(newest()).toMatchObject({
      published: false,
      canonicalUrl: null,
      description: 'Every day',
      series: null,
      tags: [],
      organization: null,
    });
  });

  it('of an organisation that the person is not in is refused before anybody sees it', async () => {
    const organization = world.network.createOrganization('strangers');
    const preparing = provider.prepare(world.request({}, { organization: organization.id }), world.context);
    await expect(preparing).rejects.toThrow(Rejected);
    await expect(preparing).rejects.toThrow('not a member of the organisation');
    expect(newest()).toMatchObject({ published: false });
  });

  it("is refused with DEV's own message", async () => {
    const tags = [{ label: 'two words' }, { label: 'x'.repeat(31) }];
    const preparing = provider.prepare(world.request({}, { tags }), world.context);
    await expect(preparing).rejects.toThrow(Rejected);
    await expect(preparing).rejects.toThrow('Tag "two words" contains non-alphanumeric');
    const canonical = 'https://bakery.example/cake';
    await publish(world.request({}, { canonical }));
    const again = publish(world.request({}, { canonical }));
    await expect(again).rejects.toThrow(AlreadyThere);
    await expect(again).rejects.toThrow('has already been taken');
  });

  it('with a title of the last five minutes waits until they are over', async () => {
    const request = world.request();
    await publish(request);
    const began = Date.now();
    const error = await provider.prepare(request, world.context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ scope: 'post', networkCode: 'title_used' });
    expect((error as RateLimited).resetAt.getTime()).toBeGreaterThan(began + 290_000);
  });

  it('that was changed between two tries is the same draft, brought up to date', async () => {
    const context = world.keeping();
    const request = world.request({ text: 'Opens at nine' });
    const first = await prepareStored(provider, request, context);
    const changed = { ...request, item: { ...request.item, text: 'Opens at ten' } };
    expect(await prepareStored(provider, changed, context)).toEqual(first);
    expect(newest()).toMatchObject({
      id: (first as { id: number }).id,
      body: 'Opens at ten',
      published: false,
    });
  });

  it('that is no longer for an organisation is another draft, after five minutes', async () => {
    const context = world.keeping();
    const organization = world.network.createOrganization('potters', world.user).id;
    const request = world.request({}, { organization });
    await provider.prepare(request, context);
    const alone = { ...request, settings: { ...request.settings, organization: null } };
    await expect(provider.prepare(alone, context)).rejects.toBeInstanceOf(RateLimited);
    world.network.edit(newest()?.id ?? 0, { createdAt: Date.now() - 300_000 });
    await publishUntilLive(provider, alone, context);
    expect(newest()).toMatchObject({ published: true, organization: null });
  });

  it('whose draft was deleted is refused, and written again by the next try', async () => {
    const context = world.keeping();
    const request = world.request();
    const prepared = await prepareStored(provider, request, context);
    world.network.delete((prepared as { id: number }).id);
    await expect(provider.publish(request, prepared, context)).rejects.toThrow('it has been deleted');
    await publishUntilLive(provider, request, context);
    expect(newest()).toMatchObject({ title: request.settings.title, published: true });
  });

  it('keeps to one write in a second', async () => {
    const strict = await startWorld({ limits: { writes: 1 }, realClock: true });
    const context = { ...strict.context, uploads: strict.keeping().uploads };
    const request = strict.request();
    const { id } = (await prepareStored(provider, request, context)) as { id: number };
    // The next try finds no draft to bring up to date, and writes another: three writes in a row.
    strict.network.delete(id);
    await publishUntilLive(provider, request, context);
    expect(strict.live()).toHaveLength(1);
    await strict.stop();
  });

  it('is a draft again once taken down, and a second time is no error', async () => {
    const published = await publish(world.request());
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(newest()).toMatchObject({ published: false });
    world.network.delete(Number(published.id));
    await expect(provider.remove?.(world.channel, published, world.context)).resolves.toBeUndefined();
  });

  it('is taken down by its URL alone, where a person gave only that', async () => {
    const { url } = await publish(world.request());
    const settled = { id: url ?? '', url, ref: null };
    await provider.remove?.(world.channel, settled, world.context);
    expect(newest()).toMatchObject({ published: false });
    await expect(
      provider.remove?.(world.channel, { ...settled, url: 'https://dev.to/' }, world.context),
    ).rejects.toThrow('is not known');
  });
});

describe('a refusal', () => {
  it.each([
    ['of the key', refusal(401, 'unauthorized'), TokenExpired],
    ['of the servers in front of DEV', { kind: 'status', status: 403, body: 'Forbidden Bots' }, Unsent],
    ['by Forem', refusal(403, 'forbidden'), Rejected],
    ['of too many requests', refusal(429, 'Retry later', { 'retry-after': '1' }), RateLimited],
    ['by an error of the server', refusal(500, 'Internal Server Error'), OutcomeUnknown],
  ] as const)('%s is recognised', async (_, fault, expected) => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(fault, isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(expected);
    world.front.arm(fault, isCreate);
    await expect(provider.prepare(world.request(), world.context)).rejects.toBeInstanceOf(expected);
  });
});

describe('the choices and numbers of an account', () => {
  it('are the tags of DEV and the organisations that it has published for', async () => {
    const names = ['one', 'two', 'three'];
    const organizations = names.map((name) => world.network.createOrganization(name, world.user));
    for (const { id } of organizations) await publish(world.request({}, { organization: id }));
    const { tags, organizations: tool } = provider.tools ?? {};
    expect(await tags?.run(world.channel, {}, world.context)).toContainEqual({ id: 1, name: 'webdev' });
    const found = await tool?.run(world.channel, {}, world.context);
    for (const { id, name } of organizations) expect(found).toContainEqual({ id, name });
  });

  it('are views, reactions and comments of an article, of its author alone', async () => {
    const published = await publish(world.request());
    world.network.edit(Number(published.id), { views: 120, reactions: 7, comments: 2 });
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Views', total: 120 },
      { label: 'Reactions', total: 7 },
      { label: 'Comments', total: 2 },
    ]);
    world.network.delete(Number(published.id));
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([]);
  });
});

testAgainstDevto(recorder, { everything: true });
