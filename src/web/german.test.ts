/** The web app in German: as the browser prefers before signing in, then as the person chose. */
import { expect, it } from '@jest/globals';
import { addExampleData } from '../test/example-data.ts';
import { sql } from '../test/factories.ts';
import { SOUND, lookAt } from '../test/german-page.ts';
import { closeFirstRun, expectCleanPage } from '../test/page-checks.ts';
import { fill } from '../test/pages.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';
import { chooseLanguage, strings } from './strings/index.ts';

const { auth, common, posts, settings } = german;

describeWith([chromium], 'in German', () => {
  let ada: TestPerson;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      ada = await addWithPassword(crier, { name: 'Ada' });
    },
    person: null,
  });

  it('a person signs in, sees the home page and the settings, whose browser prefers German', async () => {
    const open = await app.browser.pageOf(app.crier, { locale: 'de-AT' });
    const { page } = open;
    await page.goto('/sign-in');
    await page.getByRole('heading', { name: auth.signIn.title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await expectCleanPage(open, 'german-sign-in');
    await fill(page, { [auth.fields.email]: ada.email, [auth.fields.password]: PASSWORD });
    await page.getByRole('button', { name: auth.signIn.action }).click();
    await page.getByRole('heading', { level: 1, name: posts.title }).waitFor();
    expect(await page.title()).toBe(`${posts.title} · ${common.product}`);
    await page.getByRole('link', { name: common.nav.settings }).click();
    await page.getByRole('heading', { level: 2, name: settings.profile.sessions }).waitFor();
    await page
      .getByText(/^(vor|jetzt|in) ?/)
      .first()
      .waitFor();
    await page.context().close();
  });

  it('says in German what a look at the instance found, and who did what', async () => {
    const grace = await addPerson(app.crier, { name: 'Grace', operator: true });
    await sql(app.crier, "update user_account set language = 'de' where id = $1", [grace.id]);
    await sql(
      app.crier,
      `insert into audit_event (organization_id, user_id, kind, detail)
        values ($1, $2, 'api_key_created', '{"name": "ci"}'), ($1, $2, 'of_a_newer_release', '{}')`,
      [app.crier.organizationId, grace.id],
    );
    const { page } = await app.browser.pageOf(app.crier, { person: grace });
    await page.goto('/instance');
    // No Temporal runs in this test.
    for (const found of ['Nimmt Einträge an', 'Leer', 'Antwortet nicht']) {
      await page.getByText(found, { exact: true }).first().waitFor();
    }
    await page.goto('/settings/history');
    await page.getByText('API-Schlüssel angelegt: ci').waitFor();
    await page.getByText('of_a_newer_release').waitFor();
    await page.context().close();
  });

  it('every page is German, has a title, and is sound in the dark', async () => {
    const data = await addExampleData(app.crier);
    const { published, failed, scheduled } = data;
    const grace = await addPerson(app.crier, { name: 'Grace', operator: true });
    await sql(app.crier, "update user_account set language = 'de' where id = $1", [grace.id]);
    // One that was followed, one that is off, and one of a service that reports nothing.
    await sql(app.crier, 'update post set short_link = true where id = $1', [published]);
    await sql(
      app.crier,
      `with link as (
        insert into short_link (id, organization_id, post_id, url, url_hash, target, short_url, service, code, disabled_at)
        select gen_random_uuid(), $1, $2, 'https://a.example.org/' || code, code, 'https://a.example.org',
          'https://go.example.org/s/' || code, service, code, off
        from (values ('bcdfghjk', 'crier', null), ('cdfghjkm', 'crier', now()), ('dfghjkmn', 'linkdrip', null))
          as t(code, service, off)
        returning id, service
      )
      insert into short_link_click (short_link_id, day, referrer, is_bot, clicks)
      select id, current_date, referrer, is_bot, 3
      from link, (values ('', false), ('news.example', false), ('', true)) as c(referrer, is_bot)
      where service = 'crier'`,
      [app.crier.organizationId, published],
    );
    const dark = { colorScheme: 'dark', locale: 'de-DE' } as const;
    const open = await app.browser.pageOf(app.crier, { person: grace, ...dark });
    const webhook = await app.crier.call<{ id: string }>('POST', '/webhooks', {
      body: { url: 'https://example.com/hook' },
    });
    await app.crier.call('POST', `/webhooks/${webhook.body.id}/test`);
    const found: Record<string, unknown> = {};
    for (const [url, title] of [
      ['/', posts.title],
      ['/compose', german.composer.titles.new],
      ['/calendar', german.calendar.title],
      ['/queue', german.queue.title],
      ['/calendar?view=week', german.calendar.title],
      ['/calendar?view=list', german.calendar.title],
      ...[published, failed, scheduled].map((id) => [`/posts/${id}`, '']),
      ['/channels', german.channels.title],
      ['/media', german.media.title],
      ['/instance', german.instance.title],
      ...[
        'profile',
        'organization',
        'short-links',
        'members',
        'api-keys',
        'apps',
        'approved-apps',
        'history',
      ].map((area) => [`/settings/${area}`, settings.title]),
      ...['/settings/webhooks', `/settings/webhooks/${webhook.body.id}`].map((one) => [one, settings.title]),
      ['/nowhere', ''],
    ] as [string, string][]) {
      found[url] = await lookAt(open, url, title);
    }
    const outside = await app.browser.pageOf(app.crier, dark);
    for (const url of ['/sign-in', '/sign-up', '/forgot', '/reset', '/activate', '/invitation']) {
      found[url] = await lookAt(outside, url, '');
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((url) => [url, SOUND])));
    expect([...open.complaints, ...outside.complaints]).toEqual([]);
    await open.page.context().close();
    await outside.page.context().close();
  }, 120_000);

  it('a person who chose it reads it in every browser, until they choose again', async () => {
    const { page } = await app.browser.pageOf(app.crier, { person: ada });
    await page.goto('/settings/profile');
    const choice = (name: string) => page.getByRole('combobox', { name });
    await choice(strings.settings.profile.language).selectOption('Deutsch');
    await page
      .getByRole('region', { name: strings.settings.nav.profile })
      .getByRole('button', { name: strings.common.save })
      .click();
    await page.getByRole('heading', { level: 1, name: settings.title }).waitFor();
    expect((await ada.call<{ user: { language: string } }>('GET', '/auth/me')).body.user.language).toBe('de');

    const elsewhere = await app.browser.pageOf(app.crier, { person: ada });
    await elsewhere.page.goto('/');
    await elsewhere.page.getByRole('link', { name: common.nav.calendar }).waitFor();
    await elsewhere.page.context().close();

    await choice(settings.profile.language).selectOption(settings.profile.languageOfBrowser);
    await page
      .getByRole('region', { name: settings.nav.profile })
      .getByRole('button', { name: common.save })
      .click();
    await page.getByRole('heading', { level: 1, name: strings.settings.title }).waitFor();
    await page.context().close();
  });

  it('an unknown language is refused, and named', async () => {
    const refused = await ada.call<{ code: string; issues: { path: string }[] }>('PATCH', '/user/self', {
      body: { language: 'tlh' },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.issues.map(({ path }) => path)).toEqual(['language']);
  });

  it('is chosen by the first language of the browser that there is', () => {
    expect(chooseLanguage(['fr-FR', 'de-CH', 'en'])).toBe('de');
    expect(chooseLanguage(['en-US', 'de'])).toBe('en');
    expect(chooseLanguage(['fr'])).toBe('en');
  });

  it('no text is missing or empty', () => {
    const texts = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [value];
    const [here, there] = [texts(strings), texts(german)];
    expect(there).toHaveLength(here.length);
    expect(there.filter((one) => one === '')).toEqual([]);
  });
});
