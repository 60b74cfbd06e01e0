/**
 * The lists of posts and the page of one, in a real browser. What posts do on their way out is in
 * post.test.ts.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenPage, type TestBrowser } from '../test/browser.ts';
import { buildPost, buildTarget, createOne, setState, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { expectSoundInEachLook } from '../test/looks.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const text = strings.posts;
const HOUR_MS = 3_600_000;
const NEEDS_A_PERSON = ['unconfirmed', 'failed', 'missed', 'partly_published'] as const;

describeWith([chromium], 'the posts', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let open: OpenPage;
  let page: Page;
  let channel: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    browser = await openBrowser();
    open = await browser.pageOf(crier, { person: await addPerson(crier) });
    ({ page } = open);
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  const post = (content: string, inHours: number, changes: object = {}): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        date: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
        posts: [buildTarget(channel, { value: [{ content, image: [] }] })],
        ...changes,
      }),
    );
  /** A post whose time was two hours ago, and what came of it. */
  const past = async (content: string, state: string): Promise<string> => {
    const id = await post(content, 9);
    await sql(crier, "update post set publish_at = now() - interval '2 hours' where id = $1", [id]);
    await setState(crier, id, state);
    return id;
  };
  const section = (title: string) => page.getByRole('region', { name: title });
  const titles = (title: string): Promise<string[]> => section(title).getByRole('link').allTextContents();

  it('say how to begin where there are none, with a call that can be pasted', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: text.empty }).waitFor();
    const code = await page.locator('pre').innerText();
    expect(code).toContain(`${crier.url}/public/v1/posts`);
    const body: unknown = JSON.parse(/-d '(.*)'/s.exec(code)?.[1] ?? '');
    expect(
      (await crier.call('POST', '/posts', { body: { ...(body as object), type: 'draft' } })).status,
    ).toBe(201);
    expect(await page.getByRole('link', { name: text.emptyKeys }).getAttribute('href')).toBe(
      '/settings/api-keys',
    );
    await expectSoundInEachLook(open, 'home-empty');
  });

  it('stand by what is to be done: what needs a person and why, what is coming, drafts, and what went out', async () => {
    await sql(crier, 'delete from post');
    for (const state of NEEDS_A_PERSON) ids[state] = await past(`Is ${state}`, state);
    ids.published = await past('Is published', 'published');
    ids.later = await post('Comes later', 20);
    ids.sooner = await post('<p>Comes <b>sooner</b></p>', 2);
    await post(`Only ${'extraordinarily'.repeat(20)} long`, 30);
    await post('Comes in a year', 24 * 365);
    ids.draft = await post('Is a draft', 5, { type: 'draft' });
    await page.goto('/');
    await section(text.needsYou).waitFor();
    await section(text.drafts).waitFor();
    expect((await titles(text.needsYou)).toSorted()).toEqual(
      NEEDS_A_PERSON.map((state) => `Is ${state}`).toSorted(),
    );
    for (const state of NEEDS_A_PERSON) {
      const row = section(text.needsYou)
        .getByRole('listitem')
        .filter({ hasText: `Is ${state}` });
      expect(await row.innerText()).toContain(text.why[state]);
      expect(await row.innerText()).toContain(text.states[state]);
    }
    expect((await titles(text.upcoming)).slice(0, 2)).toEqual(['Comes sooner', 'Comes later']);
    expect(await titles(text.drafts)).toEqual(['Is a draft']);
    expect(await titles(text.past)).toEqual(['Is published']);
    await expectSoundInEachLook(open, 'home');
  });

  it('reach further when somebody asks for it', async () => {
    expect(await titles(text.upcoming)).not.toContain('Comes in a year');
    for (const _ of [1, 2]) await page.getByRole('button', { name: text.showLater }).click();
    await section(text.upcoming).getByRole('link', { name: 'Comes in a year' }).waitFor();
    // Some decades, and no further.
    const earlier = page.getByRole('button', { name: text.showEarlier });
    for (const _ of [1, 2, 3, 4]) await earlier.click();
    await earlier.waitFor({ state: 'detached' });
    await section(text.past).getByRole('link', { name: 'Is published' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('open by keyboard: the first Tab leads past the bar, and Enter opens a post', async () => {
    await page.goto('/');
    await section(text.needsYou).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(strings.common.skipToContent);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const first = (await titles(text.needsYou))[0] ?? '';
    expect(await page.evaluate('document.activeElement.textContent')).toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    expect(await page.title()).toBe(`${first} · ${strings.common.product}`);
    await page.goBack();
    await section(text.needsYou).waitFor();
  });

  it('show a text as text: no markup of it runs or is shown', async () => {
    const id = await post('<p>One</p><p><a href="https://example.org">Two</a> &lt;b&gt;</p>', 3);
    await page.goto(`/posts/${id}`);
    expect(await page.getByRole('region', { name: text.part(1, 1) }).innerText()).toBe('One\nTwo <b>');
  });

  it('move to the drafts and back to their date', async () => {
    await page.goto(`/posts/${ids.later}`);
    await page.getByRole('button', { name: text.toDraft }).click();
    await page.getByText(text.states.draft, { exact: true }).waitFor();
    expect((await crier.call<{ state: string }>('GET', `/posts/${ids.later}`)).body.state).toBe('DRAFT');
    await page.getByRole('button', { name: text.schedule }).click();
    await page.getByText(text.states.scheduled, { exact: true }).waitFor();
    expect((await crier.call<{ state: string }>('GET', `/posts/${ids.later}`)).body.state).toBe('QUEUE');
  });

  it('are deleted after a question, and not by leaving it', async () => {
    await page.goto(`/posts/${ids.sooner}`);
    await page.getByRole('button', { name: text.remove }).click();
    const dialog = page.getByRole('dialog', { name: text.removeQuestion });
    await dialog.getByText(text.removeHelp).waitFor();
    await expectSoundInEachLook(open, 'post-delete');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await crier.call('GET', `/posts/${ids.sooner}`)).status).toBe(200);
    await page.getByRole('button', { name: text.remove }).click();
    await dialog.getByRole('button', { name: text.remove }).click();
    await section(text.upcoming).waitFor();
    await section(text.upcoming).getByRole('link', { name: 'Comes sooner' }).waitFor({ state: 'detached' });
    expect((await crier.call('GET', `/posts/${ids.sooner}`)).status).toBe(404);
  });

  it('that are not there, or of another organisation, are said to be so', async () => {
    const other = await crier.anotherOrganization();
    const foreign = await crier.connect('sandbox', { name: 'Elsewhere' }, other.id);
    for (const id of [
      '01900000-0000-7000-8000-000000000000',
      await createOne(crier, buildPost(foreign.id), other.apiKey),
    ]) {
      await page.goto(`/posts/${id}`);
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('Spring menu');
    }
    await expectSoundInEachLook(open, 'post-refused');
  });
});
