/** The card of a link in the composer, in a real browser; the page that the text links to is a test's own. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { bytesOf, picture } from '../../../platform/media/fixtures/picture.ts';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually, startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { startMediaHost, type MediaHost } from '../../../uploads/fixtures/media-host.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const SHOP = 'https://shop.example.org';
jest.setTimeout(90_000);

describeWith([chromium], 'the card of a link', () => {
  let host: MediaHost;
  let channel: string;
  const app = useWebApp({
    start: async () => {
      host = await startMediaHost();
      host.serve('/tea.png', await bytesOf((await picture({ width: 400, height: 210 })).png()));
      host.serve('/menu', (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            '<title>Spring menu</title><meta name="description" content="Tea and cake"><meta property="og:image" content="/tea.png">',
          ),
      );
      const crier = await startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } });
      // What is asked of the shop, the host of the test answers.
      const { egress } = crier.context;
      Object.assign(crier.context, {
        egress: {
          ...egress,
          fetch: (url: URL, init: object) => egress.fetch(String(url).replace(SHOP, host.url), init),
        },
      });
      return crier;
    },
    prepare: async (crier) => {
      channel = await insertChannel(crier, 'bluesky', { name: 'Ada' });
    },
  });
  afterAll(() => host?.stop());

  const preview = () => app.page.getByRole('region', { name: text.preview.label });
  const write = (message: string): Promise<void> =>
    app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill(message);

  it('stands in the preview as it is published, with what a person writes instead, or not at all', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await write(`Come in: ${SHOP}/menu`);
    await preview().getByText('Spring menu').waitFor();
    expect(await preview().getByText('Tea and cake').count()).toBe(1);
    expect(await preview().locator('img[src^="data:image/jpeg"]').count()).toBe(1);
    await page.getByText(text.settings.of('')).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Ours');
    await preview().getByText('Ours').waitFor();
    await expectCleanPage(app.open, 'composer-link-card');
    const link = async () =>
      (
        await sql<{ link: unknown }>(
          app.crier,
          "select document #> array['settings', $1, 'link'] as link from composition order by updated_at desc limit 1",
          [channel],
        )
      )[0]?.link;
    await eventually(
      'the title is in the draft',
      async () => JSON.stringify(await link()) === '{"title":"Ours"}',
    );
    await page.getByRole('switch', { name: text.settings.card }).click();
    await preview().getByText('Ours').waitFor({ state: 'detached' });
    await eventually('the draft wants no card', async () => (await link()) === false);
  });

  it('says why there is none', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await write(`Come in: ${SHOP}/gone`);
    await preview().getByText('404').waitFor();
  });

  it('is of the first link that can have one, as it is published', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await write(`Not ${host.url}/gone, but ${SHOP}/menu`);
    await preview().getByText('Spring menu').waitFor();
    await write(`Only ${host.url}/gone`);
    await preview().getByText('Spring menu').waitFor({ state: 'detached' });
    expect(await preview().getByText('404').count()).toBe(0);
  });

  const stored = async (id: string): Promise<unknown> =>
    (
      await sql<{ link: unknown }>(app.crier, "select settings -> 'link' as link from post where id = $1", [
        id,
      ])
    )[0]?.link;
  const publishLater = (link: unknown): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], {
        date: '2031-05-04T09:30:00Z',
        posts: [
          buildTarget(channel, {
            value: [{ content: `See ${SHOP}/menu` }],
            settings: { __type: 'bluesky', link },
          }),
        ],
      }),
    );

  it('is copied with its post', async () => {
    const { page, crier } = app;
    const file = (await upload<{ id: string; path: string }>(crier, png(60, 30))).body;
    const link = { title: 'Ours', image: { id: file.id, path: file.path, alt: 'Cake' } };
    const id = await publishLater(link);
    await page.goto(`/compose?copy=${id}`);
    await preview().getByText('Ours').waitFor();
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const [copy] = await sql<{ id: string }>(
      crier,
      'select id from post where id <> $1 order by created_at desc',
      [id],
    );
    expect(await stored(copy?.id ?? '')).toEqual(link);
  });

  it('comes back when a person wants it for a post that had none', async () => {
    const { page } = app;
    const id = await publishLater(false);
    await page.goto(`/compose?post=${id}`);
    await page.getByText(text.settings.of('')).first().click();
    await page.getByRole('switch', { name: text.settings.card }).click();
    await page.getByRole('button', { name: strings.common.save }).click();
    await eventually('the post has a card', async () => (await stored(id)) === null);
  });
});
