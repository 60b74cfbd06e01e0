/** Polls and buttons in the composer, in a real browser: groups and lists that are drawn from the schema. */
import { expect, it, jest } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
jest.setTimeout(90_000);

describeWith([chromium], 'the composer', () => {
  let chat: string;
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      chat = await insertChannel(crier, 'telegram', { name: 'News', details: { chatType: 'channel' } });
    },
  });

  const section = () => app.page.locator(`[data-settings="${chat}"]`);
  const open = async (): Promise<void> => {
    await app.page.goto(`/compose?channel=${chat}&date=2031-05-04T09:30:00Z`);
    await app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Which?');
    await app.page.locator('summary', { hasText: 'News' }).click();
  };
  const sent = async (): Promise<unknown> => {
    await app.page.getByRole('button', { name: /^Schedule for/ }).click();
    await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const rows = await sql<{ settings: unknown }>(
      app.crier,
      'select settings from post order by created_at desc limit 1',
    );
    return rows[0]?.settings;
  };

  it('keeps an answer with a comma whole, and sends buttons with their URLs', async () => {
    await open();
    const answers = section().getByRole('combobox', { name: 'Answers' });
    for (const answer of ['Tea, with milk', 'Coffee']) {
      await answers.fill(answer);
      await answers.press('Enter');
    }
    await section()
      .getByRole('button', { name: text.settings.addEntry('Buttons') })
      .click();
    await section().getByRole('textbox', { name: 'Text' }).fill('Read');
    await section().getByRole('textbox', { name: 'URL' }).fill('https://a.example/1');
    await expectCleanPage(app.open, 'composer-poll');
    expect(await sent()).toMatchObject({
      poll: { options: ['Tea, with milk', 'Coffee'], anonymous: true },
      buttons: [{ text: 'Read', url: 'https://a.example/1' }],
    });
  });

  it('names what is wrong with the answers of a poll, and what to do', async () => {
    await open();
    const answers = section().getByRole('combobox', { name: 'Answers' });
    await answers.fill('Tea');
    await answers.press('Enter');
    await app.page.getByRole('button', { name: /^Schedule for/ }).click();
    await section().getByText('needs at least two answers').waitFor();
  });
});
