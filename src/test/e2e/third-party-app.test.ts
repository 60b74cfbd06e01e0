/**
 * The whole way in a real browser, against `npm start`: the first person, their first post, an app, its
 * consent, its posts, and its end.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { apps } from '../../web/strings/apps.ts';
import { strings } from '../../web/strings/index.ts';
import { openBrowser, screenshot, type TestBrowser } from '../browser.ts';
import { eventually } from '../instance.ts';
import { chromium } from '../servers/chromium.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { describeWith, endProcess } from '../servers/server.ts';
import { makeHome, type Home } from './npm-start.ts';

const { setup, consent, settings, auth } = strings;
const PASSWORD = 'correct horse battery';
const APP = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/oauth.md', 'utf8'))?.[1] ?? '';

// Each test continues where the one before it ended.
describeWith([chromium], 'a third-party app', () => {
  let home: Home;
  let browser: TestBrowser;
  let page: Page;
  let complaints: readonly string[];
  let app: ChildProcess;
  let appUrl = '';
  let secret = '';
  beforeAll(async () => {
    home = await makeHome();
    await home.start();
    browser = await openBrowser();
    ({ page, complaints } = await browser.pageOf(home));
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    if (app) await endProcess(app, 3000);
    await home?.remove();
  }, 90_000);

  const live = async (): Promise<SandboxPost[]> =>
    (await (await fetch(`${home.url}/sandbox/posts.json`)).json()) as SandboxPost[];
  const isLive = (text: string, times: number): Promise<unknown> =>
    eventually(
      `"${text}" is ${times} times on the sandbox`,
      async () => (await live()).filter((post) => post.text === text).length === times,
    );
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string): Promise<void> =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('starts with a person: on a new instance they become its owner, create an organisation, and watch a post being published', async () => {
    await page.goto('/');
    await page.waitForURL('**/setup');
    await page.getByLabel(auth.fields.name, { exact: false }).fill('Ada Lovelace');
    await page.getByLabel(auth.fields.email, { exact: false }).fill('ada@example.org');
    await page.locator('input[autocomplete="new-password"]').fill(PASSWORD);
    await press(setup.you.next);
    await page.getByLabel(auth.fields.organization, { exact: false }).fill('Cafe Nord');
    await press(setup.organization.action);
    await page.getByLabel(setup.post.label).fill('Our first post');
    await press(setup.post.action);
    await page.getByRole('heading', { name: setup.post.published, exact: true }).waitFor({ timeout: 60_000 });
    await screenshot(page, 'first-post');
    await isLive('Our first post', 1);
    await page.getByRole('link', { name: setup.post.finish }).click();
    await page.getByRole('link', { name: 'Our first post' }).click();
    await page.getByText(strings.posts.states.published, { exact: true }).first().waitFor();
  }, 120_000);

  it('is registered in the settings; its secret is shown once', async () => {
    appUrl = `http://127.0.0.1:${await freePort()}`;
    await page.goto('/settings/apps');
    await page.getByLabel(apps.name, { exact: false }).fill('Menu Board');
    await page.getByLabel(apps.description).fill('Posts the menu of the day for you');
    await page.getByLabel(apps.redirectUrl, { exact: false }).fill(`${appUrl}/callback`);
    await press(apps.register);
    const [clientId = '', clientSecret = ''] = await eventually('both are shown', async () => {
      const shown = await page.locator('[data-secret]').allTextContents();
      return shown.length === 2 && shown;
    });
    expect([clientId, clientSecret]).toEqual([
      expect.stringMatching(/^pca_[A-Za-z0-9]{32}$/),
      expect.stringMatching(/^pcs_[A-Za-z0-9]{48}$/),
    ]);
    secret = clientSecret;
    const file = join(home.dataDir, 'app.mjs');
    writeFileSync(file, APP);
    app = spawn(process.execPath, [file], {
      env: {
        ...home.env,
        CRIER_URL: home.url,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        PORT: new URL(appUrl).port,
      },
      stdio: 'inherit',
    });
    await eventually('the app listens', () =>
      fetch(appUrl, { redirect: 'manual' }).then(
        () => true,
        () => false,
      ),
    );
    await page.reload();
    await page.getByText('Menu Board').first().waitFor();
    expect(await page.content()).not.toContain(clientSecret);
  }, 60_000);

  it('asks on a page that shows who it is and what it may do; denying gives it nothing', async () => {
    await openApp();
    const text = await page.locator('main').innerText();
    for (const part of [
      'Menu Board',
      'Posts the menu of the day for you',
      'Cafe Nord',
      'Ada Lovelace',
      'ada@example.org',
      new URL(appUrl).host,
      'without asking you again',
    ]) {
      expect(text).toContain(part);
    }
    await screenshot(page, 'consent');
    await press(consent.deny);
    await page.waitForURL(`${appUrl}/callback?*`);
    expect(await page.innerText('body')).toBe('Not approved: access_denied');
  }, 60_000);

  it('gets a token from the person who approves it, and publishes with it', async () => {
    await openApp();
    await press(consent.approve);
    await page.waitForURL(`${appUrl}/callback?*`);
    expect(JSON.parse(await page.innerText('body'))).toEqual([
      { postId: expect.any(String), integration: expect.any(String) },
    ]);
    await isLive('Hello from an app', 1);
    await page.goto(`${appUrl}/again`);
    await isLive('Hello from an app', 2);
  }, 90_000);

  it('keeps its token when its secret is rotated', async () => {
    await page.goto('/settings/apps');
    await page.getByRole('link', { name: 'Menu Board' }).click();
    await press(apps.rotate);
    await confirm(apps.rotate);
    const fresh = await page.locator('[data-secret]').first().innerText();
    expect(fresh).not.toBe(secret);
    await page.goto(`${appUrl}/again`);
    expect(JSON.parse(await page.innerText('body'))).toHaveLength(1);
    await openApp();
    await press(consent.approve);
    await page.waitForURL(`${appUrl}/callback?*`);
    expect(await page.innerText('body')).toBe('401 invalid_client');
  }, 60_000);

  it('can do nothing once it is revoked', async () => {
    await page.goto('/settings/approved-apps');
    await page.getByText('Menu Board').first().waitFor();
    await press(apps.approved.revoke);
    await confirm(apps.approved.revoke);
    await page.getByText(apps.approved.none).waitFor();
    await page.goto(`${appUrl}/again`);
    expect(await page.innerText('body')).toBe('401 Invalid OAuth token');
  }, 60_000);

  it('leaves no secret in a URL, in the browser or in the logs, and causes no errors in the browser', async () => {
    await page.goto('/settings/profile');
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie])',
    );
    expect(kept).not.toMatch(/pc[as]_|pos_|crk_|eyJ/);
    const logs = ['api', 'worker']
      .map((name) => readFileSync(join(home.dataDir, 'logs', `${name}.log`), 'utf8'))
      .join('\n');
    expect(logs).toContain('/oauth/token');
    for (const canary of [secret, PASSWORD, 'pos_']) expect(logs).not.toContain(canary);
    expect(complaints).toEqual([]);
    await page.getByRole('heading', { name: settings.nav.profile }).waitFor();
  }, 60_000);

  const openApp = async (): Promise<void> => {
    await page.goto(appUrl);
    await page.waitForURL('**/oauth/authorize?*');
    await page.getByRole('button', { name: consent.approve, exact: true }).waitFor();
  };
});

describe('the app of docs/oauth.md', () => {
  it('has 30 lines', () => {
    expect(APP.trimEnd().split('\n')).toHaveLength(30);
  });
});
