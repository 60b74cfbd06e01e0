/**
 * The outcome of a post when sending it fails: it is published once, with the latest text. That all of it
 * stays after every failure: `composer.kept.test.ts`.
 */
import { describe, expect, it } from '@jest/globals';
import { buildPost, createOne, png, sql } from '../../../test/factories.ts';
import { axe, screenshot } from '../../../test/browser.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { abort, loseAnswer, type Handle } from '../../../test/lost-answers.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const POSTS = '**/api/posts';
const SENT = '**/api/compositions/*/posts';

describeWith([chromium], 'a post that cannot be sent', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
    person: (crier) => addWithPassword(crier, { name: 'Ada' }),
  });
  const field = () => app.page.getByRole('textbox', { name: text.part.numbered(1, 2), exact: true });
  const press = (): Promise<void> => app.page.getByRole('button', { name: /^Schedule/ }).click();
  const alerts = () => app.page.getByRole('main').getByRole('alert');
  const says = (text: string): Promise<void> => alerts().filter({ hasText: text }).waitFor();
  // The browser complains about calls that were broken off on purpose.
  const looksRight = async (name: string): Promise<void> => {
    expect(await axe(app.page)).toEqual([]);
    await screenshot(app.page, name);
  };
  const stored = (): Promise<{ text: string }[]> =>
    sql(app.crier, 'select content as text from post_item where position = 0 order by content');

  /** Everything that a person can have written, in a draft that is saved. */
  async function write(message: string): Promise<string> {
    const { page } = app;
    await sql(app.crier, 'delete from post');
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill(message);
    await page.getByRole('button', { name: text.thread.add }).click();
    await page.getByRole('textbox', { name: text.part.numbered(2, 2) }).fill('And more of it');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 30)) });
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await page.getByLabel(text.tags, { exact: true }).first().fill('spring');
    await page.keyboard.press('Enter');
    await page.getByText(/^Saved /).waitFor();
    await page.waitForURL('**/compose/*');
    return page.url();
  }
  it('is not published twice when its text has changed since the lost answer: the change goes on as a draft of its own', async () => {
    const { page } = app;
    await write('Autumn menu');
    await page.route(POSTS, loseAnswer, { times: 1 });
    await page.route(SENT, abort, { times: 1 });
    await press();
    await says(text.send.unreachable);
    await field().fill('Autumn menu, with pumpkin');
    await page.getByText(/^Saved /).waitFor();
    await press();
    await says(text.send.sentBefore);
    await looksRight('composer-sent-before');
    await alerts().getByRole('link', { name: 'Cafe Nord' }).waitFor();
    expect(await stored()).toEqual([{ text: 'Autumn menu' }]);
    const before = page.url();
    await page.getByRole('button', { name: text.dialogs.keepAsNew }).click();
    await page.waitForURL((url) => url.href !== before);
    expect(await field().inputValue()).toBe('Autumn menu, with pumpkin');
    await press();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    expect((await stored()).map((one) => one.text).toSorted()).toEqual([
      'Autumn menu',
      'Autumn menu, with pumpkin',
    ]);
  });

  describe('a change of a post that exists', () => {
    const only = () => app.page.getByRole('textbox', { name: text.part.label, exact: true });
    const save = (): Promise<void> =>
      app.page.getByRole('button', { name: strings.common.save, exact: true }).click();
    const isSaved = (): Promise<void> => app.page.waitForURL(`**/posts/${id}`);
    const patched = (handle: Handle): Promise<unknown> =>
      app.page.route(
        `**/api/posts/${id}`,
        (route) => (route.request().method() === 'PATCH' ? handle(route) : route.fallback()),
        { times: 1 },
      );
    const unread = (): Promise<unknown> =>
      app.page.route(`**/api/posts/${id}`, (route) =>
        route.request().method() === 'GET' ? abort(route) : route.fallback(),
      );
    const stands = async (): Promise<unknown> => {
      const { body } = await app.crier.call<{ content: string; timeline: { event: string }[] }>(
        'GET',
        `/posts/${id}`,
      );
      return [body.content, body.timeline.filter(({ event }) => event === 'edited').length];
    };
    const colleague = (content: string): Promise<unknown> =>
      app.crier.call('PATCH', `/posts/${id}`, { body: { content } });
    let id: string;
    const change = async (text: string): Promise<void> => {
      await app.page.unrouteAll();
      id = await createOne(app.crier, buildPost(channel));
      await app.page.goto(`/compose?post=${id}`);
      await only().fill(text);
    };

    /** The change arrives, its answer does not, and nothing can be asked after it. */
    const loseAll = async (message: string): Promise<void> => {
      await change(message);
      await patched(loseAnswer);
      await unread();
      await save();
      await says(text.send.unreachable);
      await app.page.unrouteAll();
    };

    it('stays when it could not be sent, and is saved by the next press', async () => {
      await change('Winter menu');
      await patched(abort);
      await save();
      await says(text.send.unreachable);
      expect(await only().inputValue()).toBe('Winter menu');
      await save();
      await isSaved();
      expect(await stands()).toEqual(['Winter menu', 1]);
    });

    const HARD =
      'Soup & bread <ann@example.com>\n\n  á la carte 🍲 "1 < 2"\nhttps://shop.example/?a=1&copy=2';
    it('is shown as saved when the server has it and the answer was lost, and is saved once', async () => {
      await change(HARD);
      await app.page.getByLabel(text.tags, { exact: true }).first().fill('winter');
      await app.page.keyboard.press('Enter');
      await app.page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 30)) });
      await app.page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
      await patched(loseAnswer);
      await save();
      await isSaved();
      expect(await stands()).toEqual([expect.any(String), 1]);
    });

    it('is found by the next press when nothing could be asked at first', async () => {
      await loseAll('Winter menu');
      await save();
      await isSaved();
      expect(await stands()).toEqual(['Winter menu', 1]);
    });

    it('is saved with what was written since its answer was lost', async () => {
      await loseAll('Winter menu');
      await only().fill('Winter menu, with goose');
      await save();
      await isSaved();
      expect(await stands()).toEqual(['Winter menu, with goose', 2]);
    });

    it('is never written over what another person saved after its answer was lost, unless it is asked for', async () => {
      await loseAll('Winter menu');
      await colleague('Closed in winter');
      await save();
      await says(text.send.changedUnsure);
      await looksRight('composer-changed-meanwhile');
      expect(await only().inputValue()).toBe('Winter menu');
      expect(await stands()).toEqual(['Closed in winter', 2]);
      await app.page.getByRole('button', { name: text.send.saveOver }).click();
      await isSaved();
      expect(await stands()).toEqual(['Winter menu', 3]);
    });

    it('is not reported as saved when another person was faster', async () => {
      await change('Winter menu');
      await colleague('Closed in winter');
      await save();
      await says(text.send.changedMeanwhile);
      expect(await stands()).toEqual(['Closed in winter', 1]);
    });
  });
});
