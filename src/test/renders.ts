/** How much a page of React works, counted: times differ from machine to machine. */
import type { Page } from 'playwright-core';

/**
 * Counts renders by what React reports to developer tools after each change of the page
 * (react-devtools-shared, "hook.js"), also in a build for production. A component was rendered when its fiber
 * has the flag PerformedWork (1), and its parent does not have the children of before ("didFiberRender" and
 * "updateFiberRecursively", there).
 */
const HOOK = `
  globalThis.rendered = 0;
  const visit = (fiber, before) => {
    if ([0, 1, 11, 14, 15].includes(fiber.tag) && fiber.flags & 1) globalThis.rendered++;
    if (before && fiber.child === before.child) return;
    for (let child = fiber.child; child; child = child.sibling) {
      if (child !== child.alternate) visit(child, child.alternate);
    }
  };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot: (_, root) => visit(root.current, root.current.alternate),
  };
`;

/** Before the page is opened. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(HOOK);
}

/** How many components are rendered at once for one letter where the cursor is: no check, no save. */
export async function rendersOfKey(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    globalThis.rendered = 0;
    document.execCommand('insertText', false, 'x');
    await new Promise((resolve) => setTimeout(resolve, 0));
    return globalThis.rendered;
  })()`);
}
