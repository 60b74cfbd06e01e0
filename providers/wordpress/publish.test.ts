import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Published, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import {
  isCreate,
  isPublish,
  refusal,
  SETTINGS,
  startWorld,
  textOf,
  type SitePost,
  type World,
} from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

/** A custom type in its own namespace, a type that the API does not show, and many tags. */
const PLUGIN = `add_action('init', function () {
  register_post_type('event', [
    'public' => true,
    'label' => 'Events',
    'show_in_rest' => true,
    'rest_base' => 'events',
    'rest_namespace' => 'town/v1',
    'supports' => ['title', 'editor'],
  ]);
  register_post_type('hidden', ['public' => true]);
  // More than one page of a list.
  if (defined('WP_INSTALLING') || term_exists('Tag 100', 'post_tag')) return;
  for ($n = 0; $n <= 100; $n++) wp_insert_term("Tag $n", 'post_tag');
});`;

describeWith([server], 'A post on a real WordPress', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld({ plugin: PLUGIN })), 180_000);
  afterAll(() => world?.stop());
  beforeEach(() => void world.front.disarm());

  const publish = (request: PublishRequest): Promise<Published> =>
    publishUntilLive(provider, request, world.context);
  const find = async (request: PublishRequest, status = 'any'): Promise<SitePost[]> =>
    (await world.posts(status)).filter((post) => textOf(post) === request.item.text);
  const one = async (request: PublishRequest): Promise<SitePost> => {
    const found = await find(request);
    expect(found).toHaveLength(1);
    return found[0] as SitePost;
  };

  it('is a draft until it is published, and then has the URL that follows from its title', async () => {
    const request = world.request({}, { title: 'Größe und Ärger: 日本' });
    const prepared = await prepareStored(provider, request, world.context);
    expect(await one(request)).toMatchObject({
      status: 'draft',
      slug: `crier-${request.item.id}`,
      title: { raw: 'Größe und Ärger: 日本' },
    });
    const result = await provider.publish(request, prepared, world.context);
    const post = await one(request);
    expect(post).toMatchObject({ status: 'publish', slug: expect.stringMatching(/^grose-und-arger-/) });
    expect(result).toMatchObject({ status: 'published', published: { id: String(post.id), url: post.link } });
    expect(post.link).toBe(`${world.site.url}/${post.slug}/`);
  });

  it('is dated when it is published, not when it was prepared', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const drafted = Date.now();
    await sleep(2100);
    await provider.publish(request, prepared, world.context);
    expect(Date.parse(`${(await one(request)).date_gmt}Z`)).toBeGreaterThan(drafted + 1000);
  });

  it('has its own URL, even if another one has the same title', async () => {
    const [first, second] = [
      world.request({}, { title: 'Twice the same' }),
      world.request({}, { title: 'Twice the same' }),
    ];
    await publish(first);
    await publish(second);
    expect([(await one(first)).slug, (await one(second)).slug]).toEqual([
      'twice-the-same',
      'twice-the-same-2',
    ]);
  });

  it.each(['publish', 'draft', 'pending', 'private'] as const)(
    'has the status of its settings: %s',
    async (status) => {
      const request = world.request({}, { status });
      const live = await publish(request);
      const post = await one(request);
      expect(post).toMatchObject({ status, id: Number(live.id) });
      expect(post.slug).not.toContain('crier-');
    },
  );

  it.each([
    ['post', 'posts'],
    ['posts', 'posts'],
    ['event', 'events'],
    ['events', 'events'],
  ])('has the type of its settings: %s', async (type, base) => {
    const request = world.request({}, { type });
    const live = await publish({ ...request, channel: await world.connect(world.site.users.administrator) });
    const route = base === 'events' ? '/town/v1/events' : '/wp/v2/posts';
    expect(await world.site.rest(`${route}/${live.id}`)).toMatchObject({
      id: Number(live.id),
      type: base.slice(0, -1),
      title: { rendered: SETTINGS.title },
    });
  });

  it.each(['page', 'attachment', 'wp_block', 'nav_menu_item', 'hidden', 'nonsense', 'font-families/1'])(
    'is rejected as a %s, with the available types, and leaves nothing behind',
    async (type) => {
      // An author may not write pages; the others are internal or hidden types.
      const request = world.request({}, { type });
      const refused = provider.prepare(request, world.context);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(
        `no type of posts "${type}" that the user may write; available: post, event`,
      );
      expect(await find(request)).toEqual([]);
    },
  );

  it('is public and in the default category if optional settings are null', async () => {
    const request = world.request({}, { status: null, categories: null, tags: null });
    await publish(request);
    expect(await one(request)).toMatchObject({ status: 'publish', categories: [1], tags: [] });
  });

  it('has the chosen categories and tags; with unknown ones it is rejected without a trace', async () => {
    const as = world.site.users.administrator;
    const [news, tag] = await Promise.all(
      ['categories', 'tags'].map((taxonomy) =>
        world.site.rest<{ id: number }>(`/wp/v2/${taxonomy}`, {
          method: 'POST',
          as,
          body: { name: `News ${taxonomy}` },
        }),
      ),
    );
    const categories = [news?.id ?? 0];
    const tags = [tag?.id ?? 0];
    const request = world.request({}, { categories, tags });
    await publish(request);
    expect(await one(request)).toMatchObject({ categories, tags });

    for (const [settings, message] of [
      [{ categories: [...categories, 4711] }, 'no category 4711'],
      [{ tags: [4712] }, 'no tag 4712'],
    ] as const) {
      const wrong = world.request({}, settings);
      const refused = provider.prepare(wrong, world.context);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(message);
      expect(await find(wrong)).toEqual([]);
    }
  });

  it('keeps the HTML that the user may use, as WordPress decides', async () => {
    const text =
      '<h2>Head</h2><p>One <strong>two</strong> <u>three</u> ' +
      '<a href="https://example.com/?a=1&amp;b=2">four</a></p><ul><li>five</li></ul>';
    const request = world.request({ text: `${text}<script>alert(1)</script>` });
    const live = await publish(request);
    expect((await world.posts()).find((post) => post.id === Number(live.id))?.content.raw).toBe(
      `${text}alert(1)`,
    );
  });

  it('of a user who may not publish is rejected without a trace, or "pending" for an editor', async () => {
    const channel = await world.connect(world.site.users.contributor);
    for (const status of ['publish', 'private'] as const) {
      const request = { ...world.request({}, { status }), channel };
      await expect(provider.prepare(request, world.context)).rejects.toThrow(
        'may write posts of this type, but not publish them',
      );
      expect(await find(request)).toEqual([]);
    }
    const waiting = { ...world.request({}, { status: 'pending' }), channel };
    await publish(waiting);
    expect(await one(waiting)).toMatchObject({ status: 'pending' });
  });

  it('of a user who has since lost the permission remains a draft that the next attempt reuses', async () => {
    const as = world.site.users.administrator;
    const role = (name: string): Promise<unknown> =>
      world.site.rest(`/wp/v2/users/${world.site.users.author.id}`, {
        method: 'POST',
        as,
        body: { roles: [name] },
      });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    await role('contributor');
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow('rest_cannot_publish');
    await role('author');
    const draft = await one(request);
    expect(draft.status).toBe('draft');
    const again = {
      ...request,
      idempotencyKey: 'of-another-revision',
      settings: { ...request.settings, title: 'A better title' },
    };
    expect(await publish(again)).toMatchObject({ id: String(draft.id) });
    expect(await one(request)).toMatchObject({ status: 'publish', title: { raw: 'A better title' } });
  });

  it('that an editorial plugin holds back is not reported as published', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify({ id: 1, status: 'pending', slug: '', link: 'https://blog.example/?p=1' }),
      },
      isPublish,
    );
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow(
      'set the post to "pending" instead of "publish"',
    );
  });

  it.each(['reset_after', 'garbage_after', 'truncated_after'] as const)(
    'has one draft, even if the answer to creating it was lost (%s)',
    async (kind) => {
      const request = world.request();
      world.front.arm({ kind }, isCreate);
      await expect(provider.prepare(request, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
      const [first, second] = [
        await prepareStored(provider, request, world.context),
        await prepareStored(provider, request, world.context),
      ];
      expect(second).toEqual(first);
      await provider.publish(request, second, world.context);
      expect(await one(request)).toMatchObject({ status: 'publish' });
    },
  );

  it("that is rejected as a draft is rejected with the site's message", async () => {
    world.front.arm(refusal(400, 'rest_invalid_param', 'Invalid parameter(s): title'), isCreate);
    await expect(provider.prepare(world.request(), world.context)).rejects.toThrow(
      'Invalid parameter(s): title',
    );
  });

  it('is moved to the trash when it is removed, or deleted if there is no trash', async () => {
    const request = world.request();
    const live = await publish(request);
    await provider.remove?.(world.channel, live, world.context);
    expect(await find(request, 'publish')).toEqual([]);
    expect(await find(request, 'trash')).toHaveLength(1);
    await provider.remove?.(world.channel, live, world.context);
    await world.site.rest(`/wp/v2/posts/${live.id}?force=true`, {
      method: 'DELETE',
      as: world.site.users.administrator,
    });
    await provider.remove?.(world.channel, live, world.context);

    const last = await publish(world.request());
    world.front.arm(
      refusal(
        501,
        'rest_trash_not_supported',
        "The post does not support trashing. Set 'force=true' to delete.",
      ),
      ({ method, path }) => method === 'DELETE' && !path.includes('force'),
    );
    await provider.remove?.(world.channel, last, world.context);
    expect((await world.posts('any')).filter((post) => post.id === Number(last.id))).toEqual([]);
    await expect(
      provider.remove?.(
        await world.connect(world.site.users.contributor),
        await publish(world.request()),
        world.context,
      ),
    ).rejects.toThrow('rest_cannot_delete');
  });

  it('has the number of its comments', async () => {
    const live = await publish(world.request());
    const numbers = (): Promise<unknown> | undefined =>
      provider.postAnalytics?.(world.channel, live, world.context);
    expect(await numbers()).toEqual([{ label: 'Comments', total: 0 }]);
    for (const content of ['Well said', 'Indeed']) {
      await world.site.rest('/wp/v2/comments', {
        method: 'POST',
        as: world.site.users.administrator,
        body: { post: Number(live.id), content },
      });
    }
    expect(await numbers()).toEqual([{ label: 'Comments', total: 2 }]);
  });

  it('can be written with lists of types, categories and tags', async () => {
    const run = (name: string): Promise<unknown> | undefined =>
      provider.tools?.[name]?.run(world.channel, {}, world.context);
    expect(await run('postTypes')).toEqual([
      { id: 'posts', name: 'Posts' },
      { id: 'events', name: 'Events' },
    ]);
    expect(await run('categoriesList')).toContainEqual({ id: 1, name: 'Uncategorized' });
    const tags = await world.site.all('/wp/v2/tags');
    expect(tags.length).toBeGreaterThan(100);
    expect(await run('tagsList')).toHaveLength(tags.length);
  });
});

describeWith([server], 'A post on a site without pretty permalinks', () => {
  let world: World;
  beforeAll(
    async () =>
      void (world = await startWorld({
        plugin: "add_filter('pre_option_permalink_structure', function () { return ''; });",
      })),
    180_000,
  );
  afterAll(() => world?.stop());

  it('is published, too', async () => {
    expect(world.channel.details).toMatchObject({ restRoot: `${world.front.url}/?rest_route=` });
    const request = world.request();
    const live = await publishUntilLive(provider, request, world.context);
    expect(live.url).toBe(`${world.site.url}/?p=${live.id}`);
    expect((await world.posts()).filter((post) => textOf(post) === request.item.text)).toHaveLength(1);
  });
});
