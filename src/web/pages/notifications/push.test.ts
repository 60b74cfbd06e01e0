/** Notifications in browsers: turned on in the settings, shown by the service worker, opened by a click. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page, Worker } from 'playwright-core';
import { tellPeople } from '../../../../activities/tell-people.ts';
import { axe, overflow, screenshot } from '../../../test/browser.ts';
import { buildPost, createOne, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { addPerson, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { startPushService, type PushService } from '../../../test/servers/push-service.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

const text = strings.notifications;

describeWith([chromium], 'notifications in browsers', () => {
  let channel: string;
  let service: PushService;
  const opened: Page[] = [];
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  beforeAll(async () => {
    service = await startPushService();
  });
  afterAll(() => service?.stop());
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
    await sql(app.crier, 'delete from notification');
    await sql(app.crier, 'delete from push_subscription');
  });

  interface Opened {
    readonly page: Page;
    readonly person: TestPerson;
  }
  /**
   * The settings of a person in a browser of their own, which has the stand-in for its push service: Chromium
   * has none in the tests.
   */
  async function open({
    allowed = true,
    worker = true,
    script = '',
    locale = 'en-GB',
    width = 1280,
  } = {}): Promise<Opened> {
    const person = await addPerson(app.crier);
    const { page } = await app.browser.pageOf(app.crier, { person, locale, width, serviceWorker: worker });
    opened.push(page);
    const { publicKey } = (
      await person.call<{ push: { publicKey: string } }>('GET', '/notifications/choices')
    ).body.push;
    if (allowed) await page.context().grantPermissions(['notifications']);
    await page.addInitScript(`PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      if (applicationServerKey !== '${publicKey}' || !userVisibleOnly) throw new Error('another key');
      return { toJSON: () => (${JSON.stringify(service.subscribe(publicKey))}) };
    }`);
    if (script) await page.addInitScript(script);
    await page.goto('/settings/notifications');
    if (worker) await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    return { page, person };
  }
  const turnOn = async (page: Page, words = text.push): Promise<void> => {
    await page.getByRole('button', { name: words.turnOn, exact: true }).press('Enter');
    await page.getByText(words.on).waitFor();
  };
  const inBrowsers = (page: Page, topic: keyof typeof text.settings.topics) =>
    page.getByRole('checkbox', { name: `${text.settings.topics[topic]}: ${text.settings.browser}` });
  /** A post of an organisation fails: long after the people chose, and two minutes ago. */
  async function fails(organizationId = app.crier.organizationId, postId?: string): Promise<void> {
    await sql(app.crier, "update notification_choice set push_changed_at = now() - interval '3 days'");
    await sql(app.crier, "update membership set created_at = now() - interval '3 days'");
    const onChannel = organizationId === app.crier.organizationId ? channel : null;
    await sql(
      app.crier,
      `insert into notification (organization_id, kind, integration_id, post_id, content, created_at)
        values ($1, 'failed', $2, $3, 'It failed', now() - interval '2 minutes')`,
      [organizationId, onChannel, postId ?? null],
    );
  }

  it('are turned on, chosen by topic and turned off in the settings, by the keyboard alone', async () => {
    const { page, person } = await open();
    await page.getByText(text.push.off).waitFor();
    expect(await inBrowsers(page, 'posts').count()).toBe(0);
    await turnOn(page);
    expect(await inBrowsers(page, 'posts').isChecked()).toBe(true);
    await inBrowsers(page, 'billing').press('Space');
    await page.getByText(strings.common.saved(strings.settings.nav.notifications), { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'settings-push-1280');
    await page.reload();
    await page.getByText(text.push.on).waitFor();
    expect(await inBrowsers(page, 'billing').isChecked()).toBe(false);
    await page.getByRole('button', { name: text.push.turnOff, exact: true }).press('Enter');
    await page.getByText(text.push.off).waitFor();
    expect(await sql(app.crier, 'select 1 from push_subscription where user_id = $1', [person.id])).toEqual(
      [],
    );
  });

  it('are shown by the service worker, and a click opens the post, which has then been read', async () => {
    const { page, person } = await open();
    await turnOn(page);
    const post = await createOne(app.crier, buildPost(channel));
    await fails(app.crier.organizationId, post);
    const browser = await receiver(page);
    expect(await browser.receive(await send())).toMatchObject({
      title: text.kinds.failed,
      body: expect.stringMatching(/^Cafe Nord · /),
      tag: expect.any(String),
    });
    await page.goto(await browser.click());
    await page.waitForURL((url) => url.pathname === `/posts/${post}`);
    await eventually('it has been read', async () => {
      const { body } = await person.call<{ unread: number }>('GET', '/notifications/mine');
      return body.unread === 0;
    });
  });

  it.each([
    ['names the new one', true],
    ['says only that the old one has ended', false],
  ])('go on in a browser that replaces its subscription and %s', async (_, isNamed) => {
    const { page, person } = await open();
    await turnOn(page);
    const browser = await receiver(page);
    const fresh = await replaced(person);
    await browser.replace(fresh, isNamed);
    await fails();
    await send();
    expect(service.taken.at(-1)?.endpoint).toBe(fresh.endpoint);
  });

  it.each([
    ['was turned off', (person: TestPerson) => person.call('DELETE', '/notifications/browsers')],
    ['has been signed out', (person: TestPerson) => person.call('POST', '/auth/logout')],
  ])('stay off in a browser that replaces its subscription after it %s', async (_, end) => {
    const { page, person } = await open();
    await turnOn(page);
    const browser = await receiver(page);
    const fresh = await replaced(person);
    await end(person);
    await browser.replace(fresh, true);
    expect(await sql(app.crier, 'select 1 from push_subscription where user_id = $1', [person.id])).toEqual(
      [],
    );
  });

  it('of another organisation are opened in that one', async () => {
    const { page, person } = await open();
    await turnOn(page);
    const other = await app.crier.anotherOrganization();
    await sql(app.crier, 'insert into membership (organization_id, user_id, role) values ($1, $2, $3)', [
      other.id,
      person.id,
      'member',
    ]);
    await fails(other.id);
    const browser = await receiver(page);
    await browser.receive(await send());
    await page.goto(await browser.click());
    await page.waitForURL((url) => url.pathname === '/');
    const { body } = await person.call<{ organization: { id: string } }>('GET', '/auth/me');
    expect(body.organization.id).toBe(other.id);
  });

  it('that were read or deleted meanwhile lead to the list', async () => {
    const { page } = await open();
    await page.goto('/notifications?open=018f0000-0000-7000-8000-000000000000');
    await page.waitForURL((url) => url.pathname === '/notifications' && !url.search);
  });

  it.each([
    ['by the browser', { allowed: false }, text.push.problems.denied],
    [
      'where the browser does not say which service worker there is',
      { script: 'ServiceWorkerContainer.prototype.getRegistration = () => Promise.reject(new Error("no"))' },
      text.push.problems.failed,
    ],
    ['where there is no service worker', { worker: false }, text.push.problems.missing],
  ])('say why they cannot be turned on when they are refused %s', async (_, options, problem) => {
    const { page } = await open(options);
    await page.getByRole('button', { name: text.push.turnOn, exact: true }).click();
    await page.getByRole('alert').getByText(problem).waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('are in German for a person who reads German, on a phone', async () => {
    const { page } = await open({ locale: 'de-DE', width: 390 });
    await turnOn(page, german.notifications.push);
    expect(await overflow(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'settings-push-390-de');
  });

  /** What the browser of a person has in place of its subscription. */
  async function replaced(person: TestPerson): Promise<ReturnType<PushService['subscribe']>> {
    const { body } = await person.call<{ push: { publicKey: string } }>('GET', '/notifications/choices');
    return service.subscribe(body.push.publicKey);
  }

  /** One pass of the reconciler; returns what its message says to the browser. */
  async function send(): Promise<string> {
    const before = service.taken.length;
    await tellPeople(app.crier.context);
    expect(service.refused).toEqual([]);
    expect(service.taken).toHaveLength(before + 1);
    return service.taken[before]?.text ?? '';
  }
});

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

interface Receiver {
  /** Hands a message to the service worker, as the browser does; returns what it shows. */
  receive(data: string): Promise<Shown>;
  /** Clicks what is shown; returns the path that is opened. */
  click(): Promise<string>;
  /** Replaces the subscription, as browsers do by themselves; ends once the service worker is done. */
  replace(fresh: object, isNamed: boolean): Promise<void>;
}

/**
 * The service worker of a page. Chromium's headless shell delivers messages to it, but has no place to show
 * them, and no hand that clicks them: what is shown and opened is noted instead.
 */
async function receiver(page: Page): Promise<Receiver> {
  const chrome = await page.context().newCDPSession(page);
  const id = new Promise<string>((resolve) => {
    chrome.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await chrome.send('ServiceWorker.enable');
  const registrationId = await id;
  const [worker] = page.context().serviceWorkers() as [Worker];
  await worker.evaluate(`void (globalThis.noted = new Promise((resolve) => {
    registration.showNotification = async (title, options) => resolve({ title, ...options });
  }))`);
  return {
    async receive(data) {
      const { origin } = new URL(page.url());
      await chrome.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      return worker.evaluate<Shown>('noted');
    },
    click: () =>
      worker.evaluate<string>(`noted.then((shown) => new Promise((resolve) => {
        clients.openWindow = async (path) => resolve(path);
        const notification = { ...shown, close() {} };
        dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
      }))`),
    replace: (fresh, isNamed) =>
      worker.evaluate<void>(`new Promise((done, fail) => {
        const subscription = { toJSON: () => (${JSON.stringify(fresh)}) };
        registration.pushManager.subscribe = async () => subscription;
        dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), {
          newSubscription: ${isNamed} ? subscription : undefined,
          waitUntil: (work) => work.then(done, fail),
        }));
      })`),
  };
}
