/** How much a visitor downloads for the first page. */
import { beforeAll, expect, it } from '@jest/globals';
import type { CDPSession, Response } from 'playwright-core';
import type { PageOptions } from '../test/browser.ts';
import { buildPost, buildTarget, createOne, setState } from '../test/factories.ts';
import { closeFirstRun } from '../test/page-checks.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';
import { strings } from './strings/index.ts';

/**
 * What a browser fetches before the first page can be used; bytes as Chromium counts them on the wire, with
 * headers. The typeface is not counted: nothing waits for it, text is shown without it.
 */
const MAX_REQUESTS = 30;
const MAX_BYTES = 150_000;

/** The texts of all other pages, and of refusals. */
const LATER = ['pages', 'sentences'];

interface Fetched {
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
  readonly encoding: string | undefined;
  readonly cached: string | undefined;
}

/** How many bytes Chromium received of each answer, with its headers, by URL. */
async function countReceived(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const urls = new Map<string, string>();
  const received = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    received.set(urls.get(requestId) ?? '', encodedDataLength);
  });
  await session.send('Network.enable');
  return received;
}

async function measure(response: Response, received: ReadonlyMap<string, number>): Promise<Fetched> {
  const path = new URL(response.url()).pathname;
  const isUncounted = path === '/api/events' || path.endsWith('.woff2');
  const body = isUncounted ? Buffer.alloc(0) : await response.body();
  const headers = await response.allHeaders();
  return {
    path,
    text: body.toString(),
    bytes: isUncounted ? 0 : (received.get(response.url()) ?? Number.NaN),
    encoding: headers['content-encoding'],
    cached: headers['cache-control'],
  };
}

describeWith([chromium], 'the first page', () => {
  const app = useWebApp({ prepare: closeFirstRun });

  // Another person has a page open, as on any instance in use: the server has its live updates ready.
  beforeAll(() => app.page.goto('/'));

  /** Everything fetched with an empty cache until `usable` is seen. */
  async function fetchedBy(
    path: string,
    usable: string,
    { later = LATER, ...options }: PageOptions & { readonly later?: readonly string[] } = {},
  ): Promise<Fetched[]> {
    const { page } = await app.browser.pageOf(app.crier, options);
    // What follows the first page: it can be used without that.
    await page.route(`**/assets/{${later.join()}}-*.{js,css}`, () => undefined);
    const answers: Response[] = [];
    const received = await countReceived(await page.context().newCDPSession(page));
    page.on('response', (response) => {
      // On a busy machine, the stream of changes opens late, and lists are read once more.
      if (!answers.some((answer) => answer.url() === response.url())) answers.push(response);
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText(usable).first().waitFor();
    const fetched = await Promise.all(answers.map((answer) => measure(answer, received)));
    await page.context().close();
    return fetched;
  }

  /** A failure lists every file with its size. */
  function expectLight(fetched: readonly Fetched[]): void {
    const bytes = fetched.reduce((sum, one) => sum + one.bytes, 0);
    expect(fetched.length).toBeGreaterThan(5);
    const list = fetched.map((one) => `${one.bytes} ${one.path}`);
    const light = bytes <= MAX_BYTES && fetched.length <= MAX_REQUESTS;
    expect({ bytes, requests: fetched.length, list: light ? [] : list }).toEqual({
      bytes,
      requests: fetched.length,
      list: [],
    });
  }

  it('can be used after 30 requests and 150 kB by a visitor who has to sign in', async () => {
    expectLight(await fetchedBy('/sign-in', strings.auth.signIn.title));
  });

  it('can be used after 30 requests and 150 kB by a person who is signed in', async () => {
    const person = await addPerson(app.crier);
    expectLight(await fetchedBy('/', strings.home.welcome, { person }));
  });

  it('can be used after 30 requests and 150 kB by a person who has posts', async () => {
    const { id } = await app.crier.connect('sandbox', { name: 'Cafe Nord' });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    for (let n = 0; n < 20; n++) {
      const value = [{ content: `Spring menu ${n}: asparagus, new potatoes and strawberries`, image: [] }];
      const posts = [buildTarget(id, { value })];
      const post = await createOne(app.crier, buildPost([], { date: inAnHour, posts }));
      if (n > 10) await setState(app.crier, post, n > 15 ? 'failed' : 'published');
    }
    const person = await addPerson(app.crier);
    const later = [...LATER, 'network-drawing', 'post-numbers', 'numbers', 'find-posts', 'fields'];
    expectLight(await fetchedBy('/', 'Spring menu 1', { person, later }));
  });

  it('arrives compressed, in one language, which is no larger, and may be cached for a year', async () => {
    const fetched = await fetchedBy('/sign-in', german.auth.signIn.title, { locale: 'de-AT' });
    const scripts = fetched.filter(({ path }) => path.endsWith('.js'));
    const texts = scripts.filter(({ text }) =>
      [strings, german].some(({ home }) => text.includes(home.welcome)),
    );
    expect(texts).toEqual([expect.objectContaining({ text: expect.stringContaining(german.home.welcome) })]);
    expectLight(fetched);
    for (const script of scripts) {
      expect(script).toMatchObject({ encoding: 'br', cached: 'public, max-age=31536000, immutable' });
    }
  });
});
