/**
 * Short links in a real browser: what an organisation decides, the switch of the composer, and the clicks.
 */
import { expect, it } from '@jest/globals';
import { publishPart } from '../../../../activities/publish-part.ts';
import { CLICKS_LABEL } from '../../../short-links/count-click.ts';
import { buildPost, buildTarget, createOne, sql } from '../../../test/factories.ts';
import { SOUND, lookAt } from '../../../test/german-page.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';
import { numbers } from '../../strings/numbers.ts';

const text = strings.settings.links;
const LINK = 'https://shop.example.org/spring';

describeWith([chromium], 'short links', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { press, region } = app;
  const stored = async (): Promise<unknown> =>
    (
      await sql(
        app.crier,
        'select short_links as mode, without_shortener as away, link_parameters as parameters from organization where id = $1',
        [app.crier.organizationId],
      )
    )[0];

  it('are decided on for all posts, for a channel, and what is added to them', async () => {
    await app.page.goto('/settings/short-links');
    await app.page.getByRole('radio', { name: text.modes.always }).check();
    await app.page.getByRole('radio', { name: text.aways.long }).check();
    await app.page.getByRole('textbox', { name: text.all }).fill('utm_source={network}');
    await app.page.getByRole('textbox', { name: 'Sandbox' }).fill('utm_medium=test');
    await press(strings.common.save);
    await eventually('it is saved', async () => ((await stored()) as { mode: string }).mode === 'always');
    expect(await stored()).toEqual({
      mode: 'always',
      away: 'long',
      parameters: { '*': 'utm_source={network}', sandbox: 'utm_medium=test' },
    });
    // The box lies under what is drawn for it.
    await region(text.channels).getByRole('switch', { name: 'Cafe Nord' }).click({ force: true });
    await eventually('the channel is off', async () => {
      const [row] = await sql<{ off: boolean }>(app.crier, 'select not short_links as off from integration');
      return row?.off;
    });
    await expectCleanPage(app.open, 'short-links');
    await sql(app.crier, "update organization set short_links = 'ask', link_parameters = '{}'");
    await sql(app.crier, 'update integration set short_links = true');
  });

  it('are a switch of the composer, once the text has a link', async () => {
    await app.page.goto('/compose');
    const toggle = app.page.getByRole('switch', { name: strings.composer.shortLink });
    const part = app.page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
    await app.page
      .getByRole('checkbox', { name: 'Cafe Nord' })
      .or(app.page.getByRole('button', { name: 'Cafe Nord' }))
      .first()
      .click();
    await part.fill('No link');
    expect(await toggle.count()).toBe(0);
    await part.fill(`See ${LINK}`);
    await toggle.check({ force: true });
    await expectCleanPage(app.open, 'composer with a link');
    await app.page.getByRole('button', { name: /^Schedule for/ }).click();
    await app.page.getByRole('heading', { name: strings.composer.result.scheduled }).waitFor();
    const [post] = await sql(app.crier, 'select short_link from post order by created_at desc limit 1');
    expect(post).toEqual({ short_link: true });
  });

  it('show their clicks on the page of the post', async () => {
    const { crier } = app;
    const value = [{ content: `Menu ${LINK}` }];
    const body = buildPost([], { type: 'now', shortLink: true, posts: [buildTarget(channel, { value })] });
    const postId = await createOne(crier, body);
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    await publishPart({ deps, provider, part: { postId, position: 0 }, signal, untilShutdown: signal });
    const [link] = await sql<{ code: string }>(crier, 'select code from short_link where post_id = $1', [
      postId,
    ]);
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', referer: 'https://news.example/' };
    await fetch(`${crier.url}/s/${link?.code}`, { redirect: 'manual', headers });
    await eventually(
      'it is counted',
      async () => (await sql(crier, 'select 1 from short_link_click')).length,
    );
    await app.page.goto(`/posts/${postId}`);
    const links = app.page.getByRole('region', { name: strings.post.links.title });
    await links.getByText(strings.post.links.clicks(1)).waitFor();
    expect(await links.innerText()).toContain('news.example');
    await expectCleanPage(app.open, 'post with short links');
    const answer = async (): Promise<number> =>
      (await fetch(`${crier.url}/s/${link?.code}`, { redirect: 'manual', headers })).status;
    await links.getByRole('button', { name: strings.post.links.disable }).click();
    const dialog = app.page.getByRole('dialog', { name: strings.post.links.disableQuestion });
    await dialog.getByRole('button', { name: strings.post.links.disable }).click();
    await links.getByText(strings.post.links.disabled).waitFor();
    expect(await answer()).toBe(410);
    await expectCleanPage(app.open, 'post with a short link that is off');
    await links.getByRole('button', { name: strings.post.links.enable }).click();
    await links.getByRole('button', { name: strings.post.links.disable }).waitFor();
    expect(await answer()).toBe(302);
    // Its clicks are among the numbers: of the post that is listed, and in the file with all days.
    await eventually('the next one is counted', async () => {
      const [row] = await sql<{ clicks: number }>(
        crier,
        'select sum(clicks)::int as clicks from short_link_click',
      );
      return row?.clicks === 2;
    });
    await app.page.goto('/numbers');
    const row = app.page.locator('tbody tr').filter({ hasText: 'Menu' });
    await row.getByText(numbers.label(CLICKS_LABEL)).waitFor();
    expect(await row.innerText()).toMatch(/Short link clicks\s*2|2\s*Short link clicks/);
    await app.page.getByLabel(numbers.order, { exact: true }).selectOption(CLICKS_LABEL);
    await row.waitFor();
    await expectCleanPage(app.open, 'numbers with clicks');
    const csv = await app.page.getByRole('link', { name: numbers.csvOf.posts }).getAttribute('href');
    expect(await (await app.page.request.get(csv ?? '')).text()).toMatch(/Short link clicks.*\b2\b/);
    const kim = await app.browser.pageOf(crier, { person: await addPerson(crier), locale: 'de-DE' });
    expect(await lookAt(kim, '/numbers', german.common.nav.numbers)).toEqual(SOUND);
    await kim.page.locator('dt').getByText('Klicks auf Kurzlinks').waitFor();
    await kim.page.context().close();
    const member = await addPerson(crier, { role: 'member' });
    const theirs = await app.browser.pageOf(crier, { person: member });
    await theirs.page.goto(`/posts/${postId}`);
    const seen = theirs.page.getByRole('region', { name: strings.post.links.title });
    await seen.getByText(`/s/${link?.code}`).waitFor();
    expect(await seen.getByRole('button').count()).toBe(0);
    await theirs.page.context().close();
  });

  it('of a service show its name for itself, and whether it reports their clicks', async () => {
    const postId = await createOne(app.crier, buildPost(channel, { shortLink: true }));
    for (const service of ['short.io', 'linkdrip']) {
      await sql(
        app.crier,
        `insert into short_link (id, organization_id, post_id, url, url_hash, target, short_url, service, code)
          values (gen_random_uuid(), $1, $2, $3, $3, $3, 'https://go.example/' || $4, $4, left(md5($4), 8))`,
        [app.crier.organizationId, postId, `https://a.example/${service}`, service],
      );
    }
    await app.page.goto(`/posts/${postId}`);
    const links = app.page.getByRole('region', { name: strings.post.links.title });
    await links.getByText(strings.post.links.counting('Short.io')).waitFor();
    await links.getByText(strings.post.links.untold('LinkDrip')).waitFor();
  });
});
