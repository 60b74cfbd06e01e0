/**
 * Taking back what was cancelled, moved or deleted, on a phone, where Undo has little room and calls get
 * lost.
 */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { screenshot } from '../test/browser.ts';
import { buildPost, createOne, sql } from '../test/factories.ts';
import { eventually } from '../test/instance.ts';
import { loseAnswer } from '../test/lost-answers.ts';
import { coveredByMessages } from '../test/page-checks.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const { post: text, calendar, composer, drafts, common } = strings;
const DATE = '2031-05-14T08:00:00.000Z';
const CALENDAR = '/calendar?view=list&day=2031-05-14';

interface Case {
  readonly what: string;
  /** Creates what is taken away. */
  begin(): Promise<string>;
  /** On the page, up to where Undo is offered. */
  take(id: string): Promise<void>;
  isGone(id: string): Promise<boolean>;
}

describeWith([chromium], 'on a phone, Undo', () => {
  let ada: TestPerson;
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      ada = await addPerson(crier);
    },
    person: null,
  });
  let phone: Awaited<ReturnType<typeof app.browser.pageOf>>['page'];
  const button = (name: string | RegExp, within: Pick<typeof phone, 'getByRole'> = phone) =>
    within.getByRole('button', { name, exact: true });
  const undo = () => phone.getByRole('button', { name: common.undo });

  const post =
    (changes: object = {}) =>
    (): Promise<string> =>
      createOne(app.crier, buildPost(channel, { date: DATE, ...changes }));
  const draft = async (): Promise<string> => {
    const id = randomUUID();
    const document = {
      channels: [channel],
      parts: [{ id: 'a', text: 'Soup of the day', media: [], delaySeconds: 0 }],
      variations: {},
      settings: {},
      tags: [],
      when: { kind: 'slot', date: null },
    };
    expect((await ada.call('POST', '/compositions', { body: { id, document } })).status).toBe(201);
    return id;
  };
  const read = async (id: string): Promise<{ state: string; at: string } | undefined> =>
    (
      await sql<{ state: string; at: string }>(
        app.crier,
        'select state, publish_at as at from post where id = $1 and deleted_at is null',
        [id],
      )
    )[0];
  const isNoPost = async (id: string): Promise<boolean> => (await read(id)) === undefined;
  const isMoved = async (id: string): Promise<boolean> =>
    Date.parse((await read(id))?.at ?? '') !== Date.parse(DATE);
  const isNoDraft = async (id: string): Promise<boolean> =>
    (await sql(app.crier, 'select id from composition where id = $1', [id])).length === 0;
  // The card of the calendar is a dialog too, and may stand behind the question in the document.
  const confirm = (name: string): Promise<void> =>
    button(name, phone.locator('[role=dialog][aria-modal=true]').last()).click();
  const card = async (id: string) => {
    await phone.goto(CALENDAR);
    await phone.locator(`[data-post="${id}"]`).click();
    return phone.getByRole('dialog', { name: calendar.post.label });
  };

  const cases: readonly Case[] = [
    {
      what: 'a cancelled post, on its page',
      begin: post(),
      take: async (id) => {
        await phone.goto(`/posts/${id}`);
        await button(text.remove).click();
        await confirm(text.remove);
      },
      isGone: isNoPost,
    },
    {
      what: 'a cancelled post, in the calendar',
      begin: post(),
      take: async (id) => {
        await button(text.remove, await card(id)).click();
        await confirm(text.remove);
      },
      isGone: isNoPost,
    },
    {
      what: 'a moved post, on its page',
      begin: post(),
      take: async (id) => {
        await phone.goto(`/posts/${id}`);
        await button(text.move).click();
        await phone.getByRole('dialog').getByLabel(text.moveLabel).fill('2031-05-15T09:00');
        await confirm(text.move);
      },
      isGone: isMoved,
    },
    {
      what: 'a moved post, in the calendar',
      begin: post(),
      take: async (id) => {
        await button(calendar.post.move, await card(id)).click();
        const dialog = phone.getByRole('dialog', { name: calendar.move.title });
        await dialog.getByLabel(calendar.move.date).fill('2031-05-15');
        await dialog.getByRole('button', { name: calendar.move.submit }).click();
      },
      isGone: isMoved,
    },
    {
      what: 'a deleted draft of the API, on its page',
      begin: post({ type: 'draft' }),
      take: async (id) => {
        await phone.goto(`/posts/${id}`);
        await button(text.removeDraft).click();
        await confirm(text.removeDraft);
      },
      isGone: isNoPost,
    },
    {
      what: 'a deleted draft, in the list',
      begin: draft,
      take: async () => {
        await phone.goto('/drafts');
        await phone.getByRole('list', { name: drafts.title }).waitFor();
        await phone.getByRole('button', { name: /^More about / }).click();
        await phone.getByRole('menuitem', { name: composer.menu.remove }).click();
        await confirm(composer.menu.remove);
      },
      isGone: isNoDraft,
    },
    {
      what: 'a deleted draft, in the composer',
      begin: draft,
      take: async (id) => {
        await phone.goto(`/compose/${id}`);
        await phone.getByRole('textbox', { name: composer.part.label, exact: true }).waitFor();
        await button(composer.menu.label).first().click();
        await phone.getByRole('menuitem', { name: composer.menu.remove }).click();
        await confirm(composer.menu.remove);
      },
      isGone: isNoDraft,
    },
  ];

  it.each(cases)('covers nothing, and brings back what a lost call could not: $what', async (one) => {
    phone ??= (await app.browser.pageOf(app.crier, { person: ada, width: 390, touch: true })).page;
    await sql(app.crier, 'delete from composition');
    await sql(app.crier, 'delete from post');
    const id = await one.begin();
    await one.take(id);
    await undo().waitFor();
    expect(await one.isGone(id)).toBe(true);
    expect(await coveredByMessages(phone)).toEqual([]);
    await screenshot(phone, `undo-${one.what.replaceAll(/\W+/g, '-')}-390`);
    let lost = 0;
    await phone.route('**/api/**', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      lost++;
      return route.abort('connectionreset');
    });
    await undo().click();
    await phone.getByText(common.unreachable).first().waitFor();
    expect([lost, await one.isGone(id)]).toEqual([1, true]);
    await phone.unrouteAll();
    // The one that was pressed may still be on its way out.
    await undo().last().click();
    await eventually('it is back', async () => !(await one.isGone(id)));
  });

  it.each(cases.slice(0, 4))(
    'is no mistake where it was carried out, and its answer lost: $what',
    async (one) => {
      await sql(app.crier, 'delete from post');
      const id = await one.begin();
      await one.take(id);
      await phone.route('**/api/posts/**', (route) =>
        route.request().method() === 'GET' ? route.fallback() : loseAnswer(route),
      );
      await undo().click();
      await phone.getByText(common.unreachable).first().waitFor();
      await phone.unrouteAll();
      const answered = phone.waitForResponse((answer) => answer.request().method() !== 'GET');
      await undo().last().click();
      expect((await answered).status()).toBeGreaterThanOrEqual(400);
      await undo().waitFor({ state: 'detached' });
      const alerts = await phone.getByRole('alert').allTextContents();
      expect(alerts.filter((alert) => alert !== common.unreachable)).toEqual([]);
      expect(await one.isGone(id)).toBe(false);
    },
  );
});
