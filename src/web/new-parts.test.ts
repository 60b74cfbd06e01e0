/** Dialogs, tools and lists in German at 200 %: nothing is English, cut off or wider than the window. */
import { expect, it } from '@jest/globals';
import { axe, overflow, screenshot } from '../test/browser.ts';
import { addExampleData } from '../test/example-data.ts';
import { addExampleMonth } from '../test/example-month.ts';
import { sql } from '../test/factories.ts';
import { englishOn } from '../test/german-page.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { statesIn } from '../test/screenshot-states.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';
import { mediaTags } from './strings/de/media-tags.ts';

/** A window of 1280 × 900 pixels, of which each is twice as large. */
const AT_200 = { width: 640, height: 450 };
const PAGES = ['/drafts', '/queue', '/numbers', '/notifications', '/settings/notifications', '/posts/import'];
const states = Object.entries({
  ...Object.fromEntries(PAGES.map((path) => [path, { path, installed: false, act: undefined }])),
  ...statesIn(german, mediaTags),
});

describeWith([chromium], 'in German, at 200 %', () => {
  let ada: TestPerson;
  const app = useWebApp({
    prepare: async (crier) => {
      const data = await addExampleData(crier);
      ada = await addPerson(crier, { name: 'Ada', operator: true });
      await addExampleMonth(crier, ada, data);
      await sql(crier, "update user_account set language = 'de' where id = $1", [ada.id]);
    },
    person: null,
  });

  it.each(states)('%s', async (name, { path, installed = false, act }) => {
    const options = { person: ada, width: AT_200.width, locale: 'de-DE', serviceWorker: installed };
    const { page } = await app.browser.pageOf(app.crier, options);
    await page.setViewportSize(AT_200);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (installed) {
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await page.reload();
    }
    await act?.(page);
    await screenshot(page, `german-200-${name.replaceAll('/', '-')}`);
    // The picker of emojis has roles of its own choice, with which screen readers read it as a grid.
    const found = (await axe(page)).filter((one) => !one.includes('epr-'));
    expect({ english: await englishOn(page), overflow: await overflow(page), axe: found }).toEqual({
      english: [],
      overflow: 0,
      axe: [],
    });
    await page.context().close();
  });
});
