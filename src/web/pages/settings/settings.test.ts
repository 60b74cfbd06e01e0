/** The settings of a person and of an organisation, and API keys, in a real browser. */
import { expect, it } from '@jest/globals';
import { FUTURE, buildPost, createOne, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import {
  closeFirstRun,
  expectCleanPage,
  pressTwice,
  shownOnce,
  storedBy,
} from '../../../test/page-checks.ts';
import { signedIn, type TestPerson } from '../../../test/person.ts';
import { PASSWORD, addWithPassword, signInFrom } from '../../../test/sign-in.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const { profile, organization, keys, nav } = strings.settings;
const { common, setup } = strings;
const NEXT_PASSWORD = 'staple battery horse';

describeWith([chromium], 'the settings', () => {
  let ada: TestPerson;
  /** Values that must never be part of a URL, nor stay on a page. */
  const secrets: string[] = [];
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await crier.connect('sandbox', { name: 'Cafe Nord' });
    },
    person: async (crier) => {
      ada = await addWithPassword(crier, { name: 'Ada' });
      secrets.push(ada.csrfToken, ada.cookie.split('=')[1] ?? 'no cookie');
      return ada;
    },
  });
  const { press, region, field } = app;

  const saved = () =>
    app.page
      .getByRole('alert')
      .filter({ hasText: common.saved('') })
      .first()
      .waitFor();
  const isSignedIn = async (person: TestPerson): Promise<boolean> =>
    (await person.call('GET', '/auth/me')).status === 200;

  it('change the name of a person, which the menu then shows', async () => {
    await app.page.goto('/settings');
    await field(profile.name).fill('Ada Lovelace');
    await region(nav.profile).getByRole('button', { name: common.save }).click();
    await saved();
    expect(await app.page.title()).toBe(`${nav.profile} · ${strings.settings.title} · ${common.product}`);
    await app.page.getByRole('button', { name: `${common.menu.label}: Ada Lovelace` }).waitFor();
    expect((await ada.call<{ user: { name: string } }>('GET', '/auth/me')).body.user.name).toBe(
      'Ada Lovelace',
    );
  });

  it('list where a person is signed in, and sign them out there', async () => {
    const elsewhere = await signedIn(app.crier, ada.id);
    await app.page.reload();
    const rows = region(profile.sessions).getByRole('listitem');
    await rows.getByRole('button', { name: profile.end }).waitFor();
    expect(await rows.filter({ hasText: profile.thisOne }).count()).toBe(1);
    await expectCleanPage(app.open, 'profile');
    expect(await isSignedIn(elsewhere)).toBe(true);
    await rows.getByRole('button', { name: profile.end }).click();
    await rows.getByRole('button', { name: profile.end }).waitFor({ state: 'detached' });
    expect([await isSignedIn(elsewhere), await isSignedIn(ada)]).toEqual([false, true]);
  });

  it('change the password of a person who knows it, and sign them out everywhere else', async () => {
    const elsewhere = await signedIn(app.crier, ada.id);
    const change = async (current: string): Promise<void> => {
      await field(profile.current).fill(current);
      await field(profile.next).fill(NEXT_PASSWORD);
      await press(profile.change);
    };
    await change('not the password');
    await region(profile.password).getByRole('alert').waitFor();
    expect(await isSignedIn(elsewhere)).toBe(true);
    await change(PASSWORD);
    await app.page.getByText(profile.changed).waitFor();
    expect(await field(profile.current).inputValue()).toBe('');
    expect([await isSignedIn(elsewhere), await isSignedIn(ada)]).toEqual([false, true]);
    const signIn = signInFrom(app.crier, '127.0.0.9');
    expect((await signIn({ email: ada.email, password: PASSWORD })).status).toBe(401);
    expect((await signIn({ email: ada.email, password: NEXT_PASSWORD })).status).toBe(200);
  });

  it('change the name and the time zone of the organisation, which every date then follows', async () => {
    const [channel] = (await app.crier.call<{ id: string }[]>('GET', '/integrations')).body;
    const post = await createOne(app.crier, buildPost(channel?.id ?? ''));
    await app.page.goto('/settings/organization');
    await region(nav.organization).getByRole('textbox', { name: organization.name }).fill('Ada & Daughters');
    await app.page
      .getByRole('combobox', { name: organization.timeZone })
      .or(field(organization.timeZone))
      .first()
      .fill('tokyo');
    await app.page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await press(common.save);
    await saved();
    await expectCleanPage(app.open, 'organization');
    await app.page.goto(`/posts/${post}`);
    // 09:30 in London is 18:30 in Tokyo.
    await app.page.locator(`time[datetime="${FUTURE}"]`).getByText('18:30').waitFor();
    await app.page.getByRole('button', { name: common.menu.label }).click();
    await app.page.getByRole('menuitemradio', { name: 'Ada & Daughters', checked: true }).waitFor();
    await expectCleanPage(app.open, 'menu');
    await app.page.keyboard.press('Escape');
  });

  it.each([
    ['UTC', 'UTC'],
    ['new york', 'America/New_York'],
    ['norway', 'Europe/Oslo'],
    ['utc+5:45', 'Asia/Kathmandu|Asia/Katmandu'],
  ])('take the time zone that was typed as %s', async (typed, zone) => {
    // The next one is typed over it: a page opened again describes four hundred zones first.
    if (!app.page.url().endsWith('/organization')) await app.page.goto('/settings/organization');
    const name = { name: organization.timeZone };
    const box = app.page.getByRole('combobox', name).or(app.page.getByRole('textbox', name)).first();
    await box.fill(typed);
    await app.page.getByRole('option').first().waitFor();
    // As people do: on to the next field.
    await box.press('Tab');
    await press(common.save);
    await eventually('it is saved', async () => {
      const { timeZone } = (await ada.call<{ timeZone: string }>('GET', '/organization')).body;
      return new RegExp(`^(${zone})$`).test(timeZone);
    });
  });

  it('choose no time zone for a word that fits none, and save nothing', async () => {
    await app.page.goto('/settings/organization');
    const before = (await ada.call<{ timeZone: string }>('GET', '/organization')).body.timeZone;
    const name = { name: organization.timeZone };
    const box = app.page.getByRole('combobox', name).or(app.page.getByRole('textbox', name)).first();
    await box.fill('Atlantis');
    await box.press('Tab');
    await press(common.save);
    await app.page.getByText(setup.organization.unknownZone('Atlantis')).waitFor();
    expect(await app.page.getByText(common.saved(strings.settings.nav.organization)).count()).toBe(0);
    // The field has the focus again, with its list.
    await app.page.keyboard.press('Escape');
    await expectCleanPage(app.open, 'organization-unknown-zone');
    expect((await ada.call<{ timeZone: string }>('GET', '/organization')).body.timeZone).toBe(before);
  });

  it('show once, beside the field and in plain English, what is wrong with it', async () => {
    await app.page.goto('/settings');
    await field(profile.current).fill(NEXT_PASSWORD);
    await field(profile.next).fill('short');
    await press(profile.change);
    await app.page.getByText('Must have at least 10 characters').waitFor();
    const message = await region(profile.password).innerText();
    expect(message.split('ust have at least 10 characters')).toHaveLength(2);
    expect(message).not.toMatch(/must NOT|next/);
    await region(profile.password).getByRole('alert').getByText(profile.next).waitFor();
  });

  it('create an API key that is shown once and works until it is revoked', async () => {
    await app.page.goto('/settings/api-keys');
    await field(keys.name).fill('Till');
    await press(keys.create);
    const [key = ''] = await shownOnce(app.page);
    secrets.push(key);
    expect((await app.crier.call('GET', '/integrations', { key })).status).toBe(200);
    expect(await app.page.getByRole('main').innerText()).toContain(
      `curl ${app.crier.url}/public/v1/integrations -H "Authorization: ${key}"`,
    );
    await expectCleanPage(app.open, 'api-keys');
    await app.page.reload();
    const row = region(nav.keys).getByRole('listitem').filter({ hasText: 'Till' });
    await row.getByText(keys.lastUsed).waitFor();
    expect(await app.page.content()).not.toContain(key);
    await pressTwice(app.page, keys.revoke, row);
    await row.waitFor({ state: 'detached' });
    expect((await app.crier.call('GET', '/integrations', { key })).status).toBe(401);
  });

  it('create a read-only API key, refused a change, until the end of a day where the organisation is', async () => {
    await field(keys.name).fill('Wall screen');
    await app.page.locator('input[type=date]').fill('2031-05-04');
    await app.page.getByText(keys.read, { exact: true }).click();
    await press(keys.create);
    const [key = ''] = await shownOnce(app.page);
    secrets.push(key);
    await region(nav.keys)
      .getByRole('listitem')
      .filter({ hasText: 'Wall screen' })
      .getByText(keys.read)
      .waitFor();
    expect((await app.crier.call('GET', '/integrations', { key })).status).toBe(200);
    expect((await app.crier.call('POST', '/posts', { key, body: {} })).status).toBe(403);
    const [ended] = await sql(
      app.crier,
      `select to_char(k.expires_at at time zone o.time_zone, 'YYYY-MM-DD HH24:MI') as at
      from api_key k join organization o on o.id = k.organization_id where k.name = 'Wall screen'`,
    );
    expect(ended).toEqual({ at: '2031-05-04 23:59' });
  });

  it.each([['history', nav.audit]])('show %s, on a desktop and on a phone', async (path, title) => {
    await app.page.goto(`/settings/${path}`);
    await region(title).getByRole('listitem').first().waitFor();
    await expectCleanPage(app.open, path);
  });

  it('keep the chosen colour scheme in the browser, and nothing else', async () => {
    await app.page.getByRole('button', { name: common.menu.label }).click();
    await app.page.getByRole('menuitemradio', { name: common.menu.dark }).click();
    await app.page.reload();
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await app.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await storedBy(app.page)).toEqual([]);
    expect(await app.page.evaluate('JSON.stringify({ ...localStorage })')).toBe(
      '{"mantine-color-scheme-value":"dark"}',
    );
  });

  it('never put a secret into a URL', () => {
    expect(secrets.filter((secret) => secret.length > 20)).toHaveLength(4);
    expect(app.urls.length).toBeGreaterThan(50);
    expect(app.urls.filter((url) => secrets.some((secret) => url.includes(secret)))).toEqual([]);
    expect(app.open.complaints).toEqual([]);
  });
});
