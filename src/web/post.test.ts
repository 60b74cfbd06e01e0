/** The page of a post that is published, or is not, in a real browser with a real worker and the sandbox. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, buildTarget, createOne } from '../test/factories.ts';
import { eventually } from '../test/instance.ts';
import { expectCleanPage } from '../test/page-checks.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../test/sandbox-world.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

jest.setTimeout(120_000);
const text = strings.posts;

/** A post as the API shows it. */
interface Shown {
  readonly status: string;
  readonly releaseURL: string | null;
  readonly timeline: readonly { readonly text: string }[];
}

describeWith([chromium], 'the page of a post', () => {
  let world: SandboxWorld;
  let channel: SandboxChannel;
  const app = useWebApp({
    start: async () => (world = await startSandboxWorld()).crier,
    prepare: async (crier) => {
      // Posts of this account cannot be looked up: after a lost answer they are unconfirmed.
      channel = await world.connect('Cafe Nord #none');
      await crier.startWorker();
    },
  });

  const publish = (content: string): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], {
        type: 'now',
        date: new Date().toISOString(),
        posts: [buildTarget(channel.id, { value: [{ content, image: [] }] })],
      }),
    );
  const read = async (id: string): Promise<Shown> =>
    (await app.crier.call<Shown>('GET', `/posts/${id}`)).body;
  const shows = (status: keyof typeof text.states): Promise<void> =>
    app.page
      .getByRole('main')
      .getByText(text.states[status], { exact: true })
      .and(app.page.locator('span'))
      .waitFor();
  const becomes = (id: string, status: string): Promise<Shown> =>
    eventually(`the post is ${status}`, async () => {
      const shown = await read(id);
      return shown.status === status && shown;
    });
  const timesPublished = async (content: string): Promise<number> =>
    (await world.texts()).filter((one) => one === content).length;
  const fact = (name: string) => app.page.getByRole('row', { name: new RegExp(`^${name}`) });

  it('follows publishing by itself: what happened, when, how late, and where to see the post', async () => {
    const id = await publish('Soup of the day');
    await app.page.goto(`/posts/${id}`);
    await shows('published');
    await fact(text.facts.link).waitFor();
    const shown = await becomes(id, 'published');
    const said = await app.page.getByRole('region', { name: text.timeline }).innerText();
    for (const event of shown.timeline) expect(said).toContain(event.text);
    expect(await fact(text.facts.channel).innerText()).toContain('Cafe Nord');
    expect(await fact(text.facts.lateness).innerText()).toMatch(new RegExp(`\\d s|${text.onTime}`));
    await fact(text.facts.publishedAt).waitFor();
    const link = app.page.getByRole('link', { name: text.openAtNetwork('sandbox') });
    expect(await link.getAttribute('href')).toBe(shown.releaseURL);
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    // A published post can be neither stopped nor withdrawn from here.
    expect(await app.page.getByRole('main').getByRole('button').count()).toBe(0);
    await expectCleanPage(app.open, 'post-published');
  });

  it('says why a post failed, and publishes it on retry', async () => {
    await world.arm(channel, { kind: 'rejected' });
    const id = await publish('Burnt toast');
    await app.page.goto(`/posts/${id}`);
    await shows('failed');
    await app.page.getByText(text.why.failed).waitFor();
    await expectCleanPage(app.open, 'post-failed');
    expect(await timesPublished('Burnt toast')).toBe(0);
    await app.page.getByRole('button', { name: text.retry }).click();
    await shows('published');
    expect(await timesPublished('Burnt toast')).toBe(1);
  });

  it.each([
    ['published', 'published', true, 1],
    ['resend', 'published', false, 1],
    ['drop', 'failed', true, 1],
  ] as const)(
    'asks what happened to an unconfirmed post; the answer "%s" makes it %s',
    async (decision, status, taken, times) => {
      const content = `Unconfirmed: ${decision}`;
      await world.arm(channel, { kind: taken ? 'reset_after' : 'reset_before' });
      const id = await publish(content);
      await app.page.goto(`/posts/${id}`);
      const save = app.page.getByRole('button', { name: strings.common.save });
      await save.waitFor();
      await app.page.getByText(text.why.unconfirmed).waitFor();
      expect(await save.isDisabled()).toBe(true);
      await app.page.getByRole('radio', { name: text.resolve[decision] }).check();
      await app.page.getByText(text.resolve[`${decision}Help`]).waitFor();
      if (decision === 'published') {
        await expectCleanPage(app.open, 'post-unconfirmed');
        await app.page
          .getByRole('textbox', { name: text.resolve.url })
          .fill('https://social.example/@cafe/1');
      }
      await save.click();
      await shows(status);
      await save.waitFor({ state: 'detached' });
      expect(await timesPublished(content)).toBe(times);
      if (decision === 'published') {
        expect(
          await app.page.getByRole('link', { name: text.openAtNetwork('sandbox') }).getAttribute('href'),
        ).toBe('https://social.example/@cafe/1');
      }
    },
  );

  it('is linked at the top of the home page while the post needs attention', async () => {
    await app.page.goto('/');
    const needed = app.page.getByRole('region', { name: text.needsYou });
    await needed.getByRole('link', { name: 'Unconfirmed: drop' }).waitFor();
    expect(await needed.getByRole('listitem').count()).toBe(1);
    expect(app.open.complaints).toEqual([]);
  });
});
