/** Signing in and signing up, and the links in emails, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { PHONE, urlOf, button, expectSound, fill, heading } from '../../../test/pages.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { startSmtp, type SmtpSink } from '../../../test/servers/smtp.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const PASSWORD = 'a long sentence of mine';

describeWith([chromium], 'the sign-in pages', () => {
  let mail: SmtpSink;
  const app = useWebApp({
    start: async () => {
      mail = await startSmtp();
      return startInstance({
        temporal: false,
        env: {
          DISABLE_REGISTRATION: 'false',
          EMAIL_PROVIDER: 'nodemailer',
          EMAIL_HOST: '127.0.0.1',
          EMAIL_PORT: String(mail.port),
          EMAIL_SECURE: 'false',
          EMAIL_FROM_ADDRESS: 'crier@example.org',
        },
      });
    },
    person: null,
  });
  beforeAll(async () => {
    const { page } = app;
    await page.goto('/setup');
    await fill(page, { Name: 'Ada', Email: 'ada@example.org', Password: PASSWORD });
    await button(page, 'Continue').click();
    await button(page, 'Create account').click();
    // Without a sandbox there is no first post.
    await page.getByRole('link', { name: 'Connect a channel' }).waitFor();
    await page.context().close();
  });
  afterAll(() => mail?.stop());

  /** The path and fragment of the link in the newest mail to a person. */
  async function linkTo(email: string, page: string): Promise<string> {
    const isIt = (text = ''): string | undefined => new RegExp(`/${page}#token=[\\w-]+`).exec(text)?.[0];
    return eventually(`a mail to ${email}`, () =>
      mail.mails
        .filter((m) => m.to.includes(email))
        .map((m) => isIt(m.parsed.text))
        .findLast(Boolean),
    );
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await fill(page, { Email: email, Password: password });
    await button(page, 'Sign in').click();
  }

  it('are accessible and free of browser errors, on a desktop in light and on a phone in dark mode', async () => {
    const open = await app.browser.pageOf(app.crier);
    for (const url of [
      '/sign-in',
      '/sign-up',
      '/forgot',
      '/reset#token=none',
      '/reset',
      '/activate#token=none',
      '/invitation#token=none',
      '/no/such/page',
    ]) {
      // From one fragment to another, the page would stay.
      await open.page.goto('about:blank');
      await open.page.goto(url);
      await open.page.locator('h1').waitFor();
      await open.page.waitForLoadState('networkidle');
      await expectCleanPage(open, url.replaceAll(/\W+/g, '-').slice(1));
    }
    await open.page.context().close();
  });

  it('answer a wrong password like an unknown email address, and keep both out of the address bar', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/sign-in');
    await signIn(page, 'ada@example.org', 'not the right one');
    const text = await page.getByRole('alert').innerText();
    await signIn(page, 'nobody@example.org');
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').innerText()).toBe(text);
    expect(text).toContain('Wrong email address or password');
    expect(urlOf(page)).toBe('/sign-in');
    await page.context().close();
  });

  it('work with the keyboard alone, including showing the password', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/sign-in');
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete')).toBe(
      'current-password',
    );
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, strings.posts.title).waitFor();
    await page.context().close();
  });

  it.each([
    ['/settings/profile', '/settings/profile'],
    ['//evil.example/x', '/'],
  ])('lead from next=%j to %j', async (next, expected) => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, 'ada@example.org');
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    expect(urlOf(page)).toBe(expected);
    expect(new URL(page.url()).origin).toBe(app.crier.url);
    await page.context().close();
  });

  it('return to the page that required signing in; signing out ends the session', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/settings/organization');
    await signIn(page, 'ada@example.org');
    await page.waitForURL('**/settings/organization');
    await page.getByRole('button', { name: 'Your account: Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
    await page.context().close();
  });

  it('confirm an email address from a link, and remove its token from the address bar', async () => {
    const open = await app.browser.pageOf(app.crier, PHONE);
    const { page } = open;
    await page.goto('/sign-up');
    await fill(page, {
      Name: 'Mia',
      Email: 'mia@example.org',
      Password: PASSWORD,
      Organisation: "Mia's bakery",
    });
    await button(page, 'Create account').click();
    await heading(page, 'Check your email').waitFor();
    await expectSound(open, 'sign-up-mailed');
    await page.goto('/sign-in');
    await signIn(page, 'mia@example.org');
    await page.getByText('This email address has not been confirmed').waitFor();
    await button(page, 'Send the email again').click();
    await page.getByRole('status').getByText('an email is on its way').waitFor();
    await eventually(
      'a second mail',
      () => mail.mails.filter((m) => m.to.includes('mia@example.org')).length === 2,
    );
    await page.goto(await linkTo('mia@example.org', 'activate'));
    await fill(page, { Password: 'not the one that was chosen' });
    expect(urlOf(page)).toBe('/activate');
    await button(page, 'Confirm').click();
    await page.getByText('This is not the password that was chosen').waitFor();
    await expectSound(open, 'activate-wrong-password');
    await fill(page, { Password: PASSWORD });
    await button(page, 'Confirm').click();
    await heading(page, strings.posts.title).waitFor();
    expect(urlOf(page)).toBe('/');
    expect((await page.request.get('/api/auth/me')).status()).toBe(200);
    await page.context().close();
  });

  it('set a new password from the link in an email, once', async () => {
    const { page } = await app.browser.pageOf(app.crier);
    await page.goto('/forgot');
    await fill(page, { Email: 'ada@example.org' });
    await button(page, 'Send link').click();
    await heading(page, 'Check your email').waitFor();
    const link = await linkTo('ada@example.org', 'reset');
    await page.goto(link);
    await fill(page, { 'New password': 'short' });
    expect(urlOf(page)).toBe('/reset');
    await button(page, 'Set password').click();
    await page.getByText('Too short: use at least 10 characters').waitFor();
    await fill(page, { 'New password': 'another long sentence' });
    await button(page, 'Set password').click();
    await heading(page, 'Password changed').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'ada@example.org', 'another long sentence');
    await heading(page, strings.posts.title).waitFor();
    await page.goto(link);
    await fill(page, { 'New password': 'a third long sentence' });
    await button(page, 'Set password').click();
    await page.getByText('This link is no longer valid').waitFor();
    await page.reload();
    await heading(page, 'This link is incomplete').waitFor();
    await page.context().close();
  });

  it('show who invites to what, and accept by signing up or as the person who is signed in', async () => {
    const owner = await addPerson(app.crier, { name: 'Grace' });
    const invite = async (): Promise<string> => {
      const { body } = await owner.call<{ link: string }>('POST', '/organization/invitations', {
        body: { role: 'member' },
      });
      return new URL(body.link).pathname + new URL(body.link).hash;
    };
    const open = await app.browser.pageOf(app.crier, PHONE);
    await open.page.goto(await invite());
    await open.page.getByText('Grace has invited you to join').waitFor();
    expect(urlOf(open.page)).toBe('/invitation');
    await expectSound(open, 'invitation');
    await open.page.getByRole('link', { name: 'Create an account and accept' }).click();
    await fill(open.page, { Name: 'Kim', Email: 'kim@example.org', Password: PASSWORD });
    await expectSound(open, 'sign-up-invited');
    await open.page.context().close();

    const other = await addPerson(app.crier, {
      name: 'Eve',
      organizationId: (await app.crier.anotherOrganization()).id,
    });
    const signedIn = await app.browser.pageOf(app.crier, { person: other, width: 390 });
    await signedIn.page.goto(await invite());
    await button(signedIn.page, 'Accept').waitFor();
    await expectSound(signedIn, 'invitation-signed-in');
    await button(signedIn.page, 'Accept').click();
    await heading(signedIn.page, strings.posts.title).waitFor();
    const { body } = await other.call<{ organization: { id: string; role: string } }>('GET', '/auth/me');
    expect(body.organization).toMatchObject({ id: app.crier.organizationId, role: 'member' });
    await signedIn.page.context().close();
  });
});
