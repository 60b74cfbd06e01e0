/** Posts of a series in the lists of the web app, in a real browser. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, createOne, sql } from '../../test/factories.ts';
import { expectCleanPage } from '../../test/page-checks.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { useWebApp } from '../../test/web-app.ts';
import { strings } from '../strings/index.ts';

jest.setTimeout(120_000);
const DATE = '2031-05-05T07:00:00Z';

describeWith([chromium], 'a post of a series', () => {
  let channel = '';
  let repeated = '';
  let alone = '';
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      repeated = await createOne(crier, buildPost(channel, { date: DATE, repeat: 'FREQ=DAILY' }));
      alone = await createOne(crier, buildPost(channel, { date: '2031-05-06T10:00:00Z' }));
    },
  });

  it.each([
    ['the list of the calendar', '/calendar?view=list&day=2031-05-05'],
    ['its week', '/calendar?view=week&day=2031-05-05'],
    ['its month', '/calendar?view=month&day=2031-05-05'],
  ])('says so in %s, with its name', async (_, path) => {
    await app.page.goto(path);
    const names = (id: string) =>
      app.page.locator(`button[data-post^="${id}"]`, { hasText: strings.posts.inSeries }).count();
    await app.page.locator(`[data-post="${repeated}"]`).first().waitFor();
    expect(await names(repeated)).toBeGreaterThan(1);
    expect(await names(alone)).toBe(0);
  });

  it('says so on the home page', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await createOne(app.crier, buildPost(channel, { date: tomorrow, repeat: 'FREQ=MONTHLY' }));
    await app.page.goto('/');
    await app.page.locator('[data-series]').first().waitFor();
    expect(await app.page.getByText(strings.posts.inSeries).count()).toBe(1);
    await expectCleanPage(app.open, 'series-home');
  });
});
