import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { hashnodeOracle } from '../../src/test/oracles/hashnode.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import type { MediaFile, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, photo, refusal, startWorld, type World } from './fixtures/world.ts';
import { hashnode as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => void (world = await startWorld({ recorder })));
beforeEach(() => void world.front.disarm());
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const newest = () => world.network.posts().at(-1);
const draftIds = (): string[] => world.network.drafts().map(({ id }) => id);

describe('a post', () => {
  it('has its title, subtitle, text, cover, tags and canonical URL, and pictures on Hashnode', async () => {
    const request = world.request(
      { text: '# Bread', media: [photo('a loaf [fresh]')], settingsMedia: { main_image: photo() } },
      {
        title: 'Bread of the day',
        subtitle: 'Every morning',
        canonical: 'https://bakery.example/bread',
        tags: [
          { label: 'C++ & more' },
          { label: 'C#' },
          { value: 7, label: 'Crème brûlée' },
          { label: '日本語' },
        ],
      },
    );
    const published = await publish(request);
    const [first, second] = world.network.pictures().map(({ key }) => `https://cdn.hashnode.com/${key}`);
    expect(newest()?.content).toEqual({
      title: 'Bread of the day',
      subtitle: 'Every morning',
      markdown: `# Bread\n\n![a loaf \\[fresh\\]](${first})`,
      cover: second,
      canonicalUrl: 'https://bakery.example/bread',
      seriesId: null,
      tags: ['cpp-more', 'csharp', 'crème-brûlée', '日本語'].map((slug) => expect.objectContaining({ slug })),
    });
    expect(published).toMatchObject({
      id: newest()?.id,
      url: 'https://ada-s-notes.hashnode.dev/bread-of-the-day',
    });
    expect(draftIds()).toEqual([]);
    expect(recorder.exchanges.map(({ request: { body } }) => body.toString()).join()).not.toContain(
      'publishedAt"',
    );
  });

  it('is the same draft in the next try, without uploading anything again', async () => {
    const context = world.keeping();
    const request = world.request({ media: [photo()] });
    const first = await prepareStored(provider, request, context);
    const count = world.network.pictures().length;
    expect(await prepareStored(provider, request, context)).toEqual(first);
    expect(world.network.pictures()).toHaveLength(count);
  });

  it('that was changed between two tries has another draft in place of the first', async () => {
    const context = world.keeping();
    const request = world.request({ text: 'Opens at nine' });
    const before = draftIds();
    await prepareStored(provider, request, context);
    const changed = { ...request, item: { ...request.item, text: 'Opens at ten' } };
    const { draftId } = (await prepareStored(provider, changed, context)) as { draftId: string };
    expect(draftIds()).toEqual([...before, draftId]);
  });

  it('whose draft was deleted is refused, and written again by the next try', async () => {
    const context = world.keeping();
    const request = world.request();
    const prepared = await prepareStored(provider, request, context);
    world.network.deleteDraft((prepared as { draftId: string }).draftId);
    await expect(provider.publish(request, prepared, context)).rejects.toThrow(
      'published before, or deleted',
    );
    await publishUntilLive(provider, request, context);
    expect(newest()?.content.markdown).toBe(request.item.text);
  });

  it('is refused with a message without the Pro plan, the right role, or a membership', async () => {
    const free = world.network.createPublication('Free', { members: [[world.user, 'OWNER']], pro: false });
    const team = world.network.createPublication('Team', { members: [[world.user, 'CONTRIBUTOR']] });
    const strange = world.network.createPublication('Strange', { members: [] });
    const to = (publication: { id: string }): PublishRequest =>
      world.request({}, { publication: publication.id });
    for (const [publication, message] of [
      [free, 'only for publications on its Pro plan'],
      [team, 'contributors may not publish'],
      [strange, 'not a member'],
      [{ id: '0'.repeat(24) }, 'Publication not found'],
    ] as const) {
      const publishing = publish(to(publication));
      await expect(publishing).rejects.toBeInstanceOf(Rejected);
      await expect(publishing).rejects.toThrow(message);
    }
  });

  it('is refused with a picture that turns out to be too large, and with an SVG', async () => {
    const bytes = Buffer.alloc(8 * 1024 ** 2 + 1);
    const large: MediaFile = { ...photo(), blob: async () => new Blob([bytes]) };
    const svg: MediaFile = { ...photo(), mime: 'image/svg+xml' };
    await expect(publish(world.request({ media: [large] }))).rejects.toThrow('of up to 8 MB');
    await expect(publish(world.request({ media: [svg] }))).rejects.toThrow('no SVG');
  });

  it('that is too long with the descriptions of its pictures is refused with a message', async () => {
    const media = Array.from({ length: 3 }, () => photo('x'.repeat(5000)));
    const publishing = publish(world.request({ text: 'y'.repeat(90_000), media }));
    await expect(publishing).rejects.toBeInstanceOf(Rejected);
    await expect(publishing).rejects.toThrow('at most 100 KB');
  });

  it('is gone once taken down, and a second time is no error', async () => {
    const published = await publish(world.request());
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.network.posts().map(({ id }) => id)).not.toContain(published.id);
  });

  it('is taken down by its URL alone, where a person gave only that', async () => {
    const { id, url } = await publish(world.request());
    const settled = { id: url ?? '', url, ref: null };
    await provider.remove?.(world.channel, settled, world.context);
    expect(world.network.posts().map((post) => post.id)).not.toContain(id);
    await expect(provider.remove?.(world.channel, settled, world.context)).resolves.toBeUndefined();
    const unknown = { ...settled, url: 'https://ada-s-notes.hashnode.dev/' };
    await expect(provider.remove?.(world.channel, unknown, world.context)).rejects.toThrow('is not known');
  });
});

describe('a refusal', () => {
  const page = (status: number, headers = {}) =>
    ({ kind: 'status', status, headers: { 'content-type': 'text/html', ...headers }, body: 'No' }) as const;
  it.each([
    ['of the token', refusal('UNAUTHENTICATED', 'You must be authenticated.'), TokenExpired],
    ['of a document', refusal('GRAPHQL_VALIDATION_FAILED', 'Cannot query field', 400), Rejected],
    ['of the content', refusal('BAD_USER_INPUT', 'Too many tags'), Rejected],
    ['of too many requests', page(429, { 'retry-after': '9' }), RateLimited],
    ['of too many requests, by its code', refusal('RATE_LIMITED', 'Slow down'), RateLimited],
    ['by an error of the server', refusal('INTERNAL_SERVER_ERROR', 'Internal server error'), OutcomeUnknown],
    ['with an unknown code', refusal('SOMETHING_NEW', 'New'), OutcomeUnknown],
    ['of the servers in front of Hashnode', page(403), Unsent],
    ['of a gateway', page(502), OutcomeUnknown],
    ['at an older URL', page(301, { location: 'https://hashnode.com/changelog' }), Rejected],
    ['of nothing', { kind: 'status', status: 200, body: '{"data":null}' }, OutcomeUnknown],
  ] as const)('%s is recognised', async (_, fault, expected) => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(fault, isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(expected);
  });
});

describe('the choices and numbers of an account', () => {
  it('are the series of a publication, one of which a post can be in', async () => {
    const bread = world.network.createSeries(world.publication.id, 'Bread');
    const list = { publication: world.publication.id };
    expect(await provider.tools?.series?.run(world.channel, list, world.context)).toEqual([bread]);
    await publish(world.request({}, { series: bread.id }));
    expect(newest()?.content).toMatchObject({ seriesId: bread.id });
    await expect(publish(world.request({}, { series: 'f'.repeat(24) }))).rejects.toThrow('Series not found');
  });

  it('are its publications, and tags that are in use', async () => {
    const { publications, tags } = provider.tools ?? {};
    expect(await publications?.run(world.channel, {}, world.context)).toContainEqual({
      id: world.publication.id,
      name: "Ada's notes",
    });
    for (const label of ['Cooking', 'Cooking', 'Baking']) {
      await publish(world.request({}, { tags: [{ label }] }));
    }
    const used = await tags?.run(world.channel, {}, world.context);
    const [most] = Array.isArray(used) ? used : [];
    expect(most).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Cooking' });
  });

  it('are followers, and views, reactions, comments and replies of a post', async () => {
    const published = await publish(world.request());
    world.network.edit(published.id, { views: 120, reactions: 7, responses: 2, replies: 1 });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Followers', total: 12 },
    ]);
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Views', total: 120 },
      { label: 'Reactions', total: 7 },
      { label: 'Comments', total: 2 },
      { label: 'Replies', total: 1 },
    ]);
  });
});

testAgainst(hashnodeOracle, recorder);
