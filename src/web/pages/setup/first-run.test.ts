/** The first run of an instance, in a real browser. */
import { expect, it } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { addPerson } from '../../../test/person.ts';
import { PHONE, urlOf, button, expectSound, fill, focused, heading } from '../../../test/pages.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const PASSWORD = 'a long sentence of mine';

describeWith([chromium], 'the first run', () => {
  const app = useWebApp({
    start: startInstance,
    prepare: (crier) => Promise.all([crier.connect('sandbox', { name: 'Sandbox' }), crier.startWorker()]),
    person: null,
  });

  it.each(['/', '/settings', '/sign-in', '/sign-up', '/forgot', '/invitation#token=x'])(
    'is where %s leads while there is no account',
    async (url) => {
      const { page } = await app.browser.pageOf(app.crier);
      await page.goto(url);
      await heading(page, 'Welcome to Crier').waitFor();
      expect(urlOf(page)).toBe('/setup');
      await page.context().close();
    },
  );

  it('leaves people who came over from another instance their sign-in, and shows that nobody operates this one', async () => {
    const owner = await addPerson(app.crier);
    const open = await app.browser.pageOf(app.crier, PHONE);
    const { page } = open;
    await page.goto('/');
    await heading(page, 'Sign in').waitFor();
    await page.getByText('This instance has no operator yet.').waitFor();
    await expectSound(open, 'sign-in-without-operator');
    await page.getByRole('link', { name: 'Create the operator’s account' }).click();
    await heading(page, 'Welcome to Crier').waitFor();
    // Whom they invite signs up, as anywhere.
    const { body } = await owner.call<{ link: string }>('POST', '/organization/invitations', {
      body: { role: 'member' },
    });
    await page.goto(body.link);
    await page.getByRole('link', { name: strings.invitation.signIn }).click();
    await heading(page, 'Sign in').waitFor();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await heading(page, 'Sign up').waitFor();
    await page.context().close();
    await sql(app.crier, 'delete from invitation');
    await sql(app.crier, 'delete from user_account where id = $1', [owner.id]);
  });

  it('names what is missing beside each field and in a summary, and focuses the first field', async () => {
    const open = await app.browser.pageOf(app.crier, PHONE);
    const { page } = open;
    await page.goto('/setup');
    await page.getByLabel('Email').fill('ada@example.org');
    await button(page, 'Continue').click();
    expect(await page.getByRole('alert').innerText()).toBe('Please check: Name, Password');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
    expect(await focused(page)).toBe('Name');
    await expectSound(open, 'setup-errors');
    await page.context().close();
  });

  it('asks a browser on another machine for the setup code, and shows where it is', async () => {
    const open = await app.browser.pageOf(app.crier, PHONE);
    const { page } = open;
    // A proxy in front reports that the browser is elsewhere.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
    await page.goto('/setup');
    await page.getByText('npm run crier -- setup-code').waitFor();
    await fill(page, {
      'Setup code': 'ABCD-EFGH-2345',
      Name: 'Ada',
      Email: 'ada@example.org',
      Password: PASSWORD,
    });
    await expectSound(open, 'setup-code');
    await button(page, 'Continue').click();
    await button(page, 'Create account').click();
    await page.getByText('Is not the setup code').waitFor();
    expect(await focused(page)).toBe('Setup code');
    await page.context().close();
  });

  it('goes back to the field that the API rejects, and shows its message there', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/setup');
    await fill(page, { Name: 'Ada', Email: 'ada@example..org', Password: PASSWORD });
    await button(page, 'Continue').click();
    await button(page, 'Create account').click();
    await page.getByText('Must be an email address such as ada@example.org').waitFor();
    expect(await focused(page)).toBe('Email');
    await page.context().close();
  });

  it('creates the owner and the organisation, and shows a first post being published', async () => {
    const open = await app.browser.pageOf(app.crier, PHONE);
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
    await button(page, 'Create account').click();
    await page.getByLabel('Text of your post').waitFor();
    // A person who comes back before the post finds this step again.
    await page.goto('/setup');
    await page.getByLabel('Text of your post').fill('Good morning from the sandbox');
    await expectSound(open, 'setup-post');
    await button(page, 'Publish now').click();
    await heading(page, 'Your first post is published').waitFor();
    await heading(page, 'Published').waitFor();
    // Every step is ticked, and the post stands there as it appeared.
    expect(await page.getByRole('list', { name: 'Steps' }).getByText(', done').count()).toBe(3);
    const post = page.getByRole('region', { name: 'Part 1 of 1' });
    expect(await post.innerText()).toContain('Good morning from the sandbox');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Published');
    expect(await page.getByRole('link', { name: 'View it in the sandbox' }).getAttribute('href')).toContain(
      `${app.crier.context.publicUrl}/sandbox#`,
    );
    for (const [name, href] of [
      ['Connect a network', '/channels'],
      ['Write the next post', '/compose'],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href);
    }
    await expectSound(open, 'setup-published');
    // A tab that was lost goes on where it was.
    await page.reload();
    await heading(page, 'Your first post is published').waitFor();
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByText('Good morning from the sandbox').first().waitFor();
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    await page.context().close();
  });

  it('is over once there is an owner: later visitors sign in, and nobody can sign up', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/setup');
    await heading(page, 'Sign in').waitFor();
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0);
    await page.goto('/sign-up');
    await heading(page, 'Registration is closed').waitFor();
    await page.goto('/sign-in');
    await fill(page, { Email: 'ada@example.org', Password: PASSWORD });
    await button(page, 'Sign in').click();
    await heading(page, 'Home').waitFor();
    await page.context().close();
  });
});
