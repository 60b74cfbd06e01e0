import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkCard, Provider, PublishRequest } from '../providers/_kit/contract.ts';
import type { Egress } from '../providers/_kit/egress.ts';
import { linkField } from '../providers/_kit/link-card.ts';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startMediaHost, type MediaHost } from '../src/uploads/fixtures/media-host.ts';
import { repeatPosts } from './repeat-posts.ts';
import { publishPart } from './publish-part.ts';

const SHOP = 'https://shop.example.org';

describe('the card of a link', () => {
  let crier: TestInstance;
  let host: MediaHost;
  let channel: string;
  let network: Provider;
  const sent: (LinkCard | undefined)[] = [];
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
    channel = (await crier.connect('sandbox', { name: 'Ada' })).id;
    const sandbox = crier.context.providers.get('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    network = {
      ...sandbox,
      linkCards: 'post',
      preparesOffline: false,
      settingsMedia: ['link.image'],
      settingsSchema: {
        ...sandbox.settingsSchema,
        properties: { __type: { const: 'sandbox' }, link: linkField },
      },
      prepare(request: PublishRequest, ctx) {
        sent.push(request.item.linkCard);
        return sandbox.prepare(request, ctx);
      },
    };
    (crier.context.providers as Map<string, Provider>).set('sandbox', network);
    host.serve('/menu', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<title>Menu</title><meta name="description" content="Tea"><meta property="og:image" content="/tea.png">',
        ),
    );
    host.serve('/tea.png', png(40, 20));
  });
  beforeEach(() => void (sent.length = 0));
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  const store = async (): Promise<{ id: string; path: string }> =>
    (await upload<{ id: string; path: string }>(crier, png(60, 30))).body;
  const post = (value: object[], settings: object = {}, more: object = {}): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type: 'now',
        posts: [buildTarget(channel, { value, settings: { __type: 'sandbox', ...settings } })],
        ...more,
      }),
    );
  const publish = async (postId: string, position = 0): Promise<LinkCard | undefined> => {
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv, egress: atShop() };
    const part = { postId, position };
    expect(await publishPart({ deps, provider: network, part, signal, untilShutdown: signal })).toMatchObject(
      { status: 'published' },
    );
    return sent.at(-1);
  };
  /** What is asked of the shop, the host of the test answers. */
  const atShop = (): Egress => ({
    ...crier.context.egress,
    fetch: (input, init) => crier.context.egress.fetch(String(input).replace(SHOP, host.url), init),
  });
  const reasons = (postId: string): Promise<unknown[]> =>
    sql(crier, "select detail from post_event where post_id = $1 and kind = 'without_link_card'", [postId]);

  it('is made from the page that the text links to, for each part of a thread', async () => {
    const url = `${SHOP}/menu`;
    const id = await post([
      { content: `See ${url} and https://other.example/` },
      { content: `<p>Or <a href="${url}">this</a></p>` },
    ]);
    const card = await publish(id);
    expect(card).toMatchObject({ url, title: 'Menu', description: 'Tea', picture: { mime: 'image/jpeg' } });
    expect((await card?.picture?.blob())?.size).toBe(card?.picture?.size);
    expect(await publish(id, 1)).toMatchObject({ url, title: 'Menu' });
  });

  it('leads to the short link where the text has one, and shows the page behind it', async () => {
    const id = await post([{ content: `See ${SHOP}/menu` }], {}, { shortLink: true });
    expect(await publish(id)).toMatchObject({ url: expect.stringMatching(/\/s\/\w{8}$/), title: 'Menu' });
  });

  it('has the texts and the picture that a person chose, of any page', async () => {
    const file = await store();
    const link = { url: `${SHOP}/menu`, title: 'Ours', image: { id: file.id, path: file.path, alt: 'Cake' } };
    expect(await publish(await post([{ content: 'No link here' }], { link }))).toMatchObject({
      url: link.url,
      title: 'Ours',
      description: 'Tea',
      picture: { alt: 'Cake' },
    });
    expect(
      await publish(await post([{ content: `See ${SHOP}/menu` }], { link: { description: '' } })),
    ).toMatchObject({ title: 'Menu', description: '' });
  });

  it('is left out where a person wants none, beside media, and where the text has no link', async () => {
    const file = await store();
    const text = { content: `See ${SHOP}/menu` };
    const posts = [
      await post([text], { link: false }),
      await post([{ ...text, image: [{ id: file.id, path: file.path }] }]),
      await post([{ content: 'No link' }]),
    ];
    for (const id of posts) expect([await publish(id), await reasons(id)]).toEqual([undefined, []]);
  });

  it('never stops a post: a page that is gone leaves a note in the timeline, or the texts of the person', async () => {
    const text = { content: `See ${SHOP}/gone` };
    const id = await post([text]);
    expect([await publish(id), await reasons(id)]).toEqual([
      undefined,
      [
        {
          detail: {
            part: 1,
            reason: expect.stringContaining('/gone: '),
            page: `${SHOP}/gone`,
            explanation: expect.objectContaining({ params: { host: 'shop.example.org', status: '404' } }),
          },
        },
      ],
    ]);
    const own = await post([text], { link: { title: 'Ours' } });
    expect([await publish(own), await reasons(own)]).toMatchObject([{ title: 'Ours', description: '' }, []]);
  });

  it('never stops a post: what is no URL makes no card, with a title or without', async () => {
    for (const link of [{ url: '(post:nope)' }, { url: 'https://example.com:99999/', title: 'Ours' }]) {
      const id = await post([{ content: 'See it' }]);
      await sql(
        crier,
        "update post set settings = settings || jsonb_build_object('link', $2::jsonb) where id = $1",
        [id, JSON.stringify(link)],
      );
      expect([await publish(id), await reasons(id)]).toMatchObject([undefined, [{ detail: { part: 1 } }]]);
    }
  });

  it('keeps its picture from being deleted while the post waits', async () => {
    const file = await store();
    const link = { url: 'https://shop.example/', title: 'Ours', image: { id: file.id, path: file.path } };
    await post([{ content: 'Later' }], { link }, { type: 'schedule', date: '2031-05-04T09:30:00Z' });
    const [used] = await sql(
      crier,
      "select count(*)::int as n from post where jsonb_path_query_array(settings, '$.**{1 to 2}.id') @> to_jsonb($1::text)",
      [file.id],
    );
    expect(used).toEqual({ n: 1 });
  });

  it('changes with its post: other texts, none at all, and again what the page says', async () => {
    const change = async (id: string, settings: object): Promise<string> => {
      const { status } = await crier.call('PATCH', `/posts/${id}`, { body: { settings } });
      expect(status).toBe(200);
      return id;
    };
    const made = (link?: unknown): Promise<string> =>
      post([{ content: `See ${SHOP}/menu` }], link === undefined ? {} : { link });
    expect(await publish(await change(await made(), { link: { title: 'Mine' } }))).toMatchObject({
      title: 'Mine',
      description: 'Tea',
    });
    expect(
      await publish(await change(await made({ title: 'Ours' }), { link: { description: 'Cake' } })),
    ).toMatchObject({ title: 'Menu', description: 'Cake' });
    expect(await publish(await change(await made({ title: 'Ours' }), { link: false }))).toBeUndefined();
    for (const link of [false, { title: 'Ours' }]) {
      expect(await publish(await change(await made(link), { link: null }))).toMatchObject({ title: 'Menu' });
    }
    // What is not named stays.
    expect(await publish(await change(await made({ title: 'Ours' }), {}))).toMatchObject({ title: 'Ours' });
  });

  it('is that of the first post in each repetition', async () => {
    const file = await store();
    const link = { title: 'Ours', image: { id: file.id, path: file.path, alt: 'Cake' } };
    const text = [{ content: `See ${SHOP}/menu` }];
    const ids = [await post(text, { link }, { inter: 7 }), await post(text, { link: false }, { inter: 7 })];
    expect(await repeatPosts(crier.context.database, 100)).toBe(2);
    const next = await sql<{ id: string }>(
      crier,
      'select id from post where repeat_of = any($1) order by array_position($1, repeat_of)',
      [ids],
    );
    await sql(crier, 'update post set publish_at = now() where repeat_of is not null');
    const cards = [await publish(next[0]?.id ?? ''), await publish(next[1]?.id ?? '')];
    expect(cards).toMatchObject([{ title: 'Ours', picture: { alt: 'Cake' } }, undefined]);
  });

  describe('of a page that does not answer', () => {
    const hits = (path: string): number => host.requests.filter(({ url }) => url === path).length;
    const silent = (path: string): string => {
      host.serve(path, () => undefined);
      return `${SHOP}${path}`;
    };
    const thread = (...urls: string[]): Promise<string> =>
      post(urls.map((url) => ({ content: `See ${url}` })));
    const publishAll = async (id: string, parts: number): Promise<void> => {
      for (let position = 0; position < parts; position++) await publish(id, position);
    };

    it('is not waited for again by the next parts and posts', async () => {
      const url = silent('/slow');
      const id = await thread(url, url, url);
      await publishAll(id, 3);
      await publish(await thread(url));
      expect(hits('/slow')).toBe(1);
      expect(await reasons(id)).toMatchObject([
        { detail: { part: 1, reason: expect.stringContaining('took too long') } },
        { detail: { part: 2, reason: expect.stringContaining('a moment ago') } },
        { detail: { part: 3 } },
      ]);
    }, 60_000);

    it('keeps a thread waiting twice at most, however many pages it links to', async () => {
      const paths = ['/slow-1', '/slow-2', '/slow-3', '/slow-4'];
      const id = await thread(...paths.map(silent));
      await publishAll(id, 4);
      expect(paths.map(hits)).toEqual([1, 1, 0, 0]);
      expect(await reasons(id)).toHaveLength(4);
    }, 60_000);
  });
});
