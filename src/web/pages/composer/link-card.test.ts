/** The card of a link in the composer, in a real browser; the page that the text links to is a test's own. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { bytesOf, picture } from '../../../platform/media/fixtures/picture.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually, startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { startMediaHost, type MediaHost } from '../../../uploads/fixtures/media-host.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
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
      return startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } });
    },
    prepare: async (crier) => {
      channel = await insertChannel(crier, 'bluesky', { name: 'Ada' });
    },
  });
  afterAll(() => host?.stop());

  const preview = () => app.page.getByRole('region', { name: text.preview.label });
  const write = (words: string): Promise<void> =>
    app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill(words);

  it('stands in the preview as it is published, with what a person writes instead, or not at all', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await write(`Come in: ${host.url}/menu`);
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
    await write(`Come in: ${host.url}/gone`);
    await preview().getByText('404').waitFor();
  });
});
