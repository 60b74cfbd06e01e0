/** Settings of networks in the composer, in a real browser: each is asked for as people say it. */
import { expect, it, jest } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually, startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
jest.setTimeout(90_000);

describeWith([chromium], 'the settings of a network', () => {
  let instagram: string;
  let mastodon: string;
  let person: TestPerson;
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      person = await addPerson(crier);
      instagram = await insertChannel(crier, 'instagram', { name: 'Cafe Ada' });
      mastodon = await insertChannel(crier, 'mastodon', { name: 'Ada' });
    },
  });

  const section = (channel: string) => app.page.locator(`[data-settings="${channel}"]`);
  const group = (channel: string, name: string) => section(channel).getByRole('group', { name, exact: true });
  const open = async (channel: string): Promise<void> => {
    await app.page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Which?');
    await app.page.locator('summary', { hasText: 'Ada' }).waitFor();
    const closed = app.page.locator('details:not([open]) > summary');
    if (await closed.count()) await closed.click();
  };
  const keeps = (channel: string, wanted: unknown): Promise<true> =>
    eventually('the draft has what was chosen', async () => {
      const [row] = await sql<{ kept: boolean }>(
        app.crier,
        `select document #> array['settings', $1] @> $2::jsonb as kept from composition order by created_at desc limit 1`,
        [channel, JSON.stringify(wanted)],
      );
      return row?.kept === true;
    });

  it('names each tagged person and the position on a picture', async () => {
    await open(instagram);
    await section(instagram)
      .getByRole('button', { name: text.settings.addEntry('Tagged people') })
      .click();
    const person = group(instagram, 'Tagged people 1');
    await person.getByRole('textbox', { name: 'User name' }).fill('grace');
    await person.getByRole('textbox', { name: 'Position from the left' }).fill('0.25');
    await person.getByRole('textbox', { name: 'Position from the top' }).fill('0.5');
    await expectCleanPage(app.open, 'composer-instagram');
    await keeps(instagram, { user_tags: [{ label: 'grace', x: 0.25, y: 0.5 }] });
  });

  it('needs the ID of a sound only when there is to be one', async () => {
    await open(instagram);
    const volume = group(instagram, 'Audio').getByRole('textbox', { name: 'Audio volume' });
    expect(await group(instagram, 'Audio').locator('[data-required]').count()).toBe(0);
    await volume.fill('40');
    await keeps(instagram, { audio: { audio_volume: 40 } });
    expect(await group(instagram, 'Audio').locator('[data-required]').count()).not.toBe(0);
    await volume.fill('');
    await keeps(instagram, { audio: null });
  });

  it('asks how long a poll is open in hours and days', async () => {
    await open(mastodon);
    const poll = group(mastodon, 'Poll');
    const duration = poll.getByRole('combobox', { name: 'Duration' });
    await duration.waitFor();
    expect(await duration.locator('option').allTextContents()).toEqual([
      text.settings.notChosen,
      '5 minutes',
      '30 minutes',
      '1 hour',
      '6 hours',
      '12 hours',
      '1 day',
      '3 days',
      '7 days',
    ]);
    await duration.selectOption('7 days');
    await expectCleanPage(app.open, 'composer-mastodon');
    await keeps(mastodon, { poll: { expires_in: 604_800 } });
  });

  it('says the same in German', async () => {
    const german = await app.browser.pageOf(app.crier, { person, locale: 'de-DE' });
    const { page } = german;
    await page.goto(`/compose?channel=${instagram}`);
    await page.getByRole('button', { name: 'Hinzufügen: Markierte Personen' }).click();
    await page
      .getByRole('group', { name: 'Markierte Personen 1' })
      .getByLabel('Position von links')
      .waitFor();
    await expectCleanPage(german, 'composer-instagram-german');
    await page.goto(`/compose?channel=${mastodon}`);
    await page.locator('summary', { hasText: 'Ada' }).click();
    await page.getByRole('combobox', { name: 'Dauer' }).selectOption('7 Tage');
    await expectCleanPage(german, 'composer-mastodon-german');
    await page.context().close();
  });
});
