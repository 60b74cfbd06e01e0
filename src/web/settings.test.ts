/**
 * A person's own settings, the organisation's, and its keys, in a real browser. Members and apps have files
 * of their own.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenPage, type TestBrowser } from '../test/browser.ts';
import { FUTURE, buildPost, createOne } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import {
  addressesOf,
  closeFirstRun,
  expectSoundInEachLook,
  pressTwice,
  shownOnce,
  storedBy,
} from '../test/looks.ts';
import { signedIn, type TestPerson } from '../test/person.ts';
import { PASSWORD, addWithPassword, signInFrom } from '../test/sign-in.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const { profile, organization, keys, nav } = strings.settings;
const { common } = strings;
const NEXT_PASSWORD = 'staple battery horse';

describeWith([chromium], 'the settings', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let ada: TestPerson;
  let open: OpenPage;
  let page: Page;
  let addresses: string[];
  /** What no address may hold, and no page may keep. */
  const secrets: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await closeFirstRun(crier);
    ada = await addWithPassword(crier, { name: 'Ada' });
    secrets.push(ada.csrfToken, ada.cookie.split('=')[1] ?? 'no cookie');
    await crier.connect('sandbox', { name: 'Cafe Nord' });
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
  const saved = () => page.getByRole('alert').filter({ hasText: common.saved }).first().waitFor();
  const isSignedIn = async (person: TestPerson): Promise<boolean> =>
    (await person.call('GET', '/auth/me')).status === 200;

  it('change the name of a person, which the menu shows', async () => {
    await page.goto('/settings');
    await field(profile.name).fill('Ada Lovelace');
    await room(nav.profile).getByRole('button', { name: common.save }).click();
    await saved();
    await page.getByRole('button', { name: `${common.menu.label}: Ada Lovelace` }).waitFor();
    expect((await ada.call<{ user: { name: string } }>('GET', '/auth/me')).body.user.name).toBe(
      'Ada Lovelace',
    );
  });

  it('list where a person is signed in, and end it there', async () => {
    const elsewhere = await signedIn(crier, ada.id);
    await page.reload();
    const rows = room(profile.sessions).getByRole('listitem');
    await rows.getByRole('button', { name: profile.end }).waitFor();
    expect(await rows.filter({ hasText: profile.thisOne }).count()).toBe(1);
    await expectSoundInEachLook(open, 'profile');
    expect(await isSignedIn(elsewhere)).toBe(true);
    await rows.getByRole('button', { name: profile.end }).click();
    await rows.getByRole('button', { name: profile.end }).waitFor({ state: 'detached' });
    expect([await isSignedIn(elsewhere), await isSignedIn(ada)]).toEqual([false, true]);
  });

  it('change the password of whoever knows it, and sign out everywhere else', async () => {
    const elsewhere = await signedIn(crier, ada.id);
    const change = async (current: string): Promise<void> => {
      await field(profile.current).fill(current);
      await field(profile.next).fill(NEXT_PASSWORD);
      await press(profile.change);
    };
    await change('not the password');
    await room(profile.password).getByRole('alert').waitFor();
    expect(await isSignedIn(elsewhere)).toBe(true);
    await change(PASSWORD);
    await page.getByText(profile.changed).waitFor();
    expect(await field(profile.current).inputValue()).toBe('');
    expect([await isSignedIn(elsewhere), await isSignedIn(ada)]).toEqual([false, true]);
    const signIn = signInFrom(crier, '127.0.0.9');
    expect((await signIn({ email: ada.email, password: PASSWORD })).status).toBe(401);
    expect((await signIn({ email: ada.email, password: NEXT_PASSWORD })).status).toBe(200);
  });

  it('change the name and the zone of the organisation, which every date follows', async () => {
    const [channel] = (await crier.call<{ id: string }[]>('GET', '/integrations')).body;
    const post = await createOne(crier, buildPost(channel?.id ?? ''));
    await page.goto('/settings/organization');
    await room(nav.organization).getByRole('textbox', { name: organization.name }).fill('Ada & Daughters');
    await page
      .getByRole('combobox', { name: organization.timeZone })
      .or(field(organization.timeZone))
      .first()
      .fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await press(common.save);
    await saved();
    await expectSoundInEachLook(open, 'organization');
    await page.goto(`/posts/${post}`);
    // 09:30 in London is 18:30 in Tokyo.
    await page.locator(`time[datetime="${FUTURE}"]`).getByText('18:30').waitFor();
    await page.getByRole('button', { name: common.menu.label }).click();
    await page.getByRole('menuitemradio', { name: 'Ada & Daughters', checked: true }).waitFor();
    await expectSoundInEachLook(open, 'menu');
    await page.keyboard.press('Escape');
  });

  it('make an API key that is shown once and works until it is revoked', async () => {
    await page.goto('/settings/api-keys');
    await field(keys.name).fill('Till');
    await press(keys.create);
    const [key = ''] = await shownOnce(page);
    secrets.push(key);
    expect((await crier.call('GET', '/integrations', { key })).status).toBe(200);
    expect(await page.getByRole('main').innerText()).toContain(
      `curl ${crier.url}/public/v1/integrations -H "Authorization: ${key}"`,
    );
    await expectSoundInEachLook(open, 'api-keys');
    await page.reload();
    const row = room(nav.keys).getByRole('listitem').filter({ hasText: 'Till' });
    await row.getByText(keys.lastUsed).waitFor();
    expect(await page.content()).not.toContain(key);
    await pressTwice(page, keys.revoke, row);
    await row.waitFor({ state: 'detached' });
    expect((await crier.call('GET', '/integrations', { key })).status).toBe(401);
  });

  it('make a key that only reads: a change with it is refused', async () => {
    await field(keys.name).fill('Wall screen');
    await page.getByText(keys.read, { exact: true }).click();
    await press(keys.create);
    const [key = ''] = await shownOnce(page);
    secrets.push(key);
    await room(nav.keys)
      .getByRole('listitem')
      .filter({ hasText: 'Wall screen' })
      .getByText(keys.read)
      .waitFor();
    expect((await crier.call('GET', '/integrations', { key })).status).toBe(200);
    expect((await crier.call('POST', '/posts', { key, body: {} })).status).toBe(403);
  });

  it.each([
    ['channels', nav.channels],
    ['history', nav.audit],
  ])('%s: can be read by everybody, on a phone as well', async (path, title) => {
    await page.goto(`/settings/${path}`);
    await room(title).getByRole('listitem').first().waitFor();
    await expectSoundInEachLook(open, path);
  });

  it('keep the colours that somebody chose, and nothing else', async () => {
    await page.getByRole('button', { name: common.menu.label }).click();
    await page.getByRole('menuitemradio', { name: common.menu.dark }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await storedBy(page)).toEqual([]);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe(
      '{"mantine-color-scheme-value":"dark"}',
    );
  });

  it('never put a secret into an address', () => {
    expect(secrets.filter((secret) => secret.length > 20)).toHaveLength(4);
    expect(addresses.length).toBeGreaterThan(50);
    expect(addresses.filter((address) => secrets.some((secret) => address.includes(secret)))).toEqual([]);
    expect(open.complaints).toEqual([]);
  });
});
