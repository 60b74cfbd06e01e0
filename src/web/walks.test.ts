/** Whole mornings with the web app: with the keyboard alone, on a phone with a finger, and in German. */
import { expect, it, jest } from '@jest/globals';
import { png, sql } from '../test/factories.ts';
import { eventually } from '../test/instance.ts';
import { hasFocus, tabber } from '../test/keyboard.ts';
import { closeFirstRun, pressTwice } from '../test/page-checks.ts';
import { PHONE } from '../test/pages.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { moveFinger } from '../test/touch.ts';
import { walk } from '../test/walk.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';
import { strings } from './strings/index.ts';

jest.setTimeout(120_000);
const { auth, calendar, channels, common, composer: text, instance, post, settings } = strings;
/** The label of what sends it has the time: "Schedule for Tue 24 Nov, 09:00". */
const SEND = new RegExp(`^${text.send.atTime('')}`);
const SOUP = { name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(800, 600)) };

interface Planned {
  readonly id: string;
  readonly state: string;
  /** Milliseconds. */
  readonly date: number;
  readonly parts: number;
  readonly alt: string;
  /** The text of its second part. */
  readonly last: string;
}

const SCHEDULED = { state: 'scheduled', parts: 2, alt: 'A bowl of soup', last: 'Come and taste it' };

describeWith([chromium], 'a person', () => {
  let ada: TestPerson;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await crier.connect('sandbox', { name: 'Cafe Nord' });
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      ada = await addWithPassword(crier, { name: 'Ada' });
    },
    person: null,
  });
  const planned = async (): Promise<Planned | undefined> =>
    (
      await sql<Planned>(
        app.crier,
        `select p.id, p.state, (extract(epoch from p.publish_at) * 1000)::float as date,
          (select count(*)::int from post_item where post_id = p.id) as parts,
          (select media -> 0 ->> 'alt' from post_item where post_id = p.id and position = 0) as alt,
          (select content from post_item where post_id = p.id and position = 1) as last
        from post p where deleted_at is null order by p.created_at desc limit 1`,
      )
    )[0];

  it('with the keyboard alone signs in, writes a thread with a picture, moves it and cancels it', async () => {
    const { page } = app;
    const { keyboard } = page;
    page.setDefaultTimeout(15_000);
    const unseen: string[] = [];
    const tabTo = tabber(page, unseen);
    const press = async (name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> => {
      await tabTo(page.getByRole(role, { name, exact: true }).first());
      await keyboard.press('Enter');
    };
    const steps = walk(app.open, 'keyboard');
    await page.goto('/sign-in');
    await tabTo(page.getByLabel(auth.fields.email, { exact: true }));
    await keyboard.type(ada.email);
    await tabTo(page.getByLabel(auth.fields.password, { exact: true }));
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: common.nav.home }).waitFor();
    await steps.at('signed in');
    await press(common.nav.calendar, 'link');

    await page.locator('[data-today="true"]').waitFor();
    await steps.at('the calendar');
    // The radio itself is hidden below its label, so `tabTo` does not find it.
    await page.getByRole('radio', { name: calendar.views.week }).focus();
    await keyboard.press('ArrowLeft');
    const plus = page.locator('[data-today="true"] [data-kind="add"]');
    await tabTo(plus);
    await keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: text.titles.new });
    await drawer.waitFor();
    await press('Cafe Nord');
    await tabTo(page.getByRole('textbox', { name: text.part.label, exact: true }));
    await keyboard.type('Soup of the day');
    const chooser = page.waitForEvent('filechooser');
    await press(text.part.addMedia);
    await (await chooser).setFiles(SOUP);
    await tabTo(page.getByRole('textbox', { name: text.media.alt(1) }));
    await keyboard.type('A bowl of soup');
    await press(text.media.crop(1));
    const crop = page.getByRole('dialog', { name: text.crop.title });
    await tabTo(crop.getByRole('application', { name: text.crop.area }));
    await keyboard.press('ArrowRight');
    await press(text.crop.apply);
    await crop.waitFor({ state: 'detached' });
    await hasFocus(page, page.getByRole('button', { name: text.media.crop(1) }));
    await press(text.thread.add);
    await hasFocus(page, page.getByRole('textbox', { name: text.part.numbered(2, 2) }));
    await steps.at('a thread with a picture');
    await steps.offline(async () => {
      await keyboard.type('Come and ');
      await page.getByText(text.saving.offline).waitFor();
      await keyboard.type('taste it');
      await steps.at('written on without a connection');
    });
    await page.getByText(/^Saved /).waitFor();
    await steps.at('saved once there is one');
    await press(text.when.quick.tomorrow);
    await press(SEND);
    await hasFocus(page, page.getByRole('heading', { name: text.result.scheduled }));
    const scheduled = await planned();
    expect(scheduled).toMatchObject(SCHEDULED);
    await steps.at('scheduled');
    await keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await hasFocus(page, plus);

    const chip = page.locator(`[data-post="${scheduled?.id}"]`);
    await tabTo(chip);
    await keyboard.press('m');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    const DAY = 24 * 3_600_000;
    await eventually('the post is a day later', async () => {
      const moved = (await planned())?.date ?? 0;
      return Math.round((moved - (scheduled?.date ?? 0)) / DAY) === 1;
    });
    await hasFocus(page, chip);
    await steps.at('moved by a day');
    await keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: calendar.post.label });
    await hasFocus(page, card.getByRole('link', { name: calendar.post.open }));
    await keyboard.press('Escape');
    await hasFocus(page, chip);
    await keyboard.press('Enter');
    await press(calendar.post.open, 'link');
    await page.waitForURL(`**/posts/${scheduled?.id}`);
    const cancel = page.getByRole('button', { name: post.remove, exact: true });
    await press(post.remove);
    const question = page.getByRole('dialog', { name: post.removeQuestion });
    await question.waitFor();
    await keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await hasFocus(page, cancel);
    await keyboard.press('Enter');
    await tabTo(question.getByRole('button', { name: post.remove, exact: true }));
    await keyboard.press('Enter');
    await page.getByText(post.next.cancelled).waitFor();
    await steps.at('cancelled');
    await press(common.nav.calendar, 'link');
    await page.locator('[data-today="true"]').waitFor();
    await chip.waitFor({ state: 'detached' });
    expect(await planned()).toBeUndefined();
    expect([...new Set(unseen)]).toEqual([]);
  });

  it('on a phone does the same with a finger, and reaches channels and settings', async () => {
    await sql(app.crier, 'delete from post');
    const open = await app.browser.pageOf(app.crier, { person: ada, ...PHONE, touch: true });
    const { page } = open;
    page.setDefaultTimeout(15_000);
    const bar = page.getByRole('navigation', { name: common.nav.label });
    const tap = (name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> =>
      page.getByRole(role, { name, exact: true }).first().tap();
    const steps = walk(open, 'phone');
    await page.goto('/');
    await bar.getByRole('link', { name: common.nav.compose }).tap();
    await tap('Cafe Nord');
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Soup of the day');
    const chooser = page.waitForEvent('filechooser');
    await tap(text.part.addMedia);
    await (await chooser).setFiles(SOUP);
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await tap(text.media.crop(1));
    const crop = page.getByRole('dialog', { name: text.crop.title });
    await crop.getByRole('button', { name: text.crop.apply }).tap();
    await crop.waitFor({ state: 'detached' });
    await tap(text.thread.add);
    await steps.at('a thread with a picture');
    await steps.offline(async () => {
      await page.getByRole('textbox', { name: text.part.numbered(2, 2) }).fill('Come and taste it');
      await page.getByText(text.saving.offline).waitFor();
      await steps.at('written on without a connection');
    });
    await page.getByText(/^Saved /).waitFor();
    await page.getByText(text.when.kinds.at, { exact: true }).tap();
    await tap(text.when.quick.tomorrow);
    await steps.at('saved once there is one');
    await tap(SEND);
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const scheduled = await planned();
    expect(scheduled).toMatchObject(SCHEDULED);
    await steps.at('scheduled');

    await tap(text.result.calendar, 'link');
    await page.getByText(calendar.views.day, { exact: true }).tap();
    const chip = page.locator(`[data-post="${scheduled?.id}"]`);
    const title = page.getByRole('heading', { level: 1 });
    await page.locator('[data-today="true"]').waitFor();
    const today = await title.innerText();
    await moveFinger(page, { x: 330, y: 500 }, { x: 60, y: 505 });
    await chip.waitFor();
    expect(await title.innerText()).not.toBe(today);
    await steps.at('the day of the post');
    await chip.scrollIntoViewIfNeeded();
    const box = await chip.boundingBox();
    if (!box) throw new Error('the post is not shown');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await moveFinger(page, at, { x: at.x, y: at.y + 2 * box.height, held: true });
    await eventually('the post is later', async () => {
      const moved = (await planned())?.date ?? 0;
      return moved > (scheduled?.date ?? 0);
    });
    await chip.tap();
    await page.getByRole('dialog', { name: calendar.post.label }).waitFor();
    await tap(calendar.post.move);
    const move = page.getByRole('dialog', { name: calendar.move.title });
    await move.getByLabel(calendar.move.time).fill('18:30');
    await move.getByRole('button', { name: calendar.move.submit }).tap();
    await eventually('the post is in the evening', async () =>
      /T1[67]:30/.test(new Date((await planned())?.date ?? 0).toISOString()),
    );
    await steps.at('moved twice');
    await chip.tap();
    await tap(calendar.post.open, 'link');
    await tap(post.remove);
    const question = page.getByRole('dialog', { name: post.removeQuestion });
    await question.getByRole('button', { name: post.remove, exact: true }).tap();
    await page.getByText(post.next.cancelled).waitFor();
    expect(await planned()).toBeUndefined();
    await steps.at('cancelled');

    await bar.getByRole('link', { name: common.nav.channels }).tap();
    await page.getByRole('button', { name: /Cafe Nord/ }).tap();
    await page.getByRole('menuitem', { name: channels.times.action }).tap();
    const times = page.getByRole('dialog', { name: /Cafe Nord/ });
    await times.getByLabel(channels.times.add).fill('10:15');
    await times.getByRole('button', { name: channels.times.addAction }).tap();
    await times.getByRole('button', { name: channels.times.remove('10:15') }).waitFor();
    await times.getByRole('button', { name: common.close }).tap();
    await bar.getByRole('button', { name: common.nav.more }).tap();
    await page.getByRole('dialog').getByRole('link', { name: common.nav.settings }).tap();
    await page.getByRole('combobox', { name: settings.nav.label }).selectOption(settings.nav.members);
    await page.getByRole('region', { name: settings.nav.members }).waitFor();
    await steps.at('channels and settings');
    expect(steps.complaints()).toEqual([]);
    await page.context().close();
  });

  it('in German does the same with a mouse, and reads no English', async () => {
    await sql(app.crier, 'delete from post');
    const open = await app.browser.pageOf(app.crier, { locale: 'de-DE' });
    const { page } = open;
    page.setDefaultTimeout(15_000);
    const steps = walk(open, 'German', 'de');
    const { auth: signIn, calendar: plan, common: all, composer: words, post: one } = german;
    const press = (name: string | RegExp): Promise<void> =>
      page.getByRole('button', { name, exact: true }).first().click();
    await page.goto('/sign-in');
    await page.getByLabel(signIn.fields.email, { exact: true }).fill(ada.email);
    await page.getByLabel(signIn.fields.password, { exact: true }).fill(PASSWORD);
    await press(signIn.signIn.action);
    await page.getByRole('link', { name: all.nav.compose }).first().click();
    await page.getByRole('textbox', { name: words.part.label, exact: true }).waitFor();
    await steps.at('signed in, and at an empty composer');
    await press('Cafe Nord');
    await page.getByRole('textbox', { name: words.part.label, exact: true }).fill('Suppe des Tages');
    const chooser = page.waitForEvent('filechooser');
    await press(words.part.addMedia);
    await (await chooser).setFiles(SOUP);
    await page.getByRole('textbox', { name: words.media.alt(1) }).fill('A bowl of soup');
    await press(words.thread.add);
    await steps.at('a thread with a picture');
    await steps.offline(async () => {
      await page.getByRole('textbox', { name: words.part.numbered(2, 2) }).fill('Come and taste it');
      await page.getByText(words.saving.offline).waitFor();
      await steps.at('written on without a connection');
    });
    await page.getByText(/^Gespeichert /).waitFor();
    await page.getByText(words.when.kinds.at, { exact: true }).click();
    await press(words.when.quick.nextWeek);
    await steps.at('saved once there is one');
    await press(new RegExp(`^${words.send.atTime('')}`));
    await page.getByRole('heading', { name: words.result.scheduled }).waitFor();
    const scheduled = await planned();
    expect(scheduled).toMatchObject(SCHEDULED);
    await steps.at('scheduled');
    const day = new Date(scheduled?.date ?? 0).toISOString().slice(0, 10);
    await page.goto(`/calendar?view=week&day=${day}`);
    const chip = page.locator(`[data-post="${scheduled?.id}"]`);
    await chip.waitFor();
    const box = await chip.boundingBox();
    if (!box) throw new Error('the post is not shown');
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 108, { steps: 8 });
    await page.mouse.up();
    await eventually(
      'the post is later',
      async () => ((await planned())?.date ?? 0) > (scheduled?.date ?? 0),
    );
    await page.getByRole('button', { name: all.undo, exact: true }).waitFor();
    await steps.at('dragged to a later hour');
    await chip.click();
    await steps.at('its card');
    await page.getByRole('link', { name: plan.post.open, exact: true }).click();
    await pressTwice(page, one.remove);
    await page.getByText(one.next.cancelled).waitFor();
    expect(await planned()).toBeUndefined();
    await steps.at('cancelled');
    expect(steps.complaints()).toEqual([]);
    await page.context().close();
  });

  it('who is a plain member writes, moves and cancels posts, but changes no channel and sees no instance', async () => {
    await sql(app.crier, 'delete from post');
    const mia = await addPerson(app.crier, { name: 'Mia', role: 'member' });
    const open = await app.browser.pageOf(app.crier, { person: mia });
    const { page } = open;
    page.setDefaultTimeout(15_000);
    await page.goto('/channels');
    await page.getByRole('heading', { name: 'Cafe Nord' }).waitFor();
    const { nav } = common;
    const places = page.getByRole('navigation', { name: nav.label }).getByRole('link');
    expect((await places.allTextContents()).filter(Boolean)).not.toContain(nav.instance);
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await page.getByRole('main').getByText(channels.connect).count()).toBe(0);
    await page.goto('/instance');
    await page.getByText(instance.onlyOperator).waitFor();

    await page.goto('/compose');
    await page.getByRole('button', { name: 'Cafe Nord', exact: true }).first().click();
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Cake of the day');
    await page.getByText(text.when.kinds.at, { exact: true }).click();
    await page.getByRole('button', { name: text.when.quick.nextWeek }).click();
    await page.getByRole('button', { name: SEND }).click();
    await page.getByRole('link', { name: 'Cafe Nord' }).click();
    const scheduled = await planned();
    await page.getByRole('button', { name: post.move, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: post.moveTitle });
    await dialog.getByLabel(post.moveLabel).fill('2031-05-14T09:00');
    await dialog.getByRole('button', { name: post.move, exact: true }).click();
    await eventually('the post is moved', async () => (await planned())?.date !== scheduled?.date);
    await pressTwice(page, post.remove);
    await page.getByText(post.next.cancelled).waitFor();
    expect(await planned()).toBeUndefined();
    expect(open.complaints).toEqual([]);
    await page.context().close();
  });
});
