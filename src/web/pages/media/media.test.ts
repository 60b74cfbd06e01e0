/** The media library in a real browser. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.media;
jest.setTimeout(90_000);

describeWith([chromium], 'the media library', () => {
  let used = '';
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await insertChannel(crier, 'youtube');
    },
    person: (crier) => addPerson(crier, { role: 'member', name: 'Lee' }),
  });

  const tile = (name: string) => app.page.locator('button[class*=tile]').filter({ hasText: name });
  const names = (): Promise<string[]> => app.page.locator('button[class*=tile] bdi').allTextContents();
  const dialog = () => app.page.getByRole('dialog');
  const close = () => dialog().getByRole('button', { name: strings.common.close, exact: true }).click();
  const file = (name: string, bytes = png(640, 480)) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(bytes),
  });

  it('explains its purpose while it is empty', async () => {
    await app.page.goto('/media');
    await app.page.getByRole('heading', { name: text.empty }).waitFor();
    await expectCleanPage(app.open, 'media-empty');
  });

  it('takes files that are chosen, shows their progress, and reports what it does not take', async () => {
    await app.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        file('menu.png'),
        file('window.png'),
        file('notes.png', Buffer.from('no picture') as never),
      ]);
    await app.page.getByRole('alert').filter({ hasText: 'not supported' }).waitFor();
    await tile('menu.png').waitFor();
    await tile('window.png').waitFor();
    await expectCleanPage(app.open, 'media-uploads');
    await app.page.getByRole('button', { name: text.uploads.dismiss('\u2068notes.png\u2069') }).click();
    expect((await names()).filter((name) => name.includes('notes'))).toEqual([]);
  });

  it('takes files that are dropped anywhere on the page', async () => {
    const dropped = await app.page.evaluateHandle(
      `(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array([${[...png(90, 120)].join()}])], 'dropped.png', { type: 'image/png' }));
        return transfer;
      })()`,
    );
    await app.page.dispatchEvent('main', 'dragenter', { dataTransfer: dropped });
    await app.page.getByText(text.drop, { exact: true }).waitFor();
    await app.page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await tile('dropped.png').waitFor();
    await app.page.getByText(text.drop, { exact: true }).waitFor({ state: 'detached' });
  });

  it('tries again what a lost connection broke off', async () => {
    // A page of its own: the browser complains about the connection.
    const { page } = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { role: 'member', name: 'Kim' }),
    });
    await page.goto('/media');
    await page.locator('button[class*=tile]').first().waitFor();
    await page.route('**/api/upload', (route) => route.abort());
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([file('late.png')]);
    await page.getByText(text.uploads.unreachable).waitFor();
    await page.unroute('**/api/upload');
    await page.getByRole('button', { name: text.uploads.retry }).click();
    await page.locator('button[class*=tile]').filter({ hasText: 'late.png' }).waitFor();
    await page.context().close();
  });

  it('shows a file with its alt text, where it is used, and what cannot take it', async () => {
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      app.crier,
      "select id from media where original_name = 'menu.png'",
    );
    const channel = (await app.crier.connect('sandbox', { name: 'Window' })).id;
    used = await createOne(
      app.crier,
      buildPost([], {
        posts: [
          buildTarget(channel, {
            value: [{ content: '<p>Soup of the day</p>', image: [{ id, path: 'x' }] }],
          }),
        ],
      }),
    );
    await app.page.goto('/media');
    await tile('menu.png').getByText(text.uses(1, 0)).waitFor();
    await tile('menu.png').getByText(text.refused(1)).waitFor();
    await tile('menu.png').click();
    await dialog().getByText('YouTube takes no pictures').waitFor();
    await dialog().getByRole('textbox', { name: text.file.alt }).fill('A blackboard with the menu');
    await dialog().getByRole('button', { name: strings.common.save }).click();
    await app.page
      .getByRole('alert')
      .filter({ hasText: strings.common.saved('') })
      .first()
      .waitFor();
    await expectCleanPage(app.open, 'media-file');
    await dialog().getByRole('link', { name: 'Soup of the day' }).click();
    await app.page.waitForURL(`**/posts/${used}`);
  });

  it('finds files by what is in their alt text', async () => {
    await app.page.goto('/media');
    await tile('window.png').waitFor();
    await app.page.getByRole('searchbox', { name: text.search }).fill('blackboard');
    await tile('window.png').waitFor({ state: 'detached' });
    expect(await names()).toEqual(['menu.png']);
    await app.page.getByRole('searchbox', { name: text.search }).fill('nothing like it');
    await app.page.getByRole('heading', { name: text.nothing }).waitFor();
    await app.page.getByRole('searchbox', { name: text.search }).fill('');
    await app.page.getByRole('switch', { name: text.unused }).click();
    await tile('menu.png').waitFor({ state: 'detached' });
    await tile('window.png').waitFor();
  });

  it('deletes a file, but not one that a waiting post needs', async () => {
    await app.page.goto('/media');
    await tile('menu.png').click();
    await dialog().getByText(text.file.inUse(1)).waitFor();
    expect(await dialog().getByRole('button', { name: text.file.remove, exact: true }).count()).toBe(0);
    await close();
    await tile('window.png').click();
    await dialog().getByRole('button', { name: text.file.remove, exact: true }).click();
    await app.page
      .getByRole('dialog')
      .filter({ hasText: text.file.removeHelp })
      .getByRole('button', { name: text.file.remove, exact: true })
      .last()
      .click();
    await tile('window.png').waitFor({ state: 'detached' });
    await expectCleanPage(app.open, 'media');
  });

  it('warns that networks which fetch files cannot fetch them', async () => {
    expect(await app.page.getByText(text.reach.fix, { exact: false }).count()).toBe(0);
    await insertChannel(app.crier, 'threads');
    await app.page.goto('/media');
    await app.page.getByText(text.reach.title(['Threads'])).waitFor();
    await app.page.getByText(text.reach.fix, { exact: false }).waitFor();
    await expectCleanPage(app.open, 'media-unreachable');
  });

  it('shows nothing of another organisation', async () => {
    const ben = await app.crier.anotherOrganization();
    await upload(app.crier, png(), { name: 'theirs.png', key: ben.apiKey });
    await app.page.goto('/media');
    await tile('menu.png').waitFor();
    expect(await names()).not.toContain('theirs.png');
  });
});
