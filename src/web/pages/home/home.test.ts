/** The home page in a real browser. The page of a post is in post-page.test.ts. */
import { expect, it } from '@jest/globals';
import { freeze } from '../../../platform/freeze.ts';
import { buildPost, buildTarget, createOne, png, setState, sql, upload } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { EMPTY_DOCUMENT } from '../../../test/security/world.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.home;
const HOUR_MS = 3_600_000;

describeWith([chromium], 'the home page', () => {
  let channel: string;
  const ids: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });

  const post = (
    content: string,
    inHours: number,
    changes: object = {},
    image: object[] = [],
  ): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], {
        date: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
        posts: [buildTarget(channel, { value: [{ content, image }] })],
        ...changes,
      }),
    );
  /** A post that was due two hours ago, in this state. */
  const past = async (content: string, state: string): Promise<string> => {
    const id = await post(content, 9);
    await sql(app.crier, "update post set publish_at = now() - interval '2 hours' where id = $1", [id]);
    await setState(app.crier, id, state);
    return id;
  };
  /** Due today or tomorrow by the database's day in the organisation's zone (UTC), never on the edge. */
  const dueOn = (id: string, days: number): Promise<unknown> =>
    sql(
      app.crier,
      "update post set publish_at = date_trunc('day', now(), 'UTC') + make_interval(days => $2) + interval '23 hours 58 minutes' where id = $1",
      [id, days],
    );
  const row = (title: string, text: string) =>
    app.region(title).getByRole('listitem').filter({ hasText: text });
  const titles = (title: string): Promise<string[]> =>
    app.region(title).locator('a[href^="/posts/"]').allTextContents();

  const focusedLabel = (): Promise<string | null> =>
    app.page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");

  it('offers two ways to begin while there are no posts, and the one to the sandbox', async () => {
    await app.page.goto('/');
    await app.page.getByRole('heading', { name: text.welcome }).waitFor();
    for (const [name, href] of [
      [text.write, '/compose'],
      [text.connect, '/channels'],
      [text.sandbox, '/setup'],
      [text.api, '/settings/api-keys'],
    ] as const) {
      expect(await app.page.getByRole('main').getByRole('link', { name }).getAttribute('href')).toBe(href);
    }
    await expectCleanPage(app.open, 'home-empty');
  });

  it('shows what needs attention with its reason, today and tomorrow, what was published, and drafts', async () => {
    for (const state of ['failed', 'partly_published', 'unconfirmed', 'missed'] as const) {
      ids[state] = await past(`Is ${state}`, state);
    }
    const { body } = await upload<{ id: string; path: string }>(app.crier, png(40, 40));
    ids.today = await post('<p>Comes <b>today</b></p><p>With a second line</p>', 2, {}, [
      { id: body.id, path: body.path, alt: 'A red square' },
    ]);
    await dueOn(ids.today, 0);
    ids.tomorrow = await post('Comes tomorrow', 26);
    await dueOn(ids.tomorrow, 1);
    await post('Comes in a year', 24 * 365);
    ids.published = await past('Is published', 'published');
    ids.draft = await post('Is a draft', 5, { type: 'draft' });
    await app.page.goto('/');
    await app.region(text.needsYou).waitFor();
    for (const state of ['failed', 'partly_published', 'unconfirmed', 'missed'] as const) {
      const said = await row(text.needsYou, `Is ${state}`).innerText();
      expect(said).toContain(text.why[state]);
      expect(said).toContain(text.act[state]);
      expect(said).toContain(strings.posts.states[state]);
    }
    expect(await titles(text.today)).toEqual(['Comes today']);
    expect(await app.region(text.today).getByRole('img', { name: 'A red square' }).count()).toBe(1);
    expect(await titles(text.tomorrow)).toEqual(['Comes tomorrow']);
    expect(await titles(text.published)).toContain('Is published');
    expect(await titles(text.drafts)).toEqual(['Is a draft']);
    expect(await app.page.getByRole('main').innerText()).not.toContain('Comes in a year');
    await expectCleanPage(app.open, 'home');
  });

  it('continues a draft that was begun', async () => {
    const owner = await addPerson(app.crier);
    const { body } = await owner.call<{ id: string }>('POST', '/compositions', {
      body: {
        document: {
          ...EMPTY_DOCUMENT,
          channels: [channel],
          parts: [{ id: 'a', text: 'Half a thought', media: [], delaySeconds: 0 }],
        },
      },
    });
    await app.page.goto('/');
    const begun = app.region(text.drafts).getByRole('link', { name: 'Half a thought' });
    expect(await begun.getAttribute('href')).toBe(`/compose/${body.id}`);
    await expectCleanPage(app.open, 'home-draft');
  });

  it('names the zone of its dates once', async () => {
    expect(await app.page.getByText(strings.live.zone('UTC')).count()).toBe(1);
  });

  it('tries again what failed, with one click', async () => {
    await row(text.needsYou, 'Is failed').getByRole('button', { name: text.act.failed }).click();
    await row(text.needsYou, 'Is failed').waitFor({ state: 'detached' });
    const { body } = await app.crier.call<{ status: string }>('GET', `/posts/${ids.failed}`);
    expect(body.status).toBe('scheduled');
  });

  it('leads to the page where a missed or an unconfirmed post is decided', async () => {
    for (const state of ['missed', 'unconfirmed'] as const) {
      const link = row(text.needsYou, `Is ${state}`).getByRole('link', { name: text.act[state] });
      expect(await link.getAttribute('href')).toBe(`/posts/${ids[state]}`);
    }
  });

  it('shows that a channel is disconnected, and where it is connected again', async () => {
    await sql(app.crier, 'update integration set refresh_needed = true where id = $1', [channel]);
    const needed = row(text.needsYou, 'is disconnected');
    await needed.waitFor();
    expect(await needed.innerText()).toContain('Cafe Nord');
    const link = needed.getByRole('link', { name: text.act.reconnect });
    expect(await link.getAttribute('href')).toBe('/channels');
    await sql(app.crier, 'update integration set refresh_needed = false where id = $1', [channel]);
    await needed.waitFor({ state: 'detached' });
  });

  it('shows for each coming post that it waits while publishing is frozen', async () => {
    const { database } = app.crier.context;
    const waits = app.region(text.tomorrow).getByText(text.waits);
    await freeze(
      database,
      { organizationId: app.crier.organizationId },
      { reason: 'stocktaking', waitMs: 0 },
    );
    await waits.waitFor();
    await expectCleanPage(app.open, 'home-frozen');
    await sql(app.crier, 'update organization set frozen_at = null, frozen_reason = null');
    await waits.waitFor({ state: 'detached' });
  });

  it('finds posts by their text, channel and state, and keeps that in the URL', async () => {
    await app.page.getByRole('searchbox', { name: text.filter.search }).fill('YEAR');
    await app.page.getByText(text.found('1')).waitFor();
    await app.page.getByRole('link', { name: 'Comes in a year' }).waitFor();
    expect(new URL(app.page.url()).search).toBe('?search=YEAR');
    await app.page.reload();
    await app.page.getByRole('link', { name: 'Comes in a year' }).waitFor();
    await expectCleanPage(app.open, 'home-found');
    await app.page.getByRole('searchbox', { name: text.filter.search }).fill('nowhere');
    await app.page.getByRole('heading', { name: text.nothingFound }).waitFor();
    await app.press(text.filter.clear);
    await app.region(text.today).waitFor();
    await app.page.getByRole('combobox', { name: text.filter.state }).selectOption('missed');
    await app.page.getByRole('link', { name: 'Is missed' }).waitFor();
    expect(new URL(app.page.url()).search).toBe('?state=missed');
    await app.press(text.filter.clear);
  });

  it('keeps the field of its search while one types in it and empties it', async () => {
    const field = app.page.getByRole('searchbox', { name: text.filter.search });
    await app.page.goto('/?search=Is');
    await app.page.getByRole('link', { name: 'Is missed' }).waitFor();
    await field.focus();
    await app.page.keyboard.press('ControlOrMeta+a');
    await app.page.keyboard.press('Backspace');
    await app.region(text.today).waitFor();
    // Letters that no field takes are keys of the app: c would open the composer.
    await app.page.keyboard.type('comes', { delay: 30 });
    await app.page.waitForURL((url) => url.search === '?search=comes');
    await app.page.getByRole('link', { name: 'Comes in a year' }).waitFor();
    expect(await field.inputValue()).toBe('comes');
  });

  it('goes back from a search by one step, and its field with it', async () => {
    const field = app.page.getByRole('searchbox', { name: text.filter.search });
    await app.page.goto('/');
    await app.region(text.today).waitFor();
    await field.fill('Comes');
    await app.page.waitForURL((url) => url.search === '?search=Comes');
    await field.fill('Comes in');
    await app.page.waitForURL((url) => url.searchParams.get('search') === 'Comes in');
    await app.page.goBack();
    await app.region(text.today).waitFor();
    expect([await field.inputValue(), new URL(app.page.url()).search]).toEqual(['', '']);
    await app.page.goForward();
    await app.page.getByRole('link', { name: 'Comes in a year' }).waitFor();
    expect(await field.inputValue()).toBe('Comes in');
    await app.press(text.filter.clear);
    await app.region(text.today).waitFor();
    expect([await field.inputValue(), await focusedLabel()]).toEqual(['', text.filter.search]);
  });

  it('shows many posts page by page, never as one long list', async () => {
    await sql(
      app.crier,
      `insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
       select gen_random_uuid(), post_group_id, organization_id, integration_id, gen_random_uuid(), 'draft', now() + n * interval '1 day', settings
       from post, generate_series(1, 44) n where id = $1`,
      [ids.draft],
    );
    await sql(
      app.crier,
      `insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
       select gen_random_uuid(), post_group_id, organization_id, integration_id, gen_random_uuid(), state, publish_at, settings
       from post, generate_series(1, 7) where id = $1`,
      [ids.tomorrow],
    );
    await sql(
      app.crier,
      `insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
       select gen_random_uuid(), post_group_id, organization_id, integration_id, gen_random_uuid(), state, publish_at, settings
       from post, generate_series(1, 60) where id = $1`,
      [ids.today],
    );
    await app.page.getByRole('link', { name: text.showAll(45) }).click();
    await app.page.getByText(text.found('45')).waitFor();
    const shown = () => app.page.getByRole('main').locator('a[href^="/posts/"]').count();
    const firstShown = () =>
      app.page.getByRole('main').locator('a[href^="/posts/"]').first().getAttribute('href');
    expect(await shown()).toBe(20);
    for (const left of [20, 5]) {
      const before = await firstShown();
      await app.press(text.later);
      await eventually('the next page', async () => (await firstShown()) !== before);
      await eventually(`a page of ${left} posts`, async () => (await shown()) === left);
    }
    // Back from a post comes to the page that it was on.
    const last = await firstShown();
    await app.page.getByRole('main').locator('a[href^="/posts/"]').first().click();
    await app.page.waitForURL((url) => url.pathname === last);
    await app.page.goBack();
    await eventually('the third page', async () => (await shown()) === 5);
    expect(await firstShown()).toBe(last);
    await app.press(text.earlier);
    await app.page.goto('/');
    await app.region(text.drafts).waitFor();
    expect(await app.region(text.today).getByRole('listitem').count()).toBe(6);
    await app
      .region(text.today)
      .getByRole('link', { name: /^5\d more in the calendar$/ })
      .waitFor();
    expect(await app.page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(5000);
    await app
      .region(text.tomorrow)
      .getByRole('link', { name: text.more(2) })
      .click();
    await app.page.waitForURL(/\/calendar\?view=day&day=\d{4}-\d\d-\d\d$/);
  });

  it('works with the keyboard: the first Tab skips the navigation, and Enter opens a post', async () => {
    await app.page.goto('/');
    await app.region(text.needsYou).waitFor();
    await app.page.keyboard.press('Tab');
    expect(await app.page.evaluate('document.activeElement.textContent')).toBe(strings.common.skipToContent);
    await app.page.keyboard.press('Enter');
    const focused = (): Promise<string> => app.page.evaluate<string>('document.activeElement.textContent');
    for (let n = 0; n < 10 && !(await focused()).startsWith('Is '); n++) await app.page.keyboard.press('Tab');
    const first = await focused();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 1, name: /Cafe Nord/ }).waitFor();
    expect(await app.page.title()).toBe(`${first} · ${strings.common.product}`);
    expect(app.open.complaints).toEqual([]);
  });
});
