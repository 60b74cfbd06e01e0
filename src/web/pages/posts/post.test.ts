/** The page of a post that is published, or is not, in a real browser with a real worker and the sandbox. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, buildTarget, createOne } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../../../test/sandbox-world.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.post;
const { states } = strings.posts;
const { resolve } = strings.post;

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
  const shows = (status: keyof typeof states): Promise<void> =>
    app.page
      .getByRole('main')
      .getByText(states[status], { exact: true })
      .and(app.page.locator('span'))
      .waitFor();
  const becomes = (id: string, status: string): Promise<Shown> =>
    eventually(`the post is ${status}`, async () => {
      const shown = await read(id);
      return shown.status === status && shown;
    });
  const timesPublished = async (content: string): Promise<number> =>
    (await world.texts()).filter((one) => one === content).length;

  it('follows publishing automatically: what happened, when, and where to see the post', async () => {
    const id = await publish('Soup of the day');
    await app.page.goto(`/posts/${id}`);
    await shows('published');
    const shown = await becomes(id, 'published');
    const link = app.page.getByRole('link', { name: text.view('sandbox') });
    expect(await link.getAttribute('href')).toBe(shown.releaseURL);
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    expect(await app.region(text.next.title).innerText()).toMatch(/It was published/);
    const said = app.region(text.history);
    await said.getByText(text.happened.published, { exact: true }).waitFor();
    // Every step stands in the order of its cause: the handover comes before what the run did.
    await app.page.getByText(text.details, { exact: true }).click();
    const technical = app.page.getByRole('list', { name: text.technical }).getByRole('listitem');
    // A busy machine may write it down after the post is published.
    await technical.filter({ hasText: 'Handed to Temporal' }).waitFor();
    const steps = await technical.allInnerTexts();
    const at = (text: string): number => steps.findIndex((step) => step.includes(text));
    expect(at('Handed to Temporal')).toBeGreaterThan(at('Accepted'));
    expect(at('Picked up')).toBeGreaterThan(at('Handed to Temporal'));
    expect(at('Published')).toBeGreaterThan(at('Picked up'));
    // A published post cannot be stopped from here.
    for (const name of [text.publishNow, text.move, text.edit]) {
      expect(await app.page.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await expectCleanPage(app.open, 'post-published');
  });

  it('takes a published post down on its network as well, if the box is ticked', async () => {
    const [kept, gone] = [await publish('Stays there'), await publish('Goes everywhere')];
    for (const id of [kept, gone]) {
      await becomes(id, 'published');
      await app.page.goto(`/posts/${id}`);
      await app.page.getByRole('button', { name: text.removeAnyway }).click();
      const dialog = app.page.getByRole('dialog', { name: text.removeAnywayQuestion });
      const box = dialog.getByRole('checkbox', { name: new RegExp(channel.name) });
      expect(await box.isChecked()).toBe(false);
      await expectCleanPage(app.open, 'post-remove');
      if (id === gone) await box.check();
      await dialog.getByRole('button', { name: text.removeAnyway }).click();
      await eventually(
        'it is gone',
        async () => (await app.crier.call('GET', `/posts/${id}`)).status === 404,
      );
    }
    const sent = (await world.ledger()).filter(({ removedAt }) => !removedAt).map((post) => post.text);
    expect([sent.includes('Stays there'), sent.includes('Goes everywhere')]).toEqual([true, false]);
  });

  it('shows why a post failed, and publishes it on retry', async () => {
    await world.arm(channel, { kind: 'rejected' });
    const id = await publish('Burnt toast');
    await app.page.goto(`/posts/${id}`);
    await shows('failed');
    await app.page.getByText(text.next.failed).waitFor();
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
      await app.page.getByText(text.next.unconfirmed).waitFor();
      expect(await save.isDisabled()).toBe(true);
      await app.page.getByRole('radio', { name: resolve[decision] }).check();
      await app.page.getByText(resolve[`${decision}Help`]).waitFor();
      if (decision === 'published') {
        await expectCleanPage(app.open, 'post-unconfirmed');
        await app.page.getByRole('textbox', { name: resolve.url }).fill('https://social.example/@cafe/1');
      }
      await save.click();
      await shows(status);
      await save.waitFor({ state: 'detached' });
      expect(await timesPublished(content)).toBe(times);
      if (decision === 'published') {
        expect(await app.page.getByRole('link', { name: text.view('sandbox') }).getAttribute('href')).toBe(
          'https://social.example/@cafe/1',
        );
      }
    },
  );

  it('is linked at the top of the home page while the post needs attention', async () => {
    await app.page.goto('/');
    const needed = app.page.getByRole('region', { name: strings.home.needsYou });
    await needed.getByRole('link', { name: 'Unconfirmed: drop' }).waitFor();
    expect(await needed.getByRole('listitem').count()).toBe(1);
    expect(app.open.complaints).toEqual([]);
  });
});
