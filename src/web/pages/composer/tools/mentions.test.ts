/** People to mention are looked up on the networks of the chosen channels, while the text is written. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { composing } from '../../../../test/composing.ts';
import { insertChannel } from '../../../../test/insert-channel.ts';
import { startMastodon } from '../../../../test/networks/mastodon/server.ts';
import { expectCleanPage } from '../../../../test/page-checks.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { isolated } from '../../../format/text.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.writing.mentions;

describeWith([chromium], 'a mention', () => {
  let instance: Awaited<ReturnType<typeof startMastodon>>;
  let mastodon: string;
  let discord: string;
  let linkedin: string;
  beforeAll(async () => {
    instance = await startMastodon();
  });
  afterAll(() => instance?.stop());
  const app = useWebApp({
    prepare: async (crier) => {
      const { token } = instance.createAccount({ username: 'ada' });
      instance.createAccount({ username: 'adele' });
      instance.createAccount({ username: 'grace' });
      const details = { baseUrl: instance.url };
      mastodon = await insertChannel(crier, 'mastodon', { name: 'Ada', details, credentials: { token } });
      linkedin = await insertChannel(crier, 'linkedin-page', { name: 'Ada & Co' });
      discord = await insertChannel(crier, 'discord', { name: 'Kitchen' });
      await crier.connect('sandbox', { name: 'Cafe Nord' });
    },
  });
  const { field, undo, endTest } = composing(app);
  afterEach(endTest);
  const options = () => app.page.getByRole('listbox', { name: text.label }).getByRole('option');

  it('is found by the beginning of a name and inserted with the keyboard alone', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${mastodon}`);
    await field().fill('Soup by ');
    await field().press('End');
    await page.keyboard.type('@ad');
    await options().first().waitFor();
    expect(await options().allTextContents()).toEqual(['ada@ada', 'adele@adele']);
    await page.getByText(text.found(2)).waitFor({ state: 'attached' });
    await expectCleanPage(app.open, 'composer-mentions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('Soup by @adele ');
    await page.keyboard.type('and @gr');
    await options().first().waitFor();
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('Soup by @adele and @gr');
  });

  it('that only one network understands is written into its own text, and taken back with one undo', async () => {
    const { page } = app;
    await page.route('**/api/integration-trigger/*', (route) =>
      route.fulfill({ status: 201, json: { output: [{ label: 'Ada', mention: '<@12>' }] } }),
    );
    await page.goto(`/compose?channel=${discord}`);
    await page.getByRole('button', { name: 'Cafe Nord' }).first().click();
    await field().fill('Hi ');
    await field().press('End');
    await page.keyboard.type('@ad');
    await options().first().click();
    await page.getByText(text.own(isolated('Kitchen'))).waitFor();
    expect(await field().inputValue()).toBe('Hi <@12> ');
    await page.getByRole('button', { name: strings.composer.variations.others }).click();
    expect(await field().inputValue()).toBe('Hi @ad');
    await undo().click();
    await page.getByRole('button', { name: strings.composer.variations.all, exact: true }).waitFor();
  });

  it('of an organisation on LinkedIn is written into its own text, as no other network knows it', async () => {
    const { page } = app;
    const mention = '@[Cafe Ada](urn:li:organization:7)';
    await page.route('**/api/integration-trigger/*', (route) =>
      route.fulfill({ status: 201, json: { output: [{ label: 'Cafe Ada', mention }] } }),
    );
    await page.goto(`/compose?channel=${linkedin}`);
    await page.getByRole('button', { name: 'Cafe Nord' }).first().click();
    await field().pressSequentially('@cafe-ada');
    await options().first().click();
    await page.getByText(text.own(isolated('Ada & Co'))).waitFor();
    expect(await field().inputValue()).toBe(`${mention} `);
    await page.getByRole('button', { name: strings.composer.variations.others }).click();
    expect(await field().inputValue()).toBe('@cafe-ada');
  });

  it('is left as it is typed while a network does not answer', async () => {
    const { page } = app;
    instance.createAccount({ username: 'zoe' });
    await page.route('**/api/integration-trigger/*', (route) =>
      route.fulfill({ status: 502, json: { code: 'network_failed', message: 'It does not answer' } }),
    );
    await page.goto(`/compose?channel=${mastodon}`);
    const asked = page.waitForResponse('**/api/integration-trigger/*');
    await field().pressSequentially('Hi @zo');
    await asked;
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('Hi @zo\n');
    expect([await options().count(), await page.getByRole('alert').count()]).toEqual([0, 0]);
  });
});
