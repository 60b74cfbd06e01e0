/** A change of a scheduled post is kept like a new post's draft until it is saved: a reload loses nothing. */
import { expect, it } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'a change of a scheduled post', () => {
  let channel: string;
  let id: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const field = () => app.page.getByRole('textbox', { name: text.part.label, exact: true });
  const kept = () => app.page.getByText(text.saving.kept).waitFor();
  const press = (name: string): Promise<void> => app.page.getByRole('button', { name, exact: true }).click();
  const content = async (): Promise<string> =>
    (await app.crier.call<{ content: string }>('GET', `/posts/${id}`)).body.content;
  const drafts = (): Promise<unknown[]> => sql(app.crier, 'select id from composition');
  const isWritten = async (expected: string): Promise<void> => {
    await field().waitFor();
    expect(await field().inputValue()).toBe(expected);
  };
  /** Begins a change, and leaves it in the middle. */
  async function begin(words: string): Promise<void> {
    await sql(app.crier, 'delete from composition');
    id = await createOne(app.crier, buildPost(channel));
    await app.page.goto(`/compose?post=${id}`);
    await field().fill(words);
    await kept();
  }

  it('is there again after a reload, and in no post before it is saved', async () => {
    const before = buildPost(channel);
    await begin('Summer menu');
    await expectCleanPage(app.open, 'composer-change-kept');
    expect(JSON.stringify(before)).toContain(await content());
    await app.page.reload();
    await isWritten('Summer menu');
    await kept();
    await press(strings.common.save);
    await app.page.waitForURL(`**/posts/${id}`);
    expect(await content()).toBe('Summer menu');
    expect(await drafts()).toEqual([]);
  });

  it('is left without a question, is among the drafts, and goes on from there', async () => {
    await begin('Autumn menu');
    await app.page.getByRole('link', { name: strings.common.nav.home, exact: true }).first().click();
    await app.page.waitForURL(({ pathname }) => pathname === '/');
    await app.page.goto('/drafts');
    await app.page.getByText(strings.home.changes).waitFor();
    await app.page.getByRole('link', { name: 'Autumn menu' }).click();
    await isWritten('Autumn menu');
    await press(strings.common.save);
    await app.page.waitForURL(({ pathname }) => pathname === '/');
    expect(await content()).toBe('Autumn menu');
    expect(await drafts()).toEqual([]);
  });

  it('is discarded after asking: the post stays as it was, and the next change begins with it', async () => {
    await begin('Never mind');
    await press(text.menu.label);
    await app.page.getByRole('menuitem', { name: text.menu.discard }).click();
    await app.page.getByRole('dialog').getByRole('button', { name: text.menu.remove }).click();
    await app.page.waitForURL(`**/posts/${id}`);
    await app.page.goto(`/compose?post=${id}`);
    await field().waitFor();
    expect(await field().inputValue()).toBe(await content());
  });

  it('of another person does not get in the way of mine', async () => {
    await begin('Of Ada');
    const mia = await addPerson(app.crier, { name: 'Mia', role: 'member' });
    const open = await app.browser.pageOf(app.crier, { person: mia, locale: 'de-DE' });
    await open.page.goto(`/compose?post=${id}`);
    const hers = open.page.getByRole('textbox', { name: german.composer.part.label, exact: true });
    await hers.waitFor();
    expect(await hers.inputValue()).toBe(await content());
    await hers.fill('Von Mia');
    await open.page.getByText(german.composer.saving.kept).waitFor();
    expect(await drafts()).toHaveLength(2);
    expect(open.complaints).toEqual([]);
    await open.page.context().close();
  });

  it('says so when another person has changed the post since', async () => {
    await begin('Mine');
    await app.crier.call('PATCH', `/posts/${id}`, { body: { content: 'Theirs' } });
    await app.page.reload();
    await isWritten('Mine');
    await press(strings.common.save);
    await app.page.getByText(text.send.changedMeanwhile).waitFor();
    expect(await content()).toBe('Theirs');
    await press(text.send.saveOver);
    await app.page.waitForURL(`**/posts/${id}`);
    expect(await content()).toBe('Mine');
  });

  it('becomes a new post once its post was published or deleted, and says so', async () => {
    await begin('Too late');
    await setState(app.crier, id, 'published');
    await app.page.goto('/drafts');
    await app.page.getByRole('link', { name: 'Too late' }).click();
    await isWritten('Too late');
    await app.page.getByText(text.gone.published).waitFor();
    await app.page.getByRole('button', { name: /^Schedule|^Publish now|^Add to queue/ }).waitFor();
    await sql(app.crier, 'update post set deleted_at = now() where id = $1', [id]);
    for (const state of ['published', 'cancelled'] as const) {
      await setState(app.crier, id, state);
      await app.page.goto(`/compose?post=${id}`);
      await isWritten('Too late');
      await app.page.getByText(text.gone.deleted).waitFor();
      await app.page.getByRole('heading', { level: 1, name: text.titles.new }).waitFor();
    }
    (app.open.complaints as string[]).splice(0);
  });

  it('says at once that its post was cancelled, and goes on as a new post', async () => {
    await begin('Cancelled');
    await app.crier.call('DELETE', `/posts/${id}`);
    await press(strings.common.save);
    await app.page.getByRole('alert').getByText(text.gone.deleted).waitFor();
    await expectCleanPage(app.open, 'composer-post-gone');
    await press(text.dialogs.keepAsNew);
    await app.page.getByRole('heading', { level: 1, name: text.titles.new }).waitFor();
    await isWritten('Cancelled');
    await app.page.waitForURL('**/compose/*');
    await app.page.getByRole('button', { name: /^Schedule/ }).click();
    await app.page.getByText(text.result.scheduled).waitFor();
    const made =
      "select i.content from post p join post_item i on i.post_id = p.id where p.state = 'scheduled'";
    expect(await sql(app.crier, `${made} and i.content like '%Cancelled%'`)).toHaveLength(1);
    expect(await drafts()).toEqual([]);
    (app.open.complaints as string[]).splice(0);
  });

  it('says at once that its post was published, with the way to it, and stays a change until it is a new post', async () => {
    await begin('Too late');
    await setState(app.crier, id, 'published');
    await press(strings.common.save);
    await app.page.getByRole('alert').getByText(text.gone.published).waitFor();
    const view = app.page.getByRole('link', { name: text.send.openChanged });
    expect(await view.getAttribute('href')).toBe(`/posts/${id}`);
    await isWritten('Too late');
    await app.page.getByRole('button', { name: strings.common.save, exact: true }).waitFor();
    (app.open.complaints as string[]).splice(0);
  });

  it.each([
    ['GET', '**/api/posts/*', 401],
    ['GET', '**/api/posts/*', 429],
    ['GET', '**/api/posts/*/occurrences*', 429],
  ])('is not taken for a new post where %s %s is refused with %i', async (method, url, status) => {
    await begin('Mine');
    await app.page.route(url, (route) =>
      route.request().method() === method
        ? route.fulfill({ status, json: { code: 'rate_limited', statusCode: status, message: 'No' } })
        : route.continue(),
    );
    await app.page.goto(`/compose?post=${id}&scope=all`);
    await app.page.getByText(text.notOpened).waitFor();
    await app.page.unrouteAll();
    (app.open.complaints as string[]).splice(0);
    await press(strings.common.tryAgain);
    await isWritten('Mine');
    await app.page.getByRole('button', { name: strings.common.save, exact: true }).waitFor();
  });

  it('leaves the date that its post was given meanwhile', async () => {
    await begin('Mine');
    await app.crier.call('PATCH', `/posts/${id}`, { body: { date: '2031-05-21T07:00:00.000Z' } });
    await app.page.reload();
    await isWritten('Mine');
    await press(strings.common.save);
    await app.page.getByText(text.send.changedMeanwhile).waitFor();
    await press(text.send.saveOver);
    await app.page.waitForURL(`**/posts/${id}`);
    const { body } = await app.crier.call<{ publishDate: string; content: string }>('GET', `/posts/${id}`);
    expect([body.content, body.publishDate]).toEqual(['Mine', '2031-05-21T07:00:00.000Z']);
  });
});
