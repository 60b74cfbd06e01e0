/** The first run of an instance, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openBrowser, type TestBrowser } from '../test/browser.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { PHONE, addressOf, button, expectSound, fill, focused, heading } from '../test/pages.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';

const PASSWORD = 'a long sentence of mine';

describeWith([chromium], 'the first run', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  beforeAll(async () => {
    crier = await startInstance();
    await Promise.all([crier.connect('sandbox', { name: 'Sandbox' }), crier.startWorker()]);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  it.each(['/', '/settings', '/sign-in', '/sign-up', '/forgot', '/invitation#token=x'])(
    'is where %s leads to while nobody has an account',
    async (address) => {
      const { page } = await browser.pageOf(crier);
      await page.goto(address);
      await heading(page, 'Welcome to Crier').waitFor();
      expect(addressOf(page)).toBe('/setup');
      await page.context().close();
    },
  );

  it('says beside each field what is missing, once above all, and puts the cursor on the first', async () => {
    const open = await browser.pageOf(crier, PHONE);
    const { page } = open;
    await page.goto('/setup');
    await page.getByLabel('Email').fill('ada@example.org');
    await button(page, 'Continue').click();
    expect(await page.getByRole('alert').innerText()).toBe('Look at these fields again: Name, Password');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
    expect(await focused(page)).toBe('Name');
    await expectSound(open, 'setup-errors');
    await page.context().close();
  });

  it('goes back to the field that the API refuses, and has its words there', async () => {
    const { page } = await browser.pageOf(crier);
    await page.goto('/setup');
    await fill(page, { Name: 'Ada', Email: 'ada@example..org', Password: PASSWORD });
    await button(page, 'Continue').click();
    await button(page, 'Create the account').click();
    await page.getByText('Must be an email address such as ada@example.org').waitFor();
    expect(await focused(page)).toBe('Email');
    await page.context().close();
  });

  it('makes the owner and the organisation, and shows a first post as it is published in the sandbox', async () => {
    const open = await browser.pageOf(crier, PHONE);
    const { page } = open;
    await page.goto('/');
    await fill(page, { Name: 'Ada Lovelace', Email: 'ada@example.org', Password: PASSWORD });
    await expectSound(open, 'setup-you');
    await button(page, 'Continue').click();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    expect(await zone.inputValue()).toBe('Europe/Berlin');
    await zone.fill('new york');
    await page.getByRole('option', { name: 'America/New_York' }).click();
    await expectSound(open, 'setup-organization');
    await button(page, 'Create the account').click();
    await page.getByLabel('Text of the post').fill('Good morning from the sandbox');
    await expectSound(open, 'setup-post');
    await button(page, 'Publish now').click();
    await heading(page, 'Published').waitFor();
    expect(
      await page.getByRole('list', { name: 'What happens' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(expect.arrayContaining([expect.stringContaining('Published')]));
    expect(await page.getByText(/^Out [\d.]+ s after its time\./).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Open it at the sandbox' }).getAttribute('href')).toContain(
      `${crier.url}/sandbox#`,
    );
    await expectSound(open, 'setup-published');
    await page.getByRole('link', { name: 'Go to your posts' }).click();
    await page.getByText('Good morning from the sandbox').waitFor();
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    await page.context().close();
  });

  it('is over then: who comes later signs in, and nobody else signs up', async () => {
    const { page } = await browser.pageOf(crier);
    await page.goto('/setup');
    await heading(page, 'Sign in').waitFor();
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
    await page.goto('/sign-up');
    await heading(page, 'Registration is closed').waitFor();
    await page.goto('/sign-in');
    await fill(page, { Email: 'ada@example.org', Password: PASSWORD });
    await button(page, 'Sign in').click();
    await heading(page, 'Posts').waitFor();
    await page.context().close();
  });
});
