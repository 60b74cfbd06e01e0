/** A finger on the screen, for what is more than a tap. */
import type { Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Long enough for what a person means by holding. */
const HOLD_MS = 400;

/** Puts a finger down, holds it where asked, moves it to another point, and lifts it. */
export async function moveFinger(page: Page, from: Point, to: Point & { held?: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [from]);
  if (to.held) await page.waitForTimeout(HOLD_MS);
  const steps = 5;
  for (let n = 1; n <= steps; n++) {
    const along = (a: number, b: number): number => a + ((b - a) * n) / steps;
    await send('touchMove', [{ x: along(from.x, to.x), y: along(from.y, to.y) }]);
  }
  await send('touchEnd', []);
  await session.detach();
}
