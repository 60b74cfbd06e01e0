/** The page where a person approves an app, in a real browser, with an app that listens. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, overflow, screenshot, type PageOptions } from '../../../test/browser.ts';
import { sql } from '../../../test/factories.ts';
import { addPerson, callApp, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.consent;
/** A misleading name: markup, and a character that reverses the writing direction (it is removed). */
const NAME = '<b>Planner</b> by ‫Crier';
const STATE = 'https://app.example/back?a=1&b=2#c';
const OWNER = {
  name: 'Olive',
  email: 'olive@example.org',
  password: 'a long sentence',
  organization: 'Ada & Co',
  timeZone: 'UTC',
};
/** Size and colours of a button. A string, because this file has no types of the browser. */
const LOOK = `(button) => {
  const { width, height } = button.getBoundingClientRect();
  const s = getComputedStyle(button);
  return [width, height, s.color, s.backgroundColor, s.borderColor, s.fontWeight, s.fontSize].join();
}`;

describeWith([chromium], 'the consent page', () => {
  let ada: TestPerson;
  let listener: Server;
  let appUrl = '';
  let client = { clientId: '', clientSecret: '' };
  const app = useWebApp({
    prepare: async (crier) => {
      listener = createServer((_request, response) => response.end('this is the app'));
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      appUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
      await callApp(crier, { method: 'POST', path: '/auth/setup' }, { body: OWNER });
      ada = await addPerson(crier, { name: 'Ada Lovelace', email: 'ada@example.org' });
      const { body } = await ada.call<typeof client>('POST', '/user/oauth-apps', {
        body: {
          name: NAME,
          description: 'Plans your posts.\n<script>alert(1)</script>',
          redirectUrl: `${appUrl}/callback?from=crier`,
        },
      });
      client = body;
    },
    person: null,
  });
  afterAll(() => {
    listener?.closeAllConnections();
    listener?.close();
  });

  const url = (query: Record<string, string> = {}): string =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: client.clientId,
      response_type: 'code',
      state: STATE,
      ...query,
    })}`;
  const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function opened(path: string, options: PageOptions = { person: ada }): Promise<Page> {
    const { page, complaints } = await app.browser.pageOf(app.crier, options);
    await page.goto(path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    return page;
  }

  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'shows who asks, for whom, what the app may do, how long, and where it leads ($width px, $colorScheme)',
    async (look) => {
      const page = await opened(url(), { person: ada, ...look });
      const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
      for (const part of [
        '<b>Planner</b> by Crier',
        'Plans your posts.',
        'Registered by Ada & Co',
        'Signed in as Ada Lovelace (ada@example.org)',
        'For the organisation Ada & Co',
        'it can publish without asking you again',
        'until you revoke it in Settings > Approved apps',
        `you will be sent back to ${new URL(appUrl).host}`,
      ]) {
        expect(text).toContain(part);
      }
      expect(await page.locator('b', { hasText: new URL(appUrl).host }).count()).toBe(1);
      await screenshot(page, `consent-${look.width}`);
      expect({ axe: await axe(page), overflow: await overflow(page) }).toEqual({ axe: [], overflow: 0 });
      await page.context().close();
    },
  );

  it('gives Approve and Deny the same size and the same look, and focuses neither', async () => {
    const page = await opened(url());
    const look = (name: string) => choice(page, name).evaluate(LOOK);
    expect(await look(text.approve)).toBe(await look(text.deny));
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    await page.context().close();
  });

  it('shows the name of an app as text that cannot affect what is around it', async () => {
    const page = await opened(url());
    expect(await page.locator('bdi', { hasText: 'Planner' }).count()).toBe(1);
    expect(await page.locator('main script, main bdi b').count()).toBe(0);
    await page.context().close();
  });

  it('sends a person who approves back with a code for a token and the unchanged state', async () => {
    const page = await opened(url());
    await choice(page, text.approve).click();
    await page.waitForURL(`${appUrl}/callback?*`);
    const { from, code, state } = Object.fromEntries(new URL(page.url()).searchParams);
    expect({ from, code, state }).toEqual({
      from: 'crier',
      code: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      state: STATE,
    });
    const response = await fetch(`${app.crier.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        code,
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }),
    });
    expect(await response.json()).toMatchObject({
      id: app.crier.organizationId,
      access_token: expect.stringMatching(/^pos_/),
      token_type: 'bearer',
    });
    await page.context().close();
  });

  it('sends a person who denies back with access_denied and the state, and nothing else', async () => {
    const page = await opened(url());
    await choice(page, text.deny).click();
    await page.waitForURL(`${appUrl}/callback?*`);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.get('code')]).toEqual([
      'access_denied',
      STATE,
      null,
    ]);
    await page.context().close();
  });

  it('offers a choice of several organisations, and the app acts for the chosen one', async () => {
    const other = await app.crier.anotherOrganization('Elsewhere Ltd.');
    const mia = await addPerson(app.crier, { name: 'Mia' });
    await sql(
      app.crier,
      "insert into membership (organization_id, user_id, role) values ($1, $2, 'member')",
      [other.id, mia.id],
    );
    const page = await opened(url(), { person: mia, width: 390, colorScheme: 'dark' });
    expect(await page.getByRole('radio', { name: 'Ada & Co' }).isChecked()).toBe(true);
    await screenshot(page, 'consent-organizations');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Elsewhere Ltd.' }).check();
    await choice(page, text.approve).click();
    await page.waitForURL(`${appUrl}/callback?*`);
    expect(
      await sql(app.crier, 'select organization_id as id from oauth_code where user_id = $1', [mia.id]),
    ).toEqual([{ id: other.id }]);
    await page.context().close();
  });

  it('asks a person to sign in first, and comes back with the whole query', async () => {
    const page = await opened(url(), {});
    await page.waitForURL('**/sign-in?*');
    expect(new URL(page.url()).searchParams.get('next')).toBe(url());
    const [intro = ''] = strings.auth.signIn.toApp('|').split('|');
    expect(await page.getByText(intro).innerText()).toContain('<b>Planner</b> by Crier');
    await page
      .context()
      .addCookies([
        {
          name: ada.cookie.split('=')[0] ?? '',
          value: ada.cookie.split('=').slice(1).join('='),
          url: app.crier.url,
        },
      ]);
    await page.reload();
    await choice(page, text.approve).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(url());
    await page.context().close();
  });

  it('lets another person sign in instead', async () => {
    const grace = await addPerson(app.crier, { name: 'Grace' });
    const page = await opened(url(), { person: grace });
    await choice(page, text.notYou).click();
    await page.waitForURL('**/sign-in?*');
    expect(new URL(page.url()).searchParams.get('next')).toBe(url());
    expect((await grace.call('GET', '/auth/me')).status).toBe(401);
    await page.context().close();
  });

  it.each([
    ['an unknown client', () => ({ client_id: `pca_${'x'.repeat(32)}` }), 'This app is not registered here'],
    ['no client', () => ({ client_id: '' }), /client_id|not known/],
    [
      'a redirect_uri other than the registered one',
      () => ({ redirect_uri: 'https://evil.example/' }),
      'redirect_uri is not the registered redirect URL',
    ],
  ])('explains what is wrong with %s, and does not redirect', async (_what, query, message) => {
    const page = await opened(url(query()), { person: ada, width: 390, colorScheme: 'dark' });
    expect(await page.locator('h1').innerText()).toBe(text.unknown);
    expect(await page.getByRole('alert').innerText()).toMatch(message);
    expect(await page.locator('main a, main button').count()).toBe(0);
    expect(new URL(page.url()).origin).toBe(app.crier.url);
    expect({ axe: await axe(page), overflow: await overflow(page) }).toEqual({ axe: [], overflow: 0 });
    await page.context().close();
  });

  it('sends an invalid request straight back to the app', async () => {
    const { page } = await app.browser.pageOf(app.crier, { person: ada });
    await page.goto(url({ response_type: 'token' }));
    await page.waitForURL(`${appUrl}/callback?*`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('unsupported_response_type');
    await page.context().close();
  });

  it('cannot be framed, and gives the app no referrer', async () => {
    const { page } = await app.browser.pageOf(app.crier, { person: ada });
    const headers = (await page.goto(url()))?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect([headers['x-frame-options'], headers['referrer-policy'], headers['cache-control']]).toEqual([
      'DENY',
      'no-referrer',
      'no-store',
    ]);
    await page.context().close();
  });
});
