/** The composer with long threads. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../test/composing.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { countRenders, rendersOfKey } from '../../../test/renders.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import type { TestPerson } from '../../../test/person.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';

describeWith([chromium], 'with a long thread, the composer', () => {
  let ada: TestPerson;
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      ada = await addWithPassword(crier, { name: 'Ada' });
    },
    person: async () => ada,
  });
  const { part, endTest } = composing(app);

  afterEach(endTest);

  /** The renders of one letter in the last of this many parts, each of 300 letters. */
  const rendersWith = async (count: number): Promise<number> => {
    const parts = Array.from({ length: count }, () => ({
      id: randomUUID(),
      text: 'soup '.repeat(60),
      media: [],
      delaySeconds: 0,
    }));
    const document = {
      channels: [channel],
      parts,
      variations: {},
      settings: {},
      tags: [],
      when: { kind: 'now', date: null },
    };
    const { body } = await ada.call<{ id: string }>('POST', '/compositions', { body: { document } });
    const checked = app.page.waitForResponse('**/api/posts/check');
    await app.page.goto(`/compose/${body.id}`);
    await part(count, count).click();
    await checked;
    return rendersOfKey(app.page);
  };

  it('does no more work for a key than with a short one', async () => {
    await countRenders(app.page);
    const short = await rendersWith(2);
    expect(short).toBeGreaterThan(10);
    // Each of the other 28 parts looks whether anything of it has changed.
    expect(await rendersWith(30)).toBeLessThanOrEqual(short + 28);
  });
});
