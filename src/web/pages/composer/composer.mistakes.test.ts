/**
 * The composer under clumsy hands: files on their way while parts are removed, copied or left, things removed
 * by mistake, keys pressed in the wrong window. What should be published is published, and nothing else.
 */
import { afterEach, expect, it } from '@jest/globals';
import { composing, picture, UPLOAD } from '../../../test/composing.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually } from '../../../test/instance.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addPerson, type TestPerson } from '../../../test/person.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'under clumsy hands, the composer', () => {
  let ada: TestPerson;
  let channel: string;
  let blog: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await crier.connect('sandbox', { name: 'Bar Sued' });
      blog = await insertChannel(crier, 'wordpress', {
        name: 'Blog',
        details: { baseUrl: 'http://127.0.0.1:9', restRoot: 'http://127.0.0.1:9/wp-json', siteName: 'Blog' },
        credentials: { username: 'ada', password: 'abcd efgh' },
      });
      ada = await addPerson(crier, { name: 'Ada' });
    },
    person: async () => ada,
  });
  const {
    field,
    part,
    saved,
    schedule,
    dialog,
    undo,
    goHome,
    chooseFiles,
    newest,
    begin,
    holdUp,
    looksRight,
    endTest,
  } = composing(app);
  const here = (): string => `/compose?channel=${channel}`;

  afterEach(endTest);

  it('gives a part that was removed by mistake back in its place, with its files and their descriptions', async () => {
    await begin('One', here());
    await app.page.getByRole('button', { name: text.thread.add }).click();
    await part(2, 2).fill('Two, long in the making');
    await app.page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles([picture(61)]);
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await app.page.getByRole('button', { name: text.thread.add }).click();
    await part(3, 3).fill('Three');
    await app.page.getByRole('button', { name: text.thread.remove(2) }).click();
    await part(2, 2).fill('Three, and a half');
    await app.page.getByText(text.thread.removed(2)).waitFor();
    await undo().click();
    expect(await part(2, 3).inputValue()).toBe('Two, long in the making');
    expect(await part(3, 3).inputValue()).toBe('Three, and a half');
    expect(await app.page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe(
      'A bowl of soup',
    );
    // An empty part is no loss.
    await app.page.getByRole('button', { name: text.thread.add }).click();
    await undo().waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: text.thread.remove(4) }).click();
    expect(await undo().count()).toBe(0);
  });

  it('gives what was written back when a template took its place', async () => {
    await ada.call('POST', '/snippets', {
      body: { kind: 'template', name: 'Menu', parts: ['Soup: …', 'Cake: …'] },
    });
    await begin('An hour of work', here());
    await app.page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Menu', exact: true }).click();
    expect(await part(2, 2).inputValue()).toBe('Cake: …');
    await undo().click();
    await eventually('the text is back', async () => (await field().inputValue()) === 'An hour of work');
    await newest('An hour of work');
  });

  it('takes the files of its parts along into a template, and begins the next draft with them', async () => {
    await begin('Soup of the day', here());
    await app.page.getByRole('button', { name: text.thread.add }).click();
    await part(2, 2).fill('And cake');
    await app.page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles([picture(62)]);
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).fill('A plum cake');
    await app.page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await app.page.getByRole('menuitem', { name: text.menu.saveTemplate }).click();
    const naming = dialog(text.dialogs.snippet.template);
    await naming.getByRole('textbox').fill('Cake day');
    await naming.getByRole('button', { name: strings.common.save, exact: true }).click();
    await naming.waitFor({ state: 'detached' });
    await begin('Something else', here());
    await app.page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Cake day', exact: true }).click();
    expect(await part(2, 2).inputValue()).toBe('And cake');
    const described = app.page.getByRole('textbox', { name: text.media.alt(1) });
    expect(await described.inputValue()).toBe('A plum cake');
    const shown = app.page.locator('img[src*="/uploads/"]');
    await shown.first().waitFor();
    await looksRight('composer-template-with-picture');
    await newest('Soup of the day');
    const [draft] = await sql<{ media: { id: string; alt: string }[] }>(
      app.crier,
      `select document #> '{parts,1,media}' as media from composition order by updated_at desc limit 1`,
    );
    const [file] = await sql<{ id: string }>(app.crier, 'select id from media where width = 62');
    expect(draft?.media).toEqual([{ id: file?.id, alt: 'A plum cake' }]);
  });

  it('is not kept from sending by a file of a part that was removed', async () => {
    await sql(app.crier, 'delete from post');
    await begin('One', here());
    await app.page.getByRole('button', { name: text.thread.add }).click();
    await part(2, 2).fill('Two');
    await app.page.route(UPLOAD, (route) => route.abort('connectionreset'));
    await app.page.locator('input[type=file]').nth(1).setInputFiles([picture()]);
    await app.page.getByText(strings.media.uploads.unreachable).waitFor();
    await app.page.getByRole('button', { name: text.thread.remove(2) }).click();
    await field().waitFor();
    await schedule().click();
    await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
  });

  it("goes to the text whose file is missing, although another channel's is open, and shows it", async () => {
    await begin('One', here());
    await app.page.getByRole('button', { name: 'Bar Sued', exact: true }).first().click();
    await app.page.getByRole('button', { name: text.variations.customise, exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Bar Sued' }).click();
    await field().fill('One at the bar');
    await app.page.route(UPLOAD, (route) => route.abort('connectionreset'));
    await chooseFiles(44);
    await app.page.getByText(strings.media.uploads.unreachable).waitFor();
    await app.page.getByRole('button', { name: text.variations.others }).click();
    await saved();
    await schedule().click();
    await app.page.getByText(text.send.notUploaded).waitFor();
    await app.page.getByText(strings.media.uploads.unreachable).waitFor();
    expect(await field().inputValue()).toBe('One at the bar');
    await looksRight('composer-not-uploaded');
  });

  it('puts a file on its way into the copy of its text that was made meanwhile, too', async () => {
    await begin('One', here());
    await app.page.getByRole('button', { name: 'Bar Sued', exact: true }).first().click();
    const go = await holdUp(UPLOAD);
    await chooseFiles(43);
    await app.page.getByRole('progressbar').waitFor({ state: 'attached' });
    await app.page.getByRole('button', { name: text.variations.customise, exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Bar Sued' }).click();
    await app.page.getByRole('progressbar').waitFor({ state: 'attached' });
    go();
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
    await app.page.getByRole('button', { name: text.variations.others }).click();
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
  });

  it('reports that a proxy refuses large files, and sends a file again whose session was renewed', async () => {
    await begin('One', here());
    await app.page.route(
      UPLOAD,
      (route) =>
        route.fulfill({
          status: 413,
          contentType: 'text/html',
          body: '<h1>413 Request Entity Too Large</h1>',
        }),
      { times: 1 },
    );
    await chooseFiles(45);
    await app.page.getByText(strings.media.uploads.tooLarge).waitFor();
    await app.page.route(
      UPLOAD,
      (route) =>
        route.fulfill({ status: 403, json: { statusCode: 403, code: 'csrf_failed', message: 'Old token' } }),
      { times: 1 },
    );
    await chooseFiles(46);
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
  });

  it('asks before a file on its way is left behind', async () => {
    await begin('One', here());
    const go = await holdUp(UPLOAD);
    await chooseFiles(47);
    await goHome();
    await dialog(text.dialogs.leave).getByRole('button', { name: text.dialogs.stay }).click();
    go();
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
    await saved();
    await goHome();
    await app.page.waitForURL((url) => url.pathname === '/');
  });

  it('asks before Back leaves a file behind that is on its way in the calendar', async () => {
    await app.page.goto('/');
    await app.page.getByRole('link', { name: strings.common.nav.calendar, exact: true }).first().click();
    await app.page.getByText(strings.calendar.views.week, { exact: true }).click();
    // On a Sunday evening, this week has no hour left.
    await app.press(strings.calendar.ahead.week);
    await app.page
      .getByRole('button', { name: /^Write a post on .* at / })
      .last()
      .click();
    await dialog(text.titles.new).waitFor();
    const go = await holdUp(UPLOAD);
    await chooseFiles(48);
    await app.page.getByText('48.png').waitFor();
    await app.page.goBack();
    await dialog(text.dialogs.leave).getByRole('button', { name: text.dialogs.stay }).click();
    go();
    await app.page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
  });

  it('waits for the picture of a setting, and keeps what was set meanwhile', async () => {
    await begin('One', `/compose?channel=${blog}`);
    const settings = app.page.locator(`[data-settings="${blog}"]`);
    const go = await holdUp(UPLOAD);
    await settings
      .locator('input[type=file]')
      .first()
      .setInputFiles([picture(49)]);
    await settings.getByRole('textbox').first().fill('The title');
    await schedule().click();
    await app.page.getByText(text.send.uploading).waitFor();
    expect(await app.page.getByRole('heading', { name: text.result.scheduled }).count()).toBe(0);
    go();
    await settings.locator('img').waitFor();
    expect(await settings.getByRole('textbox').first().inputValue()).toBe('The title');
    await saved();
    const [draft] = await sql<{ settings: object }>(
      app.crier,
      "select document -> 'settings' as settings from composition order by updated_at desc limit 1",
    );
    expect(JSON.stringify(draft?.settings)).toMatch(/The title.*\.png|\.png.*The title/);
  });

  it('does not publish by Ctrl and Enter in a window above it, nor by keys that are held down', async () => {
    await sql(app.crier, 'delete from post');
    await begin('One', here());
    await app.page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await app.page.getByRole('menuitem', { name: text.menu.saveTemplate }).click();
    await dialog(text.dialogs.snippet.template).getByRole('textbox').fill('Later');
    await app.page.keyboard.press('Control+Enter');
    await app.page.keyboard.press('Escape');
    await dialog(text.dialogs.snippet.template).waitFor({ state: 'detached' });
    await app.page.getByText(text.when.kinds.now, { exact: true }).click();
    await field().focus();
    await app.page.keyboard.down('Control');
    for (let n = 0; n < 4; n++) await app.page.keyboard.down('Enter');
    await app.page.keyboard.up('Enter');
    await app.page.keyboard.up('Control');
    await dialog(text.dialogs.publishNow(1)).waitFor();
    expect(await sql(app.crier, 'select id from post')).toEqual([]);
  });
});
