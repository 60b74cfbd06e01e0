import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkCard, Provider, PublishRequest } from '../providers/_kit/contract.ts';
import type { Egress } from '../providers/_kit/egress.ts';
import { linkField } from '../providers/_kit/link-card.ts';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startMediaHost, type MediaHost } from '../src/uploads/fixtures/media-host.ts';
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
      [{ detail: { part: 1, reason: expect.stringContaining('/gone: ') } }],
    ]);
    const own = await post([text], { link: { title: 'Ours' } });
    expect([await publish(own), await reasons(own)]).toMatchObject([{ title: 'Ours', description: '' }, []]);
  });

  it('never stops a post: what is no address makes no card, with a title or without', async () => {
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
});
