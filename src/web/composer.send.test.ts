/**
 * What becomes of a post when sending it fails: whatever happens, everything that was written stays, one
 * sentence says what happened, and the post goes out once.
 */
import { describe, expect, it } from '@jest/globals';
import { buildPost, createOne, png, sql } from '../test/factories.ts';
import { eventually } from '../test/instance.ts';
import { axe, screenshot } from '../test/browser.ts';
import { closeFirstRun } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { FAILURES, abort, loseAnswer, signInAgain, type Handle } from '../test/lost-answers.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.composer;
const POSTS = '**/api/posts';
const SENT = '**/api/compositions/*/posts';

describeWith([chromium], 'a post that cannot be sent', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await crier.connect('sandbox', { name: 'Bar Sued' });
    },
    person: (crier) => addWithPassword(crier, { name: 'Ada' }),
  });
  const field = () => app.page.getByRole('textbox', { name: text.part.numbered(1, 2), exact: true });
  const press = (): Promise<void> => app.page.getByRole('button', { name: /^Schedule/ }).click();
  const alerts = () => app.page.getByRole('main').getByRole('alert');
  const says = (words: string): Promise<void> => alerts().filter({ hasText: words }).waitFor();
  // The browser complains about calls that were broken off on purpose.
  const looksRight = async (name: string): Promise<void> => {
    expect(await axe(app.page)).toEqual([]);
    await screenshot(app.page, name);
  };
  const stored = (): Promise<{ text: string }[]> =>
    sql(app.crier, 'select content as text from post_item where position = 0 order by content');

  /** Everything that a person can have written, in a draft that is saved. */
  async function write(words: string): Promise<string> {
    const { page } = app;
    await sql(app.crier, 'delete from post');
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill(words);
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
  /** The same for another channel too, which gets a text of its own. */
  async function writeSet(words: string): Promise<string> {
    const { page } = app;
    await write(words);
    await page.getByRole('button', { name: 'Bar Sued', exact: true }).first().click();
    await page.getByRole('button', { name: text.variations.customise, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Bar Sued' }).click();
    await field().fill(`${words} at the bar`);
    await page.getByRole('button', { name: text.variations.others }).click();
    await page.getByText(/^Saved /).waitFor();
    return page.url();
  }
  const written = async ({ page } = app): Promise<unknown> => ({
    address: page.url(),
    parts: await Promise.all(
      [1, 2].map((n) => page.getByRole('textbox', { name: text.part.numbered(n, 2) }).inputValue()),
    ),
    alt: await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue(),
    tags: await page.getByText('spring', { exact: true }).count(),
  });
  const all = (words: string, address: string): unknown => ({
    address,
    parts: [words, 'And more of it'],
    alt: 'A bowl of soup',
    tags: 1,
  });

  describe('keeps everything, says what happened, and is sent by the next press:', () => {
    let address: string;
    it('after it was saved, and its file uploaded', async () => {
      address = await writeSet('Spring menu');
      expect(await written()).toEqual(all('Spring menu', address));
    });

    it.each(FAILURES)('%s', async (_, fail, sentence) => {
      await app.page.route(POSTS, fail, { times: 1 });
      await press();
      await says(sentence);
      expect(await alerts().count()).toBe(1);
      expect(await written()).toEqual(all('Spring menu', address));
      expect(await stored()).toEqual([]);
    });

    it('offline', async () => {
      await app.page.context().setOffline(true);
      try {
        await press();
        await says(text.send.offline);
        expect(await written()).toEqual(all('Spring menu', address));
      } finally {
        await app.page.context().setOffline(false);
      }
    });

    it('no answer comes in time', async () => {
      await app.page.clock.install();
      await app.page.route(POSTS, () => Promise.resolve(), { times: 1 });
      const asked = app.page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
      );
      await press();
      await asked;
      await app.page.clock.fastForward(21_000);
      await says(text.send.tooLate);
      expect(await written()).toEqual(all('Spring menu', address));
      await looksRight('composer-send-too-late');
    });

    it('the session has ended: signed in again in its dialog', async () => {
      await sql(app.crier, 'delete from session');
      await press();
      await signInAgain(app.page);
      expect(await written()).toEqual(all('Spring menu', address));
    });

    it('signed out, and in again, in another tab', async () => {
      const other = await app.page.context().newPage();
      await other.goto('/settings');
      await other.getByRole('button', { name: strings.common.menu.label }).click();
      await other.getByRole('menuitem', { name: strings.common.menu.signOut }).click();
      await other.waitForURL('**/sign-in*');
      const dialog = app.page.getByRole('dialog', { name: text.dialogs.signIn });
      await dialog.waitFor();
      expect(await written()).toEqual(all('Spring menu', address));
      await other
        .getByLabel(strings.auth.fields.email, { exact: true })
        .fill(await dialog.getByRole('textbox').first().inputValue());
      await other.getByLabel(strings.auth.fields.password, { exact: true }).fill(PASSWORD);
      await other.getByRole('button', { name: strings.auth.signIn.action, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await other.close();
      expect(await written()).toEqual(all('Spring menu', address));
    });

    it('and then it works', async () => {
      await press();
      await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
      expect(await stored()).toEqual([{ text: 'Spring menu' }, { text: 'Spring menu at the bar' }]);
      await eventually('the draft is gone', async () => {
        return (await sql(app.crier, 'select id from composition')).length === 0;
      });
    });
  });

  it('is found by its key when the server has it and the answer was lost: shown as sent, and there once', async () => {
    await write('Summer menu');
    await app.page.route(POSTS, loseAnswer, { times: 1 });
    await press();
    await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    expect(await stored()).toEqual([{ text: 'Summer menu' }]);
  });

  it('does not go out twice when its text has changed since the lost answer: the change goes on as a draft of its own', async () => {
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

  it('is not waited for without end when its free slot is not told', async () => {
    const { page } = app;
    await page.clock.install();
    await write('Late menu');
    await page.route('**/api/find-slot/*', () => Promise.resolve());
    const asked = page.waitForRequest('**/api/find-slot/*');
    await press();
    await asked;
    await page.clock.fastForward(21_000);
    await says(text.send.tooLate);
    expect(await field().inputValue()).toBe('Late menu');
    await page.unrouteAll();
    await press();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    expect(await stored()).toEqual([{ text: 'Late menu' }]);
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
    const change = async (words: string): Promise<void> => {
      await app.page.unrouteAll();
      id = await createOne(app.crier, buildPost(channel));
      await app.page.goto(`/compose?post=${id}`);
      await only().fill(words);
    };

    /** The change arrives, its answer does not, and nothing can be asked after it. */
    const loseAll = async (words: string): Promise<void> => {
      await change(words);
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

    it('is never written over what somebody else saved after its answer was lost, unless it is asked for', async () => {
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

    it('is not told as saved when somebody else was faster', async () => {
      await change('Winter menu');
      await colleague('Closed in winter');
      await save();
      await says(text.send.changedMeanwhile);
      expect(await stands()).toEqual(['Closed in winter', 1]);
    });
  });
});
