/** The page of a post in each of its states, in a real browser. Publishing for real is in post.test.ts. */
import { expect, it } from '@jest/globals';
import { screenshot } from '../../../test/browser.ts';
import { freeze } from '../../../platform/freeze.ts';
import {
  buildPost,
  buildTarget,
  createOne,
  createPosts,
  png,
  setState,
  sql,
  upload,
} from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { coveredByMessages, expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.post;
const HOUR_MS = 3_600_000;

describeWith([chromium], 'the page of a post', () => {
  let channel: string;
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
  const open = async (id: string): Promise<void> => {
    await app.page.goto(`/posts/${id}`);
    await app.page.getByRole('heading', { level: 1, name: /Cafe Nord/ }).waitFor();
  };
  const shows = (status: keyof typeof strings.posts.states): Promise<void> =>
    app.page.getByRole('main').getByText(strings.posts.states[status], { exact: true }).first().waitFor();
  const read = async (id: string): Promise<{ status: string; publishDate: string }> =>
    (await app.crier.call<{ status: string; publishDate: string }>('GET', `/posts/${id}`)).body;
  const next = () => app.region(text.next.title);
  const button = (name: string) => app.page.getByRole('main').getByRole('button', { name, exact: true });
  const passDate = (id: string): Promise<unknown> =>
    sql(app.crier, "update post set publish_at = now() - interval '2 hours' where id = $1", [id]);

  it('looks like the post on its network: name, text, pictures and the thread', async () => {
    const files = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const { body } = await upload<{ id: string; path: string }>(app.crier, png(40 + n, 40));
        return { id: body.id, path: body.path, alt: `Picture ${n}` };
      }),
    );
    const id = await post('', 3, {
      posts: [
        buildTarget(channel, {
          value: [
            {
              content: '<p>One <b>bold</b> line</p><p>See https://example.org/menu, #spring &lt;b&gt;</p>',
              image: files,
            },
            { content: 'And the second part', image: [], delay: 5 },
          ],
        }),
      ],
    });
    await open(id);
    const [first, second] = [app.region(strings.posts.part(1, 2)), app.region(strings.posts.part(2, 2))];
    expect(await first.getByRole('paragraph').first().innerText()).toBe(
      'One bold line\nSee https://example.org/menu, #spring <b>',
    );
    const link = first.getByRole('link', { name: 'https://example.org/menu' });
    expect(await link.getAttribute('href')).toBe('https://example.org/menu');
    expect(await first.getByRole('img').count()).toBe(3);
    expect(await second.innerText()).toContain('And the second part');
    expect(await next().innerText()).toContain(text.next.thread(2));
    await expectCleanPage(app.open, 'post-thread');
  });

  it('is titled by whole words, and does not repeat its text as its heading', async () => {
    const text =
      'Asparagus and rhubarb cake from Monday on, every afternoon until the garden closes for the night';
    await open(await post(text, 3));
    const title = (await app.page.title()).split(' · ')[0] ?? '';
    expect(title.endsWith('…')).toBe(true);
    expect(text.startsWith(`${title.slice(0, -1)} `)).toBe(true);
    expect(await app.page.getByRole('heading', { level: 1 }).innerText()).not.toContain('Asparagus');
    expect(await app.page.getByRole('main').getByText(text).count()).toBe(1);
  });

  it('shows what happens next and when, in one zone that it names', async () => {
    await sql(app.crier, "update organization set time_zone = 'America/New_York'");
    const id = await post('Two zones', 3);
    await app.crier.call('PATCH', `/posts/${id}`, { body: { date: '2031-05-04T09:30:00Z' } });
    await open(id);
    await app.page.getByText(strings.live.zone('America/New York')).waitFor();
    expect(await next().innerText()).toMatch(/4 May 2031.*05:30/);
    await app.page.getByText(text.details, { exact: true }).click();
    const steps = await app.page.getByRole('list', { name: text.technical }).innerText();
    expect(steps).toContain('05:30');
    expect(await app.page.getByRole('main').innerText()).not.toMatch(/UTC|09:30/);
    await sql(app.crier, "update organization set time_zone = 'UTC'");
  });

  it.each(['failed', 'partly_published', 'unconfirmed', 'missed', 'published', 'processing'] as const)(
    'explains a post that is %s',
    async (state) => {
      const id = await post(`Is ${state}`, 3);
      await passDate(id);
      await setState(app.crier, id, state);
      await open(id);
      await shows(state);
      const message = state === 'published' ? text.next.published : text.next[state];
      expect(await next().innerText()).toContain(message);
      if (state === 'failed') expect(await next().innerText()).toContain('The network refused it');
      await expectCleanPage(app.open, `post-${state}`);
    },
  );

  it('calls no post late that was published within five seconds', async () => {
    const id = await post('On time', 3);
    await passDate(id);
    await setState(app.crier, id, 'published');
    await sql(app.crier, 'update post set lateness_ms = 4900 where id = $1', [id]);
    await open(id);
    await next().getByText(text.next.onTime).waitFor();
    await sql(app.crier, 'update post set lateness_ms = 5000 where id = $1', [id]);
    await open(id);
    await next().getByText(text.next.publishedIn('5.0 s')).waitFor();
    // As of a post that a person marked as published.
    await sql(app.crier, 'update post set lateness_ms = null where id = $1', [id]);
    await open(id);
    await next().getByText(text.next.published).waitFor();
  });

  it('leads back to the page that a person came from', async () => {
    const id = await post('Here and back', 3);
    await app.page.goto('/?search=Here');
    const back = (name: string) => app.page.getByRole('main').getByRole('link', { name, exact: true });
    await app.page.getByRole('link', { name: 'Here and back' }).click();
    await back(text.back).click();
    await app.page.waitForURL('**/?search=Here');
    await open(id);
    await back(strings.common.nav.home).click();
    await app.page.waitForURL(/\/$/);
  });

  it('asks for a date, or whether it should be published now, before it schedules a draft whose date has passed', async () => {
    const id = await post('An old draft', 3, { type: 'draft' });
    await passDate(id);
    await open(id);
    expect(await next().innerText()).toContain(text.next.draftPast);
    await button(text.schedule).click();
    const dialog = app.page.getByRole('dialog', { name: text.moveTitle });
    await expectCleanPage(app.open, 'post-move');
    await dialog.getByLabel(text.moveLabel).fill('2020-01-01T10:00');
    await dialog.getByRole('button', { name: text.schedule }).click();
    await dialog.getByText(text.movePast).waitFor();
    expect((await read(id)).status).toBe('draft');
    await dialog.getByLabel(text.moveLabel).fill('2031-05-04T09:30');
    await dialog.getByRole('button', { name: text.schedule }).click();
    await shows('scheduled');
    expect(await read(id)).toMatchObject({ status: 'scheduled', publishDate: '2031-05-04T09:30:00.000Z' });
  });

  it('publishes a draft or a waiting post at once only after asking', async () => {
    const id = await post('Now, please', 3, { type: 'draft' });
    await open(id);
    await button(text.publishNow).click();
    const dialog = app.page.getByRole('dialog', { name: text.publishNowQuestion });
    await dialog.waitFor();
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await read(id)).status).toBe('draft');
    await button(text.publishNow).click();
    await dialog.getByRole('button', { name: text.publishNow }).click();
    await shows('scheduled');
    expect(Date.parse((await read(id)).publishDate)).toBeLessThan(Date.now() + 60_000);
  });

  it('moves a waiting post to another time, and to the drafts and back', async () => {
    const id = await post('Moves about', 3);
    await open(id);
    await button(text.move).click();
    const dialog = app.page.getByRole('dialog', { name: text.moveTitle });
    await dialog.getByLabel(text.moveLabel).fill('2031-06-01T18:15');
    await dialog.getByRole('button', { name: text.move }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await read(id)).publishDate).toBe('2031-06-01T18:15:00.000Z');
    await button(text.toDraft).click();
    await shows('draft');
    await button(text.schedule).click();
    await shows('scheduled');
    expect(await read(id)).toMatchObject({ status: 'scheduled', publishDate: '2031-06-01T18:15:00.000Z' });
  });

  it('leads to the composer to edit or to duplicate', async () => {
    const id = await post('To be edited', 3);
    await open(id);
    const href = (name: string) =>
      app.page.getByRole('main').getByRole('link', { name }).getAttribute('href');
    expect(await href(text.edit)).toBe(`/compose?post=${id}`);
    expect(await href(text.duplicate)).toBe(`/compose?copy=${id}`);
  });

  it('shows the other channels of its request, and leads to them', async () => {
    const other = (await app.crier.connect('sandbox', { name: 'Cafe Nord Ost' })).id;
    const [first = '', second = ''] = await createPosts(app.crier, buildPost([channel, other]));
    await setState(app.crier, second, 'published');
    await open(first);
    const targets = app.page.getByRole('navigation', { name: text.targets });
    expect(await targets.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Cafe Nord\s+Scheduled/),
      expect.stringMatching(/Cafe Nord Ost\s+Published/),
    ]);
    await expectCleanPage(app.open, 'post-targets');
    await targets.getByRole('link', { name: /Ost/ }).click();
    await shows('published');
    expect(new URL(app.page.url()).pathname).toBe(`/posts/${second}`);
  });

  it('shows that nothing is published while publishing is frozen', async () => {
    const id = await post('Is frozen', 3);
    await open(id);
    const { database } = app.crier.context;
    await freeze(
      database,
      { organizationId: app.crier.organizationId },
      { reason: 'stocktaking', waitMs: 0 },
    );
    await next().getByText(text.next.frozenHelp('stocktaking')).waitFor();
    await sql(app.crier, 'update organization set frozen_at = null, frozen_reason = null');
    await next().getByText(text.next.frozenHelp('stocktaking')).waitFor({ state: 'detached' });
  });

  it('cancels a post after asking, and not when the question is dismissed: its page stays, and there is a way back', async () => {
    const id = await post('To be cancelled', 3);
    const { publishDate } = await read(id);
    await open(id);
    await button(text.remove).click();
    const dialog = app.page.getByRole('dialog', { name: text.removeQuestion });
    await dialog.getByText(text.removeHelp).waitFor();
    await expectCleanPage(app.open, 'post-delete');
    await dialog.getByRole('button', { name: text.keep, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await app.crier.call('GET', `/posts/${id}`)).status).toBe(200);
    await button(text.remove).click();
    await dialog.getByRole('button', { name: text.remove, exact: true }).click();
    await shows('cancelled');
    await app.region(text.history).getByText(text.happened.cancelled, { exact: true }).first().waitFor();
    expect((await app.crier.call('GET', `/posts/${id}`)).status).toBe(404);
    await app.page.getByRole('button', { name: strings.common.undo }).click();
    await shows('scheduled');
    expect(await read(id)).toMatchObject({ status: 'scheduled', publishDate });
    // Later, it is found by its state, and its page has the same way back.
    await app.crier.call('DELETE', `/posts/${id}`);
    await app.page.goto('/?state=cancelled');
    await app.page.getByRole('link', { name: 'To be cancelled' }).click();
    await shows('cancelled');
    await expectCleanPage(app.open, 'post-cancelled');
    await button(text.restore).click();
    await shows('scheduled');
    expect(await read(id)).toMatchObject({ status: 'scheduled', publishDate });
  });

  it('says that a post is a draft now where its time passed before its cancellation was taken back', async () => {
    const id = await post('Cancelled too late', 3);
    await open(id);
    await button(text.remove).click();
    const dialog = app.page.getByRole('dialog', { name: text.removeQuestion });
    await dialog.getByRole('button', { name: text.remove, exact: true }).click();
    await shows('cancelled');
    await sql(app.crier, "update post set publish_at = now() - interval '1 minute' where id = $1", [id]);
    await app.page.getByRole('button', { name: strings.common.undo }).click();
    await app.page.getByText(text.nowDraftPast).waitFor();
    await shows('draft');
  });

  it('takes a move back, and makes a draft again of one that was deleted', async () => {
    const id = await post('To be moved', 3);
    const { publishDate } = await read(id);
    await open(id);
    await button(text.move).click();
    const dialog = app.page.getByRole('dialog', { name: text.moveTitle });
    await dialog.getByLabel(text.moveLabel).fill('2031-05-14T09:00');
    await dialog.getByRole('button', { name: text.move, exact: true }).click();
    await eventually('it is moved', async () => (await read(id)).publishDate !== publishDate);
    await app.page.getByRole('button', { name: strings.common.undo }).click();
    await eventually('it is back', async () => (await read(id)).publishDate === publishDate);
    const draft = await post('A draft', 3, { type: 'draft' });
    await open(draft);
    await button(text.removeDraft).click();
    await app.page.getByRole('dialog').getByRole('button', { name: text.removeDraft, exact: true }).click();
    await shows('cancelled');
    await app.page.getByRole('button', { name: strings.common.undo }).click();
    await shows('draft');
    expect((await read(draft)).status).toBe('draft');
  });

  it('offers Undo on a phone where it covers no button, link or field', async () => {
    const id = await post('Cancelled on a phone', 3);
    await open(id);
    await app.page.setViewportSize({ width: 390, height: 700 });
    await button(text.remove).click();
    const dialog = app.page.getByRole('dialog', { name: text.removeQuestion });
    await dialog.getByRole('button', { name: text.remove, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await app.page.getByRole('button', { name: strings.common.undo }).waitFor();
    expect(await coveredByMessages(app.page)).toEqual([]);
    await screenshot(app.page, 'post-undo-390');
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows what the page of channels knows, and no message of the operating system', async () => {
    const id = await post('Nobody answers', 3);
    await passDate(id);
    await sql(
      app.crier,
      `insert into post_event (post_id, kind, detail) values ($1, 'will_retry', '{"part": 1, "reason": "Could not reach down.example: ECONNREFUSED"}')`,
      [id],
    );
    await open(id);
    await next().getByText(text.next.retrying).waitFor();
    await app.page.getByText(/down\.example.* did not respond/).waitFor();
    await sql(
      app.crier,
      "insert into network_circuit (provider, host, failures, opened_at, probe_at, reason) values ('sandbox', '', 9, now(), now() + interval '1 hour', 'ECONNREFUSED')",
    );
    await app.page.reload();
    await next().getByText(strings.channels.awayNetwork).waitFor();
    await next().getByText(text.next.waits).waitFor();
    expect(await next().innerText()).not.toContain('ECONNREFUSED');
    expect(await app.region(text.history).locator('ol').first().innerText()).not.toContain('ECONNREFUSED');
    await expectCleanPage(app.open, 'post-away');
    await sql(app.crier, 'delete from network_circuit');
  });

  it('reports when a post does not exist or belongs to another organisation', async () => {
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
