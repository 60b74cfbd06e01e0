/** The home page and the page of a post, in a real browser. Publishing is in post.test.ts. */
import { expect, it } from '@jest/globals';
import { buildPost, buildTarget, createOne, setState, sql } from '../test/factories.ts';
import { expectCleanPage } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.posts;
const HOUR_MS = 3_600_000;
const NEEDS_ATTENTION = ['unconfirmed', 'failed', 'missed', 'partly_published'] as const;

describeWith([chromium], 'the pages of posts', () => {
  let channel: string;
  const ids: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });

  const post = (content: string, inHours: number, changes: object = {}): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], {
        date: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
        posts: [buildTarget(channel, { value: [{ content, image: [] }] })],
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
  const section = (title: string) => app.page.getByRole('region', { name: title });
  const titles = (title: string): Promise<string[]> => section(title).getByRole('link').allTextContents();

  it('say how to begin while there are no posts, with a command that can be pasted', async () => {
    await app.page.goto('/');
    await app.page.getByRole('heading', { name: text.empty }).waitFor();
    const code = await app.page.locator('pre').innerText();
    expect(code).toContain(`${app.crier.url}/public/v1/posts`);
    const body: unknown = JSON.parse(/-d '(.*)'/s.exec(code)?.[1] ?? '');
    expect(
      (await app.crier.call('POST', '/posts', { body: { ...(body as object), type: 'draft' } })).status,
    ).toBe(201);
    expect(await app.page.getByRole('link', { name: text.emptyKeys }).getAttribute('href')).toBe(
      '/settings/api-keys',
    );
    await expectCleanPage(app.open, 'home-empty');
  });

  it('list what needs attention and why, what is upcoming, drafts, and what was published', async () => {
    await sql(app.crier, 'delete from post');
    for (const state of NEEDS_ATTENTION) ids[state] = await past(`Is ${state}`, state);
    ids.published = await past('Is published', 'published');
    ids.later = await post('Comes later', 20);
    ids.sooner = await post('<p>Comes <b>sooner</b></p>', 2);
    await post(`Only ${'extraordinarily'.repeat(20)} long`, 30);
    await post('Comes in a year', 24 * 365);
    ids.draft = await post('Is a draft', 5, { type: 'draft' });
    await app.page.goto('/');
    await section(text.needsYou).waitFor();
    await section(text.drafts).waitFor();
    expect((await titles(text.needsYou)).toSorted()).toEqual(
      NEEDS_ATTENTION.map((state) => `Is ${state}`).toSorted(),
    );
    for (const state of NEEDS_ATTENTION) {
      const row = section(text.needsYou)
        .getByRole('listitem')
        .filter({ hasText: `Is ${state}` });
      expect(await row.innerText()).toContain(text.why[state]);
      expect(await row.innerText()).toContain(text.states[state]);
    }
    expect((await titles(text.upcoming)).slice(0, 2)).toEqual(['Comes sooner', 'Comes later']);
    expect(await titles(text.drafts)).toEqual(['Is a draft']);
    expect(await titles(text.past)).toEqual(['Is published']);
    await expectCleanPage(app.open, 'home');
  });

  it('reach further back and ahead on request', async () => {
    expect(await titles(text.upcoming)).not.toContain('Comes in a year');
    for (const _ of [1, 2]) await app.page.getByRole('button', { name: text.showLater }).click();
    await section(text.upcoming).getByRole('link', { name: 'Comes in a year' }).waitFor();
    // Two decades are enough.
    const earlier = app.page.getByRole('button', { name: text.showEarlier });
    for (const _ of [1, 2, 3, 4]) await earlier.click();
    await earlier.waitFor({ state: 'detached' });
    await section(text.past).getByRole('link', { name: 'Is published' }).waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });

  it('work with the keyboard: the first Tab skips the navigation, and Enter opens a post', async () => {
    await app.page.goto('/');
    await section(text.needsYou).waitFor();
    await app.page.keyboard.press('Tab');
    expect(await app.page.evaluate('document.activeElement.textContent')).toBe(strings.common.skipToContent);
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.press('Tab');
    const first = (await titles(text.needsYou))[0] ?? '';
    expect(await app.page.evaluate('document.activeElement.textContent')).toBe(first);
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 1, name: first }).waitFor();
    expect(await app.page.title()).toBe(`${first} · ${strings.common.product}`);
    await app.page.goBack();
    await section(text.needsYou).waitFor();
  });

  it('show the text of a post without its markup, none of which runs', async () => {
    const id = await post('<p>One</p><p><a href="https://example.org">Two</a> &lt;b&gt;</p>', 3);
    await app.page.goto(`/posts/${id}`);
    expect(await app.page.getByRole('region', { name: text.part(1, 1) }).innerText()).toBe('One\nTwo <b>');
  });

  it('move a post to the drafts and back to its date', async () => {
    await app.page.goto(`/posts/${ids.later}`);
    await app.page.getByRole('button', { name: text.toDraft }).click();
    await app.page.getByText(text.states.draft, { exact: true }).waitFor();
    expect((await app.crier.call<{ state: string }>('GET', `/posts/${ids.later}`)).body.state).toBe('DRAFT');
    await app.page.getByRole('button', { name: text.schedule }).click();
    await app.page.getByText(text.states.scheduled, { exact: true }).waitFor();
    expect((await app.crier.call<{ state: string }>('GET', `/posts/${ids.later}`)).body.state).toBe('QUEUE');
  });

  it('delete a post after asking, and not when the question is dismissed', async () => {
    await app.page.goto(`/posts/${ids.sooner}`);
    await app.page.getByRole('button', { name: text.remove }).click();
    const dialog = app.page.getByRole('dialog', { name: text.removeQuestion });
    await dialog.getByText(text.removeHelp).waitFor();
    await expectCleanPage(app.open, 'post-delete');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await app.crier.call('GET', `/posts/${ids.sooner}`)).status).toBe(200);
    await app.page.getByRole('button', { name: text.remove }).click();
    await dialog.getByRole('button', { name: text.remove }).click();
    await section(text.upcoming).waitFor();
    await section(text.upcoming).getByRole('link', { name: 'Comes sooner' }).waitFor({ state: 'detached' });
    expect((await app.crier.call('GET', `/posts/${ids.sooner}`)).status).toBe(404);
  });

  it('say so when a post does not exist or belongs to another organisation', async () => {
    const other = await app.crier.anotherOrganization();
    const foreign = await app.crier.connect('sandbox', { name: 'Elsewhere' }, other.id);
    for (const id of [
      '01900000-0000-7000-8000-000000000000',
      await createOne(app.crier, buildPost(foreign.id), other.apiKey),
    ]) {
      await app.page.goto(`/posts/${id}`);
      await app.page.getByRole('alert').waitFor();
      expect(await app.page.getByRole('main').innerText()).not.toContain('Spring menu');
    }
    await expectCleanPage(app.open, 'post-refused');
  });
});
