/** How the files of the library lie beside each other, in a real browser. */
import { expect, it, jest } from '@jest/globals';
import { png, sql, storeVideo, upload } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { EMPTY_DOCUMENT } from '../../../test/security/world.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(90_000);

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

const SIDES = [
  [640, 480],
  [300, 900],
  [1600, 300],
  [500, 500],
  [480, 640],
  [1280, 720],
  [200, 210],
  [900, 600],
  [320, 480],
  [1000, 400],
] as const;

describeWith([chromium], 'the files of the library', () => {
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      await closeFirstRun(crier);
      for (const [n, sides] of SIDES.entries()) await upload(crier, png(...sides), { name: `${n}.png` });
    },
    person: (crier) => addPerson(crier, { role: 'member', name: 'Lee' }),
  });

  const tiles = () => app.page.locator('button[class*=tile]');
  /** The pictures in the order of the keyboard, in rows. */
  async function rows(): Promise<{ rows: Box[][]; grid: Box }> {
    const boxOf = (box: string): string =>
      `(({ left, right, top, height }) => ({ left, right, top, height }))(${box}.getBoundingClientRect())`;
    const boxes = await app.page.evaluate<Box[]>(
      `[...document.querySelectorAll('button[class*=tile] > [class*=picture]')].map((one) => ${boxOf('one')})`,
    );
    const grid = await app.page.evaluate<Box>(boxOf("document.querySelector('ul[class*=grid]')"));
    const found = Map.groupBy(boxes, ({ top }) => Math.round(top));
    return { rows: [...found.values()], grid };
  }
  async function expectRows(): Promise<void> {
    const { rows: found, grid } = await rows();
    expect(found.length).toBeGreaterThan(1);
    for (const [n, row] of found.entries()) {
      for (const { height } of row) expect(Math.abs(height - (row[0]?.height ?? 0))).toBeLessThan(1.5);
      expect(row.map(({ left }) => left)).toEqual(row.map(({ left }) => left).toSorted((a, b) => a - b));
      expect(row[0]?.left).toBeCloseTo(grid.left, 0);
      if (n < found.length - 1) expect(row.at(-1)?.right).toBeCloseTo(grid.right, 0);
    }
    const tops = found.map(([first]) => first?.top ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  }

  it('fill rows of one height from edge to edge, in the order of the keyboard', async () => {
    await app.page.goto('/media');
    await tiles()
      .nth(SIDES.length - 1)
      .waitFor();
    await expectRows();
    await expectCleanPage(app.open, 'media-rows');
    await app.page.setViewportSize({ width: 390, height: 844 });
    await expectRows();
    // As at 200 %.
    await app.page.setViewportSize({ width: 640, height: 450 });
    await expectRows();
    await app.page.setViewportSize({ width: 1280, height: 900 });
    await tiles().first().focus();
    for (const [n] of SIDES.entries()) {
      const name = await app.page.evaluate<string>('document.activeElement.innerText');
      expect(name).toContain(`${SIDES.length - 1 - n}.png`);
      await app.page.keyboard.press('Tab');
    }
  });

  it('have their place before their pictures are there', async () => {
    await app.page.evaluate('scrollTo(0, 0)');
    const loaded = await rows();
    // Never answered.
    await app.page.route('**/uploads/**', () => undefined);
    await app.page.goto('/media', { waitUntil: 'domcontentloaded' });
    await tiles()
      .nth(SIDES.length - 1)
      .waitFor();
    expect(await rows()).toEqual(loaded);
    await app.page.unroute('**/uploads/**');
  });

  it('show a frame of a video, which the browser reads once it is in view', async () => {
    const { id } = await storeVideo(app.crier, 1000);
    await sql(app.crier, 'update media set width = 1280, height = 720, alt = $2 where id = $1', [
      id,
      'Bread',
    ]);
    await app.page.goto('/media');
    const frame = tiles().locator('video[preload=metadata]');
    await frame.waitFor({ state: 'attached' });
    expect(await frame.getAttribute('src')).toMatch(/\.mp4#t=0\.1$/);
  });

  it('are shown by the drafts that use them, which they link', async () => {
    const [file] = await sql<{ id: string }>(app.crier, "select id from media where original_name = '3.png'");
    const media = [{ id: file?.id ?? '', alt: 'A square' }];
    const owner = await addPerson(app.crier);
    const text = 'مرحبا بالعالم';
    const parts = [{ id: 'a', text, media, delaySeconds: 0 }];
    const body = { document: { ...EMPTY_DOCUMENT, parts } };
    const draft = (await owner.call<{ id: string }>('POST', '/compositions', { body })).body.id;
    await app.page.goto('/drafts');
    await app.page.getByRole('img', { name: 'A square' }).waitFor();
    const words = app.page.getByRole('link', { name: text });
    // Text from the right begins at the right.
    await words.waitFor();
    const direction = "getComputedStyle(document.querySelector('a[class*=words]')).direction";
    expect(await app.page.evaluate(direction)).toBe('rtl');
    await expectCleanPage(app.open, 'drafts-pictures');
    await app.page.goto('/media');
    await tiles().filter({ hasText: '3.png' }).click();
    const used = app.page.getByRole('dialog').getByRole('region', { name: strings.media.file.usedIn });
    await used.getByRole('link', { name: text }).click();
    await app.page.waitForURL(`**/compose/${draft}`);
  });
});
