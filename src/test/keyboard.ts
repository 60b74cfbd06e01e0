/** A person who has a keyboard and no mouse: Tab leads to everything, and shows where one is. */
import type { Page } from 'playwright-core';
import { eventually } from './instance.ts';

type Locator = ReturnType<Page['locator']>;

/** More than any page needs from its first element to its last. */
const MAX_TABS = 120;

/** What the functions below use of a browser's elements. */
interface Shown {
  readonly outerHTML: string;
  readonly isConnected: boolean;
  contains(other: Shown): boolean;
  readonly parentElement: Shown | null;
  readonly nextElementSibling: Shown | null;
  readonly ownerDocument: {
    readonly activeElement: Shown;
    readonly body: Shown;
    readonly defaultView: {
      getComputedStyle(one: Shown): Readonly<Record<string, string>>;
      seenFocus?: { readonly element: Shown; readonly look: string };
    };
  };
}

/**
 * Looks at what has the focus, and at what had it before: does its look change with the focus? A label, or
 * what surrounds a field, may show it in its place. Runs in the browser.
 */
function lookAtFocus(wanted: Shown): { there: boolean; unseen: string | null } {
  const { activeElement: now, body, defaultView: window } = wanted.ownerDocument;
  const around = (one: Shown, levels: number): Shown[] =>
    levels && one.parentElement ? [one.parentElement, ...around(one.parentElement, levels - 1)] : [];
  const look = (one: Shown): string =>
    [one, one.nextElementSibling, ...around(one, 5)]
      .flatMap((part) => (part ? [window.getComputedStyle(part)] : []))
      .map((style) =>
        [style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.transform].join(),
      )
      .join();
  const before = window.seenFocus;
  window.seenFocus = { element: now, look: look(now) };
  const left = before && before.element !== now && before.element !== body && before.element.isConnected;
  // A card that shows the focus of its fields goes on showing it while one of its other fields has it.
  const isShared = (one: Shown): boolean =>
    one.contains(now) && window.getComputedStyle(one).outlineStyle !== 'none';
  const unseen =
    left && look(before.element) === before.look && !around(before.element, 5).some((one) => isShared(one));
  return { there: now === wanted, unseen: unseen ? before.element.outerHTML.slice(0, 200) : null };
}

/** Presses Tab until the element has the focus. `unseen` collects what had it without showing it. */
export function tabber(page: Page, unseen: string[]) {
  return async (wanted: Locator): Promise<void> => {
    await wanted.waitFor();
    for (let n = 0; n < MAX_TABS; n++) {
      const found = await wanted.evaluate(lookAtFocus);
      if (found.unseen) unseen.push(found.unseen);
      if (found.there) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(wanted)}`);
  };
}

/** Waits until the element has the focus without a key being pressed: after a dialog, for example. */
export async function hasFocus(page: Page, wanted: Locator): Promise<void> {
  const isFocused = (): Promise<boolean> =>
    wanted.evaluate((element: Shown) => element.ownerDocument.activeElement === element);
  await eventually(`the focus is on ${String(wanted)}`, isFocused).catch(async (error: Error) => {
    const now = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)');
    throw new Error(`${error.message}; it is on ${now}`);
  });
}
