/** "Share to Crier": what another app sends to the installed web app opens in the composer. */
import { afterEach, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { axe, overflow, screenshot } from '../../../test/browser.ts';
import { PASSWORD, addWithPassword } from '../../../test/sign-in.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer.share;
const HTML = '<img src=x onerror="document.title=1"> <b>Soup</b> & salad';
/** A picture of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/2yLQOwAAAABJRU5ErkJggg==';

interface Sent {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly files?: number;
  /** How their names begin. */
  readonly named?: string;
}

/** The form that a browser sends to the share target of a manifest. */
const FORM = `((action, fields, count, picture, named) => {
  const form = Object.assign(document.createElement('form'), { action, method: 'POST', enctype: 'multipart/form-data' });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('textarea'), { name, value }));
  }
  const transfer = new DataTransfer();
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  for (let at = 0; at < count; at++) {
    transfer.items.add(new File([bytes], named + '-' + (at + 1) + '.png', { type: 'image/png' }));
  }
  const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
  files.files = transfer.files;
  form.append(files);
  document.body.append(form);
  form.submit();
})`;

describeWith([chromium], 'a share from another app', () => {
  const app = useWebApp({ person: null });
  const opened: Page[] = [];
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });

  async function open({ installed = true, width = 390 } = {}): Promise<{ page: Page; email: string }> {
    const person = await addWithPassword(app.crier);
    const { page } = await app.browser.pageOf(app.crier, { person, width, serviceWorker: true });
    opened.push(page);
    if (installed) {
      await page.addInitScript(`(() => {
        const ask = matchMedia.bind(window);
        window.matchMedia = (query) => ask(query.includes('standalone') ? 'all' : query);
      })()`);
    }
    await page.goto('/drafts');
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    await page.waitForFunction('navigator.serviceWorker.controller !== null');
    return { page, email: person.email };
  }

  async function share(
    page: Page,
    { files = 0, named = 'soup', ...fields }: Sent,
    action = '/share',
  ): Promise<void> {
    const left = page.waitForURL(/\/(compose|sign-in)\b/);
    await page.evaluate(
      `${FORM}(${[action, fields, files, PNG, named].map((one) => JSON.stringify(one)).join()})`,
    );
    await left;
  }

  const field = (page: Page) => page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
  const media = (page: Page) => page.getByRole('list', { name: strings.composer.media.label });
  const dialog = (page: Page) => page.getByRole('dialog', { name: text.question });
  const stored = (page: Page) =>
    page.evaluate<number>("caches.open('shared').then((cache) => cache.keys()).then(({ length }) => length)");

  it('is in a new post: its text once, its URL and its picture, and the browser keeps nothing of it', async () => {
    const { page } = await open();
    await share(page, { title: 'Soup', text: 'Soup of the day', url: 'https://cafe.example/soup', files: 1 });
    await media(page).getByRole('img').or(media(page).locator('img')).first().waitFor();
    expect(await field(page).inputValue()).toBe('Soup of the day\nhttps://cafe.example/soup');
    await page.getByText(/^Saved /).waitFor();
    expect(await stored(page)).toBe(0);
    await screenshot(page, 'shared-390');
  });

  it('waits for the person to sign in', async () => {
    const { page, email } = await open();
    await page.context().clearCookies();
    await share(page, { text: 'Soup of the day', files: 1 });
    await page.getByRole('textbox', { name: strings.auth.fields.email }).fill(email);
    await page.getByLabel(strings.auth.fields.password, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: strings.auth.signIn.action, exact: true }).click();
    await media(page).locator('img').first().waitFor();
    expect(await field(page).inputValue()).toBe('Soup of the day');
  });

  it('is gone once its person has signed out: the next one sees nothing of it', async () => {
    const { page } = await open({ installed: false, width: 1280 });
    await share(page, { text: 'Not for you' });
    await dialog(page).waitFor();
    const url = page.url();
    expect(await stored(page)).toBe(1);
    await page.goto('/drafts');
    await page.getByRole('button', { name: strings.common.menu.label }).first().click();
    await page.getByRole('menuitem', { name: strings.common.menu.signOut }).click();
    await page.waitForURL(/\/sign-in/);
    expect(await stored(page)).toBe(0);
    const other = await addWithPassword(app.crier);
    const [name = '', value = ''] = other.cookie.split('=');
    await page.context().addCookies([{ name, value, url: app.crier.url }]);
    await page.goto(url);
    await page.getByRole('alert').filter({ hasText: text.problems.gone }).waitFor();
    expect(await field(page).inputValue()).toBe('');
  });

  it('with HTML is text: it is seen as it is written, and does nothing', async () => {
    const { page } = await open();
    await share(page, { title: HTML });
    await page.getByText(/^Saved /).waitFor();
    expect(await field(page).inputValue()).toBe(HTML);
    expect(await page.title()).not.toBe('1');
  });

  it.each([
    ['500 files', { files: 500 }, 'too-many'],
    ['a text of a book', { text: 'a'.repeat(100_001) }, 'too-large'],
    ['nothing', {}, 'unreadable'],
  ] as const)('of %s is refused, and the composer says why', async (_, sent, problem) => {
    const { page } = await open();
    await share(page, sent);
    await page.getByRole('alert').filter({ hasText: text.problems[problem] }).waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(await stored(page)).toBe(0);
  });

  it('that any page can have sent, in a tab of the browser, is stored only once the person has agreed', async () => {
    const { page } = await open({ installed: false });
    const server = http.createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      for (const answer of [text.leaveOut, text.add]) {
        await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
        await share(page, { text: 'Buy this', files: 2 }, `${app.crier.url}/share`);
        await dialog(page).getByText('soup-2.png').waitFor();
        expect(await axe(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await screenshot(page, 'share-asked-390');
        expect(await field(page).inputValue()).toBe('');
        await dialog(page).getByRole('button', { name: answer, exact: true }).press('Enter');
        await dialog(page).waitFor({ state: 'detached' });
        expect(await field(page).inputValue()).toBe(answer === text.add ? 'Buy this' : '');
      }
      await expect(media(page).locator('img').nth(1).waitFor()).resolves.toBeUndefined();
    } finally {
      server.close();
    }
  });

  it('is read as it was written, also where the sender reverses it', async () => {
    const { page } = await open({ installed: false });
    await share(page, { text: 'Pay \u202e001\u202c euros', files: 1, named: 'bill\u2069\u202e' });
    await dialog(page).getByText('Pay 001 euros', { exact: true }).waitFor();
    await dialog(page).getByText('\u2068bill-1.png\u2069', { exact: true }).waitFor();
  });

  it('has no address in the browser: no window, frame or script gets its files', async () => {
    const { page } = await open({ installed: false, width: 1280 });
    await share(page, { text: 'Soup', files: 1 });
    await dialog(page).waitFor();
    const url = `/shared/${new URL(page.url()).searchParams.get('shared')}/0`;
    const kept = await page.evaluate<(string | null)[]>(
      `fetch(${JSON.stringify(url)}).then(({ status, headers }) => [String(status), headers.get('content-type'),
        headers.get('content-security-policy')])`,
    );
    expect(kept).toEqual(['200', 'application/octet-stream', "sandbox; default-src 'none'"]);
    const loads = await page.evaluate<boolean>(
      `new Promise((end) => document.body.append(Object.assign(new Image(), {
        src: ${JSON.stringify(url)}, onload: () => end(true), onerror: () => end(false) })))`,
    );
    expect([loads, (await page.goto(url))?.status()]).toEqual([false, 404]);
  });

  it('that no service worker took is answered by the server, which reads none of it', async () => {
    const body = new FormData();
    body.set('text', 'Soup');
    for (const origin of [app.crier.url, 'null']) {
      const answer = await fetch(`${app.crier.url}/share`, {
        method: 'POST',
        headers: { origin },
        body,
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/compose?shared=unreadable']);
    }
  });
});
