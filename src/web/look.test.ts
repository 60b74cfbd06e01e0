/** The drawings of the web app, and the edges of its fields. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { providers } from '../../providers/list.ts';
import { simpleIcons, tabler } from '../test/icon-sets.ts';
import { closeFirstRun } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { DRAWINGS } from '../test/write-icons.ts';
import { marks } from './look/marks.ts';
import { strings } from './strings/index.ts';

const { keys, nav } = strings.settings;

describeWith([tabler, simpleIcons], 'the drawings', () => {
  it.each(Object.entries(DRAWINGS))('in %s are those that its list names', (file, render) => {
    expect(readFileSync(file, 'utf8')).toBe(render());
  });
});

describe('the list of marks', () => {
  it('has one for every network', () => {
    expect(Object.keys(marks).toSorted()).toEqual(providers.map(({ identifier }) => identifier).toSorted());
  });
});

/**
 * The contrast between the edge of each element and what lies behind it, inside and outside: the smaller of
 * both would be too strict, as one of them is enough to see the edge.
 */
const EDGES = `(selector) => {
  const rgb = (colour) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [red, green, blue] = rgb(colour).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] === 255) return colour;
    }
    return 'white';
  };
  return [...document.querySelectorAll(selector)].map((element) => {
    const [edge, ground] = [getComputedStyle(element).borderTopColor, behind(element)].map(luminance);
    return (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05);
  });
}`;

describeWith([chromium], 'the look of the web app', () => {
  const app = useWebApp({ prepare: closeFirstRun });

  it.each(['light', 'dark'] as const)(
    'gives fields an edge of 3 : 1 or more when it is %s',
    async (scheme) => {
      await app.page.emulateMedia({ colorScheme: scheme });
      await app.page.goto('/settings/api-keys');
      await app.field(keys.name).waitFor();
      const edges = await app.page.evaluate<number[]>(`(${EDGES})('main input:not([type=radio], [hidden])')`);
      expect(edges.length).toBeGreaterThan(1);
      expect(edges.filter((contrast) => contrast < 3)).toEqual([]);
      await app.page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('shows the focus of a field by its edge alone, and of a button by an outline', async () => {
    await app.page.goto('/settings/api-keys');
    const field = app.field(keys.name);
    await field.press('a');
    const outline = (): Promise<string> =>
      app.page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(await outline()).toBe('none');
    await app.page.getByRole('link', { name: strings.common.skipToContent }).press('Tab');
    expect(await outline()).toBe('solid');
  });

  it('names all settings on a phone, where one is chosen from a list', async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.page.goto('/settings');
    const list = app.page.getByRole('combobox', { name: nav.label });
    await list.waitFor();
    expect(await list.locator('option').allTextContents()).toEqual([
      nav.profile,
      nav.notifications,
      nav.organization,
      nav.links,
      nav.members,
      nav.approved,
      nav.audit,
      nav.keys,
      nav.apps,
      nav.webhooks,
    ]);
    await list.selectOption(nav.keys);
    await app.region(nav.keys).waitFor();
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });
});
