import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { Published, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, textOf, type SitePost, type World } from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

/** A type without excerpts and authors. */
const PLAIN = `add_action('init', function () {
  register_post_type('event', [
    'public' => true,
    'label' => 'Events',
    'show_in_rest' => true,
    'rest_base' => 'events',
    'supports' => ['title', 'editor'],
  ]);
});`;
/** Registers fields as Yoast SEO does (WPSEO_Meta of 28.5), for users who may edit the post. */
const WITH_YOAST = `${PLAIN}
add_action('init', function () {
  foreach (['_yoast_wpseo_title', '_yoast_wpseo_metadesc'] as $key) {
    register_post_meta('post', $key, [
      'type' => 'string',
      'single' => true,
      'show_in_rest' => true,
      'auth_callback' => fn($allowed, $key, $id) => current_user_can('edit_post', $id),
    ]);
  }
});`;

/** What a post has besides its text, for each of two sites. */
describeWith([server], 'A post on a real WordPress, with more than its text', () => {
  let world: World;
  let withYoast: World;
  beforeAll(async () => {
    world = await startWorld({ plugin: PLAIN });
    withYoast = await startWorld({ plugin: WITH_YOAST });
  }, 240_000);
  afterAll(async () => {
    await world?.stop();
    await withYoast?.stop();
  });

  const publish = (request: PublishRequest, at = world): Promise<Published> =>
    publishUntilLive(provider, request, at.context);
  const find = async (request: PublishRequest, at = world): Promise<SitePost | undefined> =>
    (await at.posts('any')).find((post) => textOf(post) === request.item.text);
  const asAdministrator = async (request: PublishRequest): Promise<PublishRequest> => ({
    ...request,
    channel: await world.connect(world.site.users.administrator),
  });

  it('has its excerpt and slug, and is found by them again', async () => {
    const request = world.request({}, { title: 'Menu', excerpt: ' What we cook ', slug: 'spring-menu' });
    const prepared = await prepareStored(provider, request, world.context);
    expect(await find(request)).toMatchObject({ status: 'draft', slug: `crier-${request.item.id}` });
    await provider.publish(request, prepared, world.context);
    const post = await find(request);
    expect(post).toMatchObject({ slug: 'spring-menu', excerpt: { raw: 'What we cook' } });
    const verdict = await provider.verify(
      request,
      { prepared, sentAt: new Date(), readAt: new Date(), ref: null },
      world.context,
    );
    expect(verdict).toMatchObject({ status: 'found', published: { url: post?.link } });
    const second = world.request({}, { title: 'Menu', slug: 'spring-menu', excerpt: null });
    await publish(second);
    expect(await find(second)).toMatchObject({ slug: 'spring-menu-2', excerpt: { raw: '' } });
  });

  it('has another author if the user may do that, and the site lists them', async () => {
    const { author, contributor } = world.site.users;
    const own = await asAdministrator(world.request({}, { author: String(author.id) }));
    await publish(own);
    expect(await find(own)).toMatchObject({ author: author.id });
    expect(await provider.tools?.authorsList?.run(own.channel, {}, world.context)).toContainEqual(
      expect.objectContaining({ id: author.id }),
    );
    const foreign = world.request({}, { author: contributor.id });
    const refused = provider.prepare(foreign, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('not allowed to create posts as this user');
    const unknown = await asAdministrator(world.request({}, { author: 4711 }));
    await expect(provider.prepare(unknown, world.context)).rejects.toThrow('Invalid author ID');
  });

  it.each([
    [{ excerpt: 'What we cook' }, 'does not give this type of post an excerpt'],
    [{ author: 1 }, 'does not give this type of post the author 1'],
  ])('is rejected without a trace where its type has no %j', async (settings, message) => {
    const request = await asAdministrator(world.request({}, { type: 'event', ...settings }));
    await expect(provider.prepare(request, world.context)).rejects.toThrow(message);
    expect(await world.site.rest('/wp/v2/events?status=any', { as: world.site.users.administrator })).toEqual(
      [],
    );
  });

  it('has words for search engines where a plugin opens its fields, and else is rejected', async () => {
    const words = { seo_title: 'Spring menu in Hamburg', seo_description: 'Asparagus, and more' };
    const request = withYoast.request({}, words);
    await publish(request, withYoast);
    expect((await find(request, withYoast))?.meta).toMatchObject({
      _yoast_wpseo_title: words.seo_title,
      _yoast_wpseo_metadesc: words.seo_description,
    });
    const without = world.request({}, words);
    await expect(provider.prepare(without, world.context)).rejects.toThrow(
      'does not let programs set titles and descriptions for search engines',
    );
    expect(await find(without)).toBeUndefined();
  });
});
