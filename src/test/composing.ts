/** What a person does in the composer, for tests that do it in a hurry. */
import { expect } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { axe, screenshot } from './browser.ts';
import { png, sql } from './factories.ts';
import { eventually } from './instance.ts';
import type { WebApp } from './web-app.ts';
import { strings } from '../web/strings/index.ts';

const text = strings.composer;

export const DRAFTS = '**/api/compositions{,/*}';
export const UPLOAD = '**/api/upload';
export const picture = (width = 40) => ({
  name: `${width}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(png(width, 30)),
});
export const isChange = (route: Route): boolean => route.request().method() !== 'GET';

/** The steps on the page of `app`; `where`: the path at which a draft is begun. */
export function composing(app: Pick<WebApp, 'crier' | 'page'>) {
  const field = (page: Page = app.page) => page.getByRole('textbox', { name: text.part.label, exact: true });
  const saved = (page: Page = app.page): Promise<void> => page.getByText(/^Saved /).waitFor();
  const drafts = (): Promise<{ text: string; organization: string }[]> =>
    sql(
      app.crier,
      `select document #>> '{parts,0,text}' as text, organization_id as organization from composition
      order by updated_at desc`,
    );
  return {
    field,
    saved,
    drafts,
    part: (n: number, all: number) =>
      app.page.getByRole('textbox', { name: text.part.numbered(n, all), exact: true }),
    schedule: () => app.page.getByRole('button', { name: /^Schedule|^Add to the/ }),
    dialog: (name: string) => app.page.getByRole('dialog', { name, exact: true }),
    undo: () => app.page.getByRole('button', { name: strings.common.undo, exact: true }),
    goHome: () => app.page.getByRole('link', { name: strings.common.nav.home, exact: true }).first().click(),
    chooseFiles: (...widths: number[]): Promise<void> =>
      app.page.locator('input[type=file]').first().setInputFiles(widths.map(picture)),
    async newest(text: string): Promise<void> {
      const isNewest = async () => (await drafts())[0]?.text === text;
      await eventually(`the newest draft says "${text.slice(0, 40)}"`, isNewest);
    },
    async begin(text: string, where: string): Promise<string> {
      await app.page.goto(where);
      await field().fill(text);
      await saved();
      await app.page.waitForURL('**/compose/*');
      return app.page.url();
    },
    /** Calls of a kind wait until the returned function is called. */
    async holdUp(url: string, applies: (route: Route) => boolean = () => true): Promise<() => void> {
      const gate = Promise.withResolvers<void>();
      await app.page.route(url, async (route) => {
        if (applies(route)) await gate.promise;
        await route.fallback();
      });
      return gate.resolve;
    },
    async looksRight(name: string): Promise<void> {
      expect(await axe(app.page)).toEqual([]);
      await screenshot(app.page, name);
    },
    /** After each test. */
    async endTest(): Promise<void> {
      await app.page.unrouteAll({ behavior: 'ignoreErrors' });
      // A page that asks before it is left would keep the next test waiting.
      app.page.removeAllListeners('dialog');
      app.page.on('dialog', (asked) => void asked.accept());
    },
  };
}
