/** The media page and a draft about fetching files: the result of a trial, not the look of a URL. */
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { png, sql, upload } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance } from '../../../test/instance.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { startPublicFiles, type PublicFiles } from '../../../test/public-files.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { openssl } from '../../../test/servers/tls-front.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const { reach } = strings.media;
const text = strings.composer;

describeWith([chromium, openssl], 'whether networks can fetch the files', () => {
  let files: PublicFiles;
  let nostr: string;
  let size = 0;
  const app = useWebApp({
    start: async () => {
      files = await startPublicFiles();
      return startInstance({ temporal: false, env: { ...files.env } });
    },
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await crier.connect('sandbox', { name: 'Cafe Nord' });
      nostr = await insertChannel(crier, 'nostr', { name: 'Notes' });
      await upload(crier, png());
      const [file] = await sql<{ size: number }>(
        crier,
        "update media set storage = 's3', alt = 'A bowl of soup' returning size::float8 as size",
      );
      size = file?.size ?? 0;
    },
  });
  afterAll(() => files?.stop());
  // The file is in no bucket: once the check has found that out, it refuses the file, and no warning is
  // shown.
  beforeEach(() =>
    app.page.route('**/api/posts/check', (route) =>
      route.fulfill({ status: 201, json: { issues: [], posts: [] } }),
    ),
  );
  const answered = () => app.page.waitForResponse('**/api/media/reach');
  const title = () => app.page.getByText(reach.title(['Nostr']));
  const warning = () => app.page.getByText(text.reach.may(['\u2068Notes\u2069']), { exact: false });

  /** A draft for a channel that has the file of the library. */
  async function draft(channel: string): Promise<void> {
    await app.page.goto(`/compose?channel=${channel}`);
    await app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Soup of the day');
    await app.page.getByRole('button', { name: text.part.library, exact: true }).click();
    const picker = app.page.getByRole('dialog', { name: strings.media.picker.title });
    await picker.locator('button[aria-pressed]').first().click();
    await picker.getByRole('button', { name: strings.media.picker.use(1), exact: true }).click();
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
  }

  it('is denied where the file is not at its public URL', async () => {
    files.answer(403);
    await app.page.goto('/media');
    await title().waitFor();
    await app.page.getByText('responds with 403 instead of the file', { exact: false }).waitFor();
    await draft(nostr);
    await warning().waitFor();
    await app.page.getByText('responds with 403 instead of the file', { exact: false }).waitFor();
    // Nothing is shown for a channel that fetches nothing.
    await app.page.getByRole('button', { name: 'Cafe Nord', exact: true }).first().click();
    await app.page.getByRole('group', { name: text.variations.label }).waitFor();
    await warning().waitFor();
  });

  it('is not denied where it was fetched', async () => {
    files.answer(200, size);
    const fetched = answered();
    await app.page.goto('/media');
    expect(await (await fetched).json()).toMatchObject({ status: 'fetched' });
    expect(await title().count()).toBe(0);
    const again = answered();
    await draft(nostr);
    await (await again).finished();
    await app.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    expect(await warning().count()).toBe(0);
  });
});
