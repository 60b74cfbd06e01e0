/** Third-party apps, registered by the organisation and approved by people, in a real browser. */
import { expect, it } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { insertApp, insertCode, insertToken } from '../../../test/oauth-rows.ts';
import { expectCleanPage, pressTwice, shownOnce } from '../../../test/page-checks.ts';
import { addPerson, callApp, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { apps } from '../../strings/apps.ts';
import { strings } from '../../strings/index.ts';

const { nav, onlyAdmins } = strings.settings;
const PLAIN = /[\u2066-\u2069]/g;

describeWith([chromium], 'a third-party app', () => {
  let ada: TestPerson;
  const app = useWebApp({ person: async (crier) => (ada = await addPerson(crier, { name: 'Ada' })) });
  const { press, region, field } = app;
  let id = '';
  let clientId = '';
  let secret = '';
  /** Values that must never be part of a URL. */
  const secrets: string[] = [];

  /** The answer of the token endpoint to this secret, with a code that has just been issued. */
  async function exchange(
    clientSecret: string,
  ): Promise<{ status: number; body: { error?: string; access_token?: string } }> {
    const grace = await addPerson(app.crier, { name: 'Grace', role: 'member' });
    const { code } = await insertCode(app.crier, { appId: id, userId: grace.id });
    return callApp(
      app.crier,
      { method: 'POST', path: '/oauth/token' },
      { body: { grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret } },
    );
  }

  it('is refused an invalid redirect URL beside the field, and registered with a valid one', async () => {
    await app.page.goto('/settings/apps');
    await app.page.getByText(apps.none).waitFor();
    await field(apps.name).fill('Menu Board');
    await field(apps.description).fill('Posts the menu of the day for you');
    await field(apps.redirectUrl).fill('http://menu.example/callback');
    await press(apps.register);
    await eventually(
      'the field is marked as invalid',
      async () => (await field(apps.redirectUrl).getAttribute('aria-invalid')) === 'true',
    );
    await expectCleanPage(app.open, 'app-refused');
    await field(apps.redirectUrl).fill('https://menu.example/callback');
    await press(apps.register);
    [clientId = '', secret = ''] = await shownOnce(app.page);
    expect([clientId, secret]).toEqual([
      expect.stringMatching(/^pca_[A-Za-z0-9]{32}$/),
      expect.stringMatching(/^pcs_[A-Za-z0-9]{48}$/),
    ]);
    secrets.push(secret);
    await expectCleanPage(app.open, 'app-registered');
  });

  it('shows its secret only once, and has a page that explains how to use it', async () => {
    await app.page.reload();
    await app.page.getByRole('link', { name: 'Menu Board' }).click();
    await region('Menu Board').waitFor();
    id = app.page.url().split('/').at(-1) ?? '';
    expect(await app.page.content()).not.toContain(secret);
    await app.page.getByText(clientId, { exact: true }).waitFor();
    expect(await region(apps.quickStart).innerText()).toContain(
      `${app.crier.url}/oauth/authorize?client_id=${clientId}&response_type=code`,
    );
    await expectCleanPage(app.open, 'app');
    expect((await exchange(secret)).status).toBe(200);
  });

  it('gets a new secret, and the old one stops working', async () => {
    await pressTwice(app.page, apps.rotate);
    const [rotated = ''] = await shownOnce(app.page);
    secrets.push(rotated);
    expect(rotated).not.toBe(secret);
    expect(await exchange(secret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await exchange(rotated)).status).toBe(200);
    await app.page.reload();
    await region(apps.credentials).waitFor();
    expect(await app.page.content()).not.toContain(rotated);
  });

  it('can be renamed', async () => {
    await field(apps.name).fill('Menu Table');
    await press(strings.common.save);
    await region('Menu Table').waitFor();
  });

  it('is deleted by typing its name, below the number of access tokens that stop working', async () => {
    const { token } = await insertToken(app.crier, { appId: id, userId: ada.id });
    await app.page.reload();
    await region('Menu Table').getByText(apps.tokens(3)).waitFor();
    await press(apps.remove);
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText(apps.removeHelp(3)).waitFor();
    const confirm = dialog.getByRole('button', { name: apps.remove });
    expect((await dialog.locator('label').innerText()).replaceAll(PLAIN, '')).toBe(
      apps.removeTyped('Menu Table'),
    );
    await dialog.getByRole('textbox').fill('Menu');
    expect(await confirm.isDisabled()).toBe(true);
    await expectCleanPage(app.open, 'app-delete');
    expect((await app.crier.call('GET', '/integrations', { key: token })).status).toBe(200);
    await dialog.getByRole('textbox').fill('Menu Table');
    await confirm.click();
    await app.page.getByText(apps.none).waitFor();
    expect((await app.crier.call('GET', '/integrations', { key: token })).status).toBe(401);
    expect(
      await sql(app.crier, 'select 1 from oauth_token where app_id = $1 and revoked_at is null', [id]),
    ).toEqual([]);
  });

  it('loses access at once for a person who revokes it, and for nobody else', async () => {
    const appId = await insertApp(app.crier, { name: 'Planner' });
    const { token } = await insertToken(app.crier, { appId, userId: ada.id });
    const others = await insertToken(app.crier, {
      appId,
      userId: (await addPerson(app.crier, { name: 'Grace' })).id,
    });
    expect((await app.crier.call('GET', '/integrations', { key: token })).status).toBe(200);
    await app.page.goto('/settings/approved-apps');
    const row = app.page.getByRole('listitem').filter({ hasText: 'Planner' });
    await row.waitFor();
    expect((await row.innerText()).replaceAll(PLAIN, '')).toContain(apps.approved.actsFor('Ada & Co'));
    await expectCleanPage(app.open, 'approved-apps');
    await pressTwice(app.page, apps.approved.revoke, row);
    await app.page.getByText(apps.approved.none).waitFor();
    expect((await app.crier.call('GET', '/integrations', { key: token })).status).toBe(401);
    expect(
      (await sql(app.crier, 'select revoked_at from oauth_token where id = $1', [others.id]))[0],
    ).toEqual({ revoked_at: null });
  });

  it('cannot change the direction of the text around its name', async () => {
    const appId = await insertApp(app.crier, { name: 'Safe \u202Eteg' });
    await insertToken(app.crier, { appId, userId: ada.id });
    await app.page.reload();
    await app.page.getByRole('button', { name: apps.approved.revoke }).click();
    const title = app.page.getByRole('dialog').getByRole('heading');
    expect(await title.innerText()).toBe(apps.approved.revokeQuestion('\u2068Safe teg\u2069'));
    await app.page.keyboard.press('Escape');
  });

  it('is not shown to another organisation', async () => {
    const foreign = await insertApp(app.crier, {
      name: 'Foreign',
      organizationId: (await app.crier.anotherOrganization()).id,
    });
    await app.page.goto(`/settings/apps/${foreign}`);
    await app.page.getByRole('alert').waitFor();
    expect(await app.page.content()).not.toContain('Foreign');
    expect(await app.page.getByText(onlyAdmins).count()).toBe(0);
    await app.page.getByRole('link', { name: apps.back }).click();
    await region(nav.apps).waitFor();
  });

  it('keeps its secrets out of every URL', () => {
    expect(secrets).toHaveLength(2);
    expect(app.urls.filter((url) => secrets.some((one) => url.includes(one)))).toEqual([]);
    expect(app.open.complaints).toEqual([]);
  });
});
