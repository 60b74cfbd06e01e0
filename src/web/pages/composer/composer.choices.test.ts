/**
 * What a post can be given besides its text, in a real browser: settings whose values the network lists,
 * settings that name an upload, tags, and the channel groups that the calendar is filtered by. The Slack
 * workspace is a stand-in; the WordPress site does not answer.
 */
import { afterAll, expect, it, jest } from '@jest/globals';
import { startWorkspace, type Workspace } from '../../../test/e2e/network-slack.ts';
import { buildPost, buildTarget, createOne, png, sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually, startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { freePort } from '../../../run/embedded/ports.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const filters = strings.calendar.filters;
jest.setTimeout(90_000);

interface StoredPost {
  readonly state: string;
  readonly settings: Record<string, unknown>;
}

describeWith([chromium], 'the composer', () => {
  let slack: Workspace;
  let channel: string;
  let site: string;
  let sky: string;
  const app = useWebApp({
    start: async () => {
      slack = await startWorkspace();
      return startInstance({ temporal: false, env: { ...slack.env, X_POSTS_PER_DAY: '1' } });
    },
    prepare: async (crier) => {
      channel = (await crier.connect('slack', slack.fields)).id;
      const baseUrl = `http://127.0.0.1:${await freePort()}`;
      site = await insertChannel(crier, 'wordpress', {
        name: 'Blog',
        details: { baseUrl, restRoot: `${baseUrl}/wp-json`, siteName: 'Blog' },
        credentials: { username: 'ada', password: 'abcd efgh' },
      });
      await crier.connect('sandbox', { name: 'Window' });
      await insertChannel(crier, 'x', { name: 'Nord on X' });
      sky = await insertChannel(crier, 'bluesky', { name: 'Nord on Bluesky' });
    },
  });
  afterAll(() => slack?.stop());

  const textField = () => app.page.getByRole('textbox', { name: text.part.label, exact: true });
  const saved = (): Promise<void> => app.page.getByText(/^Saved /).waitFor();
  const schedule = async (): Promise<void> => {
    await app.page.getByRole('button', { name: /^Schedule for/ }).click();
    await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
  };
  const newestPost = async (): Promise<StoredPost | undefined> =>
    (
      await sql<StoredPost>(app.crier, 'select state, settings from post order by created_at desc limit 1')
    )[0];
  const draftSettings = async (id: string): Promise<Record<string, unknown> | undefined> =>
    (
      await sql<{ settings: Record<string, unknown> }>(
        app.crier,
        "select document #> array['settings', $1] as settings from composition order by updated_at desc limit 1",
        [id],
      )
    )[0]?.settings;

  it('lists the values of a setting as the network has them: found by typing, chosen, and sent', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await textField().fill('Spring menu');
    const setting = page.getByRole('combobox', { name: 'Channel' });
    await setting.click();
    for (const name of ['general', 'random']) {
      await page.getByRole('option', { name, exact: true }).waitFor();
    }
    await expectCleanPage(app.open, 'composer-choices');
    await setting.click();
    await setting.fill('rand');
    await page.getByRole('option', { name: 'general', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'random', exact: true }).click();
    expect(await setting.inputValue()).toBe('random');
    await saved();
    await eventually('the draft has the choice', async () => {
      const settings = await draftSettings(channel);
      return settings?.channel === slack.server.channels.random;
    });
    // Opened again, the value is shown by its name.
    await page.reload();
    await textField().waitFor();
    await eventually('the choice has its name', async () => (await setting.inputValue()) === 'random');
    await schedule();
    expect(await newestPost()).toMatchObject({
      state: 'scheduled',
      settings: { channel: slack.server.channels.random },
    });
  });

  it('reports when the network cannot be asked for values, and takes what is typed', async () => {
    const { page } = app;
    const everyCall = (): boolean => true;
    slack.front.arm({ kind: 'reset_before' }, everyCall, 10);
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await textField().fill('Spring menu');
    const refused = page.getByText(text.settings.noChoices('Slack gave an unusable answer'));
    await refused.waitFor();
    await expectCleanPage(app.open, 'composer-choices-unavailable');
    const setting = page.getByRole('textbox', { name: 'Channel', exact: true });
    await setting.fill(slack.server.channels.random);
    await page.getByRole('button', { name: strings.common.tryAgain }).click();
    await refused.waitFor();
    expect(await setting.inputValue()).toBe(slack.server.channels.random);
    slack.front.disarm();
    await page.getByRole('button', { name: strings.common.tryAgain }).click();
    const choice = page.getByRole('combobox', { name: 'Channel' });
    await choice.waitFor();
    // What was typed is a value that the network knows.
    await eventually('the value has its name', async () => (await choice.inputValue()) === 'random');
    await eventually('the draft has what was typed', async () => {
      const settings = await draftSettings(channel);
      return settings?.channel === slack.server.channels.random;
    });
    // The draft is stored a moment before the page has its URL.
    await page.waitForURL(/\/compose\/[\da-f-]{36}/);
    slack.front.arm({ kind: 'reset_before' }, everyCall, 10);
    await page.reload();
    await refused.waitFor();
    await schedule();
    slack.front.disarm();
    expect((await newestPost())?.settings).toMatchObject({ channel: slack.server.channels.random });
  });

  it('offers the values that a list of a setting may have, by their names', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${sky}&date=2031-05-04T09:30:00Z`);
    await textField().fill('Spring menu');
    await page.locator('summary').filter({ hasText: 'Nord on Bluesky' }).click();
    await page.getByLabel('Who can reply').first().click();
    await page.getByRole('option', { name: 'Followers', exact: true }).click();
    await page.getByRole('option', { name: 'Mentioned', exact: true }).click();
    await page.keyboard.press('Escape');
    await saved();
    await expectCleanPage(app.open, 'composer-several-choices');
    await schedule();
    expect((await newestPost())?.settings).toMatchObject({ who_can_reply: ['followers', 'mentioned'] });
  });

  it('uploads the picture that a setting names, shows it, and sends it along', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${site}&date=2031-05-04T09:30:00Z`);
    await textField().fill('Spring menu');
    await page.getByRole('textbox', { name: 'Type', exact: true }).fill('posts');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('With a picture');
    const setting = page.locator(`[data-settings="${site}"]`);
    const choose = async (name: string, width: number): Promise<void> => {
      await setting
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(png(width, 300)) });
    };
    await choose('first.png', 400);
    await setting.locator('img').waitFor();
    const width = (): Promise<number> =>
      page.evaluate<number>(`document.querySelector('[data-settings="${site}"] img')?.naturalWidth ?? 0`);
    await eventually('the picture is shown', async () => (await width()) === 400);
    await expectCleanPage(app.open, 'composer-upload-setting');
    await setting.getByRole('button', { name: text.settings.removeFile }).click();
    await setting.locator('img').waitFor({ state: 'detached' });
    await choose('second.png', 500);
    await eventually('the other picture is shown', async () => (await width()) === 500);
    await schedule();
    const [media] = await sql<{ id: string }>(app.crier, 'select id from media where width = 500');
    expect((await newestPost())?.settings).toMatchObject({
      main_image: { id: media?.id, path: expect.stringContaining(`/uploads/`) },
    });
    const draft = await page.context().request.get(`/api/media/${media?.id}`);
    expect(((await draft.json()) as { uses: object }).uses).toMatchObject({ posts: 1, waiting: 1 });
  });

  it('gives a post tags and a channel a group, by which the calendar is filtered', async () => {
    const { page } = app;
    const [window_] = await sql<{ id: string }>(
      app.crier,
      "select id from integration where provider = 'sandbox'",
    );
    const [group] = await sql<{ id: string }>(
      app.crier,
      "insert into customer (id, organization_id, name) values (gen_random_uuid(), $1, 'Bakery') returning id",
      [app.crier.organizationId],
    );
    await sql(app.crier, 'update integration set customer_id = $1 where id = $2', [group?.id, window_?.id]);
    await sql(app.crier, 'delete from post');
    await page.goto(`/compose?channel=${window_?.id}&date=2031-05-04T09:30:00Z`);
    await textField().fill('Tagged');
    const tags = page.getByLabel(text.tags).first();
    for (const tag of ['spring', 'menu']) {
      await tags.fill(tag);
      await tags.press('Enter');
    }
    await saved();
    await expectCleanPage(app.open, 'composer-tags');
    await schedule();
    expect(
      await sql(
        app.crier,
        'select t.name from post_tag pt join tag t on t.id = pt.tag_id order by pt.position',
      ),
    ).toEqual([{ name: 'spring' }, { name: 'menu' }]);
    const settings = { __type: 'slack', channel: slack.server.channels.general };
    await createOne(
      app.crier,
      buildPost([], {
        date: '2031-05-04T10:30:00Z',
        posts: [{ integration: { id: channel }, value: [{ content: 'Untagged' }], settings }],
      }),
    );
    await page.goto('/calendar?view=list&day=2031-05-04');
    const post = (text: string) => page.getByText(text, { exact: true });
    const pick = async (filter: string, name: string): Promise<void> => {
      await page.getByRole('combobox', { name: filter }).click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    const alone = async (): Promise<void> => {
      await post('Untagged').waitFor({ state: 'detached' });
      await post('Tagged').waitFor();
    };
    const all = async (): Promise<void> => {
      await page.getByRole('button', { name: filters.clear, exact: true }).last().click();
      await post('Untagged').waitFor();
      await post('Tagged').waitFor();
    };
    await post('Untagged').waitFor();
    await post('Tagged').waitFor();
    await pick(filters.tag, 'menu');
    await alone();
    await expectCleanPage(app.open, 'calendar-tag');
    await all();
    await pick(filters.customer, 'Bakery');
    await alone();
    // A link to it shows the same.
    await page.reload();
    await alone();
    await all();
  });

  it('lets a setting be taken away that the network of a post does not have', async () => {
    const { page } = app;
    const [window] = await sql<{ id: string }>(app.crier, "select id from integration where name = 'Window'");
    const settings = { __type: 'sandbox', first_comment: 'Hi' };
    const id = await createOne(
      app.crier,
      buildPost([], { posts: [buildTarget(window?.id ?? '', { settings })] }),
    );
    await sql(app.crier, `update post set settings = settings || '{"visibility":"private"}' where id = $1`, [
      id,
    ]);
    await page.goto(`/compose?post=${id}`);
    const remove = page.getByRole('button', { name: text.settings.removeSetting('Visibility') });
    await page
      .getByText(/the post would be published without it/)
      .first()
      .waitFor();
    await page.getByText(/First comment: .*has no effect/i).waitFor();
    await expectCleanPage(app.open, 'composer-unknown-setting');
    await remove.click();
    await page
      .getByText(/the post would be published without it/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: strings.common.save, exact: true }).click();
    await eventually('the setting is gone', async () => {
      const [row] = await sql<StoredPost>(app.crier, 'select settings from post where id = $1', [id]);
      return row?.settings.visibility === null && row.settings.first_comment === 'Hi';
    });
  });

  it('warns that a network has no room on that day, and shows when the post is published instead', async () => {
    const { page } = app;
    const [x] = await sql<{ id: string }>(app.crier, "select id from integration where provider = 'x'");
    const settings = { __type: 'x', who_can_reply_post: 'everyone' };
    await createOne(
      app.crier,
      buildPost([], { date: '2031-05-04T08:00:00.000Z', posts: [buildTarget(x?.id ?? '', { settings })] }),
    );
    await page.goto('/compose?date=2031-05-04T09:00:00Z');
    await page.getByRole('button', { name: 'Nord on X', exact: true }).first().click();
    await textField().fill('One more for today');
    const wait = page.getByRole('status').filter({ hasText: '1 of the 1 posts' });
    await wait.waitFor();
    expect(await wait.textContent()).toContain('Mon, 5 May 2031');
    await expectCleanPage(app.open, 'composer-limit');
    await page.locator('[data-date-field]').fill('2031-05-05T10:00');
    await wait.waitFor({ state: 'detached' });
  });
});
