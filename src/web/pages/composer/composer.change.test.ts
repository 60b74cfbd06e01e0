/** The outcome of a change when saving it fails: of a post of a thread, in a set and in a series. */
import { expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { buildPost, buildTarget, createPosts, sql } from '../../../test/factories.ts';
import { FAILURES, signInAgain, type Handle } from '../../../test/lost-answers.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const OLD = ['Spring menu', 'And more of it'];
const NEW = ['Winter menu', 'With goose'];

describeWith([chromium], 'a change of a thread, in a set and in a series, that cannot be saved', () => {
  let id: string;
  const app = useWebApp({
    prepare: async (crier) => {
      const channels = [
        await crier.connect('sandbox', { name: 'Cafe Nord' }),
        await crier.connect('sandbox', { name: 'Bar Sued' }),
      ];
      const value = OLD.map((content) => ({ content, image: [] }));
      const posts = channels.map((channel) => buildTarget(channel.id, { value }));
      [id = ''] = await createPosts(crier, buildPost([], { inter: 7, posts }));
    },
    person: (crier) => addWithPassword(crier, { name: 'Ada' }),
  });
  const field = (n: number) => app.page.getByRole('textbox', { name: text.part.numbered(n, 2), exact: true });
  const save = (): Promise<void> =>
    app.page.getByRole('button', { name: strings.common.save, exact: true }).click();
  const alerts = () => app.page.getByRole('main').getByRole('alert');
  const says = (text: string): Promise<void> => alerts().filter({ hasText: text }).waitFor();
  const patched = (handle: Handle): Promise<unknown> =>
    app.page.route(
      `**/api/posts/${id}`,
      (route: Route) => (route.request().method() === 'PATCH' ? handle(route) : route.fallback()),
      { times: 1 },
    );
  const written = (): Promise<string[]> => Promise.all([1, 2].map((n) => field(n).inputValue()));
  /** The parts and the interval of every post of the set. */
  const stored = async (): Promise<unknown[]> =>
    sql(
      app.crier,
      `select p.id = $1 as mine, p.interval_days as days, array_agg(i.content order by i.position) as parts
      from post p join post_item i on i.post_id = p.id group by p.id order by 1`,
      [id],
    );
  const all = (mine: string[]): unknown[] => [
    { mine: false, days: 7, parts: OLD },
    { mine: true, days: 7, parts: mine },
  ];

  it('is written', async () => {
    await app.page.goto(`/compose?post=${id}`);
    for (const [n, text] of NEW.entries()) await field(n + 1).fill(text);
  });

  it.each(FAILURES)('stays on the page, and is reported: %s', async (_, fail, sentence) => {
    await patched(fail);
    await save();
    await says(sentence);
    expect(await alerts().count()).toBe(1);
    expect(await written()).toEqual(NEW);
    expect(await stored()).toEqual(all(OLD));
  });

  it('stays on the page while it is offline', async () => {
    await app.page.context().setOffline(true);
    try {
      await save();
      await says(text.send.offline);
      expect(await written()).toEqual(NEW);
    } finally {
      await app.page.context().setOffline(false);
    }
  });

  it('stays on the page when no answer comes in time', async () => {
    await app.page.clock.install();
    await patched(() => Promise.resolve());
    const asked = app.page.waitForRequest((request) => request.method() === 'PATCH');
    await save();
    await asked;
    await app.page.clock.fastForward(21_000);
    await says(text.send.tooLate);
    expect(await written()).toEqual(NEW);
  });

  it('stays on the page when the session has ended, and is saved by the next press, it alone', async () => {
    await sql(app.crier, 'delete from session');
    await save();
    await signInAgain(app.page);
    expect(await written()).toEqual(NEW);
    await save();
    await app.page.waitForURL(`**/posts/${id}`);
    expect(await stored()).toEqual(all(NEW));
  });
});
