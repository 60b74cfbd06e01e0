/** The bell: what happened that a person should know, and what of it they are sent. */
import { expect, it } from '@jest/globals';
import { axe, overflow, screenshot } from '../../../test/browser.ts';
import { sql } from '../../../test/factories.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { unsubscribeToken } from '../../../organizations/notifications/unsubscribe.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

const text = strings.notifications;

describeWith([chromium], 'the notifications', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const happened = (kind: string, onChannel = true): Promise<unknown> =>
    sql(
      app.crier,
      "insert into notification (organization_id, kind, integration_id, content) values ($1, $2, $3, 'It happened')",
      [app.crier.organizationId, kind, onChannel ? channel : null],
    );
  const bell = () => app.page.getByRole('link', { name: text.title }).first();
  const list = () => app.page.getByRole('list', { name: text.title });

  it('are counted beside their link on every page, as they happen, and listed there', async () => {
    await app.page.goto('/drafts');
    await bell().waitFor();
    await happened('failed');
    await happened('failed');
    await happened('frozen', false);
    await bell().getByText('2', { exact: true }).waitFor();
    await bell().click();
    await list().getByText(`${text.kinds.failed}: `).waitFor();
    await list().getByText(text.times(2)).waitFor();
    await list().getByRole('link', { name: text.kinds.frozen }).waitFor();
    expect(await axe(app.page)).toEqual([]);
    await screenshot(app.page, 'notifications-1280');
    await app.page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(app.page)).toBe(0);
    await screenshot(app.page, 'notifications-390');
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('are read by opening one, or all at once by the keyboard alone', async () => {
    await app.page.goto('/notifications');
    await list().getByRole('link', { name: text.kinds.frozen }).press('Enter');
    await app.page.waitForURL((url) => url.pathname === '/');
    await app.page.goto('/notifications');
    await bell().getByText('1', { exact: true }).waitFor();
    await app.page.getByRole('button', { name: text.markAll }).press('Enter');
    await bell().getByText('1', { exact: true }).waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: text.markAll }).waitFor({ state: 'detached' });
  });

  it('are chosen by topic in the settings, where an instance without mail offers none', async () => {
    await app.page.goto('/settings/notifications');
    const posts = app.page.getByRole('checkbox', {
      name: `${text.settings.topics.posts}: ${text.settings.app}`,
    });
    await posts.press('Space');
    await app.page
      .getByText(strings.common.saved(strings.settings.nav.notifications), { exact: true })
      .waitFor();
    expect(await app.page.getByText(text.settings.noMail).isVisible()).toBe(true);
    expect(await app.page.getByRole('combobox', { name: text.settings.mail }).count()).toBe(0);
    expect(await axe(app.page)).toEqual([]);
    await screenshot(app.page, 'settings-notifications-1280');
    await happened('failed');
    await app.page.goto('/notifications');
    await list().waitFor();
    expect(await bell().getByText('1', { exact: true }).count()).toBe(0);
  });

  it('stay as they were chosen while the server has not answered, and go back when it refuses', async () => {
    await app.page.goto('/settings/notifications');
    const box = (topic: 'channels' | 'billing') =>
      app.page.getByRole('checkbox', { name: `${text.settings.topics[topic]}: ${text.settings.app}` });
    const held: (() => void)[] = [];
    await app.page.route('**/api/notifications/choices', async (route) => {
      if (route.request().method() === 'PUT') await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await box('channels').press('Space');
    await box('billing').press('Space');
    expect([await box('channels').isChecked(), await box('billing').isChecked()]).toEqual([false, false]);
    for (const go of held.splice(0)) go();
    await app.page
      .getByText(strings.common.saved(strings.settings.nav.notifications), { exact: true })
      .first()
      .waitFor();
    expect([await box('channels').isChecked(), await box('billing').isChecked()]).toEqual([false, false]);
    await app.page.unroute('**/api/notifications/choices');
    await app.page.route('**/api/notifications/choices', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await box('billing').press('Space');
    await app.page.getByRole('alert', { name: strings.common.failed }).waitFor();
    expect(await box('billing').isChecked()).toBe(false);
    await app.page.unroute('**/api/notifications/choices');
  });

  it('are in German for a person who reads German', async () => {
    const person = await addPerson(app.crier);
    await sql(app.crier, "update membership set created_at = now() - interval '1 day'");
    const { page } = await app.browser.pageOf(app.crier, { person, locale: 'de-DE', width: 390 });
    await page.goto('/notifications');
    await page.getByText(`${german.notifications.kinds.failed}: `).first().waitFor();
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  });

  it('by mail end with the link in such a mail, without signing in', async () => {
    const person = await addPerson(app.crier);
    await person.call('PUT', '/notifications/choices', {
      body: { topics: [{ topic: 'posts', app: true, mail: 'at_once' }] },
    });
    const { page } = await app.browser.pageOf(app.crier, { width: 390 });
    await page.goto(`/unsubscribe#token=${unsubscribeToken(app.crier.context.secrets, person.id)}`);
    await page.getByRole('button', { name: text.stop.action }).click();
    await page.getByText(text.stop.done).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sql(app.crier, "select 1 from notification_choice where mail <> 'never'")).toEqual([]);
    await page.goto('about:blank');
    await page.goto('/unsubscribe#token=wrong');
    await page.getByRole('button', { name: text.stop.action }).click();
    await page.getByRole('alert').waitFor();
    await page.context().close();
  });
});
