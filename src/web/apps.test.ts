/** Third-party apps: those of the organisation, and those that a person approved, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenPage, type TestBrowser } from '../test/browser.ts';
import { sql } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { insertApp, insertCode, insertToken } from '../test/oauth-rows.ts';
import { addressesOf, expectSoundInEachLook, pressTwice, shownOnce } from '../test/looks.ts';
import { addPerson, callApp, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const { apps } = strings;
const { nav, onlyAdmins } = strings.settings;
const PLAIN = /[\u2066-\u2069]/g;

describeWith([chromium], 'an app', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let ada: TestPerson;
  let open: OpenPage;
  let page: Page;
  let addresses: string[];
  let id = '';
  let clientId = '';
  let secret = '';
  /** All that must stay out of addresses. */
  const secrets: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { name: 'Ada' });
    browser = await openBrowser();
    open = await browser.pageOf(crier, { person: ada });
    ({ page } = open);
    addresses = addressesOf(page);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const room = (title: string) => page.getByRole('region', { name: title, exact: true });
  const field = (label: string) => page.getByRole('textbox', { name: label });
  /** What the token endpoint says to this secret, for a code that somebody approved a moment ago. */
  async function exchange(
    clientSecret: string,
  ): Promise<{ status: number; body: { error?: string; access_token?: string } }> {
    const grace = await addPerson(crier, { name: 'Grace', role: 'member' });
    const { code } = await insertCode(crier, { appId: id, userId: grace.id });
    return callApp(
      crier,
      { method: 'POST', path: '/oauth/token' },
      { body: { grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret } },
    );
  }

  it('is refused where its address is none, beside the field, and registered where it is right', async () => {
    await page.goto('/settings/apps');
    await page.getByText(apps.none).waitFor();
    await field(apps.name).fill('Menu Board');
    await field(apps.description).fill('Posts the menu of the day for you');
    await field(apps.redirectUrl).fill('http://menu.example/callback');
    await press(apps.register);
    await eventually(
      'the field says what is wrong',
      async () => (await field(apps.redirectUrl).getAttribute('aria-invalid')) === 'true',
    );
    await expectSoundInEachLook(open, 'app-refused');
    await field(apps.redirectUrl).fill('https://menu.example/callback');
    await press(apps.register);
    [clientId = '', secret = ''] = await shownOnce(page);
    expect([clientId, secret]).toEqual([
      expect.stringMatching(/^pca_[A-Za-z0-9]{32}$/),
      expect.stringMatching(/^pcs_[A-Za-z0-9]{48}$/),
    ]);
    secrets.push(secret);
    await expectSoundInEachLook(open, 'app-registered');
  });

  it('has a secret that nobody sees again, and a page that says how to use it', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Menu Board' }).click();
    await room('Menu Board').waitFor();
    id = page.url().split('/').at(-1) ?? '';
    expect(await page.content()).not.toContain(secret);
    await page.getByText(clientId, { exact: true }).waitFor();
    expect(await room(apps.quickStart).innerText()).toContain(
      `${crier.url}/oauth/authorize?client_id=${clientId}&response_type=code`,
    );
    await expectSoundInEachLook(open, 'app');
    expect((await exchange(secret)).status).toBe(200);
  });

  it('gets a new secret, and with the old one nothing any more', async () => {
    await pressTwice(page, apps.rotate);
    const [rotated = ''] = await shownOnce(page);
    secrets.push(rotated);
    expect(rotated).not.toBe(secret);
    expect(await exchange(secret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await exchange(rotated)).status).toBe(200);
    await page.reload();
    await room(apps.credentials).waitFor();
    expect(await page.content()).not.toContain(rotated);
  });

  it('changes its words', async () => {
    await field(apps.name).fill('Menu Table');
    await press(strings.common.save);
    await room('Menu Table').waitFor();
  });

  it('is deleted by whoever types its name and has read how many tokens die with it', async () => {
    const { token } = await insertToken(crier, { appId: id, userId: ada.id });
    await page.reload();
    await room('Menu Table').getByText(apps.tokens(3)).waitFor();
    await press(apps.remove);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(apps.removeHelp(3)).waitFor();
    const confirm = dialog.getByRole('button', { name: apps.remove });
    expect((await dialog.locator('label').innerText()).replaceAll(PLAIN, '')).toBe(
      apps.removeTyped('Menu Table'),
    );
    await dialog.getByRole('textbox').fill('Menu');
    expect(await confirm.isDisabled()).toBe(true);
    await expectSoundInEachLook(open, 'app-delete');
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(200);
    await dialog.getByRole('textbox').fill('Menu Table');
    await confirm.click();
    await page.getByText(apps.none).waitFor();
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(401);
    expect(
      await sql(crier, 'select 1 from oauth_token where app_id = $1 and revoked_at is null', [id]),
    ).toEqual([]);
  });

  it('that somebody approved can be revoked: its token is dead at once', async () => {
    const appId = await insertApp(crier, { name: 'Planner' });
    const { token } = await insertToken(crier, { appId, userId: ada.id });
    const others = await insertToken(crier, {
      appId,
      userId: (await addPerson(crier, { name: 'Grace' })).id,
    });
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(200);
    await page.goto('/settings/approved-apps');
    const row = page.getByRole('listitem').filter({ hasText: 'Planner' });
    await row.waitFor();
    expect((await row.innerText()).replaceAll(PLAIN, '')).toContain(apps.approved.actsFor('Ada & Co'));
    await expectSoundInEachLook(open, 'approved-apps');
    await pressTwice(page, apps.approved.revoke, row);
    await page.getByText(apps.approved.none).waitFor();
    expect((await crier.call('GET', '/integrations', { key: token })).status).toBe(401);
    // What another person approved is theirs to end.
    expect((await sql(crier, 'select revoked_at from oauth_token where id = $1', [others.id]))[0]).toEqual({
      revoked_at: null,
    });
  });

  it('whose name turns its direction around leaves the words beside it as they are', async () => {
    const appId = await insertApp(crier, { name: 'Safe \u202Eteg' });
    await insertToken(crier, { appId, userId: ada.id });
    await page.reload();
    await page.getByRole('button', { name: apps.approved.revoke }).click();
    const title = page.getByRole('dialog').getByRole('heading');
    expect(await title.innerText()).toBe(apps.approved.revokeQuestion('\u2068Safe \u202Eteg\u2069'));
    await page.keyboard.press('Escape');
  });

  it('of another organisation is shown to nobody here', async () => {
    const foreign = await insertApp(crier, {
      name: 'Foreign',
      organizationId: (await crier.anotherOrganization()).id,
    });
    await page.goto(`/settings/apps/${foreign}`);
    await page.getByRole('alert').waitFor();
    expect(await page.content()).not.toContain('Foreign');
    expect(await page.getByText(onlyAdmins).count()).toBe(0);
    await page.getByRole('link', { name: apps.back }).click();
    await room(nav.apps).waitFor();
  });

  it('has a secret that no address held', () => {
    expect(secrets).toHaveLength(2);
    expect(addresses.filter((address) => secrets.some((one) => address.includes(one)))).toEqual([]);
    expect(open.complaints).toEqual([]);
  });
});
