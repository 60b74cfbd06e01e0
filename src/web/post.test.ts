/**
 * The page of a post that goes out, or does not, in a real browser: with a real worker, and the sandbox
 * network.
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenPage, type TestBrowser } from '../test/browser.ts';
import { buildPost, buildTarget, createOne } from '../test/factories.ts';
import { eventually, type TestInstance } from '../test/instance.ts';
import { expectSoundInEachLook } from '../test/looks.ts';
import { addPerson } from '../test/person.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../test/sandbox-world.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

jest.setTimeout(120_000);
const text = strings.posts;

/** What the API says of a post. */
interface Told {
  readonly status: string;
  readonly releaseURL: string | null;
  readonly timeline: readonly { readonly text: string }[];
}

describeWith([chromium], 'the page of a post', () => {
  let world: SandboxWorld;
  let crier: TestInstance;
  let channel: SandboxChannel;
  let browser: TestBrowser;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    world = await startSandboxWorld();
    ({ crier } = world);
    // Posts of this account cannot be looked up: a lost answer leaves them in doubt.
    channel = await world.connect('Cafe Nord #none');
    browser = await openBrowser();
    [, open] = await Promise.all([
      crier.startWorker(),
      browser.pageOf(crier, { person: await addPerson(crier) }),
    ]);
    ({ page } = open);
  });
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  const publish = (content: string): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type: 'now',
        date: new Date().toISOString(),
        posts: [buildTarget(channel.id, { value: [{ content, image: [] }] })],
      }),
    );
  const tell = async (id: string): Promise<Told> => (await crier.call<Told>('GET', `/posts/${id}`)).body;
  const shows = (status: keyof typeof text.states): Promise<void> =>
    page
      .getByRole('main')
      .getByText(text.states[status], { exact: true })
      .and(page.locator('span'))
      .waitFor();
  const becomes = (id: string, status: string): Promise<Told> =>
    eventually(`the post is ${status}`, async () => {
      const told = await tell(id);
      return told.status === status && told;
    });
  const timesOut = async (content: string): Promise<number> =>
    (await world.texts()).filter((one) => one === content).length;
  const fact = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

  it('follows it out by itself: what happened in words, when, how late, and where it can be seen', async () => {
    const id = await publish('Soup of the day');
    await page.goto(`/posts/${id}`);
    await shows('published');
    await fact(text.facts.link).waitFor();
    const told = await becomes(id, 'published');
    const said = await page.getByRole('region', { name: text.timeline }).innerText();
    for (const event of told.timeline) expect(said).toContain(event.text);
    expect(await fact(text.facts.channel).innerText()).toContain('Cafe Nord');
    expect(await fact(text.facts.lateness).innerText()).toMatch(new RegExp(`\\d s|${text.onTime}`));
    await fact(text.facts.publishedAt).waitFor();
    const link = page.getByRole('link', { name: text.openAtNetwork('sandbox') });
    expect(await link.getAttribute('href')).toBe(told.releaseURL);
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    // What is out can be neither stopped nor taken back from here.
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectSoundInEachLook(open, 'post-published');
  });

  it('says why one failed, and publishes it again when somebody asks', async () => {
    await world.arm(channel, { kind: 'rejected' });
    const id = await publish('Burnt toast');
    await page.goto(`/posts/${id}`);
    await shows('failed');
    await page.getByText(text.why.failed).waitFor();
    await expectSoundInEachLook(open, 'post-failed');
    expect(await timesOut('Burnt toast')).toBe(0);
    await page.getByRole('button', { name: text.retry }).click();
    await shows('published');
    expect(await timesOut('Burnt toast')).toBe(1);
  });

  it.each([
    ['published', 'published', true, 1],
    ['resend', 'published', false, 1],
    ['drop', 'failed', true, 1],
  ] as const)(
    'asks what became of one in doubt; the answer "%s" makes it %s',
    async (decision, status, taken, times) => {
      const content = `In doubt: ${decision}`;
      await world.arm(channel, { kind: taken ? 'reset_after' : 'reset_before' });
      const id = await publish(content);
      await page.goto(`/posts/${id}`);
      const save = page.getByRole('button', { name: strings.common.save });
      await save.waitFor();
      await page.getByText(text.why.unconfirmed).waitFor();
      expect(await save.isDisabled()).toBe(true);
      await page.getByRole('radio', { name: text.resolve[decision] }).check();
      await page.getByText(text.resolve[`${decision}Help`]).waitFor();
      if (decision === 'published') {
        await expectSoundInEachLook(open, 'post-unconfirmed');
        await page.getByRole('textbox', { name: text.resolve.url }).fill('https://social.example/@cafe/1');
      }
      await save.click();
      await shows(status);
      await save.waitFor({ state: 'detached' });
      expect(await timesOut(content)).toBe(times);
      if (decision === 'published') {
        expect(
          await page.getByRole('link', { name: text.openAtNetwork('sandbox') }).getAttribute('href'),
        ).toBe('https://social.example/@cafe/1');
      }
    },
  );

  it('stands first on the start page while it needs somebody', async () => {
    await page.goto('/');
    const needed = page.getByRole('region', { name: text.needsYou });
    await needed.getByRole('link', { name: 'In doubt: drop' }).waitFor();
    expect(await needed.getByRole('listitem').count()).toBe(1);
    expect(open.complaints).toEqual([]);
  });
});
